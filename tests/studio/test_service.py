"""The requests of the page without HTTP and without other processes, as a front end that runs Python sends them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.layout import load
from sheetgen.studio import memory
from sheetgen.studio.game_session import log_from_record, play_session
from sheetgen.studio.jobs import run_job
from sheetgen.studio.service import JobError, RequestError, StudioService, UnknownRequestError
from sheetgen.studio.workspace import ConflictError, Workspace, WorkspaceError


class InThisProcess:
    """Runs jobs at once, in this process."""

    def start(self) -> None: ...

    def run(self, job: str, data: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(json.dumps(run_job(job, data)))
        if "error" in answer:
            raise JobError(answer["error"])
        return answer

    def close(self) -> None: ...


@pytest.fixture
def service(folder: Path) -> StudioService:
    runner = InThisProcess()
    return StudioService(Workspace(folder), "mine.yaml", drawing=runner, exporting=runner)


def test_a_layout_is_opened_drawn_played_and_exported(service: StudioService) -> None:
    hello = service.answer("hello", {})
    assert (hello["opened"], hello["files"]) == ("mine.yaml", ["mine.yaml"])
    text = service.answer("open", {"name": "mine.yaml"})["text"]
    layout = {"name": "mine.yaml", "text": text}
    drawn = service.answer("draw", layout)
    assert "error" not in {problem["severity"] for problem in drawn["problems"]}
    assert 'id="yellow.r2c4"' in drawn["pages"][0]["svg"]
    line, column = drawn["places"]["yellow.r2c4"]
    assert text.split("\n")[line - 1][column - 1 :].startswith("5")
    assert "yellow.r2c4" in drawn["lines"][str(line)]
    game = {"players": ["Ada"], "seed": 3}
    move = service.answer("draw", {**layout, "game": game})["game"]["moves"][0]["text"]
    played = service.answer("draw", {**layout, "game": {**game, "moves": [move, "nonsense"]}})["game"]
    assert (played["told"]["moves"], played["dropped"]) == ([move], 1)
    record = service.answer("store", {**layout, "game": played["told"], "kind": "record"})
    assert record["content"].startswith("edition: mine.yaml\nplayers: Ada\n")
    assert service.answer("load", {**layout, "content": record["content"]})["game"]["moves"] == [move]
    made = service.answer("export", {**layout, "wish": {"kind": "svg"}})["made"]
    assert (made["name"], made["kind"]) == ("mine.svg", "image/svg+xml")


def test_files_are_saved_over_the_version_that_was_seen(service: StudioService) -> None:
    opened = service.answer("open", {"name": "mine.yaml"})
    saved = service.answer("save", {"name": "mine.yaml", "text": "title: A", "base": opened["version"]})
    with pytest.raises(ConflictError) as conflict:
        service.answer("save", {"name": "mine.yaml", "text": "title: B", "base": opened["version"]})
    assert (conflict.value.current.text, conflict.value.current.version) == ("title: A", saved["version"])
    service.answer("keep", {"name": "mine.yaml", "text": "title: C", "base": saved["version"]})
    assert service.answer("open", {"name": "mine.yaml"})["draft"] == {"text": "title: C", "base": saved["version"]}
    service.answer("forget", {"name": "mine.yaml"})
    assert service.answer("open", {"name": "mine.yaml"})["draft"] is None
    assert service.answer("new", {"name": "new.yaml", "edition": "classic"})["files"] == ["mine.yaml", "new.yaml"]


@pytest.mark.parametrize(
    ("request_name", "data", "error", "reason"),
    [
        ("nothing", {}, UnknownRequestError, "no such question"),
        ("draw", {"name": "mine.yaml"}, RequestError, "text is missing"),
        ("draw", {"name": "mine.yaml", "text": "", "view": 3}, RequestError, "view is no object"),
        ("draw", {"name": "../mine.yaml", "text": ""}, WorkspaceError, "is no name for a layout"),
        ("new", {"name": "new.yaml", "edition": "nothing"}, JobError, "start from one of the shipped editions"),
        ("export", {"name": "mine.yaml", "text": "schema: 1", "wish": {}}, JobError, "has errors"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    service: StudioService, request_name: str, data: dict[str, Any], error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error, match=reason) as raised:
        service.answer(request_name, data)
    assert "\n" not in str(raised.value)


def test_neither_the_requests_nor_the_jobs_need_a_network_or_other_processes() -> None:
    code = (
        "import sys\nimport sheetgen.studio.service, sheetgen.studio.jobs\n"
        "print(sorted({'http.server', 'socketserver', 'sheetgen.studio.worker'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_results_are_written_during_a_game_and_the_tally_at_its_end() -> None:
    layout = load("classic")
    game, chance = Game(layout, players=["Ada"], seed=2), Random(2)
    records = []
    while not game.is_over:
        records.append(game.record())
        game.play(chance.choice(game.legal_moves()))
    results = {}
    for moment, record in (("middle", records[len(records) // 2]), ("end", game.record())):
        log = log_from_record(record, rules_of(layout), 1).as_dict()
        results[moment] = play_session(layout, {"game": log}, {})[0]["results"]
    assert any(".star." in place for place in results["middle"])
    assert "tally.total" not in results["middle"]
    assert results["end"] == game.players[0].results()
    assert results["end"]["tally.total"] == game.scores()[0].total


def test_a_folder_that_is_called_like_a_layout_is_told(tmp_path: Path) -> None:
    (tmp_path / "d.yaml").mkdir()
    workspace = Workspace(tmp_path)
    assert workspace.names() == []
    with pytest.raises(WorkspaceError, match=r"d\.yaml: is not a regular file"):
        workspace.read("d.yaml")
    with pytest.raises(WorkspaceError, match=r"d\.yaml: "):
        workspace.save("d.yaml", "schema: 1\n", "")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_file_keeps_its_line_ends_and_its_byte_order_mark(tmp_path: Path, mark: bytes) -> None:
    path, workspace = tmp_path / "mine.yaml", Workspace(tmp_path)
    path.write_bytes(mark + b"schema: 1\r\ntitle: A   # kept\r\n")
    read = workspace.read("mine.yaml")
    assert read.text == "schema: 1\ntitle: A   # kept\n"
    saved = workspace.save("mine.yaml", read.text.replace("A", "B"), read.version)
    assert path.read_bytes() == mark + b"schema: 1\r\ntitle: B   # kept\r\n"
    assert workspace.read("mine.yaml").version == saved.version
    path.write_bytes(b"a: 1\nb: 2\nc: 3\r\n")  # most lines end otherwise
    read = workspace.read("mine.yaml")
    workspace.save("mine.yaml", read.text, read.version)
    assert path.read_bytes() == b"a: 1\nb: 2\nc: 3\n"


def test_what_is_remembered_is_limited_and_damage_is_forgotten(
    service: StudioService, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_STATE", str(tmp_path / "state"))
    service.answer("remember", {"name": "mine.yaml", "kind": "game", "content": {"moves": ["a"]}})
    service.answer("remember", {"name": "mine.yaml", "kind": "versions", "content": [1]})
    again = StudioService(Workspace(folder), drawing=InThisProcess(), exporting=InThisProcess())
    assert again.answer("recall", {"name": "mine.yaml"}) == {"game": {"moves": ["a"]}, "versions": [1]}
    assert [path.name for path in folder.iterdir()] == ["mine.yaml"]
    for kind, content, reason in (("game", "x" * 2_000_000, "more than 1.5 MB"), ("else", 1, "what can be remembered")):
        with pytest.raises(WorkspaceError, match=reason):
            service.answer("remember", {"name": "mine.yaml", "kind": kind, "content": content})
    with pytest.raises(WorkspaceError, match="no name for a layout"):
        service.answer("recall", {"name": "../mine.yaml"})
    [game] = (tmp_path / "state").rglob("*.game.json")
    game.write_text("{")
    assert again.answer("recall", {"name": "mine.yaml"}) == {"versions": [1]}
    service.answer("remember", {"name": "mine.yaml", "kind": "versions", "content": None})
    assert service.answer("recall", {"name": "mine.yaml"}) == {}


def test_a_new_layout_has_no_memory_of_an_old_one_with_its_name(
    service: StudioService, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEETGEN_STATE", str(tmp_path / "state"))
    text = (folder / "mine.yaml").read_text("utf-8")
    for name, anew in (
        ("mine.yaml", {"request": "new", "edition": "classic"}),
        ("as.yaml", {"request": "save", "text": text, "base": "", "anew": True}),
    ):
        service.answer("remember", {"name": name, "kind": "game", "content": {"moves": ["a"]}})
        service.answer("remember", {"name": name, "kind": "versions", "content": [1]})
        (folder / name).unlink(missing_ok=True)
        service.answer(str(anew["request"]), {"name": name, **anew})
        assert service.answer("recall", {"name": name}) == {}
    # A file that was removed by another program is the same layout when the page writes it again.
    service.answer("remember", {"name": "as.yaml", "kind": "game", "content": {"moves": ["a"]}})
    (folder / "as.yaml").unlink()
    service.answer("save", {"name": "as.yaml", "text": text, "base": ""})
    assert service.answer("recall", {"name": "as.yaml"}) == {"game": {"moves": ["a"]}}


def test_folders_with_the_same_name_are_different_places(tmp_path: Path) -> None:
    places = set()
    for parent in ("a", "b"):
        (tmp_path / parent / "designs").mkdir(parents=True)
        runner = InThisProcess()
        own = StudioService(Workspace(tmp_path / parent / "designs"), drawing=runner, exporting=runner)
        assert own.answer("hello", {}) == own.answer("hello", {})
        places.add(own.answer("hello", {})["place"])
    assert len(places) == 2


def test_what_is_remembered_is_counted_in_bytes_of_utf_8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_STATE", str(tmp_path))
    own, text = memory.Memory(tmp_path), "é" * 600_000 + "\ud83d"  # the last one is half of a character
    own.write("mine.yaml", "versions", [text])
    assert own.read("mine.yaml") == {"versions": [text]}
    with pytest.raises(WorkspaceError, match=r"more than 1\.5 MB"):
        own.write("mine.yaml", "versions", ["é" * 800_000])


def test_the_oldest_of_what_is_remembered_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEETGEN_STATE", str(tmp_path))
    monkeypatch.setattr(memory, "MAX_TOTAL", 25)
    own = memory.Memory(tmp_path)
    for age, name in enumerate(("new", "middle", "old")):
        own.write(f"{name}.yaml", "game", "0123456789")
        os.utime(own.folder / f"{name}.yaml.game.json", (10_000 - age, 10_000 - age))
    own.prune()
    assert sorted(path.name for path in own.folder.iterdir()) == ["middle.yaml.game.json", "new.yaml.game.json"]


def test_versions_are_named_by_a_job(service: StudioService) -> None:
    found = service.answer("changes", {"before": "a: [1]", "text": "a: [2]"})
    assert [(own["where"], own["before"], own["after"]) for own in found["changes"]] == [("a", "1", "2")]
    assert service.answer("changes", {"before": "a: [", "text": "a: 1"}) == {"changes": None}


@pytest.mark.parametrize(
    ("text", "change", "answer"),
    [
        # What was wrong before is no reason to refuse a change, though nothing can be drawn.
        ("rounds:\n  bonuses: [X pink]", {"value": "Mine"}, {"text": "title: Mine"}),
        ("zones: {blue: null}\nactions: null", {"value": "Mine"}, {"text": "title: Mine"}),
        # What becomes wrong is.
        ("rounds:\n  bonuses: [X blue]", {"steps": ["rounds", "bonuses", 0], "value": "X pink"}, {"refused": "'pink'"}),
    ],
)
def test_a_change_of_a_layout_with_errors_is_done_or_refused_in_words(
    text: str, change: dict[str, Any], answer: dict[str, str], tmp_path: Path
) -> None:
    data = {
        "folder": str(tmp_path), "name": "mine.yaml", "text": f"schema: 1\nextends: classic\ntitle: M\n{text}\n",
        "change": {"do": "set", "steps": ["title"], **change},
    }  # fmt: skip
    edited = run_job("edit", data)
    assert set(edited) & {"text", "refused"}
    for key, part in answer.items():
        assert part in edited[key]
