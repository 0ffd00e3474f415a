"""`sheetgen preflight`."""

import json
import sys
from pathlib import Path

import pytest

from sheetgen.cli import main
from tests.press.broken import DRAWN, good, saved


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: object
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["sheetgen", "preflight", *map(str, arguments)])
    with pytest.raises(SystemExit) as end:
        main()
    captured = capsys.readouterr()
    return int(end.value.code or 0), captured.out, captured.err


def test_says_that_there_is_nothing_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    saved(good(), Path("good.pdf"))
    assert run(monkeypatch, capsys, "good.pdf", "--profile", "press-x4") == (
        0,
        "good.pdf: nothing to object to (press-x4, 3 pages)\n",
        "",
    )


def test_one_line_per_objection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pdf = good()
    DRAWN["an RGB line"].change(pdf)
    DRAWN["a hairline"].change(pdf)
    saved(pdf, Path("bad.pdf"))
    assert run(monkeypatch, capsys, "bad.pdf", "--profile", "press-x4") == (
        1,
        "",
        "bad.pdf: page 2: at 19.8 x 29.8 mm: RGB colour in a line; expected process colours or spots\n"
        "bad.pdf: page 2: at 20.0 x 30.0 mm: a line of 0.10 pt; expected 0.25 pt or more\n",
    )
    code, out, err = run(monkeypatch, capsys, "bad.pdf", "--profile", "press-x4", "--json")
    report = json.loads(out)
    assert (code, err, report["clean"], report["pages"]) == (1, "", False, 3)
    assert report["objections"][0] == {
        "code": "rgb",
        "severity": "error",
        "message": "RGB colour in a line",
        "expected": "process colours or spots",
        "page": 2,
        "place": [19.8, 29.8],
        "count": 1,
        "pages": [2],
    }


def test_warnings_do_not_stop_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pdf = good()
    DRAWN["text near the cut"].change(pdf)
    saved(pdf, Path("near.pdf"))
    code, out, err = run(monkeypatch, capsys, "near.pdf")
    assert (code, err) == (0, "")
    assert out.startswith(
        "near.pdf: page 2: at 1.0 x 27.8 mm: warning: text 1.0 mm from the cut; expected 3 mm or more\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("none.pdf",), 1, "none.pdf: cannot be read: No such file or directory\n"),
        (("text.pdf",), 1, "text.pdf: is not a PDF\n"),
        ((".",), 1, ".: is not a file\n"),
        (
            ("text.pdf", "--profile", "pres-x4"),
            2,
            "pres-x4:1:1: there is no such print profile; did you mean 'press-x4'?\n",
        ),
    ],
)
def test_wrong_input_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.pdf").write_text("hello", "utf-8")
    assert run(monkeypatch, capsys, *arguments) == (code, "", message)
