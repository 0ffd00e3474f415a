"""Figures of the layout on the page, without a browser: the same as those of the commands, in every language."""

import gc
import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sheetgen as library
from sheetgen.cli.app import cli
from sheetgen.engine.fast.core import ENGINE_VARIABLE
from sheetgen.i18n import languages
from sheetgen.lab import stepwise
from sheetgen.lab.fast import strongest_bot
from sheetgen.layout import load
from sheetgen.resources import shipped_layouts
from sheetgen.studio import figures
from sheetgen.studio.jobs import run_job
from sheetgen.studio.starts import start_names
from tests.programs import needs_core

CLASSIC = shipped_layouts()["classic"].read_text("utf-8")
STRONG = CLASSIC.replace("[1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]", "[10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]")
Data = dict[str, Any]


@pytest.fixture(autouse=True)
def no_runs_before() -> Iterator[None]:
    figures._runs.clear()
    yield
    figures._runs.clear()


def begin(folder: Path, text: str, language: str = "en", **wish: object) -> Data:
    data = {"text": text, "name": "mine.yaml", "folder": str(folder), "wish": wish, "language": language}
    return run_job("figures", data)


def go_on(answer: Data, **more: object) -> Data:
    return run_job("more figures", {"run": answer["run"], "name": "mine.yaml", **more})


def finished(answer: Data, language: str = "en") -> Data:
    while not answer["finished"]:
        answer = go_on(answer, language=language)
    return answer


def test_quick_figures_are_those_of_simulate(folder: Path) -> None:
    quick = finished(begin(folder, CLASSIC, what="quick"))["quick"]
    own = library.simulate(str(folder / "mine.yaml"), games=quick["games"])
    value, low, high = quick["total"]
    assert [round(value, 4), [round(low, 4), round(high, 4)]] == [own["mean"], own["interval"]]
    assert {zone["id"]: round(zone["points"][0], 4) for zone in quick["zones"]} == own["zones"]
    assert {cell: round(shares["greedy"], 4) for cell, shares in quick["cells"].items()} == own["marks"]
    assert quick["command"] == f"sheetgen simulate mine.yaml --bot greedy --games {quick['games']} --seed 1"
    randomly = library.simulate(str(folder / "mine.yaml"), games=quick["games"], bot="random")
    assert [(bot["id"], round(bot["total"][0], 4)) for bot in quick["bots"]] == [
        ("greedy", own["mean"]),
        ("random", randomly["mean"]),
    ]
    assert sum(zone["share"] for zone in quick["zones"]) == pytest.approx(1)
    assert quick["change"] is None


def test_what_a_change_did_is_told_by_twins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK_GAMES", 300)
    before = finished(begin(folder, CLASSIC, what="quick"))
    after = finished(begin(folder, STRONG, what="quick", before=before["run"]))
    changes = ["zones.green.points.above the last=[10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]"]
    expected = library.what_if("classic", changes, games=300, bot="greedy").points
    told = {zone["id"]: zone["change"] for zone in after["quick"]["zones"]}
    told["total"] = after["quick"]["change"]
    (told["foxes"],) = (badge["change"] for badge in after["quick"]["badges"])
    for name, points in expected.items():
        gap = points.difference
        assert told[name] == pytest.approx([gap.value, gap.low, gap.high]), name
    assert told["green"][1] > 0  # green is stronger now, and that is sure
    # Another title is no other game: the same run, at once.
    titled = begin(folder, STRONG.replace("title: That's", "title: This is"), what="quick", before=after["run"])
    assert (titled["run"], titled["finished"], titled["quick"]["same"]) == (after["run"], True, True)


def test_figures_come_bit_by_bit_and_a_lost_run_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "MOMENT", 0.0)  # one bit with each request
    monkeypatch.setenv(ENGINE_VARIABLE, "python")
    answer = begin(folder, CLASSIC, what="quick")
    assert (answer["played"], answer["of"], answer["quick"]) == (1, figures.QUICK_GAMES_IN_PYTHON, None)
    assert 1 < go_on(answer)["played"] <= 1 + stepwise.GROWTH
    assert run_job("more figures", {"run": "nothing", "name": "mine.yaml"}) == {"lost": True}
    for number in range(figures.MOST_RUNS):
        begin(folder, other(number), what="quick")
    assert go_on(answer) == {"lost": True}  # only the last few are kept


