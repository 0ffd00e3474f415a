"""Shapes as SVG markup for a page that has its own fonts and styles: no ids, one class per look."""

from collections.abc import Iterable
from html import escape

from sheetgen.drawing.scene import Box, Circle, Group, Item, Path, Shape, Text, number
from sheetgen.formats.svg import class_of, look_of, path_data


def as_markup(items: Iterable[Item], looks: dict[str, str]) -> str:
    """Write shapes one after the other; what each class looks like is added to `looks`.

    >>> from sheetgen.drawing.scene import Paint
    >>> looks: dict[str, str] = {}
    >>> as_markup([Circle(1, 2, 0.5, Paint(fill="#FF0000"))], looks)
    '<circle cx="1" cy="2" r="0.5" class="k7e4e5e"/>'
    >>> looks
    {'k7e4e5e': 'fill:#FF0000'}
    """
    return "".join(_markup(shape, looks) for item in items for shape in _flat(item))


def _flat(item: Item) -> Iterable[Shape]:
    if not isinstance(item, Group):
        yield item
        return
    for inner in item.items:
        yield from _flat(inner)


def _markup(shape: Shape, looks: dict[str, str]) -> str:
    look = look_of(shape)
    name = class_of(look)
    looks[name] = look
    match shape:
        case Box(rect, _, radius):
            rounded = f' rx="{number(radius)}"' if radius else ""
            place = f'x="{number(rect.x)}" y="{number(rect.y)}"'
            return (
                f'<rect {place} width="{number(rect.width)}" height="{number(rect.height)}"{rounded} class="{name}"/>'
            )
        case Circle(x, y, radius):
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" class="{name}"/>'
        case Path(commands):
            return f'<path d="{path_data(commands)}" class="{name}"/>'
        case Text():
            return f'<text x="{number(shape.x)}" y="{number(shape.y)}" class="{name}">{escape(shape.text)}</text>'
