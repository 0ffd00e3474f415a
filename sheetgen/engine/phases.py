"""The phases of a game, and the places where dice lie."""

# Where a die lies; slot n of the active player is n.
ON_PLATTER, POOL, BESIDE = 0, -1, -2

ROUND, BEFORE_THROW, TAKE, SEND, END_ACTIVE, EXTRA, SOLO, EQUALS, PASSIVE, END_TURN, FINAL, OVER = range(12)
