"""A game of a sheet edition: its state, the decision to take, its legal moves, playing and undoing them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from sheetgen.engine import events as ev
from sheetgen.engine.dice import (
    ON_PLATTER,
    POOL,
    DiceError,
    DiceSource,
    FedDice,
    MissingDiceError,
    RandomDice,
    ScriptedDice,
    place_name,
)
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.player import Player, Score
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.turns import (
    BEFORE_THROW,
    EQUALS,
    EXTRA,
    FINAL,
    MOVE_EFFECTS,
    OVER,
    PASSIVE,
    PHASE_STEPS,
    ROUND,
    TAKE,
    Throw,
    bonus_moves,
    extra_mark_moves,
    start_round,
)
from sheetgen.errors import WrongValueError, warn_old_name
from sheetgen.layout import Layout
from sheetgen.layout.parts.bonus import Bonus
from sheetgen.layout.parts.order import PLATTER

DecisionKind = Literal["bonus", "extra mark", "before throw", "take", "passive", "extra die", "equal dice"]
_KINDS: dict[int, DecisionKind] = {
    BEFORE_THROW: "before throw",
    TAKE: "take",
    PASSIVE: "passive",
    EXTRA: "extra die",
    FINAL: "extra die",
    EQUALS: "equal dice",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """What has to be decided now, and by whom.

    bonus         use one of the bonuses that were just earned (`bonuses`)
    extra mark    mark a swept or matching die too (`extra_marks`: its name, or "" for a matching one, and its number)
    before throw  take dice back from the platter, or roll
    take          the active player's choice after a roll
    passive       a passive player's choice from the platter
    extra die     use an extra-die action at the end of a turn, or stop
    equal dice    in solo play: which of several equal dice lies nearest to the platter

    >>> decision = Game("classic", ["Ada", "Ben"], seed=1).decision
    >>> decision.kind, decision.name, decision.role, decision.faces["white"], decision.places["white"]
    ('take', 'Ada', 'active', 3, 'pool')
    >>> decision.moves[0]
    <Move take yellow yellow.r2c2 = 1>
    """

    kind: DecisionKind
    player: int  # who decides, counted from 0
    name: str
    role: Literal["active", "passive"]
    round: int
    throw: int  # of the active player's turn, counted from 1
    faces: Mapping[str, int]  # by the names of the dice
    places: Mapping[str, str]  # "pool", "slot 1", "platter" or "beside", by the names of the dice
    moves: tuple[Move, ...]  # the legal ones
    bonuses: tuple[Bonus, ...] = ()
    extra_marks: tuple[tuple[str, int], ...] = ()


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
        dice: DiceSource | None = None,
        start: bool = True,
    ) -> None:
        """Begin a game of an edition: a shipped id, the path of a layout file, a layout, or compiled rules.

        `players` are their number or names. Dice are rolled by chance from `seed`, or come from the source `dice`;
        `start=False` leaves the game before its first round. Raises WrongValueError if so many cannot play, and
        WrongDiceError if the source has faces for other dice than the first roll needs.
        """
        self.rules = rules_of(edition)
        names = tuple(f"Player {i + 1}" for i in range(players)) if isinstance(players, int) else tuple(players)
        if len(names) not in self.rules.edition.rounds.by_players:
            allowed = ", ".join(map(str, self.rules.edition.rounds.by_players))
            raise WrongValueError(f"{self.rules.id} is for {allowed} players, not {len(names)}")
        self.players = [Player(self.rules, name) for name in names]
        self.rounds = self.rules.rounds(len(names))
        self.seed = seed
        self.source = RandomDice(seed) if dice is None else dice
        self.dice_may_fail = self.source.can_run_out  # each move is then played so that it can be undone
        self._source_at_start = None if dice is None else dice.snapshot()
        # The table; events keep these tuples, so dice that move make new ones
        self.faces: tuple[int, ...] = (1,) * len(self.rules.dice)
        self.places: tuple[int, ...] = (ON_PLATTER,) * len(self.rules.dice)
        self.order: list[int] = []  # the dice of a solo roll, nearest to the platter first
        # Whose turn it is, and its phase
        self.round, self.active, self.actor, self.throw = 1, 0, 0, 0
        self.phase = ROUND
        self.solo_passive = False
        self.returned = False  # a die was taken back before this roll
        self.taken_face = 0  # the face of the die just taken
        self.sweeping_zone = -1  # the zone in which the dice that leave because of it may be marked; -1 for none
        self.extra_marks_zone = 0  # the zone that swept or matching dice may still mark
        self.extra_marks_left: list[tuple[str, int]] = []  # these dice ("" where it does not matter) and their numbers
        self.waits_for_dice = False  # the next roll comes by itself, but its dice are not there yet: see resume
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
        """Whether the game is finished."""
        return self.phase == OVER

    def legal_moves(self) -> list[Move]:
        """Return every legal move of the player who decides; empty if the game is over or waits for dice."""
        return self._legal.copy()

    def declines(self) -> list[Move]:
        """Return the moves that give up one extra mark each; legal beside `legal_moves`, which offers `done` for all.

        Programs that follow a game at a table may play them; bots need not, so they are not among the legal moves.
        """
        if not self._legal or not self.extra_marks_left or self.players[self.actor].pending:
            return []
        return [Move("decline", die=die) for die in dict.fromkeys(die for die, _ in self.extra_marks_left)]

    @property
    def decision(self) -> Decision | None:
        """What has to be decided now; None when the game is over or waits for dice."""
        if not self._legal:
            return None
        player, names = self.players[self.actor], self.rules.dice
        if player.pending:
            kind: DecisionKind = "bonus"
        else:
            kind = "extra mark" if self.extra_marks_left else _KINDS[self.phase]
        return Decision(
            kind,
            self.actor,
            player.name,
            "active" if self.is_active else "passive",
            self.round,
            self.throw,
            MappingProxyType(dict(zip(names, self.faces, strict=True))),
            MappingProxyType({die: place_name(place) for die, place in zip(names, self.places, strict=True)}),
            tuple(self._legal),
            tuple(player.pending),
            tuple(self.extra_marks_left) if kind == "extra mark" else (),
        )

    @property
    def dice_to_throw(self) -> tuple[str, ...]:
        """The names of the dice in the pool: those that the next roll, or a reroll, rolls."""
        return self.rules.names(tuple(die for die, place in enumerate(self.places) if place == POOL))

    def scores(self) -> list[Score]:
        """Return the present score of every player."""
        if self._final is not None:
            return self._final.copy()
        scores = [player.score() for player in self.players]
        if self.phase == OVER:
            self._final = scores
        return scores.copy()

    def winners(self) -> list[int]:
        """Return the players, from 0, with the highest total, then the highest single zone; may be several (E1)."""
        results = [(score.total, max(score.zones.values())) for score in self.scores()]
        return [i for i, result in enumerate(results) if result == max(results)]

    def where(self, die: int, extra: bool) -> int:
        """The old name of `place_for_cells`."""
        warn_old_name("Game.where", "Game.place_for_cells")
        return self.place_for_cells(die, extra)

    def place_for_cells(self, die: int, extra: bool) -> int:
        """Return the place that decides which cells a die may mark: roll, slot, or PLATTER (`layout.parts.order`)."""
        if extra:
            return self.places[die]
        return self.throw if self.is_active else PLATTER

    @property
    def is_active(self) -> bool:
        """Whether the active player decides."""
        return self.actor == self.active and not self.solo_passive

    def platter_sum(self, die: int) -> int:
        """Return the sum of the faces on the platter, without the given die (M6)."""
        return sum(
            face
            for other, (face, place) in enumerate(zip(self.faces, self.places, strict=True))
            if place == ON_PLATTER and other != die
        )

    # Playing

    def play(self, move: Move) -> None:
        """Play a legal move, or change nothing at all and raise a SheetgenError.

        Raises IllegalMoveError with the rule that forbids the move, MissingDiceError if the move rolls dice (`reroll`,
        `throw`) that the source does not have yet, and WrongDiceError if the source has faces for other dice than are
        rolled. A roll that only follows from the move does not fail it: the game then waits for dice.
        """
        if move not in self._legal and (move.kind != "decline" or move not in self.declines()):
            from sheetgen.engine.why import why_not

            reason = why_not(self, move)
            raise IllegalMoveError(reason.text, reason.clause)
        if not self.dice_may_fail:
            self.moves.append(move)
            MOVE_EFFECTS[move.kind](self, self.players[self.actor], move)
            self._advance()
            return
        saved = _GameSnapshot(self)
        try:
            self.moves.append(move)
            MOVE_EFFECTS[move.kind](self, self.players[self.actor], move)
            self._advance_or_wait()
        except DiceError:
            saved.restore(self)
            raise

    def decline(self, die: str = "") -> None:
        """Give up one of the extra marks: that of a swept die, or one of those of matching dice (without a name).

        >>> game = Game("double", seed=7)
        >>> game.play(next(move for move in game.legal_moves() if move.zone == "silver"))
        >>> game.decision.kind, game.decision.extra_marks
        ('extra mark', (FurtherMark(die='yellow', number=1), FurtherMark(die='green', number=1)))
        >>> game.decline("yellow")
        >>> game.decision.extra_marks
        (FurtherMark(die='green', number=1),)
        """
        self.play(Move("decline", die=die))

    def resume(self) -> None:
        """Go on after dice were fed, up to the next decision; if they are still missing, the game goes on waiting.

        Raises WrongDiceError, and changes nothing, if the source has faces for other dice than are rolled.
        """
        if not self.dice_may_fail:
            self._advance()
            return
        saved = _GameSnapshot(self)
        try:
            self._advance_or_wait()
        except DiceError:
            saved.restore(self)
            raise

    def _advance_or_wait(self) -> None:
        try:
            self._advance()
            self.waits_for_dice = False
        except MissingDiceError:
            self._legal, self.waits_for_dice = [], True

    def _advance(self) -> None:
        """Run the steps that need no decision, up to the next decision or the end."""
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
                self._legal = PHASE_STEPS[self.phase](self)
            if self._legal:
                return

    def _lose_bonuses(self, player: Player) -> None:
        """Drop the pending bonuses, which cannot be placed (X1); if they are used in printed order, only the first."""
        lost = player.pending
        if self.rules.rulings.simultaneous_bonuses == "in printed order":
            lost = player.pending[:1]
        for bonus in lost:
            self.events.append(ev.Lost(self.actor, str(bonus), bonus))
        player.pending = player.pending[len(lost) :]

    def undo(self) -> Move:
        """Take back and return the last move; the same dice will be rolled again. Raises IndexError if none exists."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        *earlier, last = self.moves
        fresh, source = self.begin_again(), self.source
        for move in earlier:
            fresh.play(move)
        self.__dict__.update(fresh.__dict__)
        if self._source_at_start is not None:
            # The caller may hold the source to feed it, so the game keeps the same object.
            source.rewind(fresh.source.snapshot())
            self.source = source
        return last

    def begin_again(self) -> "Game":
        """Return a new game with the same dice, before its first move."""
        source = None
        if self._source_at_start is not None:
            source = self.source.copy()
            if isinstance(source, FedDice):
                source.discard()  # dice that the game has not used yet may be wrong
            source.rewind(self._source_at_start)
        if self._origin is None:
            return Game(self.rules, [player.name for player in self.players], self.seed, dice=source)
        fresh = self._origin.copy()
        if source is not None:
            fresh.source = source
            if fresh.waits_for_dice:
                fresh.resume()  # with the dice that have been fed since
        return fresh

    def remember_start(self) -> None:
        """Make the present state the start, for games that start in the middle: `undo` replays from here."""
        if self._source_at_start is not None:
            self._source_at_start = self.source.snapshot()
        self._origin = self.copy()
        self._origin._origin = self._origin

    def copy(self) -> "Game":
        """Return an independent copy; the same dice will be rolled in both."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.players = [player.copy() for player in self.players]
        twin.source = self.source.copy()
        twin.events, twin.moves, twin.throws = self.events.copy(), self.moves.copy(), self.throws.copy()
        return twin

    def copy_without_dice(self) -> "Game":
        """Return a copy for a look ahead: it raises MissingDiceError where dice would be rolled, and stays there.

        It knows neither the dice to come nor what happened before, and cannot be undone.
        """
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.players = [player.copy() for player in self.players]
        twin.source, twin.dice_may_fail = _NO_DICE, False
        twin.events, twin.moves, twin.throws = [], [], []
        return twin

    # As data

    def state(self) -> dict[str, object]:
        """Return the whole state as plain data; equal games have equal states."""
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
                    **{
                        badge.plural: count
                        for badge, count in zip(self.rules.scoring_badges, player.badge_counts, strict=True)
                    },
                    "pending": [str(bonus) for bonus in player.pending],
                    "extras": player.extras,
                }
                for player in self.players
            ],
        }

    def record(self) -> str:
        """Return the game so far as a record, which `sheetgen replay` plays again."""
        from sheetgen.engine.records import write_record

        return write_record(self)


_NO_DICE = ScriptedDice()


class _GameSnapshot:
    """The state of a game before a move, to restore it if dice are missing in the middle of the move."""

    def __init__(self, game: Game) -> None:
        self.attributes = game.__dict__.copy()
        self.players = [player.copy() for player in game.players]
        self.events, self.moves, self.throws = len(game.events), len(game.moves), game.throws.copy()
        self.source = game.source.snapshot()

    def restore(self, game: Game) -> None:
        """Restore the state; players, events and the source stay the same objects."""
        game.__dict__.update(self.attributes)
        for player, saved in zip(game.players, self.players, strict=True):
            player.restore(saved)
        del game.events[self.events :], game.moves[self.moves :]
        game.throws[:] = self.throws
        game.source.rewind(self.source)
