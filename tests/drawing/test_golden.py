"""One sheet shape by shape, as it was when somebody last looked at it and liked it.

A change of the drawing changes this text. Look at the sheet (`sheetgen sheet classic -o classic.png`); if it is right,
write the text anew and commit it with the change:

    .venv/bin/python -m tests.drawing.test_golden
"""

from pathlib import Path

from tests.drawing.measures import drawn

GOLDEN = Path(__file__).parent / "golden" / "classic.txt"


def test_classic_sheet_is_drawn_as_before() -> None:
    expected = GOLDEN.read_text("utf-8").splitlines()
    found = drawn("classic").as_text().splitlines()
    changed = [f"- {a}\n+ {b}" for a, b in zip(expected, found, strict=False) if a != b]
    assert found == expected, "\n".join(["see the head of this file", *changed[:5]])


if __name__ == "__main__":
    GOLDEN.write_text(drawn("classic").as_text(), "utf-8")
