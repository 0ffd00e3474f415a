"""Worked examples: records replayed and cut into steps, with dice, sheets or cards, and events of each step."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from sheetgen.engine import RecordError
from sheetgen.engine import cards as card_ev
from sheetgen.engine import events as ev
from sheetgen.engine.cards import CardGame, replay_cards
from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move, PartialMove, find_moves
from sheetgen.engine.player import Player, Score
from sheetgen.engine.records import Line, Record, read_lines, read_record, replay_steps
from sheetgen.engine.why import BlockedDie, Reason, why, why_not_so, why_nothing_fits
from sheetgen.errors import SheetgenError
from sheetgen.layout import CardEdition, Layout, SheetEdition
from sheetgen.resources import data_folder

Dice = tuple[tuple[str, int], ...]  # names and faces


class ExampleError(SheetgenError, ValueError):
    """An example that the engine refuses: its file, line and the reason."""

    @classmethod
    def of(cls, name: str, error: RecordError) -> "ExampleError":
        """Return the error for an example, from the error of its record."""
        clause = f" ({error.clause})" if error.clause else ""
        return cls(f"docs/examples/{name}.record:{error.line}:1: {error.reason}{clause}")


@dataclass(frozen=True)
class DicePositions:
    """The dice in the pool, on the die slots and on the platter."""

    pool: Dice = ()
    slots: tuple[tuple[str, int] | None, ...] = ()
    platter: Dice = ()


@dataclass(frozen=True)
class SheetState:
    """The content of one player's sheet, and its score."""

    marks: Mapping[str, object]
    actions: Mapping[str, Mapping[str, object]]
    rounds: int
    score: Score
    results: Mapping[str, object] = field(default_factory=dict)  # written in the boxes of pairs, by their addresses


@dataclass(frozen=True)
class Note:
    """An expectation of a record: who it is about, and for a move that is possible or not, the move and the reason."""

    line: Line
    name: str
    sheet: SheetState  # of the player, when it is checked
    move: PartialMove | None = None
    reason: Reason | None = None

    @property
    def zone(self) -> str:
        """The zone of the move; empty if it marks none."""
        return str(self.move.fields.get("zone", "")) if self.move is not None else ""


@dataclass
class Step:
    """One step of an example: its start, a roll, or a move."""

    kind: str  # "start", "throw" or "move"
    seat: int
    active: bool  # whether the active player acts
    move: Move | None
    events: tuple[ev.Event, ...]
    table: DicePositions
    faces: Mapping[str, int]  # before the step
    platter: Dice  # before the step
    before: SheetState
    after: SheetState
    blocked: tuple[BlockedDie, ...] = ()  # dice that the player could not use, once for each of their zones
    notes: list[Note] = field(default_factory=list)  # the expectations of the record after this step
    decision: str = ""  # what the player decided with the move, as in `Decision.kind`
    turn_is_known: bool = False  # whether the step before has said whose turn it is

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that were marked, in the order of the marks."""
        return tuple(dict.fromkeys(event.zone for event in self.events if isinstance(event, ev.Marked)))

    @property
    def is_throw(self) -> bool:
        """Whether dice were rolled."""
        return any(isinstance(event, ev.Thrown) for event in self.events)

    @property
    def changes_actions(self) -> bool:
        """Whether an action was unlocked or used."""
        return any(isinstance(event, ev.Unlocked | ev.Used) for event in self.events)


@dataclass(frozen=True)
class ExampleHead:
    """What every example has, of a sheet or of the card game."""

    name: str  # such as `classic/01-seven-steps`
    title: str
    clauses: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The id of its title on a page."""
        return "example-" + self.name.replace("/", "-")


