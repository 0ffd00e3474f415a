"""Ladder tables: what the marks of a zone are worth, step by step, with the gain and a small chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from sheetgen.formats.svg import element
from sheetgen.layout.parts.points import (
    AboveTheLast,
    AnyPoints,
    ByCount,
    EachEntry,
    FullColumns,
    FullRows,
    OutermostBothWays,
    PairDifferences,
    PerRowByCount,
    RowSums,
)
from sheetgen.layout.parts.value import FACES, AnyValue, HalfOrStar, Times
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone
from sheetgen.site.tables import table
from sheetgen.site.words import Words


@dataclass(frozen=True)
class Ladder:
    """A way to score by steps: what a step is called, its points, and whether the steps build on each other."""

    heading: str
    steps: tuple[str, ...]
    points: tuple[int, ...]
    climbs: bool = True

    @property
    def gains(self) -> tuple[int, ...]:
        """What each step adds to the one before."""
        return tuple(points - before for points, before in zip(self.points, (0, *self.points), strict=False))


def ladders_of(zone: Zone, words: Words) -> list[Ladder]:
    """Every ladder of a zone."""
    return [ladder for part in zone.points.parts for ladder in _ladders(part, zone, words)]


def _ladders(part: AnyPoints, zone: Zone, words: Words) -> list[Ladder]:
    tr = words.tr
    match part:
        case ByCount():
            heading = tr("Crosses") if zone.mark_kind != "number" else tr("Entries")
            return [_counted(heading, part.ladder)]
        case PerRowByCount():
            return [_counted(tr("Marks in a row"), part.ladder)]
        case AboveTheLast():
            return [_counted(tr("Cells marked"), part.ladder)]
        case OutermostBothWays():
            left, right = _sides(part)
            if left == right:
                return [_counted(tr("Entries on one side"), right)]
            return [_counted(tr("Entries on the left"), left), _counted(tr("Entries on the right"), right)]
        case FullColumns():
            return [_lines(tr("Full column"), part.ladder)]
        case FullRows():
            return [_lines(tr("Full row"), part.ladder)]
        case EachEntry():
            signs = [f"{'≥' if extra.at_least else '≤'} {extra.limit}" for extra in part.extras]
            return [Ladder(tr("Each entry"), tuple(signs), tuple(extra.points for extra in part.extras), climbs=False)]
    return []


def _sides(part: OutermostBothWays) -> tuple[list[int], list[int]]:
    """The points of both sides, from the middle outward."""
    middle = next(i for i, points in enumerate(part.ladder) if points is None)
    left, right = part.ladder[:middle][::-1], part.ladder[middle + 1 :]
    return [points or 0 for points in left], [points or 0 for points in right]


def _counted(heading: str, points: Sequence[int]) -> Ladder:
    return Ladder(heading, tuple(str(i) for i in range(1, len(points) + 1)), tuple(points))


def _lines(heading: str, points: Sequence[int]) -> Ladder:
    return Ladder(heading, tuple(str(i) for i in range(1, len(points) + 1)), tuple(points), climbs=False)


def ladder_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """All ladders of a zone as tables with charts; empty where none is printed."""
    zone = edition.zones[zone_id]
    colour = edition.dice[edition.die_of(zone_id)].colour
    parts = []
    for ladder in ladders_of(zone, words):
        heads = [ladder.heading, words.tr("Points")]
        rows = [[step, words.num(points)] for step, points in zip(ladder.steps, ladder.points, strict=True)]
        if ladder.climbs:
            heads.append(words.tr("Gain"))
            rows = [[*row, _signed(gain, words)] for row, gain in zip(rows, ladder.gains, strict=True)]
        caption = words.tr("{zone}: points", zone=words.cap(words.zone(edition, zone_id)))
        label = words.tr("Chart: {what}", what=f"{caption} ({ladder.heading})")
        chart = bars(ladder.steps, ladder.points, label) if len(ladder.points) > 2 else ""
        parts.append(f'<div class="ladder" style="--die:{colour}">{table(heads, rows, css="numbers")}{chart}</div>')
    return "".join(parts)


def _signed(number: int, words: Words) -> str:
    return f"+{words.num(number)}" if number >= 0 else words.num(number)


def combinations_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """What combinations are worth where points do not go by one count; empty elsewhere."""
    zone = edition.zones[zone_id]
    parts = []
    for part in zone.points.parts:
        match part:
            case OutermostBothWays():
                parts.append(_both_ways(part, words))
            case PairDifferences():
                parts.append(_pairs(zone, words))
            case RowSums() if any(isinstance(other, FullColumns) for other in zone.points.parts):
                parts.append(_columns(zone, part, words))
            case FullColumns() if not any(isinstance(other, RowSums) for other in zone.points.parts):
                parts.append(_best_lines(part.ladder, words.tr("Full columns"), words))
            case FullRows():
                parts.append(_best_lines(part.ladder, words.tr("Full rows"), words))
    colour = edition.dice[edition.die_of(zone_id)].colour
    return f'<div class="combinations" style="--die:{colour}">{"".join(parts)}</div>' if parts else ""


def _both_ways(part: OutermostBothWays, words: Words) -> str:
    """Entries on the left by entries on the right."""
    left, right = ([0, *side] for side in _sides(part))
    heads = [words.tr("left \\ right"), *map(str, range(len(right)))]
    rows = [[str(i), *(words.num(value + other) for other in right)] for i, value in enumerate(left)]
    return table(
        heads, rows, css="numbers matrix", caption=words.tr("Points by the entries on the left and on the right")
    )


def _pairs(zone: Zone, words: Words) -> str:
    """Every pair at its worst, on average and at its best; who has a choice makes the better one."""
    rows = []
    for i in range(0, len(zone.cells.by_name) - 1, 2):
        first, second = _ways(zone.value, i), _ways(zone.value, i + 1)
        left = [max(values) for values in zip(*first.values(), strict=True)]
        right = [min(values) for values in zip(*second.values(), strict=True)]
        results = (left[0] - right[-1], (sum(left) - sum(right)) / len(FACES), left[-1] - right[0])
        signs = f"{'/'.join(first)} − {'/'.join(second)}"
        rows.append([f"{i // 2 + 1}", signs, *(words.num(round(points, 1)) for points in results)])
    tr = words.tr
    heads = [tr("Pair"), tr("Factors"), tr("At worst"), tr("Two average dice"), tr("At best")]
    return table(heads, rows, css="numbers", caption=tr("What a full pair is worth"))


def _ways(value: AnyValue, cell: int) -> dict[str, list[int]]:
    """What the faces of a die may become in a cell, by the sign that is printed there."""
    match value:
        case Times():
            factor = value.factors[cell]
            return {f"×{factor}": [factor * face for face in FACES]}
        case HalfOrStar():
            star = value.stars[cell]
            half = {"½": [(face + 1) // 2 for face in FACES]}
            return half | {f"×{star}": [star * face for face in FACES]} if star else half
    return {"×1": list(FACES)}


def _columns(zone: Zone, part: RowSums, words: Words) -> str:
    """Every column when it is full: its points and the weighted entries above and below."""
    ladders = (other.ladder for other in zone.points.parts if isinstance(other, FullColumns))
    full = next(ladders, (0,) * zone.cells.columns)
    low = sum(weight * (1 if weight > 0 else 6) for weight in part.weights)
    high = sum(weight * (6 if weight > 0 else 1) for weight in part.weights)
    mean = sum(3.5 * weight for weight in part.weights)
    rows = [
        [str(i), words.num(points), words.num(points + low), words.num(points + mean), words.num(points + high)]
        for i, points in enumerate(full, start=1)
    ]
    tr = words.tr
    heads = [tr("Full column"), tr("Points"), tr("At worst"), tr("Average dice"), tr("At best")]
    return table(heads, rows, css="numbers", caption=tr("What a full column is worth, with its entries"))


def _best_lines(ladder: Sequence[int], heading: str, words: Words) -> str:
    """The least and the most that so many lines bring."""
    ordered = sorted(ladder)
    rows = [
        [str(count), words.num(sum(ordered[:count])), words.num(sum(ordered[-count:]))]
        for count in range(1, len(ordered) + 1)
    ]
    heads = [heading, words.tr("At least"), words.tr("At most")]
    return table(heads, rows, css="numbers")


def ladders_table_html(editions: Sequence[tuple[str, SheetEdition]], words: Words) -> str:
    """All ladders of all editions, one line each, so that they can be compared."""
    lines: list[tuple[str, str, Ladder, str]] = []
    for title, edition in editions:
        for zone_id, zone in edition.zones.items():
            colour = edition.dice[edition.die_of(zone_id)].colour
            name = words.zone(edition, zone_id)
            lines += [(title, name, ladder, colour) for ladder in ladders_of(zone, words) if ladder.steps[0] == "1"]
    width = max((len(ladder.points) for _, _, ladder, _ in lines), default=0)
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in (words.tr("Zone"), words.tr("Counts")))
    head += "".join(f'<th scope="col" class="n">{i}</th>' for i in range(1, width + 1))
    body = []
    previous = ""
    for title, name, ladder, colour in lines:
        if title != previous:
            body.append(f'<tr class="group"><th scope="rowgroup" colspan="{width + 2}">{escape(title)}</th></tr>')
            previous = title
        cells = "".join(
            f'<td class="n">{words.num(ladder.points[i]) if i < len(ladder.points) else ""}</td>' for i in range(width)
        )
        label = f'<th scope="row"><span class="dot" style="--die:{colour}"></span>{escape(words.cap(name))}</th>'
        body.append(f"<tr>{label}<td>{escape(ladder.heading)}</td>{cells}</tr>")
    caption = escape(words.tr("All score ladders"))
    return (
        f'<div class="wide-table" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="numbers ladders"><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


BAR, GAP, HEIGHT = 14, 6, 88


def bars(labels: Sequence[str], values: Sequence[int], title: str) -> str:
    """Bars with their values on top; below zero they hang down. The colour comes from `--die`."""
    most, least = max(*values, 0), min(*values, 0)
    scale = HEIGHT / ((most - least) or 1)
    zero = 14 + most * scale
    width = len(values) * (BAR + GAP) + GAP
    shapes = []
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        x = GAP + i * (BAR + GAP)
        height = max(abs(value) * scale, 1)
        top = zero - height if value >= 0 else zero
        middle = str(x + BAR / 2)
        shapes += [
            element("rect", {"x": x, "y": f"{top:.1f}", "width": BAR, "height": f"{height:.1f}", "rx": 2}),
            element("text", {"class": "v", "x": middle, "y": f"{top - 3:.1f}"}, str(value).replace("-", "−")),
            element("text", {"x": middle, "y": HEIGHT + 26}, escape(label)),
        ]
    shapes.append(element("path", {"d": f"M0 {zero:.1f}h{width}"}))
    view = {"viewBox": f"0 0 {width} {HEIGHT + 30}", "width": f"{width * 1.5:g}", "height": f"{(HEIGHT + 30) * 1.5:g}"}
    return element("svg", {"class": "chart", **view, "role": "img", "aria-label": title}, "".join(shapes))
