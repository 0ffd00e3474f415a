"""The page about how the expert plays a sheet: tables, and maps of its cells, from stored figures."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from math import ceil
from statistics import mean, median
from typing import Any

from sheetgen.drawing.scene import Rect, Scene, bounds, number
from sheetgen.formats.svg import element
from sheetgen.i18n import later
from sheetgen.lab.results import badge_name, stages
from sheetgen.lab.texts import FigureTexts
from sheetgen.layout import Layout, SheetEdition
from sheetgen.resources import data_folder
from sheetgen.site.pictures import LayoutPictures
from sheetgen.site.tables import FIGURES, figures_of, markdown_table
from sheetgen.site.words import Words

EXPERTS = "experts"  # the page, and how a publisher calls it
FAINTEST, STRONGEST = 0.05, 0.6  # the opacity of cells with the least number of the scale, and with the highest
BEST_ZONES = 3  # that are named
SCALE = (0, 25, 50, 75, 100)  # games of 100 that explain the darkness of cells
DIGIT, PLATE_SIDES = 1.75, 0.9  # millimetres: the width of a digit in a cell, and of its plate beside the digits
BADGES = 6  # rows of the table of badges
FAVOURITE = 0.1  # the share of games from which on a zone is one where the first mark usually goes
SELDOM = 0.005  # a smaller share is shown as 0 %: so few games say nothing about a lead


def play_of(layout: Layout) -> dict[str, Any] | None:
    """Return what was seen of the expert's games (`lab.play_style`); None if that was not with these rules."""
    stored = _stored(layout.id)
    return stored if stored is not None and stored["layout"] == layout.play_digest() else None


@cache
def _stored(name: str) -> dict[str, Any] | None:
    path = data_folder("docs") / FIGURES / f"{name}-play.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def favourites(edition: SheetEdition, play: dict[str, Any], words: Words) -> str:
    """Return the zones in which the first mark usually is, most frequent first, with the shares of games."""
    shares = sorted(play["first"].items(), key=lambda own: -own[1])
    often = [own for own in shares if own[1] >= FAVOURITE] or shares[:1]
    return ", ".join(f"**{words.zone_label(edition, zone)}** ({words.percent(share, 0)})" for zone, share in often)


def openings(edition: SheetEdition, play: dict[str, Any], words: Words) -> str:
    """Return a table of the zones: how often the first mark is there, its lead, and the marks of the first round."""
    rows = [
        [
            words.zone_label(edition, zone),
            words.percent(share, 0),
            words.num(play["first_lead"][zone], 1) if share >= SELDOM else "–",
            words.num(play["first_round"][zone], 1),
        ]
        for zone, share in play["first"].items()
    ]
    heads = [
        words.tr("Zone"),
        words.tr("First mark"),
        words.tr("Better by, in points"),
        words.tr("Marks in round 1"),
    ]
    return markdown_table(heads, rows, figures=range(1, len(heads)))


def reach_table(edition: SheetEdition, play: dict[str, Any], words: Words) -> str:
    """Return a table of how many cells of each zone are marked at the end of each stage, on average."""
    rounds = stages(_rounds(play))
    rows = []
    for zone in edition.zones:
        cells = [shares for cell, shares in play["reached"].items() if cell.partition(".")[0] == zone]
        means = [words.num(sum(shares[last - 1] for shares in cells) / 100, 1) for last in rounds]
        rows.append([words.zone_label(edition, zone), *means, words.num(len(cells))])
    heads = [words.tr("Zone"), *(_stage_name(last, rounds, words) for last in rounds), words.tr("Cells")]
    return markdown_table(heads, rows, figures=range(1, len(heads)))


