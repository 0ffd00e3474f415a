"""Pictures of a run as SVG: the spread of totals, bars, and how often the cells of a sheet are marked."""

from collections.abc import Mapping, Sequence
from html import escape

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import bounds, number
from sheetgen.formats.svg import as_svg, element
from sheetgen.lab.statistics import Estimate, Sample
from sheetgen.layout import Layout

WIDTH, HEIGHT, FOOT, HEAD = 720, 240, 34, 18
HEAT = "#E4572E"


def histogram(totals: Sample, title: str, limits: Sequence[int] = ()) -> str:
    """How often which totals came, in even steps; thin lines show where rating bands begin."""
    low, high = min(totals.counts), max(totals.counts)
    step = next((s for s in (1, 2, 5, 10, 20, 50, 100) if (high - low) / s <= 40), 200)
    first = low // step * step
    bins = [0] * ((high - first) // step + 1)
    for total, times in totals.counts.items():
        bins[(total - first) // step] += times
    wide, most = WIDTH / len(bins), max(bins)
    tall = HEIGHT - FOOT - HEAD
    shapes = []
    for i, times in enumerate(bins):
        height = tall * times / most
        label = f"{first + i * step}–{first + (i + 1) * step - 1}" if step > 1 else str(first + i)
        bar = {"x": i * wide + 0.5, "y": HEAD + tall - height, "width": max(wide - 1, 0.5), "height": height}
        shapes.append(element("rect", {"class": "bar", **bar}, element("title", {}, f"{label}: {times}")))
    every = max(1, round(60 / wide))
    shapes += [
        element("text", {"x": i * wide, "y": HEIGHT - 14}, str(first + i * step)) for i in range(0, len(bins), every)
    ]
    for limit in limits:
        if first <= limit <= high:
            x = number((limit - first) / step * wide)
            shapes.append(element("path", {"class": "limit", "d": f"M{x} {HEAD}v{tall}"}))
            shapes.append(element("text", {"class": "limit", "x": x, "y": 12}, str(limit)))
    mean = number((totals.mean - first) / step * wide)
    shapes.append(element("path", {"class": "mean", "d": f"M{mean} {HEAD}v{tall}"}))
    return _picture(WIDTH, HEIGHT, title, "".join(shapes))


def bars(rows: Sequence[tuple[str, float, str, str]], title: str) -> str:
    """One bar a row: a label, its value, how the value is written, and a colour."""
    most = max([value for _, value, _, _ in rows] + [1e-9])
    shapes = []
    for i, (label, value, written, colour) in enumerate(rows):
        y = i * 26
        width = max(value, 0.0) / most * 400
        bar = {"x": 140, "y": y + 4, "width": max(width, 1), "height": 18, "rx": 3}
        shapes += [
            element("text", {"class": "label", "x": 132, "y": y + 17}, escape(label)),
            element("rect", {**bar, "fill": colour, "class": "edge"}),
            element("text", {"class": "value", "x": 148 + width, "y": y + 17}, escape(written)),
        ]
    return _picture(WIDTH, max(len(rows), 1) * 26, title, "".join(shapes))


def heat_map(layout: Layout, marks: Mapping[str, Estimate], title: str, language: str) -> str:
    """The sheet itself in plain ink, each cell the darker the more often it is marked, with its share in per cent."""
    scene = draw_page(layout, "front", theme="ink", language=language)
    places = {group.id: bounds(group) for group in scene.groups() if group.id in marks}
    shapes = []
    for cell, place in places.items():
        seen = marks[cell].value
        box = {"x": place.x, "y": place.y, "width": place.width, "height": place.height, "rx": 0.8}
        fill = {"fill": HEAT, "fill-opacity": f"{0.05 + 0.75 * seen:.2f}"}
        corner = {"x": place.right - 0.4, "y": place.bottom - 0.5}
        small = {"font-size": "2.1", "text-anchor": "end", "class": "share"}
        shapes += [
            element("rect", {**box, **fill}, element("title", {}, f"{escape(cell)}: {seen:.1%}")),
            element("text", {**corner, **small}, f"{seen * 100:.0f}"),
        ]
    svg = as_svg(scene)
    svg = svg[svg.index("<svg") :]
    style = "<style>.share{font-family:sans-serif;fill:#000}.heat rect{mix-blend-mode:multiply}</style>"
    heat = element("g", {"class": "heat", "aria-label": title}, "".join(shapes))
    drawn = svg.replace("</svg>", f"{style}{heat}</svg>")
    return f'<div class="sheet">{drawn}</div>'


def _picture(width: int, height: int, title: str, inside: str) -> str:
    attributes = {"class": "chart", "viewBox": f"0 0 {width} {height}", "role": "img", "aria-label": title}
    return element("svg", attributes, element("title", {}, escape(title)) + inside)
