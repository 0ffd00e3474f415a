"""Tables for the script that counts sheets; whether it counts as the engine does is tested in a browser."""

import json
from random import Random
from typing import get_args

import pytest

from sheetgen.engine.counting import card_counting_table, counting_table
from sheetgen.engine.rules import rules_of
from sheetgen.engine.zones import ZoneRules
from sheetgen.layout import CardEdition, load
from sheetgen.layout.base import Part
from sheetgen.layout.parts.accepts import AcceptsRule, Higher, OneStep, RowAccepts
from sheetgen.layout.parts.order import ANYWHERE, NEVER, AnyOrder
from sheetgen.resources import shipped_layouts
from tests.layout.models import zone

SHEETS = [name for name in shipped_layouts() if load(name).edition.kind == "sheet"]
CELLS = {
    "left to right": 6,
    "right to left": 6,
    "left to right with skips": ["_", "_", "x", "_", "_"],
    "outward": ["_", "_", "=7", "_", "_", "_"],
    "pair by pair": 6,
}
GRID = [["_", "_", "_"], ["_", "x", "_"]]


def kind_of(part: type[Part]) -> str:
    return str(part.model_fields["kind"].default)


@pytest.mark.parametrize("order", [kind_of(part) for part in get_args(AnyOrder)])
def test_cells_that_come_first_say_the_same_as_open_cells(order: str) -> None:
    """For every state that marks in a legal order lead to: a cell is open if those before it are marked."""
    rules = ZoneRules("z", zone(cells=CELLS.get(order, GRID), order=order, accepts="anything"))
    first = rules.zone.order.cells_first(rules.table)
    chance, cells = Random(3), range(len(rules.names))

    def is_open(states: tuple[int, ...], cell: int) -> bool:
        return all(other != NEVER and states[other] and is_open(states, other) for other in first[cell])

    for _ in range(60):
        states = rules.start.cell_states
        while opened := rules.open_cells(states, ANYWHERE):
            # Cells that are skipped are lost, which a sheet does not show: only marks to the right of the last count.
            last = max((i for i in cells if states[i]), default=-1) if rules.zone.order.may_skip else -1
            assert set(opened) == {i for i in cells if not states[i] and i > last and is_open(states, i)}
            node, _ = rules.mark(states, chance.choice(opened), 1, True)
            states = node.cell_states


RULES = [part() for part in get_args(RowAccepts)]
RESTARTING = [Higher.model_validate({"restart after": 6}), OneStep.model_validate({"restart with": 7})]


@pytest.mark.parametrize("rule", [*RULES, *RESTARTING], ids=str)
def test_a_refusal_of_the_script_says_what_the_engine_says(rule: AcceptsRule) -> None:
    """For every number that does not fit, whatever is printed or before it."""
    messages = rule.counting().messages
    refused = {
        rule.demand(number=5, before=before, side=side).text
        for value in range(1, 13)
        for before in (None, *range(1, 8))
        for side in (1, -1)
        if not rule.allows(value, number=5, before=before, side=side)
    }
    assert refused == set(messages[: 1 if rule.counting().restart is None else None])


@pytest.mark.parametrize("name", SHEETS)
def test_a_table_is_small_and_plain(name: str) -> None:
    table = counting_table(rules_of(name))
    text = json.dumps(table, separators=(",", ":"))
    assert len(text) < 5_000
    assert [zone["id"] for zone in table["zones"]] == list(rules_of(name).edition.zones)


def test_texts_are_translated() -> None:
    table = counting_table(rules_of("classic"), lambda text: f"<{text}>")
    purple = table["zones"][-1]
    assert purple["closed"] == "<cells are filled from left to right, without gaps>"
    assert purple["fits"] == [{"how": "higher", "says": ["<needs a number higher than {number}>"], "restart": 6}]
    assert table["ratings"][0] == [281, "<You're so clever!>"]


def test_foxes_at_the_end_of_a_track_need_the_badges_that_unlock_it() -> None:
    double, classic = counting_table(rules_of("double")), counting_table(rules_of("classic"))
    assert double["tracks"] == {"reroll": {"slots": 6, "end": "foxes"}}
    assert double["rounds"]["gives"] == ["reroll", None, None, None]
    assert {badge["gives"] for own in double["zones"] for badge in own["badges"]} == {"foxes", "reroll"}
    assert "tracks" not in classic
    assert "rounds" not in classic


def test_cards_have_their_points() -> None:
    edition = load("objectives").edition
    assert isinstance(edition, CardEdition)
    table = card_counting_table(edition)
    assert table["cards"][2] == ["three-of-a-kind", "Three of a kind", 2]
    assert (table["back"], table["decks"], table["rounds"][3]) == (1, 2, 9)


def test_the_second_cell_of_a_pair_does_not_close_the_first() -> None:
    """Where entries are compared, a mark closes the entry before it, but not a cell that is still open."""
    rules = ZoneRules("z", zone(cells=4, order="pair by pair", accepts="at least the one before"))
    node, _ = rules.mark(rules.start.cell_states, 1, 5, True)
    assert rules.open_cells(node.cell_states, ANYWHERE) == [0]
    node, _ = rules.mark(node.cell_states, 0, 3, True)
    assert rules.open_cells(node.cell_states, ANYWHERE) == [2, 3]
    assert rules.before(node.cell_states, 2) == (5, 1)
    assert rules.cell_states_of([0, 5, 0, 0]) == (0, 5, 0, 0)
