"""What a mark gains, computed without playing it, against the scores before and after it was played."""

from pathlib import Path
from random import Random

import pytest

from sheetgen.engine import Game, Marks, sheet_from
from sheetgen.lab.outcomes import MARKING_KINDS, Outcomes
from sheetgen.lab.players import play_randomly
from sheetgen.layout import SheetEdition, load, read_from_text
from sheetgen.layout.base import parts_of
from sheetgen.layout.parts.order import AnyOrder
from sheetgen.layout.parts.points import AnyPoints
from sheetgen.resources import shipped_layouts, shipped_variants

RIGHT_TO_LEFT = "schema: 1\nextends: classic\nzones:\n  orange: {order: right to left}\n"  # on no shipped sheet
LAYOUTS = {
    **{name: load(str(path)) for name, path in {**shipped_layouts(), **shipped_variants()}.items()},
    "right-to-left": read_from_text(RIGHT_TO_LEFT, Path("right-to-left.yaml"), "right-to-left.yaml"),
}
EDITIONS = {name: layout.edition for name, layout in LAYOUTS.items() if isinstance(layout.edition, SheetEdition)}


def test_every_order_and_every_way_to_score_is_played() -> None:
    zones = [zone for edition in EDITIONS.values() for zone in edition.zones.values()]
    assert {zone.order.kind for zone in zones} == set(parts_of(AnyOrder))
    assert {part.kind for zone in zones for part in zone.points.parts} == set(parts_of(AnyPoints))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", EDITIONS)
def test_a_mark_gains_the_difference_of_the_scores(name: str, seed: int) -> None:
    game, chance = Game(LAYOUTS[name], seed=seed), Random(seed)
    outcomes, player = Outcomes(game.rules), game.players[0]
    marked = 0
    while not game.is_over:
        move = play_randomly(game, chance)
        if move.kind in MARKING_KINDS:
            before = sum(player.score().zones.values())
            gain = outcomes.mark(outcomes.states(player), move).points
            game.play(move)
            assert gain == sum(player.score().zones.values()) - before, move
            marked += 1
        else:
            game.play(move)
    assert marked > 10
    again = sheet_from(Marks(player.marks(), game.round, player.actions()), game.rules)
    assert again.score() == player.score()
    assert again.marks() == player.marks()
