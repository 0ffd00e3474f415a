"""Records of the card game cut into steps: what happened, how the dice lie, which cards lie open, who has how much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sheetgen.engine import RecordError
from sheetgen.engine import cards as ev
from sheetgen.engine.cards import CardGame, replay_cards
from sheetgen.engine.records import read_lines
from sheetgen.layout import CardEdition, Layout
from sheetgen.site.steps import ExampleError, Told, clauses_of, example_folder, examples_of


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: face down until it is turned over, and what became of it."""

    seat: int
    card: str = ""  # empty while it lies face down
    fate: str = ""  # won, discarded or captured


@dataclass(frozen=True)
class CardStep:
    """One thing that happens: a throw, the cards being laid, the result of a round, the end."""

    events: tuple[ev.CardEvent, ...]
    faces: tuple[int, ...]
    thrown: frozenset[int]  # positions of the dice that were thrown in this step, from 1
    laid: tuple[LaidCard, ...]
    points: tuple[int, ...]  # of each player, after the step
    gained: tuple[int, ...]  # of each player, by the step
    held: frozenset[str]  # the cards that the dice hold, once they are final


@dataclass(frozen=True)
class CardExample(Told):
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
        """Where it belongs: its first clause says whether it is about a round, the cards or the variant for two."""
        return {"O5": "cards", "O7": "two"}.get(next(iter(self.clauses), ""), "round")


@cache
def card_examples_of(edition: str) -> tuple[CardExample, ...]:
    """All examples of a shipped card edition, in the order of their names."""
    return tuple(read_card_example(path) for path in sorted((example_folder() / edition).glob("*.record")))


def read_card_example(path: Path) -> CardExample:
    """Play one record; raise ExampleError with file and line at the first thing that the engine objects to."""
    name, text = f"{path.parent.name}/{path.stem}", path.read_text("utf-8")
    try:
        game = replay_cards(text)
    except RecordError as error:
        raise ExampleError.of(name, error) from None
    head = {line.word: line.rest for line in read_lines(text)}
    return CardExample(name, head.get("title", path.stem), clauses_of(head), game, tuple(_steps(game)))


def play_examples(layout: Layout) -> None:
    """Play all examples of a shipped edition, a sheet's or a card game's, so that pages find them played."""
    (card_examples_of if isinstance(layout.edition, CardEdition) else examples_of)(layout.id)


def forget_examples() -> None:
    """Read all records anew the next time."""
    examples_of.cache_clear()
    card_examples_of.cache_clear()


def _steps(game: CardGame) -> Iterator[CardStep]:
    count = len(game.players)
    faces, laid, points = (0,) * game.rules.edition.dice, list[LaidCard](), [0] * count
    for events in _cut(game.events):
        before = tuple(points)
        thrown, held = frozenset[int](), frozenset[str]()
        for event in events:
            match event:
                case ev.CardRoundStarted():
                    laid = []
                case ev.CardDiceThrown():
                    thrown = frozenset(event.dice)
                    fresh = dict(zip(event.dice, event.faces, strict=True))
                    faces = tuple(fresh.get(place, face) for place, face in enumerate(faces, start=1))
                case ev.Laid():
                    laid += [LaidCard(event.player)] * event.number
                case ev.Revealed():
                    laid = _turned(laid, event.player, event.cards)
                case ev.Settled():
                    held = game.rules.held(faces)
                case ev.Won() | ev.Captured():
                    points[event.player] += event.points
                    laid = _decided(laid, event.player if isinstance(event, ev.Won) else event.owner, event)
                case ev.Discarded():
                    laid = _decided(laid, event.player, event)
        gained = tuple(now - then for now, then in zip(points, before, strict=True))
        yield CardStep(events, faces, thrown, tuple(laid), tuple(points), gained, held)


def _cut(events: Sequence[ev.CardEvent]) -> Iterator[tuple[ev.CardEvent, ...]]:
    """One step for each throw, with the round that it opens; one for all cards being laid, the result and the end."""
    part: list[ev.CardEvent] = []
    for event in events:
        opens = isinstance(event, ev.CardRoundStarted | ev.Settled)
        opens |= isinstance(event, ev.CardDiceThrown) and event.throw > 1
        opens |= isinstance(event, ev.Laid) and isinstance(part[-1], ev.CardDiceThrown)
        ends = ev.SetAside | ev.CardScored
        opens |= isinstance(event, ends) and not isinstance(part[-1], ends)
        if opens and part:
            yield tuple(part)
            part = []
        part.append(event)
    if any(not isinstance(event, ev.CardRoundStarted) for event in part):  # else the example ends before the next throw
        yield tuple(part)


def _turned(laid: Sequence[LaidCard], seat: int, cards: Sequence[str]) -> list[LaidCard]:
    names = iter(cards)
    return [LaidCard(seat, next(names)) if own.seat == seat else own for own in laid]


def _decided(laid: Sequence[LaidCard], seat: int, event: ev.Won | ev.Captured | ev.Discarded) -> list[LaidCard]:
    """What became of a player's card; of two alike, of the first that is not decided yet."""
    place = laid.index(LaidCard(seat, event.card))
    return [*laid[:place], LaidCard(seat, event.card, event.kind), *laid[place + 1 :]]