@dataclass(frozen=True)
class Example(ExampleHead):
    """A record with its steps."""

    record: Record
    steps: tuple[Step, ...]

    @property
    def edition(self) -> SheetEdition:
        """The edition that it plays."""
        return self.record.rules.edition

    @property
    def topic(self) -> str:
        """The zone or topic of the page that shows it; see `topic_of`."""
        return topic_of(self.clauses, self.name.partition("/")[2], self.edition)

    @property
    def zones(self) -> tuple[str, ...]:
        """Every zone that some step marks."""
        return tuple(dict.fromkeys(zone for step in self.steps for zone in step.zones))

    @property
    def starting_zones(self) -> tuple[str, ...]:
        """The zones that have marks at the start."""
        first = self.steps[0].before
        return tuple(dict.fromkeys(address.partition(".")[0] for address in first.marks))


def example_folder() -> Path:
    """Return the folder of the records of examples."""
    return data_folder("docs") / "examples"


@cache
def examples_of(edition: str) -> tuple[Example, ...]:
    """Return all examples of a shipped edition, sorted by name; raise ExampleError."""
    return tuple(read_example(path) for path in sorted((example_folder() / edition).glob("*.record")))


def read_example(path: Path) -> Example:
    """Return the example of a record file; raise ExampleError with file and line if the engine refuses it."""
    name = f"{path.parent.name}/{path.stem}"
    try:
        record = read_record(path.read_text("utf-8"))
        steps = tuple(_steps(record))
    except RecordError as error:
        raise ExampleError.of(name, error) from None
    return Example(name, record.head.get("title", path.stem), clauses_of(record.head), record, steps)


def clauses_of(head: Mapping[str, str]) -> tuple[str, ...]:
    """Return the clauses that an example shows, from the `source:` line of its record."""
    return tuple(head.get("source", "").rpartition(":")[2].split())


def _steps(record: Record) -> Iterator[Step]:
    """Replay a record and return its steps; a move that leads to the next roll becomes two steps."""
    steps: list[Step] = []
    cutter: _StepCutter | None = None
    seat, acting, before = 0, True, list[SheetState]()
    decision = ""
    noted_step = 0  # the index of the step that expectations belong to: a roll after a move has a line of its own
    for played in replay_steps(record):
        game, line = played.game, played.line
        if cutter is None:
            cutter = _StepCutter(game, _DiceTracker(game))
            steps += cutter.cut(None, *_starting(game), _sheets(game))
        elif line is not None and line.word == "expect":
            # A round that starts with a bonus is a step of its own: what is possible then belongs to it.
            asks = line.rest.startswith(("can ", "cannot "))
            waits = asks and steps[-1].kind == "throw" and not steps[-1].is_throw
            note = _note(line, record, game)
            if asks and not waits and _is_next(game, steps[noted_step]):
                # What the next player may do is no part of the move of the one before.
                noted_step = len(steps)
                steps.append(cutter.next_player())
            steps[-1 if waits else noted_step].notes.append(note)
        elif line is not None and line.word == "move":
            noted_step = len(steps)
            steps += cutter.cut(game.moves[-1], seat, acting, before)
            steps[noted_step].decision = decision
        elif line is not None and line.word == "throw":
            later = range(noted_step, len(steps))
            noted_step = next((i for i in later if i > noted_step or steps[i].is_throw), noted_step)
        seat, acting, before = game.actor, game.is_active, _sheets(game)
        decision = game.decision.kind if game.decision is not None else ""
    if len(steps) > 1:
        steps[1].turn_is_known = steps[0].kind == "start" and _begins_turn(steps[1], steps[0])
    if steps and len(steps) > 1 and steps[-1].kind == "throw" and not steps[-1].is_throw:
        # The next turn begins, but the example ends here.
        rounds = {"F2", "F3"} & set(record.head.get("source", "").split())
        if not steps[-1].notes and not (rounds and isinstance(steps[-1].events[0], ev.RoundStarted)):
            steps.pop()
    return iter(steps)


def _begins_turn(step: Step, before: Step) -> bool:
    """Whether a step begins the turn of the player whom the one before is about, in the same role."""
    role = "active" if before.active else "passive"
    return any(isinstance(e, ev.TurnStarted) and (e.player, e.role) == (before.seat, role) for e in step.events)


