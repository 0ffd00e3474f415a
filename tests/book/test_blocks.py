"""Tables: whole if a page has room for them, as wide as the page where they are high in a column. Lists of steps."""

import pytest

from sheetgen.book.blocks import ALONE, AT_EITHER_END, WITHIN_STEPS, Setter
from sheetgen.book.design import design_for
from sheetgen.book.flow import Filler
from sheetgen.book.inline import InlineReader
from sheetgen.book.markup import Node
from sheetgen.book.pieces import PageDrawing
from sheetgen.book.text import no_hyphens
from sheetgen.drawing.scene import Group, Text
from sheetgen.formats.tags import Element
from sheetgen.layout.sheet import PAPERS

SHORT, LONG = "a word", "many words that need a line or two of a narrow cell of a table"


def setter() -> Setter:
    design = design_for(PAPERS["A4"], "light")
    return Setter(design.measures, InlineReader(("page",), [], "#000000"), design.plain, no_hyphens, Element("Sect"))


def table(rows: int, said: str) -> Node:
    head = Node("tr", {}, [Node("th", {}, [title]) for title in ("What", "Here", "There")])
    body = [Node("tr", {}, [Node("td", {}, [text]) for text in (f"row {i}", said, said)]) for i in range(rows)]
    return Node("table", {}, [head, *body])


def places(rows: int) -> list[tuple[int, int]]:
    """The pages and columns of a table of so many rows, which follows a text."""
    design = design_for(PAPERS["A4"], "light")
    filler = Filler(design.frame)
    text = [Node("p", {}, [LONG * 9]) for _ in range(12)]
    filler.fill(setter().bands([*text, table(rows, SHORT)]))
    found = [(i, each.column) for i, page in enumerate(filler.pages) for each in page.pieces if each.piece.table]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("rows", [3, 12, 25, 38])
def test_a_table_is_whole(rows: int) -> None:
    assert len(places(rows)) == 1


def test_a_table_that_is_higher_than_a_page_is_divided_between_rows_and_its_head_is_repeated() -> None:
    assert len(places(80)) > 1
    pieces = setter().table(table(80, SHORT), 80.0)
    assert all(piece.carried is not None and piece.carried.text == pieces[0].text for piece in pieces[1:])
    kept = [i for i, piece in enumerate(pieces) if piece.keeps]
    assert kept == [*range(1, AT_EITHER_END + 1), *range(len(pieces) - AT_EITHER_END + 1, len(pieces))]


def test_a_table_that_is_high_in_a_column_is_as_wide_as_the_page() -> None:
    assert [band.wide for band in setter().bands([table(12, LONG)])] == [True]
    assert [band.wide for band in setter().bands([table(4, LONG)])] == [False]  # it is low
    assert [band.wide for band in setter().bands([table(25, SHORT)])] == [False]  # it would be as high


def test_columns_of_figures_end_at_the_same_place() -> None:
    """As on the page: with `text-align: right` in Markdown tables."""

    def row(tag: str, name: str, figure: str) -> Node:
        return Node("tr", {}, [Node(tag, {}, [name]), Node(tag, {"style": "text-align: right;"}, [figure])])

    own = Node("table", {}, [row("th", "Card", "First roll"), row("td", "Joker", "100.0%"), row("td", "Pair", "3.1%")])
    page = PageDrawing()
    for i, piece in enumerate(setter().table(own, 80.0)):
        piece.draw(page, 0.0, 10.0 * i)
    groups = [item for item in page.items if isinstance(item, Group)]
    texts = {item.text.strip(): item for group in groups for item in group.items if isinstance(item, Text)}
    ends = [texts[figure].rect.right for figure in ("100.0%", "3.1%")]
    assert ends[0] == pytest.approx(ends[1])
    assert max(item.rect.right for item in texts.values()) == pytest.approx(ends[0])  # of the heads, too
    assert len({texts[name].x for name in ("Card", "Joker", "Pair")}) == 1


def test_a_page_that_begins_within_a_numbered_list_is_worse() -> None:
    items: list[Node | str] = [Node("li", {}, [LONG * 3]) for _ in range(3)]
    numbered, dotted = (
        [piece.page_cost for piece in setter().items(Node(tag, {}, items), 80.0)] for tag in ("ol", "ul")
    )
    first = numbered.index(WITHIN_STEPS)
    assert 0 < first < len(numbered) / 2
    assert set(numbered[first:]) == {WITHIN_STEPS}
    assert set(numbered[:first]) == set(dotted) == {0.0}


def test_a_page_that_begins_with_the_few_last_lines_of_a_chapter_is_worse() -> None:
    text, heading = Node("p", {}, [SHORT]), Node("h2", {"id": "points"}, ["Points"])
    for lines, costs in ((1, [ALONE]), (12, [])):
        (band,) = setter().bands([*[text] * 5, heading, *[text] * lines])
        assert [piece.page_cost for piece in band.pieces if piece.page_cost] == costs
