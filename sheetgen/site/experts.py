"""The page about how the expert plays a sheet: tables, and maps of the cells that it reaches, from stored figures."""

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from math import ceil
from typing import Any

from sheetgen.drawing.scene import Rect, Scene, bounds, number
from sheetgen.formats.svg import element
from sheetgen.i18n import later
from sheetgen.lab.results import badge_name
from sheetgen.lab.texts import FigureTexts
from sheetgen.layout import Layout, SheetEdition
from sheetgen.resources import data_folder
from sheetgen.site.pictures import LayoutPictures
from sheetgen.site.tables import FIGURES, figures_of, markdown_table
from sheetgen.site.words import Words

EXPERTS = "experts"  # the page, and how a publisher calls it
STAGES = 3  # of a game, with a map at the end of each
FAINTEST, STRONGEST = 0.05, 0.6  # the opacity of cells that are never reached, and of those that always are
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


def stages(rounds: int) -> list[int]:
    """Return the rounds after which there is a map.

    >>> stages(6), stages(4), stages(1)
    ([2, 4, 6], [2, 3, 4], [1])
    """
    return sorted({ceil(rounds * (stage + 1) / STAGES) for stage in range(STAGES)})


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


def heat_maps(drawn: LayoutPictures, play: dict[str, Any], words: Words, assets: str) -> str:
    """Return the sheet as HTML, with the share of games in every cell; buttons choose the round, without a script.

    `assets` leads from the page to the assets.
    """
    rounds = stages(_rounds(play))
    buttons = "".join(
        f'<label><input type="radio" name="stage"{" checked" if last == rounds[-1] else ""}>'
        f"{escape(_stage_name(last, rounds, words))}</label>"
        for last in rounds
    )
    scenes = (drawn.scene,) if drawn.back is None else (drawn.scene, drawn.back)
    sheets = "".join(_map(drawn, scene, play, words, assets) for scene in scenes)
    legend = escape(words.tr("When"))
    return f'<fieldset class="heat"><legend>{legend}</legend>{buttons}{_scale(words)}{sheets}</fieldset>'


def _scale(words: Words) -> str:
    """Return what the darkness of a cell means."""
    text = escape(words.tr("Games of 100 in which a cell is marked:"))
    steps = "".join(f'<b style="--share:{number(_opacity(share))}">{share}</b>' for share in SCALE)
    return f'<p class="scale">{text} <span>{steps}</span></p>'


def _opacity(share: int) -> float:
    return FAINTEST + (STRONGEST - FAINTEST) * share / 100


def _map(drawn: LayoutPictures, scene: Scene, play: dict[str, Any], words: Words, assets: str) -> str:
    places = {group.id: bounds(group) for group in scene.groups() if group.id in play["reached"]}
    layers = []
    for last in stages(_rounds(play)):
        cells = (shape for cell, place in places.items() for shape in _cell(place, play["reached"][cell][last - 1]))
        layers.append(element("g", {}, "".join(cells)))
    label = words.tr("In how many of 100 games each cell is marked; the table below adds them up by zone.")
    view = f"0 0 {number(scene.width)} {number(scene.height)}"
    overlay = element("svg", {"viewBox": view, "role": "img", "aria-label": label}, "".join(layers))
    picture = drawn.in_file(scene, "", assets)
    return f'<figure class="paper" tabindex="0"><div>{picture}{overlay}</div></figure>'


def _cell(place: Rect, share: int) -> Iterator[str]:
    """Yield the shapes of one cell: the darker, the more often it is marked, with the share as a number.

    The number is on a white plate, so that it does not run together with what is printed there, such as a small `≥6`.
    """
    box = {name: number(getattr(place, name)) for name in ("x", "y", "width", "height")}
    yield element("rect", {**box, "opacity": number(_opacity(share))})
    width = PLATE_SIDES + DIGIT * max(2, len(str(share)))
    plate = f"M{number(place.right - 0.2 - width)} {number(place.bottom - 0.2)}v-1.7q0-1 1-1h{number(width - 1)}v2.7z"
    yield element("path", {"class": "plate", "d": plate})
    yield element("text", {"x": number(place.right - 0.5), "y": number(place.bottom - 0.6)}, str(share))


def _stage_name(last: int, rounds: list[int], words: Words) -> str:
    return words.tr(AT_THE_END) if last == rounds[-1] else words.tr(AFTER_ROUND, n=last)


AFTER_ROUND, AT_THE_END = later("After round {n}"), later("At the end")


def _rounds(play: dict[str, Any]) -> int:
    return len(next(iter(play["reached"].values())))
