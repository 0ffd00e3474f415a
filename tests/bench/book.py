"""What a rulebook costs, against drawing its bare pages: the same texts and pictures, already in their places."""

from sheetgen.book.rulebook import BookOptions, compose, make_rulebook, write_composed
from sheetgen.layout import load
from tests.bench.measure import Row, task_medians

MOST = 3.0


def books() -> list[Row]:
    """A booklet from its layout to the finished file."""
    options = BookOptions((load("classic"),), booklet=True)
    composed = compose(options)
    medians = task_medians(
        {
            "floor: bare pages of a booklet": lambda: write_composed(composed),
            "booklet": lambda: make_rulebook(options),
        },
        runs=5,
    )
    least, whole = medians["floor: bare pages of a booklet"], medians["booklet"]
    return [Row("floor: bare pages of a booklet", least, 1.0), Row("booklet", whole, whole / least, most_ratio=MOST)]
