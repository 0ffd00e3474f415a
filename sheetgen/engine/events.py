"""Events: what happened while playing, as plain values for telling and showing."""

from typing import NamedTuple


class RoundStarted(NamedTuple):
    """A new round; every player takes its badge."""

    round: int


class TurnStarted(NamedTuple):
    """A player becomes active, or (solo) passive."""

    player: int
    role: str


class Thrown(NamedTuple):
    """Dice were thrown; the names and faces in the same order."""

    player: int
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    throw: int


class Taken(NamedTuple):
    """A die was used; slot 0 means that it stays where it lies."""

    player: int
    die: str
    face: int
    slot: int
    extra: bool


class Marked(NamedTuple):
    """A cell was marked."""

    player: int
    zone: str
    cell: str
    value: int


class Sent(NamedTuple):
    """Dice went to the platter."""

    dice: tuple[str, ...]


class Earned(NamedTuple):
    """A badge was earned."""

    player: int
    bonus: str


class Unlocked(NamedTuple):
    """A slot of an action was unlocked."""

    player: int
    action: str
    slot: int


class Used(NamedTuple):
    """A slot of an action was used."""

    player: int
    action: str
    slot: int


class FoxEarned(NamedTuple):
    """A fox was earned."""

    player: int
    foxes: int


class Returned(NamedTuple):
    """A die came back from the platter."""

    player: int
    die: str


class Lost(NamedTuple):
    """Something went unused: a throw, a bonus, a slot that was not there."""

    player: int
    what: str


class Scored(NamedTuple):
    """The result of a player at the end."""

    player: int
    zones: tuple[tuple[str, int], ...]
    foxes: int
    total: int


Event = (
    RoundStarted
    | TurnStarted
    | Thrown
    | Taken
    | Marked
    | Sent
    | Earned
    | Unlocked
    | Used
    | FoxEarned
    | Returned
    | Lost
    | Scored
)
