"""The requests of the page without HTTP and without other processes, as a front end that runs Python sends them."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.engine import Game, rules_of
from sheetgen.layout import load
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
    assert (hello["opened"], hello["files"], hello["folder"]) == ("mine.yaml", ["mine.yaml"], "designs")
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
        results[moment] = play_session(layout, {"game": log}, {})["results"]
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
