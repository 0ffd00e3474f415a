"""The values of the card game: moves, events, the state of a moment, and what the layout rules."""

from functools import cache
from typing import Literal, NamedTuple

from sheetgen.errors import WrongEditionError
from sheetgen.layout import CardEdition, Layout, load
from sheetgen.layout.cards import holds

# Moves


class CardMove(NamedTuple):
    """One decision.

    lay       put unplayed cards face down: one, or two in the variant (O2, O7)
    rethrow   throw dice again, named by their positions from 1 (O3)
    stand     throw no further: the dice are final (O3)
    """

    kind: Literal["lay", "rethrow", "stand"]
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Give the move in the words of a record.

        >>> lay("pair"), rethrow(2, 5), STAND
        (<CardMove lay pair>, <CardMove rethrow 2 5>, <CardMove stand>)
        """
        return f"<CardMove {self}>"

    def __str__(self) -> str:
        return " ".join([self.kind, *self.cards, *map(str, self.dice)])


def lay(*cards: str) -> CardMove:
    """Lay cards face down."""
    return CardMove("lay", cards=cards)


def rethrow(*dice: int) -> CardMove:
    """Throw the dice at these positions again, counted from 1."""
    return CardMove("rethrow", dice=dice)


STAND = CardMove("stand")


# Events: safe to tell as they come, a card's name only once it lies open


class RoundStarted(NamedTuple):
    """A new round and its active player (O1)."""

    round: int
    active: int
    kind: Literal["round started"] = "round started"


class Thrown(NamedTuple):
    """Dice were thrown: positions and faces in the same order; throw 1 is the first of the round."""

    player: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    throw: int
    kind: Literal["thrown"] = "thrown"


class Laid(NamedTuple):
    """A player laid that many cards face down (O2)."""

    player: int
    number: int
    kind: Literal["laid"] = "laid"


class Revealed(NamedTuple):
    """A player's cards were turned over: the active player's before any rethrow, the others' after (O2, O3)."""

    player: int
    cards: tuple[str, ...]
    kind: Literal["revealed"] = "revealed"


class Settled(NamedTuple):
    """The dice are final (O3)."""

    player: int
    faces: tuple[int, ...]
    kind: Literal["settled"] = "settled"


class Won(NamedTuple):
    """An objective held: its owner keeps the card for its points (O4)."""

    player: int
    card: str
    points: int
    kind: Literal["won"] = "won"


class Discarded(NamedTuple):
    """The active player missed: the card leaves the game (O4)."""

    player: int
    card: str
    kind: Literal["discarded"] = "discarded"


class Captured(NamedTuple):
    """Another player missed: the active player takes the card for what its back says (O4)."""

    player: int
    owner: int
    card: str
    points: int
    kind: Literal["captured"] = "captured"


class SetAside(NamedTuple):
    """Cards that were never played, at the end (O6)."""

    player: int
    cards: tuple[str, ...]
    kind: Literal["set aside"] = "set aside"


class Scored(NamedTuple):
    """A player's result at the end (O6)."""

    player: int
    own: int
    captured: int
    total: int
    kind: Literal["scored"] = "scored"


CardEvent = RoundStarted | Thrown | Laid | Revealed | Settled | Won | Discarded | Captured | SetAside | Scored


# State


class CardScore(NamedTuple):
    """The points of one player: for own cards that held, and for captured ones."""

    own: int
    captured: int
    total: int


class CardPlayer(NamedTuple):
    """What lies before one player."""

    name: str
    hand: tuple[str, ...]  # unplayed, in printed order
    laid: tuple[str, ...] = ()  # in this round
    won: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    captured: tuple[tuple[int, str], ...] = ()  # (owner, card)


Phase = Literal["lay", "rethrow", "dice", "over"]  # dice: a script ended before the next throw


class CardState(NamedTuple):
    """A moment of a game, as one value: equal states go on equally."""

    players: tuple[CardPlayer, ...]
    phase: Phase = "lay"
    round: int = 0
    actor: int = 0
    throw: int = 0  # throws in this round
    faces: tuple[int, ...] = ()
    drawn: int = 0  # faces thrown since the start


class CardRules:
    """What a layout says about the game; shared by all games of it."""

    def __init__(self, layout: Layout) -> None:
        if not isinstance(layout.edition, CardEdition):
            raise WrongEditionError(f"{layout.id} is a sheet: play it with sheetgen.Game")
        self.id = layout.id
        self.edition = layout.edition
        self.cards = tuple(layout.edition.cards)
        self.index = {card: i for i, card in enumerate(self.cards)}
        self._held: dict[tuple[int, ...], frozenset[str]] = {}

    def held(self, faces: tuple[int, ...]) -> frozenset[str]:
        """The cards whose objectives hold; a better throw holds a lesser objective (O5)."""
        throw = tuple(sorted(faces))
        if throw not in self._held:
            cards = self.edition.cards.items()
            self._held[throw] = frozenset(name for name, card in cards if holds(card.holds, throw))
        return self._held[throw]


@cache
def _compiled(edition: str) -> CardRules:
    return CardRules(load(edition))


def card_rules_of(edition: str | Layout | CardRules) -> CardRules:
    """Compile an edition; a shipped one is compiled once."""
    if isinstance(edition, CardRules):
        return edition
    if isinstance(edition, Layout):
        return CardRules(edition)
    from sheetgen.resources import shipped_layouts

    return _compiled(edition) if edition in shipped_layouts() else CardRules(load(edition))
