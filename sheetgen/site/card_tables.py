"""Tables of the card game: the cards, and the odds of each."""

from dataclasses import dataclass
from functools import cache

from sheetgen.engine.odds import bystander_odds, odds
from sheetgen.layout import CardEdition
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words


@dataclass(frozen=True)
class OddsRow:
    """A card with its chances by the number of rethrows."""

    id: str
    name: str
    points: int
    chances: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The points to expect with all rethrows."""
        return self.points * self.chances[-1]


def odds_rows(edition: CardEdition, words: Words) -> list[OddsRow]:
    """Every card in printed order."""
    return [
        OddsRow(own_id, words.tr(card.name), card.points, chances)
        for (own_id, card), chances in zip(edition.cards.items(), _chances(edition), strict=True)
    ]


_CACHE: dict[int, tuple[tuple[float, ...], ...]] = {}


def _chances(edition: CardEdition) -> tuple[tuple[float, ...], ...]:
    if id(edition) not in _CACHE:
        _CACHE[id(edition)] = tuple(
            tuple(float(odds(card, edition.dice, rethrows)) for rethrows in range(edition.rethrows + 1))
            for card in edition.cards.values()
        )
    return _CACHE[id(edition)]


def odds_table(edition: CardEdition, words: Words) -> str:
    """The chance of every card by the number of rethrows left, and the points to expect."""
    heads = [words.tr("Card"), words.tr("Points")]
    heads += [words.ntr("{n} rethrow", "{n} rethrows", n) for n in range(edition.rethrows + 1)]
    heads.append(words.tr("Points to expect"))
    rows = [
        [
            row.name,
            str(row.points),
            *(words.percent(chance) for chance in row.chances),
            words.num(round(row.expected, 2)),
        ]
        for row in odds_rows(edition, words)
    ]
    return markdown_table(heads, rows)


def card_table(edition: CardEdition, words: Words) -> str:
    """Every card: name, rule, points."""
    rows = [[words.tr(card.name), words.tr(card.rule), str(card.points)] for card in edition.cards.values()]
    return markdown_table([words.tr("Card"), words.tr("Rule"), words.tr("Points")], rows)


@cache
def _bystander(card: object, aim: object, rethrows: int, dice: int) -> float:
    return float(bystander_odds(card, aim, rethrows, dice=dice))  # type: ignore[arg-type]  # cached by the card itself


def bystander(edition: CardEdition, card: str, aim: str) -> float:
    """The chance that a card holds while the active player aims at another one."""
    return _bystander(edition.cards[card].holds, edition.cards[aim].holds, edition.rethrows, edition.dice)
