"""`sheetgen pad`: what it writes, and what it says when it cannot."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

Run = Callable[..., Any]


def pages(path: Path) -> int:
    with pikepdf.open(path) as document:
        return len(document.pages)


def test_a_pad_lands_where_it_is_wanted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("pad", "classic", "--lang", "fr").out == "classic-pad.pdf\n"
    assert pages(tmp_path / "classic-pad.pdf") == 38
    result = run("pad", "cubed", "--sheets", "3", "--up", "1", "-o", "mine.pdf")
    assert (result.code, result.out, pages(tmp_path / "mine.pdf")) == (0, "mine.pdf\n", 3)


def test_papers_by_name_or_size(run: Run, tmp_path: Path) -> None:
    for paper in ("letter", "A5", "330 x 480"):
        path = tmp_path / "pad.pdf"
        assert run("pad", "classic", "--sheets", "4", "--paper", paper, "-o", path).code == 0


def test_backs_in_a_file_of_their_own(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.pdf"
    result = run(
        "pad", "deluxe", "--profile", "press-x4", "--back", "mix", "--backs", "apart", "--sheets", "4", "-o", path
    )
    assert result.out.splitlines() == [str(path), str(tmp_path / "p-backs.pdf")]
    assert (pages(path), pages(tmp_path / "p-backs.pdf")) == (4, 4)


def test_score_sheets_of_the_cards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "scores.pdf"
    assert run("pad", "objectives", "--scores", "--sheets", "4", "-o", path).code == 0
    assert pages(path) == 2


def test_the_calibration_page_needs_no_edition(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "calibration.pdf"
    for language in ("en", "fr", "de"):
        assert run("pad", "--calibrate", "--duplex", "short", "--paper", "A6", "--lang", language, "-o", path).code == 0
        assert pages(path) == 2


def test_a_profile_of_ones_own(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nbleed: 5\nmarks: {registration: false}\n")
    path = tmp_path / "pad.pdf"
    assert run("pad", "classic", "--profile", profile, "--sheets", "1", "-o", path).code == 0
    with pikepdf.open(path) as document:
        trim, bleed = document.pages[0].TrimBox, document.pages[0].BleedBox
    assert float(trim[0] - bleed[0]) == pytest.approx(5 * 72 / 25.4, abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("classic", "--sheets", "0"), 2, "0 is not in the range 1<=x<=10000"),
        (("classic", "--sheets", "1000000"), 2, "1000000 is not in the range 1<=x<=10000"),
        (
            ("classic", "--paper", "A6"),
            1,
            "classic: one sheet of 120 x 171 mm will not fit paper of 105 x 148 mm at this size; --scale 73 or",
        ),
        (("classic", "--up", "4"), 1, "--scale 80 or --scale fit would"),
        (("classic", "--paper", "A9"), 2, "'A9' is not a size: expected width x height in millimetres"),
        (("classic", "--profile", "press-x5"), 1, "there is no such print profile; did you mean 'press-x4'?"),
        (("classic", "--profile", "nonsense"), 1, "shipped are home, single, press-x4"),
        (("classic", "--profile", "nowhere.yaml"), 1, "nowhere.yaml:1:1: there is no such file"),
        (("classic", "--profile", "press-x4", "--icc", "nowhere.icc"), 1, "nowhere.icc: cannot be read: No such file"),
        (("classic", "--profile", "press-x4", "--icc", "/dev/null"), 1, "/dev/null: is not a colour profile (ICC)"),
        (("classic", "--icc", "x.icc"), 1, "a colour profile is for a press"),
        (("clasic",), 1, "did you mean 'classic'?"),
        (("classic", "--theme", "vivd"), 2, "did you mean 'vivid'?"),
        (("classic", "--lang", "xx"), 2, "there is no language 'xx'"),
        (("classic", "--back", "nonsense"), 1, "there is no such edition or file"),
        (("classic", "--back", "score", "--duplex", "none"), 2, "--back needs backs"),
        (("classic", "--back-offset", "1", "1"), 2, "--back-offset needs backs"),
        (("classic", "--backs", "apart"), 2, "--backs apart needs backs"),
        (("objectives", "--number"), 2, "are for sheets"),
        (("objectives", "--solo"), 2, "has no sheet for one player"),
        (("classic", "--scores"), 2, "has no cards"),
        (("classic", "--profile", "press-x4", "--size", "A6"), 1, "is smaller than the 6 pt"),
        (("classic", "-o", "missing/pad.pdf"), 1, "missing/pad.pdf: cannot be written: No such file or directory"),
        ((), 2, "which EDITION?"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("pad", *arguments)
    assert (result.code, result.out) == (code, "")
    assert said in result.err
    assert result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_profile_is_told_with_line_and_suggestion(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nbleed: 5mm\ninklimit: 280\n")
    result = run("pad", "classic", "--profile", profile)
    assert result.code == 1
    assert result.err.splitlines() == [
        f"{profile}:2:8 bleed: expected a number, found '5mm'",
        f"{profile}:3:1: unknown key 'inklimit'; did you mean 'ink limit'?",
    ]


def test_marks_need_room(run: Run, tmp_path: Path) -> None:
    profile = tmp_path / "shop.yaml"
    profile.write_text("extends: press-x4\nslug: 4\n")
    result = run("pad", "classic", "--profile", profile)
    assert result.code == 1
    assert "slug: marks reach 7 mm from the bleed, but the slug is 4 mm; widen 'slug:'" in result.err


def test_a_full_disk_leaves_the_earlier_pad_intact(tmp_path: Path) -> None:
    """The system refuses to write more than a few bytes, as a full disk does."""
    path = tmp_path / "pad.pdf"
    path.write_bytes(b"earlier")

    def cramped() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [sys.executable, "-m", "sheetgen", "pad", "classic", "-o", str(path)],
        preexec_fn=cramped,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{path}: cannot be written: File too large\n"
    assert path.read_bytes() == b"earlier"
    assert [each.name for each in tmp_path.iterdir()] == ["pad.pdf"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(run: Run, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = run("pad", "classic", "-o", tmp_path / "pad.pdf")
    assert (result.code, result.err) == (1, f"{tmp_path / 'pad.pdf'}: cannot be written: Permission denied\n")
