"""What a deck of objectives must satisfy."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from sheetgen.layout.cards import CardEdition, holds
from sheetgen.layout.checks.arrangement import player_counts
from sheetgen.layout.loading import Layout
from sheetgen.layout.problems import Problem, Severity


def objectives(layout: Layout, edition: CardEdition) -> Iterator[Problem]:
    """Every objective can be held, its drawing shows it, and the decks suffice for the players."""
    # Seven dice have 792 different throws; more dice only make more objectives possible.
    throws = list(combinations_with_replacement(range(1, 7), min(edition.dice, 7)))
    for name, card in edition.cards.items():
        steps = ("cards", name)
        if edition.dice <= 7 and not any(holds(card.holds, throw) for throw in throws):
            yield layout.problem((*steps, "holds"), f"no throw of {edition.dice} dice holds it")
        if card.drawn is not None:
            if len(card.drawn) > edition.dice:
                yield layout.problem((*steps, "drawn"), f"shows {len(card.drawn)} dice, but {edition.dice} are thrown")
            elif not holds(card.holds, card.drawn):
                yield layout.problem((*steps, "drawn"), "shows dice that do not hold the objective")
    yield from player_counts(layout, edition.rounds.by_players)
    most = max(edition.rounds.by_players, default=0)
    if most > len(edition.decks):
        yield layout.problem(("decks",), f"has {len(edition.decks)} decks for up to {most} players")
    for players, rounds in edition.rounds.by_players.items():
        where = ("rounds", "by players", players)
        if rounds > len(edition.cards):
            yield layout.problem(where, f"{rounds} rounds need {rounds} cards, a deck has {len(edition.cards)}")
        elif rounds % max(players, 1):
            message = f"in {rounds} rounds not all of {players} players are active equally often"
            yield layout.problem(where, message, severity=Severity.WARNING)
