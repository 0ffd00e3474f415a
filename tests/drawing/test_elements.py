"""What a drawn element shows: every element of every sheet that has an id leads to a value of its layout."""

import pytest

from sheetgen.drawing.elements import steps_of
from sheetgen.drawing.pages import draw_page
from sheetgen.layout import SheetEdition, load
from sheetgen.layout.nodes import Steps
from sheetgen.resources import shipped_layouts, shipped_variants

SHEETS = [name for name in (*shipped_layouts(), *map(str, shipped_variants().values())) if name != "objectives"]


@pytest.mark.parametrize("name", SHEETS)
def test_every_badge_of_a_layout_is_drawn_once(name: str) -> None:
    """Counted in the layout; a track that is in no list has no list in its path."""
    layout = load(name)
    edition = layout.edition
    assert isinstance(edition, SheetEdition)
    pages = [draw_page(layout, "front"), *([draw_page(layout, "back")] if edition.has_two_pages else [])]
    drawn = [group.id for page in pages for group in page.groups() if ".badge." in group.id]
    shown = [steps_of(element, edition) for element in drawn]

    def path(steps: Steps) -> Steps:
        is_plain = steps[0] == "actions" and edition.actions[str(steps[1])].lists is None
        return (*steps[:2], steps[-1]) if is_plain else steps

    assert sorted(map(str, shown)) == sorted(str(path(steps)) for steps, _ in edition.every_badge())


def test_other_elements() -> None:
    edition = load("classic").edition
    assert isinstance(edition, SheetEdition)
    for element, steps in {
        "zone-green": ("zones", "green"),
        "green.star.cell.3": ("zones", "green", "points", "above the last", 2),
        "reroll.2": ("actions", "reroll", "slots", 1),
        "rounds": ("rounds",),
        "tally.green": None,
        "marks": None,
    }.items():
        assert steps_of(element, edition) == steps, element
