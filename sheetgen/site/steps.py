"""A record played step by step: the table, the sheet and the events before and after each step."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from sheetgen.engine import RecordError
from sheetgen.engine import events as ev
from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move, read_dice
from sheetgen.engine.player import Player
from sheetgen.engine.records import Line, Record, play_through, read_record
from sheetgen.engine.scoring import Score
from sheetgen.layout import SheetEdition
from sheetgen.resources import data_folder
from sheetgen.site.pages import topic_of

Dice = tuple[tuple[str, int], ...]  # names and faces


class ExampleError(ValueError):
    """An example that the engine does not agree with: its file, line and the reason."""

    @classmethod
    def of(cls, name: str, error: RecordError) -> "ExampleError":
        """What the engine said about a record, with the file of the example."""
        clause = f" ({error.clause})" if error.clause else ""
        return cls(f"docs/examples/{name}.record:{error.line}:1: {error.reason}{clause}")


@dataclass(frozen=True)
class Table:
    """Where the dice lie."""

    pool: Dice = ()
    slots: tuple[tuple[str, int] | None, ...] = ()
    platter: Dice = ()


@dataclass(frozen=True)
class Sheet:
    """What one player's sheet shows."""

    marks: Mapping[str, object]
    actions: Mapping[str, Mapping[str, object]]
    rounds: int
    score: Score


@dataclass
class Step:
    """One thing that happens: the position that the example starts from, a throw, or a move."""

    kind: str  # "start", "throw" or "move"
    seat: int
    active: bool  # does the active player act?
    move: Move | None
    events: tuple[ev.Event, ...]
    table: Table
    faces: Mapping[str, int]  # as they lay before the step
    platter: Dice  # as it was before the step
    before: Sheet
    after: Sheet
    notes: list[Line] = field(default_factory=list)  # what the record expects here

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that were marked, in the order of the marks."""
        return tuple(dict.fromkeys(event.zone for event in self.events if isinstance(event, ev.Marked)))

    @property
    def is_throw(self) -> bool:
        """Were dice thrown?"""
        return any(isinstance(event, ev.Thrown) for event in self.events)

    @property
    def changes_actions(self) -> bool:
        """Was an action unlocked or used?"""
        return any(isinstance(event, ev.Unlocked | ev.Used) for event in self.events)


@dataclass(frozen=True)
class Told:
    """What every example has, of a sheet or of the card game."""

    name: str  # such as `classic/01-seven-steps`
    title: str
    clauses: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The id of its title on a page."""
        return "example-" + self.name.replace("/", "-")


@dataclass(frozen=True)
class Example(Told):
    """A record with its steps."""

    record: Record
    steps: tuple[Step, ...]

    @property
    def edition(self) -> SheetEdition:
        """The edition that it plays."""
        return self.record.rules.edition

    @property
    def topic(self) -> str:
        """Where it belongs: a zone, or what its first clause is about."""
        return topic_of(self.clauses, self.name.partition("/")[2], self.edition)

    @property
    def zones(self) -> tuple[str, ...]:
        """Every zone that some step marks."""
        return tuple(dict.fromkeys(zone for step in self.steps for zone in step.zones))

    @property
    def starting_zones(self) -> tuple[str, ...]:
        """The zones that the position at the start shows marks in."""
        first = self.steps[0].before
        return tuple(dict.fromkeys(address.partition(".")[0] for address in first.marks))


def example_folder() -> Path:
    """Where the records of the examples lie."""
    return data_folder("docs") / "examples"


@cache
def examples_of(edition: str) -> tuple[Example, ...]:
    """All examples of a shipped edition, in the order of their names."""
    return tuple(read_example(path) for path in sorted((example_folder() / edition).glob("*.record")))


def read_example(path: Path) -> Example:
    """Play one record; raise ExampleError with file and line at the first thing that the engine objects to."""
    name = f"{path.parent.name}/{path.stem}"
    try:
        record = read_record(path.read_text("utf-8"))
        steps = tuple(_steps(record))
    except RecordError as error:
        raise ExampleError.of(name, error) from None
    return Example(name, record.head.get("title", path.stem), clauses_of(record.head), record, steps)


def clauses_of(head: Mapping[str, str]) -> tuple[str, ...]:
    """The rules that an example shows, as its `source:` names them."""
    return tuple(head.get("source", "").rpartition(":")[2].split())


def _steps(record: Record) -> Iterator[Step]:
    """Play line by line; a move that leads on to the next throw is cut in two."""
    steps: list[Step] = []
    told: _Telling | None = None
    seat, acting, before = 0, True, list[Sheet]()
    place = 0  # the step that expectations belong to: a move's throw is told only by its own line
    for game, line in play_through(record):
        if told is None:
            told = _Telling(game, _Tracker(record))
            steps += told.cut(None, game.actor, game.is_active, _sheets(game))
        elif line is not None and line.word == "expect":
            steps[place].notes.append(_asked(line, record, steps[place], game))
        elif line is not None and line.word == "move":
            place = len(steps)
            steps += told.cut(game.moves[-1], seat, acting, before)
        elif line is not None and line.word == "throw":
            place = next((i for i in range(place, len(steps)) if i > place or steps[i].is_throw), place)
        seat, acting, before = game.actor, game.is_active, _sheets(game)
    if steps and len(steps) > 1 and steps[-1].kind == "throw" and not steps[-1].is_throw:
        # The next turn begins, but the example ends here.
        rounds = {"F2", "F3"} & set(record.head.get("source", "").split())
        if not steps[-1].notes and not (rounds and isinstance(steps[-1].events[0], ev.RoundStarted)):
            steps.pop()
    return iter(steps)