def other(number: int) -> str:
    """A layout that plays another game for each number."""
    return CLASSIC.replace("foxes: worth the lowest zone", f"foxes: {{worth: {number + 1}}}")


def test_runs_that_were_compared_with_are_forgotten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change is compared with the one before; only the last few are kept, and none of those before them."""
    monkeypatch.setattr(figures, "MOMENT", 0.0)
    answer = begin(folder, CLASSIC, what="quick")
    for number in range(3 * figures.MOST_RUNS):
        answer = begin(folder, other(number), what="quick", before=answer["run"])
    gc.collect()
    alive = sum(isinstance(own, stepwise.GameSeries) for own in gc.get_objects())
    assert alive <= 3 * figures.MOST_RUNS  # two of each run, and one to compare with


@needs_core
def test_a_run_that_goes_on_is_not_forgotten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "MOMENT", 0.0)
    long = begin(folder, CLASSIC, what="simulate", bot="greedy", games=100_000)
    for number in range(2 * figures.MOST_RUNS):
        begin(folder, other(number), what="quick")
        assert "lost" not in go_on(long)


@pytest.mark.parametrize("name", ["mine.yaml", "my sheet (2)+.yaml"])
def test_commands_can_be_typed_as_they_are_told(folder: Path, name: str) -> None:
    """Every option is one that the command has, and a shell reads the name as one word."""
    (folder / name).write_text(CLASSIC, "utf-8")
    data = {"text": CLASSIC, "name": name, "folder": str(folder), "language": "en"}
    told = []
    for what in ("simulate", "balance", "bands"):
        wish = {"what": what, "bot": "random", "games": 5, "players": 2}
        answer = run_job("figures", {**data, "wish": wish})
        while not answer["finished"]:
            answer = run_job("more figures", {"run": answer["run"], "name": name})
        told.append(answer["result"]["command"])
    for command in told:
        program, *words = shlex.split(command)
        assert (program, words[1]) == ("sheetgen", name)
        words[1] = str(folder / name)
        result = CliRunner().invoke(cli, words)
        assert result.exit_code == 0, (command, result.output)


@pytest.mark.parametrize("language", languages())
def test_longer_runs_are_the_commands(folder: Path, language: str) -> None:
    (folder / "mine.yaml").write_text(STRONG, "utf-8")
    path = str(folder / "mine.yaml")
    tables = {}
    for what in ("simulate", "balance", "bands"):
        answer = finished(begin(folder, STRONG, language, what=what, bot="greedy", games=60, players=1), language)
        result = answer["result"]
        tables[what] = result["tables"]
        assert result["command"] == f"sheetgen {what} mine.yaml --bot greedy --games 60 --seed 1"
        if what == "simulate":
            told, own = json.loads(result["file"]["content"]), library.simulate(path, games=60)
            for figures_of in (told, own):
                del figures_of["seconds"], figures_of["games_per_second"]
            assert told == own
            assert result["file"]["name"] == "mine-simulate.json"
        elif what == "balance":
            told = json.loads(result["file"]["content"])["findings"]
            own_findings = library.balance(path, against="classic", games=60, bot="greedy").findings
            assert [each["sentence"] for each in told] == [each.sentence for each in own_findings]
            assert any(sentence.startswith(GREEN[language]) for _, sentence in result["tables"][0]["rows"])
        else:
            own_bands = library.bands(path, games=60, bot="greedy")
            assert result["text"] == "\n".join([*own_bands.yaml_lines(), ""])
    heads = [head for table in tables["simulate"] for head in table["heads"]]
    assert ("Zone" in heads) == (language in ("en", "fr"))
    assert ("unlocked" in heads) == (language == "en")


GREEN = {
    "en": "Green is too strong: it brings ",
    "de": "Grün ist zu stark: ",
    "fr": "Verte est trop forte\u00a0: ",
    "es": "Verde es demasiado fuerte: ",
    "it": "Verde è troppo forte: ",
}


def test_a_stopped_simulation_shows_the_games_until_then(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "MOMENT", 0.0)
    answer = begin(folder, CLASSIC, what="simulate", bot="greedy", games=5000)
    assert not answer["finished"]
    answer = go_on(answer)
    stopped = go_on(answer, stop=True)
    assert stopped["finished"]
    told = json.loads(stopped["result"]["file"]["content"])
    assert (told["complete"], stopped["result"]["partial"]) == (False, True)
    assert 1 < told["games"] == answer["played"] < 5000
    assert go_on(answer) == {"lost": True}
    # Half of a comparison says nothing.
    balance = begin(folder, CLASSIC, what="balance", bot="greedy", games=5000)
    assert "result" not in go_on(balance, stop=True)


@needs_core
@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"what": "nothing"}, "there is no such run"),
        ({}, "there is no such run"),
        ({"what": "simulate", "bot": "oracle"}, "there is no player “oracle”"),
        ({"what": "simulate", "bot": ["greedy"]}, "there is no player"),
        ({"what": "simulate", "bot": "bots.py:mine"}, "there is no player"),
        ({"what": "simulate", "games": 0}, "the number of games is at least 1"),
        ({"what": "simulate", "games": "many"}, "the number of games is at least 1"),
        ({"what": "simulate", "games": 10**9}, "at most 100,000 games here; for more: sheetgen simulate mine.yaml"),
        ({"what": "bands", "bot": "planner", "games": 5001}, "at most 5,000 games here; for more: sheetgen bands"),
        ({"what": "simulate", "players": 40}, "mine is not for so many players"),
        ({"what": "simulate", "players": []}, "mine is not for so many players"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(folder: Path, wish: Data, reason: str) -> None:
    answer = begin(folder, CLASSIC, **wish)
    assert answer["error"].startswith(reason)
    assert "\n" not in answer["error"]


def test_a_browser_names_the_command_for_what_it_cannot_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.studio.advice.find_spec", lambda module: None)
    monkeypatch.setattr("sheetgen.lab.fast.find_spec", lambda module: None)
    answer = begin(folder, CLASSIC, what="simulate", bot="expert", games=100)
    command = "sheetgen simulate mine.yaml --bot expert --games 100 --seed 1"
    assert answer["error"] == f"a browser has no player “expert”; with sheetgen installed: {command}"
    quick = finished(begin(folder, CLASSIC, what="quick"))["quick"]
    assert quick["slow"] is True
    assert quick["games"] == figures.QUICK_GAMES_IN_PYTHON
    assert list(quick["runs"]["bots"]) == ["random", "greedy", "planner"]
    assert quick["runs"]["missing"].endswith("sheetgen simulate mine.yaml --bot expert")
    data = {"text": CLASSIC, "name": "my sheet.yaml", "folder": str(folder), "wish": {"what": "quick"}}
    missing = finished(run_job("figures", data))["quick"]["runs"]["missing"]
    assert missing.startswith("Not available in the browser: an expert. ")


@needs_core
@pytest.mark.parametrize("language", languages()[1:])
def test_what_cannot_be_done_is_said_in_every_language(folder: Path, language: str) -> None:
    for wish in (
        {"what": "nothing"},
        {"what": "simulate", "bot": "oracle"},
        {"what": "simulate", "games": 0},
        {"what": "simulate", "games": 10**9},
        {"what": "simulate", "players": 40},
    ):
        english, own = (begin(folder, CLASSIC, each, **wish)["error"] for each in ("en", language))
        assert own != english
        assert "{" not in own
    cards = shipped_layouts()["objectives"].read_text("utf-8")
    assert not begin(folder, cards, language, what="quick")["error"].startswith("cards are not")
    many = begin(folder, CLASSIC, language, what="simulate", games=10**9)["error"]
    assert {"de": "100.000", "fr": "100\u202f000", "es": "100.000", "it": "100.000"}[language] in many


@needs_core
def test_without_a_bot_the_same_ones_play_as_for_the_commands(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.lab.bands.WEAKER_BOTS", ("greedy", "random"))  # the planner would take long
    path = str(folder / "mine.yaml")
    result = finished(begin(folder, CLASSIC, what="balance", bot="", games=60))["result"]
    own = library.balance(path, against="classic", games=60)
    assert own.bot == "expert"
    told = json.loads(result["file"]["content"])["findings"]
    assert [each["sentence"] for each in told] == [each.sentence for each in own.findings]
    assert result["command"] == "sheetgen balance mine.yaml --games 60 --seed 1"
    assert result["who"] == "Played by: an expert · a greedy player · a player who marks at random."
    result = finished(begin(folder, CLASSIC, what="bands", bot="", games=60))["result"]
    assert result["text"] == "\n".join([*library.bands(path, games=60).yaml_lines(), ""])
    assert result["command"] == "sheetgen bands mine.yaml --games 60 --seed 1"
    named = finished(begin(folder, CLASSIC, what="balance", bot="expert", games=60))["result"]
    assert (named["who"], json.loads(named["file"]["content"])["findings"]) == ("", told)
    assert begin(folder, CLASSIC, what="simulate", bot="")["error"] == "there is no player “”"  # it names one


def test_without_an_expert_it_says_who_played(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.lab.fast.strongest_bot", lambda layouts: "greedy")
    monkeypatch.setattr(figures, "strongest_bot", lambda layouts: "greedy")  # for the planner, which would take long
    result = finished(begin(folder, STRONG, what="balance", bot="", games=40))["result"]
    assert result["who"] == (
        "Played by: a greedy player · a player who marks at random."
        " No expert has learned it yet. To teach one: sheetgen train mine.yaml"
    )
    monkeypatch.setattr("sheetgen.studio.advice.find_spec", lambda module: None)  # in a browser none can be taught
    result = finished(begin(folder, STRONG, what="balance", bot="", games=40))["result"]
    assert result["who"] == "Played by: a greedy player · a player who marks at random."


def test_a_browser_takes_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheetgen.lab.fast.find_spec", lambda module: None)
    assert strongest_bot([load("classic")]) == "planner"


@needs_core
def test_badges_have_the_figures_of_simulate_by_what_is_drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK_GAMES", 200)
    quick = finished(begin(folder, CLASSIC, what="quick"))["quick"]
    own = library.simulate("classic", games=200)["badges"]
    for drawn, name in (
        ("yellow.badge.rows.3", "yellow row 4: fox"),
        ("blue.badge.columns.0", "blue column 1: reroll"),
        ("green.badge.4", "green cell 4: extra die"),
    ):
        assert round(quick["earned"][drawn]["greedy"], 4) == own[name], name
    randomly = library.simulate("classic", games=200, bot="random")["badges"]
    assert round(quick["earned"]["green.badge.4"]["random"], 4) == randomly["green cell 4: extra die"]


@needs_core
@pytest.mark.parametrize("name", [name for name in start_names() if name != "objectives"])
def test_every_sheet_can_be_played(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK_GAMES", 60)
    text = start_names()[name].read_text("utf-8")
    quick = finished(begin(folder, text, "fr", what="quick"))["quick"]
    assert (quick["games"], quick["slow"]) == (60, False)
    assert all(zone["name"] for zone in quick["zones"])


def test_neither_cards_nor_broken_layouts_are_played(folder: Path) -> None:
    cards = shipped_layouts()["objectives"].read_text("utf-8")
    assert begin(folder, cards, what="quick")["error"].startswith("cards are not simulated")
    broken = begin(folder, CLASSIC.replace("wild: white", "wild: wite"), what="quick")
    assert "run" not in broken
    assert broken["problems"]


def test_a_parent_in_the_folder_is_compared_with(folder: Path) -> None:
    shutil.copyfile(shipped_layouts()["double"], folder / "other.yaml")
    text = "schema: 1\nextends: other.yaml\ntitle: Child\n"
    result = finished(begin(folder, text, what="balance", bot="random", games=40))["result"]
    assert json.loads(result["file"]["content"])["against"] == str(folder / "other.yaml")


@needs_core
def test_a_further_zone_of_a_die_is_told_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "QUICK_GAMES", 60)
    made = (
        "schema: 1\nextends: classic\ntitle: Two\nzones:\n  pond:\n    die: blue\n    cells: 6\n"
        "    order: left to right\n    accepts: anything\n    points: sum\nsheet:\n  rows:\n"
        "    - {height: 0.9, panels: [dice, actions]}\n    - {height: 4.3, panels: [yellow, blue]}\n"
        "    - {height: 1.4, panels: [green]}\n    - {height: 1.4, panels: [orange]}\n"
        "    - {height: 1.4, panels: [purple]}\n    - {height: 1.4, panels: [pond]}\n"
        "    - {height: 0.4, panels: [rounds]}\n"
    )
    quick = finished(begin(folder, made, "de", what="quick"))["quick"]
    assert [zone["name"] for zone in quick["zones"]] == ["Gelb", "Blau", "Grün", "Orange", "Lila", "Blau (pond)"]
    drawn = run_job("draw", {"text": made, "name": "mine.yaml", "folder": str(folder), "language": "en"})
    names = drawn["facts"]["names"]
    assert (names["blue"], names["pond"], names["extra die"]) == ("Blue", "Blue (pond)", "Extra die")
