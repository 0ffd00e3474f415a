"""What a pad costs, against drawing every page and against the least that repeating one page can cost."""

from io import BytesIO

import pikepdf

from sheetgen.drawing.sheet import draw_sheet
from sheetgen.formats.pdf import as_pages
from sheetgen.layout import load
from sheetgen.press.pads import PadOptions, make_pad
from tests.bench.measure import Row, task_medians

SHEETS = 200
MOST = 1.5


def pads() -> list[Row]:
    """Pads of few and many sheets, one to a page, so that all tasks write as many pages."""
    layout = load("classic")

    def pad(sheets: int) -> bytes:
        return make_pad(PadOptions(layout, sheets=sheets, up=1)).pdf

    def floor() -> bytes:
        """One page drawn and repeated: no places, no ruler, nothing said about the file."""
        document = pikepdf.open(BytesIO(as_pages([draw_sheet(layout)])))
        page = document.pages[0]
        for _ in range(SHEETS - 1):
            document.pages.append(page)
        stream = BytesIO()
        document.save(stream, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return stream.getvalue()

    def every_page() -> bytes:
        return as_pages([draw_sheet(layout)] * SHEETS)

    quick = task_medians(
        {
            "floor: one page repeated": floor,
            f"pad of {SHEETS} sheets": lambda: pad(SHEETS),
            "pad of 5 sheets": lambda: pad(5),
            "pad of 2000 sheets": lambda: pad(2000),
        },
        runs=7,
    )
    slow = task_medians({"reportlab draws every page": every_page}, runs=1)
    least = quick["floor: one page repeated"]
    few = quick["pad of 5 sheets"]
    sizes = len(pad(SHEETS)) / len(pad(5))
    return [
        Row("floor: one page repeated", least, 1.0),
        Row(
            "reportlab draws every page", slow["reportlab draws every page"], slow["reportlab draws every page"] / least
        ),
        Row(
            f"pad of {SHEETS} sheets",
            quick[f"pad of {SHEETS} sheets"],
            quick[f"pad of {SHEETS} sheets"] / least,
            most_ratio=MOST,
        ),
        Row(
            "the same against 5 sheets",
            quick[f"pad of {SHEETS} sheets"],
            quick[f"pad of {SHEETS} sheets"] / few,
            most_ratio=2.0,
        ),
        Row("its size against 5 sheets", 0.0, sizes, most_ratio=1.5),
        Row("pad of 2000 sheets", quick["pad of 2000 sheets"], quick["pad of 2000 sheets"] / least, most_seconds=2.0),
    ]
