"""No errors in `check` means: the layout draws, plays to the end, scores right, replays and prints.

Layouts made by chance look for one that breaks this promise. `make fuzz` tries many more; what it finds becomes a case
in `cases/`.
"""

import re
from pathlib import Path

import pytest

import sheetgen
from sheetgen.drawing.pages import draw_page, pages_of
from sheetgen.drawing.themes import themes
from sheetgen.engine import Game, Rules
from sheetgen.i18n import languages
from sheetgen.layout import Severity, SheetEdition, load
from sheetgen.layout.checks import TAKEN_NAMES
from sheetgen.site.pages import SHEET, ZONE
from tests.matrix import often
from tests.promise.__main__ import main
from tests.promise.generate import KINDS
from tests.promise.promise import PAD_EVERY, PAGES_EVERY, BrokenPromiseError, keeps_promise, look_of

CASES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_check_passes_works(kind: str, tmp_path: Path) -> None:
    count, passed, broken = often(400, quick=40), 0, {}
    file = tmp_path / "chance.yaml"
    for seed in range(count):
        file.write_text(KINDS[kind](seed), "utf-8")
        try:
            passed += keeps_promise(file, seed)
        except BrokenPromiseError as error:
            broken[seed] = str(error)
    assert broken == {}
    assert passed > count // 8, "hardly any layout passes: the test says little"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_what_was_found_before(case: Path, tmp_path: Path) -> None:
    """The first line of a case says whether `check` refuses it now, or `in LANGUAGE, THEME` where it was found."""
    first = case.read_text("utf-8").splitlines()[0]
    found = re.match("# in (..), ([a-z]+)", first)
    assert keeps_promise(case, look=(found[1], found[2]) if found else None) is not first.startswith("# refused")


def test_a_broken_promise_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its check, a zone of crosses that compares numbers loses its crosses."""
    file = tmp_path / "crosses.yaml"
    file.write_text(
        "schema: 1\nextends: classic\nzones:\n  green: {accepts: higher than the one before}\n", encoding="utf-8"
    )
    assert keeps_promise(file) is False
    monkeypatch.setattr("sheetgen.layout.checks.SHEET_CHECKS", ())
    monkeypatch.setattr("sheetgen.layout.checks.SOUND_SHEET_CHECKS", ())
    with pytest.raises(BrokenPromiseError):
        keeps_promise(file)


def test_no_zone_has_the_name_of_a_page_a_score_or_an_element() -> None:
    """Words that stand before a number in ids of drawn elements, or behind the id of an edition in addresses."""
    taken = set(TAKEN_NAMES)
    assert taken >= set(SHEET) - {ZONE}
    for name in ("classic", "cubed", "mix"):
        layout = load(name)
        assert isinstance(layout.edition, SheetEdition)
        own = {*layout.edition.zones, *(f"zone-{zone}" for zone in layout.edition.zones)}
        ids = {group.id for page in pages_of(layout) for group in draw_page(layout, page).groups()}
        first_words = {words[0] for each in ids if len(words := each.split(".")) == 2}
        assert first_words - own - taken == set()
        assert {each.split(".")[1] for each in ids if each.startswith("tally.")} - own <= taken


NAMES = ["Ada, Ben", 'Say "hi"', "a: b", "#1", "throw", "take that", " ", "", "Zoë\nB", "players"]


@pytest.mark.parametrize("name", NAMES)
def test_a_record_keeps_every_name(name: str) -> None:
    game = Game("classic", [name, "Ben"], seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    again = sheetgen.replay(game.record())
    assert [player.name for player in again.players] == [name, "Ben"]
    assert again.scores() == game.scores()


def test_a_record_finds_its_layout_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "my #1.yaml").write_text("schema: 1\nextends: classic\ntitle: Mine\n", "utf-8")
    monkeypatch.chdir(tmp_path / "games")
    game = Game(Rules(load("my #1.yaml")), seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    record = game.record()
    assert record.startswith('edition: "my #1.yaml"\n')
    assert sheetgen.replay(record).scores() == game.scores()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sheetgen.SheetgenError, match="there is no such file"):
        sheetgen.replay(record)
    assert sheetgen.replay(record, folder="games").scores() == game.scores()


def test_every_look_occurs_among_pads_and_pages() -> None:
    for every in (1, PAD_EVERY, PAGES_EVERY):
        seeds = range(0, every * 60, every)
        assert {look_of(seed) for seed in seeds} == {
            (language, theme) for language in languages() for theme in themes()
        }


def test_a_long_run_says_how_to_go_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []

    def tried(kind: str, seed: int) -> str:
        seen.append((kind, seed))
        return "FOUND it" if (kind, seed) == ("changed", 1010) else "works"

    monkeypatch.setattr("tests.promise.__main__.tried", tried)
    monkeypatch.setattr("tests.promise.__main__.SEEDS", 10)
    assert main(25 * len(KINDS), 1000, 1) == 1
    assert sorted(seen) == sorted((kind, seed) for kind in KINDS for seed in range(1000, 1025))
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("to go on: ")[2] for line in lines if "to go on" in line] == [
        f"{15 * len(KINDS)} 1010",
        f"{5 * len(KINDS)} 1020",
        "0 1025",
    ]
    assert "FOUND it" in lines
    assert "promise, changed: 25 layouts, 24 work, 0 refused, 1 found" in lines


def test_check_draws_in_the_theme_that_needs_most_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.drawing.head.NEGATIVE", 12.0)  # the least size of light type, used by one theme
    errors = [str(problem) for problem in sheetgen.check("classic") if problem.severity is Severity.ERROR]
    assert errors
    assert all("(theme vivid) cannot be drawn: " in error for error in errors)
