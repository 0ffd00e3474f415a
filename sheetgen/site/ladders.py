"""Ladder tables: what the marks of a zone are worth, step by step, with the gain and a small chart."""

from collections.abc import Sequence
from html import escape

from sheetgen.formats.svg import element
from sheetgen.layout.parts.points import LadderTable, NumberTable
from sheetgen.layout.sheet import SheetEdition
from sheetgen.layout.zone import Zone
from sheetgen.site.tables import table
from sheetgen.site.words import Words


def ladders_of(zone: Zone) -> list[LadderTable]:
    """Every ladder of a zone."""
    return [ladder for part in zone.points.parts for ladder in part.ladders(zone)]


def ladder_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """All ladders of a zone as tables with charts; empty where none is printed."""
    zone = edition.zones[zone_id]
    colour = edition.dice[edition.die_of(zone_id)].colour
    parts = []
    for ladder in ladders_of(zone):
        heading = words.tr(ladder.heading)
        heads = [heading, words.tr("Points")]
        rows = [[step, words.num(points)] for step, points in zip(ladder.steps, ladder.points, strict=True)]
        if ladder.climbs:
            heads.append(words.tr("Gain"))
            rows = [[*row, _signed(gain, words)] for row, gain in zip(rows, ladder.gains, strict=True)]
        caption = words.tr("{zone}: points", zone=words.cap(words.zone(edition, zone_id)))
        label = words.tr("Chart: {what}", what=f"{caption} ({heading})")
        chart = bars(ladder.steps, ladder.points, label) if len(ladder.points) > 2 else ""
        parts.append(f'<div class="ladder" style="--die:{colour}">{table(heads, rows, css="numbers")}{chart}</div>')
    return "".join(parts)


def _signed(number: int, words: Words) -> str:
    return f"+{words.num(number)}" if number >= 0 else words.num(number)


def combinations_html(edition: SheetEdition, zone_id: str, words: Words) -> str:
    """What combinations are worth where points do not go by one count; empty elsewhere."""
    zone = edition.zones[zone_id]
    tables = [number_table for part in zone.points.parts if (number_table := part.combinations(zone)) is not None]
    colour = edition.dice[edition.die_of(zone_id)].colour
    inner = "".join(_number_table(number_table, words) for number_table in tables)
    return f'<div class="combinations" style="--die:{colour}">{inner}</div>' if tables else ""


def _number_table(numbers: NumberTable, words: Words) -> str:
    heads = [words.tr(head) for head in numbers.heads]
    rows = [[item if isinstance(item, str) else words.num(item) for item in row] for row in numbers.rows]
    css = "numbers matrix" if numbers.is_matrix else "numbers"
    return table(heads, rows, css=css, caption=words.tr(numbers.caption) if numbers.caption else "")


def ladders_table_html(editions: Sequence[tuple[str, SheetEdition]], words: Words) -> str:
    """All ladders of all editions, one line each, so that they can be compared."""
    lines: list[tuple[str, str, LadderTable, str]] = []
    for title, edition in editions:
        for zone_id, zone in edition.zones.items():
            colour = edition.dice[edition.die_of(zone_id)].colour
            name = words.zone(edition, zone_id)
            lines += [(title, name, ladder, colour) for ladder in ladders_of(zone) if ladder.steps[0] == "1"]
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
        body.append(f"<tr>{label}<td>{escape(words.tr(ladder.heading))}</td>{cells}</tr>")
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