def badge_table(layout: Layout, edition: SheetEdition, play: dict[str, Any], words: Words) -> str:
    """Return a table of the badges that go with most points: how often they are earned, and how many points more."""
    texts = FigureTexts(edition, words.language)
    greedy = figures_of(layout).get("greedy", {}).get("badges", {})
    rows = []
    for row in play["badges"][:BADGES]:
        badge = edition.zones[row["zone"]].badges[row["number"]]
        name = badge_name(row["zone"], badge.attached_to, badge.path, str(badge.bonus))
        rows.append(
            [
                texts.badge_of_zone(row["zone"], badge),
                words.percent(row["earned"], 0),
                words.percent(greedy[name], 0) if name in greedy else "–",
                f"{words.num(row['gap'], 1)}\u00a0±\u00a0{words.num(row['margin'], 1)}",
            ]
        )
    heads = [
        words.tr("Badge"),
        words.tr("Expert earns it"),
        words.tr("Greedy player"),
        words.tr("Points more"),
    ]
    return markdown_table(heads, rows, figures=range(1, len(heads))) if rows else ""


@dataclass(frozen=True)
class HeatMap:
    """A number in the cells of a sheet for each of some moments, and how dark each number is."""

    name: str  # of its buttons, which are one group
    legend: str
    moments: tuple[str, ...]  # what the buttons say
    first: int  # the moment that is shown first
    layers: tuple[Mapping[str, int], ...]  # for each moment, by cell
    scale_text: str
    scale: tuple[int, ...]  # numbers that explain the darkness: from the faintest to the strongest
    label: str  # for those who cannot see it

    def opacity(self, value: int) -> float:
        """Return how much of the colour there is on a cell; below the scale it is the least."""
        share = (value - self.scale[0]) / (self.scale[-1] - self.scale[0])
        return FAINTEST + (STRONGEST - FAINTEST) * min(max(share, 0), 1)

    def drawn_on(self, drawn: LayoutPictures, words: Words, assets: str) -> str:
        """Return the sheet as HTML with the numbers; buttons choose the moment, without a script.

        `assets` leads from the page to the assets.
        """
        buttons = "".join(
            f'<label><input type="radio" name="{self.name}"{" checked" if i == self.first else ""}>'
            f"{escape(moment)}</label>"
            for i, moment in enumerate(self.moments)
        )
        scenes = (drawn.scene,) if drawn.back is None else (drawn.scene, drawn.back)
        sheets = "".join(self._sheet(drawn, scene, words, assets) for scene in scenes)
        legend, scale = escape(self.legend), self._scale(words)
        return f'<fieldset class="heat"><legend>{legend}</legend>{buttons}{scale}{sheets}</fieldset>'

    def _scale(self, words: Words) -> str:
        """Return what the darkness of a cell means."""
        steps = "".join(
            f'<b style="--share:{number(self.opacity(value))}">{words.num(value)}</b>' for value in self.scale
        )
        return f'<p class="scale">{escape(self.scale_text)} <span>{steps}</span></p>'

    def _sheet(self, drawn: LayoutPictures, scene: Scene, words: Words, assets: str) -> str:
        places = {group.id: bounds(group) for group in scene.groups()}
        layers = []
        for layer in self.layers:
            own = ((cell, value) for cell, value in layer.items() if cell in places)
            shapes = (shape for cell, value in own for shape in self._cell(places[cell], value, words.num(value)))
            layers.append(element("g", {}, "".join(shapes)))
        view = f"0 0 {number(scene.width)} {number(scene.height)}"
        overlay = element("svg", {"viewBox": view, "role": "img", "aria-label": self.label}, "".join(layers))
        picture = drawn.in_file(scene, "", assets)
        return f'<figure class="paper" tabindex="0"><div>{picture}{overlay}</div></figure>'

    def _cell(self, place: Rect, value: int, text: str) -> Iterator[str]:
        """Yield the shapes of one cell: the darker, the higher its number, which is written there.

        The number is on a white plate, so that it does not run together with what is printed there, such as a small
        `≥6`.
        """
        box = {name: number(getattr(place, name)) for name in ("x", "y", "width", "height")}
        yield element("rect", {**box, "opacity": number(self.opacity(value))})
        width = PLATE_SIDES + DIGIT * max(2, len(text))
        corner = f"M{number(place.right - 0.2 - width)} {number(place.bottom - 0.2)}"
        yield element("path", {"class": "plate", "d": f"{corner}v-1.7q0-1 1-1h{number(width - 1)}v2.7z"})
        yield element("text", {"x": number(place.right - 0.5), "y": number(place.bottom - 0.6)}, text)