def _is_next(game: Game, step: Step) -> bool:
    """Whether another passive player than that of a step chooses a die now."""
    decision = game.decision
    return decision is not None and decision.kind == "passive" and decision.player != step.seat


def _starting(game: Game) -> tuple[int, bool]:
    """Return the seat of the player whose turn an example starts with, and whether that player is active."""
    first = game.events[0] if game.events else None
    if isinstance(first, ev.Thrown) and first.player != game.actor:  # a roll that was lost: the turn is over by now
        return first.player, True
    return game.actor, game.is_active


def _note(line: Line, record: Record, game: Game) -> Note:
    """Return an expectation with its player; for a move also with the reason why it is possible or not."""
    seat = record.players.index(line.who) if line.who in record.players else game.actor
    about, sheet = record.players[seat], _sheet(game, game.players[seat])
    word, _, rest = line.rest.partition(" ")
    if word not in ("can", "cannot"):
        return Note(line, about, sheet)
    words = rest.split()
    if word == "cannot" and _CLAUSE.match(words[-1]):
        words.pop()
    partial, moves = find_moves(game, " ".join(words))
    reason = why(game, moves[0]) if moves else why_not_so(game, partial)
    move = PartialMove(game.rules, " ".join(words))  # in which equal joker slots are not yet one
    if move.face is None and "die" in move.fields:
        move.face = game.faces[game.rules.die_index[str(move.fields["die"])]]
    return Note(line, about, sheet, move, reason)


_CLAUSE = re.compile(r"[A-Z][0-9]{1,2}\Z")


def _sheets(game: Game) -> list[SheetState]:
    return [_sheet(game, player) for player in game.players]


def _sheet(game: Game, player: Player) -> SheetState:
    return SheetState(player.marks(), player.actions(), _rounds(game), player.score(), _pair_results(player))


def _pair_results(player: Player) -> dict[str, object]:
    """Return what is written in the boxes of full pairs; other results are noted when all points are added up."""
    zones = {zone.name for zone in player.rules.zones if any(part.pair_boxes for part in zone.zone.points.parts)}
    return {place: each for place, each in player.results(tally=False).items() if place.partition(".")[0] in zones}


def _rounds(game: Game) -> int:
    return min(game.round, game.rules.edition.most_rounds)