def _asked(line: Line, record: Record, step: Step, game: Game) -> Line:
    """An expectation with the player whose move it asks about, where that is not the one of the step."""
    if line.who or game.actor == step.seat or not line.rest.startswith(("can ", "cannot ")):
        return line
    return replace(line, who=record.players[game.actor])


def _sheets(game: Game) -> list[Sheet]:
    return [_sheet(game, player) for player in game.players]


def _sheet(game: Game, player: Player) -> Sheet:
    return Sheet(player.marks(), player.actions(), _rounds(game), player.score())


def _rounds(game: Game) -> int:
    return min(game.round, game.rules.edition.rounds.count)


class _Tracker:
    """Follows the dice through the events, since a game goes on to its next decision by itself."""

    def __init__(self, record: Record) -> None:
        self.rules = record.rules
        self.faces: dict[str, int] = dict.fromkeys(self.rules.dice, 0)
        self.places: dict[str, int] = dict.fromkeys(self.rules.dice, POOL)
        for line in record.situation:
            if line.word == "platter":
                self._put(read_dice(self.rules, line.rest).items(), ON_PLATTER)
            elif line.word == "slots":
                for slot, word in enumerate(line.rest.split(), start=1):
                    if word != "-":
                        self._put(read_dice(self.rules, word).items(), slot)

    def _put(self, dice: Iterable[tuple[int, int]], place: int) -> None:
        for die, face in dice:
            self.faces[self.rules.dice[die]], self.places[self.rules.dice[die]] = face, place

    def see(self, game: Game) -> None:
        """Take over how the dice lie in a game that waits for a decision."""
        for die, face, place in zip(self.rules.dice, game.faces, game.places, strict=True):
            if self.faces[die] or place != POOL:
                self.faces[die], self.places[die] = face, place

    def follow(self, event: ev.Event) -> None:
        """Move the dice that an event moves."""
        match event:
            case ev.TurnStarted():
                self.faces = dict.fromkeys(self.faces, 0)
                self.places = dict.fromkeys(self.places, POOL)
            case ev.Thrown():
                for die, face in zip(event.dice, event.faces, strict=True):
                    self.faces[die], self.places[die] = face, POOL
            case ev.Taken() if not event.extra and self.places[event.die] == POOL:
                self.places[event.die] = event.slot
            case ev.Sent():
                for die in event.dice:
                    self.places[die] = ON_PLATTER
            case ev.Returned():
                self.places[event.die] = POOL

    def now(self) -> Table:
        """How the dice lie."""
        at = {place: self._at(place) for place in {POOL, ON_PLATTER}}
        slots = [next(iter(self._at(slot)), None) for slot in range(1, self.rules.throws + 1)]
        return Table(at[POOL], tuple(slots), at[ON_PLATTER])

    def _at(self, place: int) -> Dice:
        return tuple((die, face) for die, face in self.faces.items() if face and self.places[die] == place)


class _Telling:
    """Cuts what happened since the last move into steps."""

    def __init__(self, game: Game, table: _Tracker) -> None:
        self.game, self.table = game, table
        self.seen = 0

    def cut(self, move: Move | None, seat: int, acting: bool, sheets: Sequence[Sheet]) -> Iterator[Step]:
        """One step for the move (or the start), and one for each throw that follows from it."""
        fresh = self.game.events[self.seen :]
        self.seen = len(self.game.events)
        parts: list[list[ev.Event]] = [[]]
        for event in fresh:
            # A throw begins a step of its own, together with the round and turn that lead to it.
            if isinstance(event, ev.RoundStarted | ev.TurnStarted | ev.Thrown) and not _leads(parts[-1]):
                parts.append([])
            parts[-1].append(event)
        for i, part in enumerate(parts):
            faces, platter = dict(self.table.faces), self.table.now().platter
            first = i == 0
            for event in part:
                self.table.follow(event)
            if i == len(parts) - 1 and (part or move is not None):
                self.table.see(self.game)
            if first and not part and move is None and not self.game.setting:
                continue
            own = seat if first else next((e.player for e in part if isinstance(e, ev.Thrown | ev.TurnStarted)), seat)
            yield Step(
                "throw" if not first else "start" if move is None else "move",
                own,
                acting if first else self.game.is_active,
                move if first else None,
                tuple(part),
                self.table.now(),
                faces,
                platter,
                sheets[own] if first else _sheet(self.game, self.game.players[own]),
                _sheet(self.game, self.game.players[own]),
            )


def _leads(part: list[ev.Event]) -> bool:
    """Has this part begun with a round or a turn, and not yet come to its throw?"""
    return bool(part) and isinstance(part[0], ev.RoundStarted | ev.TurnStarted) and not isinstance(part[-1], ev.Thrown)
