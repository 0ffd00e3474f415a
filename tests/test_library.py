"""What `import sheetgen` offers: small, documented, typed, and as the pages about it tell."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

import sheetgen
from sheetgen.cli.app import cli
from sheetgen.drawing.faces import font_folders
from sheetgen.engine.fast.tables import compile_tables
from sheetgen.engine.rules import Rules
from sheetgen.i18n import languages
from sheetgen.lab.learning import load_knowledge
from sheetgen.lab.training import keep_weights
from sheetgen.layout import LayoutError
from sheetgen.resources import cache_folder, data_folder, state_folder
from tests.programs import needs_core

NAMES = [name for name in sheetgen.__all__ if name != "__version__"]


def blocks(language: str, kind: str = "python") -> list[str]:
    page = (data_folder("docs") / language / "library.md.j2").read_text("utf-8")
    return re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)


def test_page_runs_as_it_stands(tmp_path: Path) -> None:
    program = "\n".join(blocks("en"))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stderr == ""
    *_, last = done.stdout.splitlines()
    assert [f"{last}\n"] == blocks("en", "text"), "what the page says that it prints"
    made = {path.name: path.read_bytes()[:5] for path in tmp_path.iterdir() if path.is_file()}
    assert made == {
        "classic.svg": b"<?xml",
        "filled.svg": b"<?xml",
        "solo.pdf": b"%PDF-",
        "pad.pdf": b"%PDF-",
        "shop.pdf": b"%PDF-",
        "pair.png": b"\x89PNG\r",
        "game.record": b"editi",
        "mine.yaml": b"# yam",
        "calibration.pdf": b"%PDF-",
        "report.html": b"<!DOC",
    }
    assert sum(path.is_file() for path in (tmp_path / "all" / "fr" / "classic").iterdir()) == 14


@pytest.mark.parametrize("language", languages())
def test_page_shows_the_same_code_in_every_language(language: str) -> None:
    assert len(blocks("en")) == 11
    assert blocks(language) == blocks("en")
    assert blocks(language, "text") == blocks("en", "text")


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_documented(name: str) -> None:
    thing = getattr(sheetgen, name)
    assert inspect.getdoc(thing)
    if inspect.isfunction(thing):
        assert "return" in thing.__annotations__


def test_page_names_every_function() -> None:
    page = (data_folder("docs") / "en" / "library.md.j2").read_text("utf-8")
    functions = {name for name in NAMES if inspect.isfunction(getattr(sheetgen, name))}
    assert {name for name in functions if f"sheetgen.{name}(" not in page} == set()
    assert {"load", "check", "draw", "pad", "replay", "score", "simulate"} <= functions


def test_every_name_comes_from_one_module() -> None:
    homes = [name for names in sheetgen._NAMES.values() for name in names]
    assert sorted(homes) == sorted(NAMES)
    assert dir(sheetgen) == sorted(sheetgen.__all__)
    with pytest.raises(AttributeError, match="module 'sheetgen' has no attribute 'paint'"):
        sheetgen.paint  # type: ignore[attr-defined]  # noqa: B018


def test_importing_costs_nothing() -> None:
    code = "import sys, sheetgen; print(sheetgen.__version__, *sorted(m for m in sys.modules if 'sheetgen.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{sheetgen.__version__}\n"


def test_version_is_a_semantic_one() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", sheetgen.__version__)


@pytest.mark.parametrize("options", [{}, {"solo": True}, {"back": True}, {"solo": True, "back": True}, {"size": "A5"}])
def test_draws_what_the_command_draws(options: dict[str, Any], tmp_path: Path) -> None:
    words = [f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items()]
    done = CliRunner().invoke(cli, ["sheet", "double", "--lang", "de", *words, "-o", str(tmp_path / "own.svg")])
    assert (done.exit_code, done.stderr) == (0, "")
    assert sheetgen.draw("double", language="de", **options) == (tmp_path / "own.svg").read_bytes()


def test_prints_what_the_command_prints(tmp_path: Path) -> None:
    command = ["pad", "mix", "--lang", "fr", "--sheets", "3", "--paper", "Letter", "--solo"]
    assert CliRunner().invoke(cli, [*command, "-o", str(tmp_path / "own.pdf")]).exit_code == 0
    with pytest.warns(UserWarning, match="the rating of mix has no room on the front"):
        own = sheetgen.pad("mix", language="fr", sheets=3, paper="Letter", solo=True)
    assert own == (tmp_path / "own.pdf").read_bytes()


def test_cards() -> None:
    layout = sheetgen.load("objectives")
    pictures = [
        sheetgen.draw(layout),
        sheetgen.draw(layout, back=True),
        sheetgen.draw(layout, card="pair"),
        sheetgen.draw(layout, card="pair", deck=list(layout.edition.decks)[1]),  # type: ignore[union-attr]
    ]
    assert len(set(pictures)) == 4
    document = pypdfium2.PdfDocument(sheetgen.pad(layout, scores=True, sheets=1))
    assert len(document) == 1


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix"])
def test_a_finished_game_is_scored_as_the_game_scores_it(edition: str) -> None:
    game = sheetgen.Game(edition, players=1, seed=5)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    (player,) = game.players
    marks = {"edition": edition, "marks": player.marks(), "rounds": game.rounds}
    assert sheetgen.score(edition, marks) == game.scores()[0]
    assert sheetgen.draw(edition, marks=marks) != sheetgen.draw(edition)


def test_own_layouts_by_path(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("schema: 1\nextends: classic\ntitle: Foxier\nfoxes: {worth: 10}\n", "utf-8")
    layout = sheetgen.load(own)
    assert layout.edition.title == "Foxier"
    assert sheetgen.load(layout) is layout
    assert [problem for problem in sheetgen.check(own) if problem.severity == "error"] == []
    for edition in (own, str(own), layout):
        assert sheetgen.Game(sheetgen.load(edition), seed=1).rules.id == "own"
        assert b"Foxier" in sheetgen.draw(edition)


@needs_core
def test_simulation_is_that_of_the_command() -> None:
    told = ("--games", "40", "--players", "2", "--seed", "9", "--json")
    done = CliRunner().invoke(cli, ["simulate", "classic", *told])
    assert (done.exit_code, done.stderr) == (0, "")
    shown, own = json.loads(done.stdout), sheetgen.simulate("classic", games=40, players=2, seed=9)
    for speed in ("seconds", "games_per_second"):
        del shown[speed], own[speed]
    assert own == shown


def careless(game: sheetgen.Game, chance: object) -> sheetgen.Move:
    raise RuntimeError("lost the pencil")


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "edition": (lambda: sheetgen.load("clasic"), "did you mean 'classic'?"),
    "file": (lambda: sheetgen.load(Path("nowhere.yaml")), "there is no such file"),
    "theme": (lambda: sheetgen.draw("classic", theme="lihgt"), "there is no theme 'lihgt'; did you mean 'light'?"),
    "language": (
        lambda: sheetgen.pad("classic", language="xx"),
        "there is no language 'xx'; known are en, de, es, fr, it",
    ),
    "kind": (lambda: sheetgen.draw("classic", "gif"), "there is no kind 'gif'"),  # type: ignore[arg-type]
    "size": (lambda: sheetgen.draw("classic", size="huge"), "'huge' is not a size"),
    "sides": (lambda: sheetgen.draw("classic", size=(1, 2)), "'1 x 2' is not a size"),
    "dpi": (lambda: sheetgen.draw("classic", "png", dpi=9999), "dpi: expected 36 to 1200, found 9999"),
    "card": (lambda: sheetgen.draw("objectives", card="pear"), "did you mean 'pair'?"),
    "card of a sheet": (lambda: sheetgen.draw("classic", card="pair"), "classic has no cards"),
    "solo cards": (lambda: sheetgen.draw("objectives", solo=True), "are for sheets, not for cards"),
    "sheets": (lambda: sheetgen.pad("classic", sheets=0), "sheets: expected 1 to 10000, found 0"),
    "duplex": (lambda: sheetgen.pad("classic", duplex="both"), "there is no duplex 'both'"),  # type: ignore[call-overload]
    "paper": (lambda: sheetgen.pad("classic", paper="A6", size="A5"), "A6|105 x 148|larger"),
    "order": (lambda: sheetgen.pad("classic", scores=True), "classic has no cards"),
    "profile": (lambda: sheetgen.pad("classic", profile="press"), "there is no such print profile"),
    "players": (lambda: sheetgen.Game("classic", players=9), "is for 1, 2, 3, 4 players, not 9"),
    "cards played as a sheet": (lambda: sheetgen.Game("objectives"), "play it with sheetgen.CardGame"),
    "a sheet played as cards": (lambda: sheetgen.CardGame("classic"), "play it with sheetgen.Game"),
    "move": (lambda: sheetgen.Game("classic").play(sheetgen.Move("take", "yellow", "green", "1", 1)), ".+"),
    "record": (lambda: sheetgen.replay("edition: classic\nfly away\n"), "line 2: "),
    "marks": (lambda: sheetgen.score("classic", {"marks": {"green.9": "x"}}), "green"),
    "no data": (lambda: sheetgen.score("classic", {"marks": {"green.1": object()}}), "marks are plain data"),
    "cards scored": (lambda: sheetgen.score("objectives", {"marks": {}}), "is a card game"),
    "bot": (lambda: sheetgen.simulate("classic", bot="gredy"), "there is no bot 'gredy'"),
    "own bot": (lambda: sheetgen.simulate("classic", games=1, bot=f"{__file__}:careless"), "lost the pencil"),
    "games": (lambda: sheetgen.simulate("classic", games=0), "games: expected 1 to"),
    "seed": (lambda: sheetgen.simulate("classic", seed=-1), "seed: expected 0 to"),
    "seats": (lambda: sheetgen.simulate("classic", players=7), "players, not 7"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_input_raises_the_one_error(what: str) -> None:
    call, said = WRONG[what]
    with pytest.raises(sheetgen.SheetgenError) as caught:
        call()
    first, *_ = str(caught.value).splitlines()
    assert re.search(said if what in ("paper", "move") else re.escape(said), first), first


def test_every_problem_of_a_layout_has_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("schema: 1\nextends: classic\ntitel: A\nzones: {blue: {oder: anywhere}}\n", "utf-8")
    with pytest.raises(sheetgen.SheetgenError) as caught:
        sheetgen.load(broken)
    assert isinstance(caught.value, LayoutError)
    assert str(caught.value).splitlines() == [str(problem) for problem in sheetgen.check(broken)]
    assert len(sheetgen.check(broken)) == 2


def test_the_studio_starts_without_layouts() -> None:
    """Its page opens at once: its workers import the layout language and the fonts meanwhile."""
    code = (
        "import sys, sheetgen.api.sites\n"
        "from sheetgen.studio import server\n"
        "server._static_files()\n"
        "print(*sorted({'pydantic', 'yaml', 'fontTools', 'sheetgen.layout', 'sheetgen.drawing'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


# Names of 1.0


def test_old_names_work_and_warn() -> None:
    (problem, *_) = sheetgen.check("nowhere.yaml")
    with pytest.warns(DeprecationWarning, match=r"Problem\.mark is now Problem\.position; .* 1\.2"):
        assert problem.mark == problem.position
    layout, game = sheetgen.load("classic"), sheetgen.Game("classic", seed=1)
    with pytest.warns(DeprecationWarning, match=r"Layout\.first_stated_here"):
        assert layout.own(("title",), ("zones",)) == ("title",)
    with pytest.warns(DeprecationWarning, match=r"Game\.place_for_cells"):
        assert game.where(0, False) == game.place_for_cells(0, False)
    (score,) = game.scores()
    with pytest.warns(DeprecationWarning, match=r"score\.zones, score\.foxes") as warned:
        zones, foxes, each, total = score
    assert (zones, foxes, each, total) == (score.zones, score.foxes, score.each, score.total)
    assert warned[0].filename == __file__


def test_without_a_home_folder_nothing_is_kept_and_everything_else_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a service or a container whose user the system does not know."""

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("SHEETGEN_CACHE", "SHEETGEN_STATE", "SHEETGEN_FONTS", "XDG_CACHE_HOME", "XDG_STATE_HOME",
                 "XDG_DATA_HOME", "LOCALAPPDATA"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    for folder in (cache_folder(), state_folder()):
        with pytest.raises(NotADirectoryError):
            folder.mkdir(parents=True)
    assert not font_folders()[0].is_dir()
    rules = Rules(sheetgen.load("classic"))
    assert load_knowledge(rules, 1, games=1)
    assert keep_weights(compile_tables(rules), b"") is None
