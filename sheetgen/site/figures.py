"""How an edition plays: the figures of stored simulations, and the command that gives them again."""

import json
from functools import cache
from typing import Any

from sheetgen.i18n import later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.resources import data_folder, shipped_variants
from sheetgen.site.html import markdown_table
from sheetgen.site.words import Words

BOTS = {"random": later("plays at random"), "greedy": later("takes the best now"), "planner": later("plans ahead")}
FOLDER = "figures"  # in docs/: what `sheetgen simulate … --json` printed


def figures_of(layout: Layout) -> dict[str, dict[str, Any]]:
    """The stored figures by player; nothing if there are none of this very layout."""
    found = {bot: _stored(f"{layout.id}-{bot}.json") for bot in BOTS}
    own = layout.digest()
    return {bot: figures for bot, figures in found.items() if figures is not None and figures["layout"] == own}


@cache
def _stored(name: str) -> dict[str, Any] | None:
    path = data_folder("docs") / FOLDER / name
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def command_of(layout: Layout, bot: str) -> str:
    """What to type for the same figures; a variant is named by its file in the repository."""
    own = figures_of(layout)[bot]
    variant = shipped_variants().get(layout.id)
    edition = layout.id if variant is None else f"layouts/{variant.parent.name}/{variant.name}"
    return f"sheetgen simulate {edition} --bot {bot} --games {own['games']} --seed {own['seed']}"


def players_table(layout: Layout, words: Words) -> str:
    """What three players reach alone."""
    rows = []
    for bot, own in figures_of(layout).items():
        low, high = own["interval"]
        spread = own["percentiles"]
        rows.append(
            [
                words.tr(BOTS[bot]),
                f"{words.num(round(own['mean']))} ± {words.num(round((high - low) / 2, 1))}",
                f"{words.num(spread['25'])}–{words.num(spread['75'])}",
                words.num(own["max"]),
            ]
        )
    heads = [words.tr("Who"), words.tr("On average"), words.tr("Half of all games"), words.tr("Best of all games")]
    return markdown_table(heads, rows)


def zones_table(layout: Layout, words: Words) -> str:
    """Where the points of the best player come from."""
    edition, own = layout.edition, figures_of(layout).get("planner")
    if not isinstance(edition, SheetEdition) or own is None:
        return ""
    parts = {words.cap(words.zone(edition, zone)): points for zone, points in own["zones"].items()}
    parts[words.tr("Foxes")] = own["fox_points"]
    total = sum(parts.values())
    rows = [[name, words.num(round(points, 1)), words.percent(points / total, 0)] for name, points in parts.items()]
    return markdown_table([words.tr("From"), words.tr("Points"), words.tr("Share")], rows)
