"""Small charts: bars in the colour of a zone."""

from collections.abc import Sequence
from html import escape

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
        shapes.append(f'<rect x="{x}" y="{top:.1f}" width="{BAR}" height="{height:.1f}" rx="2"/>')
        number = str(value).replace("-", "−")
        shapes.append(f'<text class="v" x="{x + BAR / 2}" y="{top - 3:.1f}">{number}</text>')
        shapes.append(f'<text x="{x + BAR / 2}" y="{HEIGHT + 26}">{escape(label)}</text>')
    shapes.append(f'<path d="M0 {zero:.1f}h{width}"/>')
    view = f'viewBox="0 0 {width} {HEIGHT + 30}" width="{width * 1.5:g}" height="{(HEIGHT + 30) * 1.5:g}"'
    return f'<svg class="chart" {view} role="img" aria-label="{escape(title)}">{"".join(shapes)}</svg>'
