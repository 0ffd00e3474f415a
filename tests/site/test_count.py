"""Counting a sheet in the browser: the same points as the engine, and the page as a player uses it."""

import json
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.engine import CardGame
from sheetgen.engine.counting import card_counting_table, counting_table
from sheetgen.engine.marks import Marks, MarksError, sheet_from
from sheetgen.engine.rules import Rules
from sheetgen.layout import CardEdition, SheetEdition, load
from sheetgen.site.mkdocs_build import THEME_ASSETS
from tests.matrix import often
from tests.site.random_sheets import errors, layouts, random_sheets

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHEETS = {name: layout for name, layout in layouts().items() if isinstance(layout.edition, SheetEdition)}


@pytest.fixture(scope="module")
def counter(browser: "Browser") -> "Page":
    """An empty page with the script that counts."""
    page = browser.new_page()
    page.add_script_tag(path=THEME_ASSETS / "score.js")
    return page


def by_engine(rules: Rules, marks: Marks) -> dict[str, Any]:
    """The score of a sheet in the words of the script; of an impossible sheet, its wrong cells only."""
    try:
        score = sheet_from(marks, rules).score()
    except MarksError as error:
        return {"wrong": sorted({reason.partition(":")[0] for reason in error.reasons})}
    solo = rules.edition.solo
    rating = solo.rating(score.total) if solo is not None else None
    return {
        "zones": score.zones,
        "badges": {
            badge.plural: {"count": part.count, "each": part.each, "points": part.points}
            for badge, part in score.badges.items()
        },
        "total": score.total,
        "rating": None if rating is None else [rating.from_, rating.label],
        "wrong": [],
    }


COUNT = """([table, sheets]) => sheets.map(([marks, rounds]) => {
  const { problems, ...score } = SheetCounter.count(table, marks, rounds);
  const wrong = [...new Set(problems.map(({ cell }) => cell))].sort();
  return wrong.length ? { wrong } : { ...score, wrong };
})"""


@pytest.mark.parametrize("name", SHEETS)
def test_the_script_counts_as_the_engine_does(counter: "Page", name: str) -> None:
    """At least 5,000 sheets over all layouts in `make test-all`; about half of them are impossible."""
    rules = Rules(SHEETS[name])
    assert errors(SHEETS[name]) == []
    sheets = list(islice(random_sheets(rules, seed=18), often(600, quick=60)))
    expected = [by_engine(rules, marks) for marks in sheets]
    # Through JSON, as the table reaches a page.
    table = json.loads(json.dumps(counting_table(rules)))
    counted = counter.evaluate(COUNT, [table, [[marks.cells, marks.rounds] for marks in sheets]])
    different = [
        (marks, engine, script)
        for marks, engine, script in zip(sheets, expected, counted, strict=True)
        if engine != script
    ]
    assert different[:1] == []
    possible = sum(not score["wrong"] for score in expected)
    assert len(sheets) / 5 < possible < len(sheets)


def test_the_script_counts_cards_as_the_engine_does(counter: "Page") -> None:
    layout = load("objectives")
    assert isinstance(layout.edition, CardEdition)
    chance, games = Random(18), []
    for seed in range(often(200, quick=20)):
        players = chance.choice(list(layout.edition.rounds.by_players))
        game = CardGame(layout, players, seed, variant=players == 2 and seed % 3 == 0)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves()))
        games.append(game)
    sheets = [
        [
            {**{card: player.won.count(card) for card in player.won}, "captured": len(player.captured)}
            for player in game.players
        ]
        for game in games
    ]
    table = json.loads(json.dumps(card_counting_table(layout.edition)))
    counted = counter.evaluate(
        """([table, games]) => games.map((sheets) => {
          const scores = sheets.map((marks) => SheetCounter.countCards(table, marks));
          return [scores.map(({ zones, total }) => [zones.own, zones.captured, total]),
                  SheetCounter.winners(scores, true)];
        })""",
        [table, sheets],
    )
    assert counted == [[[list(score) for score in game.scores()], game.winners()] for game in games]
