"""The stored figures of the pages are those of the shipped layouts, and come out again."""

import pytest

from sheetgen.i18n import languages
from sheetgen.lab.players import BOTS
from sheetgen.lab.results import SimulationResult, as_dict
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.resources import data_folder, shipped_layouts, shipped_variants
from sheetgen.site.tables import FIGURES, command_of, figures_by_player, figures_by_zone, figures_of
from sheetgen.site.words import Words

LAYOUTS = [load(str(path)) for path in (*shipped_layouts().values(), *shipped_variants().values())]
SHEETS = {own.id: own for own in LAYOUTS if isinstance(own.edition, SheetEdition)}
SHEET = pytest.mark.parametrize("layout", SHEETS.values(), ids=SHEETS)


def test_there_are_figures_of_every_sheet() -> None:
    stored = {path.name for path in (data_folder("docs") / FIGURES).glob("*.json")}
    assert stored == {f"{edition}-{what}.json" for edition in SHEETS for what in (*BOTS, "play")}


@SHEET
def test_figures_are_those_of_the_layout(layout: Layout) -> None:
    """Fails after a change of a layout: run `make figures`."""
    figures = figures_of(layout)
    assert list(figures) == list(BOTS)
    for bot, own in figures.items():
        assert (own["bot"], own["games"], own["players"], own["complete"]) == (bot, 2000, 1, True)
        name = layout.id if layout.id in shipped_layouts() else f"layouts/variants/{layout.id}.yaml"
        assert command_of(layout, bot) == f"sheetgen simulate {name} --bot {bot} --games 2000 --seed 1"


@SHEET
def test_looking_ahead_pays(layout: Layout) -> None:
    figures = figures_of(layout)
    assert figures["greedy"]["mean"] > figures["random"]["mean"]
    assert figures["planner"]["mean"] > 1.2 * figures["greedy"]["mean"]
    assert figures["expert"]["mean"] > 1.05 * figures["planner"]["mean"]


@pytest.mark.full
def test_figures_come_out_again() -> None:
    layout = load("classic")
    stored = figures_of(layout)["random"]
    plan = SimulationPlan(layout, 1, "random", stored["seed"], stored["games"])
    again = as_dict(SimulationResult(plan, run(plan), 1.0))
    for key in ("mean", "interval", "sd", "percentiles", "zones", "foxes", "histogram"):
        assert again[key] == stored[key]


@pytest.mark.parametrize("language", languages())
def test_tables(language: str) -> None:
    layout, words = load("classic"), Words.of(language)
    lines = figures_by_player(layout, words).splitlines()
    assert len(lines) == 2 + len(BOTS)
    zones = figures_by_zone(layout, words).splitlines()
    assert len(zones) == 2 + 6  # five zones and the foxes
    shares = [int("".join(sign for sign in line.split("|")[3] if sign.isdigit())) for line in zones[2:]]
    assert 98 <= sum(shares) <= 102