class _DiceTracker:
    """Keeps the faces and places of the dice up to date with the events; a die not yet rolled in a turn has face 0."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self._clear()
        first = game.events[0] if game.events else None
        if first is None:
            self.put(game.faces, game.places)
        elif isinstance(first, ev.Thrown):  # in a situation that was set up
            self.put(first.table_faces, first.table_places)

    def _clear(self) -> None:
        self.faces: dict[str, int] = dict.fromkeys(self.rules.dice, 0)
        self.places: dict[str, int] = dict.fromkeys(self.rules.dice, POOL)

    def put(self, faces: Sequence[int], places: Sequence[int], thrown: Sequence[str] = ()) -> None:
        """Set faces and places of all dice, except those in the pool that were not rolled yet."""
        for die, face, place in zip(self.rules.dice, faces, places, strict=True):
            if self.faces[die] or place != POOL or die in thrown:
                self.faces[die], self.places[die] = face, place

    def follow(self, event: ev.Event) -> None:
        """Set faces and places after an event."""
        if isinstance(event, ev.TurnStarted):
            self._clear()
        elif isinstance(event, ev.Thrown):
            self.put(event.table_faces, event.table_places, event.dice)
        elif isinstance(event, ev.Taken | ev.Sent | ev.Returned):
            self.put(event.table_faces, event.table_places)

    def now(self) -> DicePositions:
        """Return the present positions of the dice."""
        at = {place: self._at(place) for place in {POOL, ON_PLATTER}}
        slots = [next(iter(self._at(slot)), None) for slot in range(1, self.rules.throws + 1)]
        return DicePositions(at[POOL], tuple(slots), at[ON_PLATTER])

    def _at(self, place: int) -> Dice:
        return tuple((die, face) for die, face in self.faces.items() if face and self.places[die] == place)


class _StepCutter:
    """Cuts the events since the last move into steps."""

    def __init__(self, game: Game, table: _DiceTracker) -> None:
        self.game, self.table = game, table
        self.seen = 0

    def cut(self, move: Move | None, seat: int, acting: bool, sheets: Sequence[SheetState]) -> Iterator[Step]:
        """Yield a step for the move (or the start), and one for each roll that follows from it."""
        fresh = self.game.events[self.seen :]
        self.seen = len(self.game.events)
        parts: list[list[ev.Event]] = [[]]
        for event in fresh:
            # A roll is a separate step, together with the start of the round and turn before it.
            if isinstance(event, ev.RoundStarted | ev.TurnStarted | ev.Thrown) and not _awaits_throw(parts[-1]):
                parts.append([])
            parts[-1].append(event)
        for i, part in enumerate(parts):
            faces, platter = dict(self.table.faces), self.table.now().platter
            first = i == 0
            for event in part:
                self.table.follow(event)
            if i == len(parts) - 1 and (part or move is not None):
                self.table.put(self.game.faces, self.game.places)
            if first and not part and move is None and not self.game.setting:
                continue
            starting = (event.player for event in part if isinstance(event, ev.Thrown | ev.TurnStarted))
            player = seat if first else next(starting, seat)
            later = [event for following in parts[i + 1 :] for event in following]
            sheet = _without(_sheet(self.game, self.game.players[player]), later, player)
            yield Step(
                "throw" if not first else "start" if move is None else "move",
                player,
                acting if first else self.game.is_active,
                move if first else None,
                tuple(part),
                self.table.now(),
                faces,
                platter,
                sheets[player] if first else sheet,
                sheet,
                tuple(self._blocked(part)) if move is None or not first else (),
            )

    def next_player(self) -> Step:
        """Return a step in which a further passive player's turn begins; nothing has happened in it yet."""
        seat, table = self.game.actor, self.table.now()
        begins, sheet = ev.TurnStarted(seat, "passive"), _sheet(self.game, self.game.players[seat])
        return Step("throw", seat, False, None, (begins,), table, dict(self.table.faces), table.platter, sheet, sheet)

    def _blocked(self, part: list[ev.Event]) -> Iterator[BlockedDie]:
        """Yield the dice of a roll or platter that was lost because none of them fits."""
        for event in part:
            if isinstance(event, ev.Lost) and event.what == "throw":
                thrown = next(earlier for earlier in reversed(self.game.events) if isinstance(earlier, ev.Thrown))
                yield from why_nothing_fits(self.game, self.game.players[event.player], thrown.dice)
            elif isinstance(event, ev.Lost) and event.what == "platter":
                dice = [die for die, _ in self.table.now().platter]
                yield from why_nothing_fits(self.game, self.game.players[event.player], dice)


def _without(sheet: SheetState, events: Sequence[ev.Event], seat: int) -> SheetState:
    """Return a player's sheet as it was before a new round began: without its bonus, if that is an action."""
    unlocked = [event.action for event in events if isinstance(event, ev.Unlocked) and event.player == seat]
    rounds = sum(isinstance(event, ev.RoundStarted) for event in events)
    actions = {
        label: {**track, "unlocked": int(str(track["unlocked"])) - unlocked.count(label)}
        for label, track in sheet.actions.items()
    }
    return replace(sheet, actions=actions, rounds=sheet.rounds - rounds)


def _awaits_throw(part: list[ev.Event]) -> bool:
    """Whether the events start with a round or a turn and do not contain its roll yet."""
    return bool(part) and isinstance(part[0], ev.RoundStarted | ev.TurnStarted) and not isinstance(part[-1], ev.Thrown)