def reach_map(play: dict[str, Any], words: Words) -> HeatMap:
    """Return the map of how often each cell is marked at the end of each stage."""
    rounds = stages(_rounds(play))
    return HeatMap(
        name="reached",
        legend=words.tr("When"),
        moments=tuple(_stage_name(last, rounds, words) for last in rounds),
        first=len(rounds) - 1,
        layers=tuple({cell: shares[last - 1] for cell, shares in play["reached"].items()} for last in rounds),
        scale_text=words.tr("Games of 100 in which a cell is marked:"),
        scale=SCALE,
        label=words.tr("In how many of 100 games each cell is marked; the table below adds them up by zone."),
    )


def _stage_name(last: int, rounds: list[int], words: Words) -> str:
    return words.tr(AT_THE_END) if last == rounds[-1] else words.tr(AFTER_ROUND, n=last)


AFTER_ROUND, AT_THE_END = later("After round {n}"), later("At the end")


def _rounds(play: dict[str, Any]) -> int:
    return len(next(iter(play["reached"].values())))


# What a mark in each cell is worth


def worths(play: dict[str, Any]) -> list[tuple[int, dict[str, tuple[float, float]]]]:
    """Return rounds, and what a mark in each cell is worth at their beginning: points, and half the interval.

    It is empty if that was not measured; cells that are hardly ever open then are missing.
    """
    return [
        (
            stored["round"],
            {
                cell: (points, margin)
                for cell, points, margin in zip(play["reached"], stored["points"], stored["margins"], strict=True)
                if points is not None
            },
        )
        for stored in play.get("worth", {}).get("rounds", ())
    ]


def worth_map(play: dict[str, Any], words: Words) -> HeatMap:
    """Return the map of what a mark in each cell is worth."""
    layers = [{cell: round(points) for cell, (points, _) in known.items()} for _, known in worths(play)]
    return HeatMap(
        name="worth",
        legend=words.tr("When"),
        moments=tuple(words.tr("In round {n}", n=number) for number, _ in worths(play)),
        first=0,
        layers=tuple(layers),
        scale_text=words.tr("Points more with a mark in the cell:"),
        scale=points_scale(max((value for layer in layers for value in layer.values()), default=0)),
        label=words.tr("How many points a mark in each cell is worth; the text below names the best zones."),
    )


def points_scale(most: int) -> tuple[int, ...]:
    """Return five round numbers from 0 that reach up to `most`.

    >>> points_scale(13), points_scale(38), points_scale(-1)
    ((0, 4, 8, 12, 16), (0, 10, 20, 30, 40), (0, 1, 2, 3, 4))
    """
    step = max(ceil(most / 4), 1)
    step = step if step <= 5 else 5 * ceil(step / 5)
    return tuple(range(0, 5 * step, step))


def worth_text(edition: SheetEdition, play: dict[str, Any], words: Words) -> dict[str, str | bool] | None:
    """Return what is said of the worth of cells: of how many games, how exact, where most; None if it is not known.

    `negative` is whether a mark somewhere brings less than nothing.
    """
    measured = worths(play)
    if not measured:
        return None
    number, known = measured[0]
    of_zones: dict[str, list[float]] = {}
    for cell, (points, _) in known.items():
        of_zones.setdefault(cell.partition(".")[0], []).append(points)
    best = sorted(((mean(own), zone) for zone, own in of_zones.items()), reverse=True)[:BEST_ZONES]
    return {
        "games": words.num(play["worth"]["games"]),
        "margin": words.num(round(median(margin for _, cells in measured for _, margin in cells.values()))),
        "round": words.num(number),
        "negative": any(round(points) < 0 for _, cells in measured for points, _ in cells.values()),
        "zones": ", ".join(f"**{words.zone_label(edition, zone)}** ({words.num(round(own))})" for own, zone in best),
    }


MAPS = {"reach": reach_map, "worth": worth_map}
