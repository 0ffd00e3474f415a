"""A game: whose decision it is, which moves are legal, and what follows from them."""

from collections.abc import Sequence

from sheetgen.engine import events as ev
from sheetgen.engine.dice import ON_PLATTER, OutOfDiceError, RandomDice, ScriptedDice
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.player import Player
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.scoring import Score
from sheetgen.engine.turns import OVER, PLAYS, ROUND, STEPS, Throw, bonus_moves, extra_mark_moves, start_round
from sheetgen.engine.zones import PLATTER
from sheetgen.errors import WrongValueError
from sheetgen.layout import Layout


class Game:
    """A game of one edition.

    >>> game = Game("classic", seed=1)
    >>> game.play(game.legal_moves()[0])
    >>> game.is_over
    False
    """

    def __init__(
        self,
        edition: str | Layout | Rules,
        players: int | Sequence[str] = 1,
        seed: int = 0,
        *,
        dice: RandomDice | ScriptedDice | None = None,
        start: bool = True,
    ) -> None:
        """Begin a game; `players` are their number or names, `dice` replaces chance, `start` deals the first round."""
        self.rules = rules_of(edition)
        names = tuple(f"Player {i + 1}" for i in range(players)) if isinstance(players, int) else tuple(players)
        if len(names) not in self.rules.edition.rounds.by_players:
            allowed = ", ".join(map(str, self.rules.edition.rounds.by_players))
            raise WrongValueError(f"{self.rules.id} is for {allowed} players, not {len(names)}")
        self.players = [Player(self.rules, name) for name in names]
        self.rounds = self.rules.rounds(len(names))
        self.seed = seed
        self.source = RandomDice(seed) if dice is None else dice
        self._first_source = None if dice is None else dice.copy()
        # The table
        self.faces = [1] * len(self.rules.dice)
        self.places = [ON_PLATTER] * len(self.rules.dice)
        self.order: list[int] = []  # how the dice of a solo throw lie, nearest to the platter first
        # Whose turn it is and how far it has come
        self.round, self.active, self.actor, self.throw = 1, 0, 0, 0
        self.phase = ROUND
        self.solo_passive = False
        self.returned = False  # a die was taken back before this throw
        self.sweeping = 0  # the face of the die just taken
        self.sweeper = -1  # the zone that may mark the dice which that sends away
        self.extra_marks_zone = 0  # the zone that swept or matching dice may still mark
        self.extra_marks_left: list[tuple[str, int]] = []  # these dice ("" where it does not matter) and their numbers
        self.waits_for_dice = False
        # What happened
        self.events: list[ev.Event] = []
        self.moves: list[Move] = []
        self.throws: list[Throw] = []
        self._legal: list[Move] = []
        self._final: list[Score] | None = None  # counted once the game is over
        self._origin: Game | None = None
        self.setting: tuple[str, ...] = ()  # the lines of a record that put the game into a situation
        if start:
            start_round(self)
            self.resume()

    # Looking

    @property
    def is_over(self) -> bool:
        """Is the game finished?"""
        return self.phase == OVER

    def legal_moves(self) -> list[Move]:
        """Every move that the player to decide may play; empty when the game is over."""
        return self._legal.copy()

    def scores(self) -> list[Score]:
        """Every player's score as it is now."""
        if self._final is not None:
            return self._final.copy()
        scores = [player.score() for player in self.players]
        if self.phase == OVER:
            self._final = scores
        return scores.copy()

    def winners(self) -> list[int]:
        """Who wins: the highest total, then the highest single zone; may be several (E1)."""
        results = [(score.total, max(score.zones.values())) for score in self.scores()]
        return [i for i, result in enumerate(results) if result == max(results)]

    def where(self, die: int, extra: bool) -> int:
        """The place of a die that counts for its cells: the throw or slot, or the platter."""
        if extra:
            return self.places[die]
        return self.throw if self.is_active else PLATTER

    @property
    def is_active(self) -> bool:
        """Does the active player decide?"""
        return self.actor == self.active and not self.solo_passive

    def platter_sum(self, die: int) -> int:
        """The faces on the platter, a die itself not counted (M6)."""
        return sum(
            face
            for other, (face, place) in enumerate(zip(self.faces, self.places, strict=True))
            if place == ON_PLATTER and other != die
        )

    # Playing

    def play(self, move: Move) -> None:
        """Play a legal move; raise IllegalMoveError with the rule that forbids it otherwise."""
        if move not in self._legal:
            from sheetgen.engine.why import why_not

            raise IllegalMoveError(*why_not(self, move))
        self.moves.append(move)
        try:
            PLAYS[move.kind](self, self.players[self.actor], move)
            self._advance()
        except OutOfDiceError:
            self._legal, self.waits_for_dice = [], True

    def resume(self) -> None:
        """Go on to the next decision; a script may end before, and then the game waits for dice."""
        try:
            self._advance()
        except OutOfDiceError:
            self._legal, self.waits_for_dice = [], True

    def _advance(self) -> None:
        """Do everything that needs no decision, up to the next one."""
        while True:
            player = self.players[self.actor]
            if player.pending:
                self._legal = bonus_moves(self, player)
                if not self._legal:
                    self._lose_bonuses(player)
            elif self.extra_marks_left:
                self._legal = extra_mark_moves(self, player)
                if not self._legal:
                    self.extra_marks_left = []
            elif self.phase == OVER:
                self._legal = []
                return
            else:
                self._legal = STEPS[self.phase](self)
            if self._legal:
                return

    def _lose_bonuses(self, player: Player) -> None:
        """What cannot be placed is lost (X1); in printed order that concerns the first one only."""
        lost = player.pending
        if self.rules.rulings.simultaneous_bonuses == "in printed order":
            lost = player.pending[:1]
        for bonus in lost:
            self.events.append(ev.Lost(self.actor, str(bonus)))
        player.pending = player.pending[len(lost) :]

    def undo(self) -> Move:
        """Take back the last move, exactly: the same dice will be thrown again."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        *earlier, last = self.moves
        fresh = self.begin_again()
        for move in earlier:
            fresh.play(move)
        self.__dict__.update(fresh.__dict__)
        return last

    def begin_again(self) -> "Game":
        """The same game before its first move."""
        if self._origin is not None:
            return self._origin.copy()
        dice = None if self._first_source is None else self._first_source.copy()
        return Game(self.rules, [player.name for player in self.players], self.seed, dice=dice)

    def remember_start(self) -> None:
        """Make the present position the one that taking back leads to, for games that start in the middle."""
        self._origin = self.copy()
        self._origin._origin = self._origin

    def copy(self) -> "Game":
        """An independent copy that goes on by itself, with the same dice to come."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.players = [player.copy() for player in self.players]
        twin.source = self.source.copy()
        twin.faces, twin.places = self.faces.copy(), self.places.copy()
        twin.events, twin.moves, twin.throws = self.events.copy(), self.moves.copy(), self.throws.copy()
        return twin

    # Telling

    def state(self) -> dict[str, object]:
        """The whole position as plain data; equal games have equal states."""
        return {
            "edition": self.rules.id,
            "round": self.round,
            "active": self.active,
            "actor": self.actor,
            "throw": self.throw,
            "phase": self.phase,
            "solo passive": self.solo_passive,
            "dice": {die: [f, p] for die, f, p in zip(self.rules.dice, self.faces, self.places, strict=True)},
            "also": [list(chance) for chance in self.extra_marks_left],
            "legal": [str(move) for move in self._legal],
            "players": [
                {
                    "name": player.name,
                    "marks": player.marks(),
                    "actions": player.actions(),
                    "foxes": player.foxes,
                    "pending": [str(bonus) for bonus in player.pending],
                    "extras": player.extras,
                }
                for player in self.players
            ],
        }

    def record(self) -> str:
        """The game so far as a record that `sheetgen replay` plays again."""
        from sheetgen.engine.records import write_record

        return write_record(self)