def topic_of(clauses: Sequence[str], name: str, edition: SheetEdition) -> str:
    """Return the topic of an example: `zone …`, or turn, passive, bonuses, actions, end or solo.

    Its name may begin with a zone; otherwise its first clause decides.
    """
    first_word = name.partition("-")[2].partition("-")[0]
    if first_word in edition.zones:
        return f"zone {first_word}"
    first = clauses[0] if clauses else "A1"
    letter, number = first[0], int(first[1:])
    if letter in "FABPXES":
        by_letter = {"F": "turn", "A": "turn", "B": "turn", "P": "passive", "X": "actions", "E": "end", "S": "solo"}
        special = {"X1": "bonuses", "X10": "end", "F1": "end", "F4": "end"}
        return special.get(first, by_letter[letter])
    numbers = {
        int(zone.clause[1:]): name for name, zone in edition.zones.items() if zone.clause and zone.clause[0] == letter
    }
    if not numbers or number > max(numbers):
        return "bonuses"
    return f"zone {numbers[max(n for n in numbers if n <= number)]}" if number >= min(numbers) else "bonuses"


_PAGES_OF_CLAUSES = {"F2": "turn", "F4": "end", "X10": "end", "E1": "end"}
_PAGES_OF_LETTERS = {"F": "index", "A": "turn", "P": "turn", "X": "bonuses", "S": "solo"}


def page_of_clause(clause: str, edition: SheetEdition | CardEdition) -> str:
    """Return the name of the page of an edition that states a clause; a clause about no zone is on a common page."""
    if isinstance(edition, CardEdition):
        return "two-players" if clause == "O7" else "index"
    for zone_id, zone in edition.zones.items():
        if clause == zone.clause or any(clause in clauses for clauses in zone.clauses.values()):
            return zone_id
    if clause == "B1":
        return next((zone_id for zone_id, zone in edition.zones.items() if zone.value.added_die is not None), "turn")
    return _PAGES_OF_CLAUSES.get(clause) or _PAGES_OF_LETTERS.get(clause[0], "bonuses")


HowMany = Literal["all", "few", "none"]
SomeExample = TypeVar("SomeExample", Example, "CardExample")


def chosen_examples(examples: Sequence[SomeExample], how_many: HowMany, topic: str) -> list[SomeExample]:
    """Return all examples of a topic, a few or none: of a zone the first and the shortest other one, else the first."""
    if how_many == "all":
        return list(examples)
    if how_many == "none":
        return []
    shortest = min(examples[1:], key=lambda example: len(example.steps), default=None)
    second = shortest if topic.startswith("zone ") else None
    return [example for i, example in enumerate(examples) if i == 0 or example is second]


@dataclass(frozen=True)
class LaidCard:
    """A card on the table, and what became of it."""

    seat: int
    card: str = ""  # empty while it lies face down
    fate: str = ""  # won, discarded or captured


@dataclass(frozen=True)
class CardStep:
    """One step of an example of the card game: a roll, laying cards, the result of a round, or the end."""

    events: tuple[card_ev.CardEvent, ...]
    faces: tuple[int, ...]
    thrown: frozenset[int]  # positions of the dice that were rolled in this step, from 1
    laid: tuple[LaidCard, ...]
    points: tuple[int, ...]  # of each player, after the step
    gained: tuple[int, ...]  # of each player, by the step
    held: frozenset[str]  # the cards that the dice hold, once they are final


@dataclass(frozen=True)
class CardExample(ExampleHead):
    """A record of the card game with its steps."""

    game: CardGame
    steps: tuple[CardStep, ...]

    @property
    def edition(self) -> CardEdition:
        """The edition that it plays."""
        return self.game.rules.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(player.name for player in self.game.players)

    @property
    def topic(self) -> str:
        """The topic of the page that shows it, by its first clause: `round`, `cards` or `two` (the variant)."""
        return {"O5": "cards", "O7": "two"}.get(next(iter(self.clauses), ""), "round")


@cache
def card_examples_of(edition: str) -> tuple[CardExample, ...]:
    """Return all examples of a shipped card edition, sorted by name; raise ExampleError."""
    return tuple(read_card_example(path) for path in sorted((example_folder() / edition).glob("*.record")))


