"""Pictures of a run as SVG: the spread of totals, bars, and how often the cells of a sheet are marked."""

from collections.abc import Mapping, Sequence
from html import escape

from sheetgen.drawing.pages import draw_page
from sheetgen.drawing.scene import Group, Item, bounds, number
from sheetgen.formats.svg import as_svg
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
        shapes.append(
            f'<rect class="bar" x="{number(i * wide + 0.5)}" y="{number(HEAD + tall - height)}" '
            f'width="{number(max(wide - 1, 0.5))}" height="{number(height)}">'
            f"<title>{label}: {times}</title></rect>"
        )
    every = max(1, round(60 / wide))
    shapes += [
        f'<text x="{number(i * wide)}" y="{HEIGHT - 14}">{first + i * step}</text>' for i in range(0, len(bins), every)
    ]
    for limit in limits:
        if first <= limit <= high:
            x = number((limit - first) / step * wide)
            shapes.append(f'<path class="limit" d="M{x} {HEAD}v{tall}"/>')
            shapes.append(f'<text class="limit" x="{x}" y="12">{limit}</text>')
    mean = number((totals.mean - first) / step * wide)
    shapes.append(f'<path class="mean" d="M{mean} {HEAD}v{tall}"/>')
    return _picture(WIDTH, HEIGHT, title, "".join(shapes))


def bars(rows: Sequence[tuple[str, float, str, str]], title: str) -> str:
    """One bar a row: a label, its value, how the value is written, and a colour."""
    most = max([value for _, value, _, _ in rows] + [1e-9])
    shapes = []
    for i, (label, value, written, colour) in enumerate(rows):
        y = i * 26
        width = max(value, 0.0) / most * 400
        shapes.append(f'<text class="label" x="132" y="{y + 17}">{escape(label)}</text>')
        shapes.append(
            f'<rect x="140" y="{y + 4}" width="{number(max(width, 1))}" height="18" rx="3" '
            f'fill="{colour}" class="edge"/>'
        )
        shapes.append(f'<text class="value" x="{number(148 + width)}" y="{y + 17}">{escape(written)}</text>')
    return _picture(WIDTH, max(len(rows), 1) * 26, title, "".join(shapes))


def heat_map(layout: Layout, marks: Mapping[str, Estimate], title: str, language: str) -> str:
    """The sheet itself in plain ink, each cell the darker the more often it is marked, with its share in per cent."""
    scene = draw_page(layout, "front", theme="ink", language=language)
    places = {group.id: bounds(group) for group in _groups(scene.items) if group.id in marks}
    shapes = []
    for cell, place in places.items():
        seen = marks[cell].value
        shapes.append(
            f'<rect x="{number(place.x)}" y="{number(place.y)}" width="{number(place.width)}" '
            f'height="{number(place.height)}" rx="0.8" fill="{HEAT}" fill-opacity="{0.05 + 0.75 * seen:.2f}">'
            f"<title>{escape(cell)}: {seen:.1%}</title></rect>"
            f'<text x="{number(place.right - 0.4)}" y="{number(place.bottom - 0.5)}" font-size="2.1" '
            f'text-anchor="end" class="share">{seen * 100:.0f}</text>'
        )
    svg = as_svg(scene)
    svg = svg[svg.index("<svg") :]
    style = "<style>.share{font-family:sans-serif;fill:#000}.heat rect{mix-blend-mode:multiply}</style>"
    drawn = svg.replace("</svg>", f'{style}<g class="heat" aria-label="{escape(title)}">{"".join(shapes)}</g></svg>')
    return f'<div class="sheet">{drawn}</div>'


def _groups(items: Sequence[Item]) -> list[Group]:
    found = []
    for item in items:
        if isinstance(item, Group):
            found += [item, *_groups(item.items)]
    return found


def _picture(width: int, height: int, title: str, inside: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