def read_card_example(path: Path) -> CardExample:
    """Return the example of a record file; raise ExampleError with file and line if the engine refuses it."""
    name, text = f"{path.parent.name}/{path.stem}", path.read_text("utf-8")
    try:
        game = replay_cards(text)
    except RecordError as error:
        raise ExampleError.of(name, error) from None
    head = {line.word: line.rest for line in read_lines(text)}
    return CardExample(name, head.get("title", path.stem), clauses_of(head), game, tuple(card_steps(game)))


def play_examples(layout: Layout) -> None:
    """Play all examples of a shipped edition, so that pages find them in the cache; raise ExampleError."""
    (card_examples_of if isinstance(layout.edition, CardEdition) else examples_of)(layout.id)


def clear_examples() -> None:
    """Empty the cache, so that all records are read again."""
    examples_of.cache_clear()
    card_examples_of.cache_clear()


def card_steps(game: CardGame) -> Iterator[CardStep]:
    """Yield the steps of a finished game."""
    count = len(game.players)
    faces, laid, points = (0,) * game.rules.edition.dice, list[LaidCard](), [0] * count
    for events in _cut_events(game.events):
        before = tuple(points)
        thrown, held = frozenset[int](), frozenset[str]()
        for event in events:
            match event:
                case card_ev.CardRoundStarted():
                    laid = []
                case card_ev.CardDiceThrown():
                    thrown = frozenset(event.dice)
                    fresh = dict(zip(event.dice, event.faces, strict=True))
                    faces = tuple(fresh.get(position, face) for position, face in enumerate(faces, start=1))
                case card_ev.Laid():
                    laid += [LaidCard(event.player)] * event.number
                case card_ev.Revealed():
                    laid = _turned(laid, event.player, event.cards)
                case card_ev.Settled():
                    held = game.rules.held(faces)
                case card_ev.Won() | card_ev.Captured():
                    points[event.player] += event.points
                    laid = _decided(laid, event.player if isinstance(event, card_ev.Won) else event.owner, event)
                case card_ev.Discarded():
                    laid = _decided(laid, event.player, event)
        gained = tuple(now - then for now, then in zip(points, before, strict=True))
        yield CardStep(events, faces, thrown, tuple(laid), tuple(points), gained, held)


def _cut_events(events: Sequence[card_ev.CardEvent]) -> Iterator[tuple[card_ev.CardEvent, ...]]:
    """Yield the events of each step: a roll with the start of its round, laying cards, the result, the end."""
    part: list[card_ev.CardEvent] = []
    closing = card_ev.SetAside | card_ev.CardScored
    for event in events:
        opens = isinstance(event, card_ev.CardRoundStarted | card_ev.Settled)
        opens |= isinstance(event, card_ev.CardDiceThrown) and event.throw > 1
        opens |= isinstance(event, card_ev.Laid) and isinstance(part[-1], card_ev.CardDiceThrown)
        opens |= isinstance(event, closing) and not isinstance(part[-1], closing)
        if opens and part:
            yield tuple(part)
            part = []
        part.append(event)
    if any(
        not isinstance(event, card_ev.CardRoundStarted) for event in part
    ):  # else the example ends before the next roll
        yield tuple(part)


def _turned(laid: Sequence[LaidCard], seat: int, cards: Sequence[str]) -> list[LaidCard]:
    names = iter(cards)
    return [LaidCard(seat, next(names)) if card.seat == seat else card for card in laid]


def _decided(
    laid: Sequence[LaidCard], seat: int, event: card_ev.Won | card_ev.Captured | card_ev.Discarded
) -> list[LaidCard]:
    """Return the laid cards with the fate of one card; of two equal ones, the first that has none yet."""
    index = laid.index(LaidCard(seat, event.card))
    return [*laid[:index], LaidCard(seat, event.card, event.kind), *laid[index + 1 :]]
