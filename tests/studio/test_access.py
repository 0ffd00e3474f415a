"""Attacks on the studio: refused in one line each, and the studio goes on working."""

import http.client
import json
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from sheetgen.layout import nodes
from sheetgen.resources import shipped_layouts
from sheetgen.studio import access, workspace
from tests.studio.screen import until
from tests.studio.studio_process import Running, studio

ESCAPES = (
    "../outside.yaml",
    "..\\outside.yaml",
    "/etc/passwd",
    "/tmp/outside.yaml",
    "sub/other.yaml",
    "%2e%2e/outside.yaml",
    "..",
    ".",
    "",
    ".hidden.yaml",
    "C:\\outside.yaml",
    "mine.yaml/../../outside.yaml",
    "mine.yaml\x00.yaml",
    "mine.yaml\n",
    "a" * 300 + ".yaml",
    "~/outside.yaml",
    "file:///etc/passwd",
    "con\u202e.yaml/..",
    "mine.txt",
)
QUESTIONS = ("open", "save", "new", "keep", "forget", "draw", "load", "store", "export")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One studio that has to stand all of it."""
    folder = tmp_path_factory.mktemp("attacked") / "designs"
    (folder / "sub").mkdir(parents=True)
    shutil.copyfile(shipped_layouts()["classic"], folder / "mine.yaml")
    (folder / "sub" / "other.yaml").write_text("title: Secret\n", "utf-8")
    (folder.parent / "outside.yaml").write_text("schema: 1\ntitle: Secret\n", "utf-8")
    (folder.parent / "secret.yaml").write_text("title: Very Secret\n", "utf-8")
    (folder / "link.yaml").symlink_to(folder.parent / "secret.yaml")
    with studio(folder, "mine.yaml") as own:
        yield own


def works(running: Running) -> None:
    """The studio still draws the layout that it has."""
    text = (running.folder / "mine.yaml").read_text("utf-8")
    status, answer = running.ask("draw", name="mine.yaml", text=text)
    assert status == 200
    assert "yellow.r1c1" in answer["pages"][0]["svg"]


def one_line(body: bytes) -> str:
    answer = json.loads(body)
    assert set(answer) <= {"error", "current"}
    assert answer["error"]
    assert "\n" not in answer["error"]
    assert "Traceback" not in answer["error"]
    return str(answer["error"])


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_origins_are_refused(running: Running, method: str, headers: dict[str, str]) -> None:
    path, body = ("/", None) if method == "GET" else ("/api/hello", b"{}")
    status, answer = running.request(method, path, body, headers)
    assert status == 403
    assert "own page" in one_line(answer)
    works(running)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1.evil.example:{port}", ""]
)
def test_names_that_were_made_to_point_here_are_refused(running: Running, host: str) -> None:
    told = {"Host": host.format(port=running.port)}
    for method, path, body in (("GET", "/", None), ("POST", "/api/hello", b"{}"), ("POST", "/api/news", b"{}")):
        status, answer = running.request(method, path, body, told)
        assert status == 403
        assert "127.0.0.1" in one_line(answer)
    works(running)


@pytest.mark.parametrize("key", ["", "wrong", "ü"])
@pytest.mark.parametrize("question", ["hello", *QUESTIONS, "news"])
def test_nothing_is_told_without_the_key(running: Running, question: str, key: str) -> None:
    before = (running.folder / "mine.yaml").read_bytes()
    body = json.dumps({"name": "mine.yaml", "text": "schema: 1", "base": ""}).encode()
    status, answer = running.request("POST", f"/api/{question}", body, {"X-Studio-Key": key.encode().decode("latin-1")})
    assert status == 401
    assert "key" in one_line(answer)
    assert (running.folder / "mine.yaml").read_bytes() == before


def test_the_page_itself_does_not_know_the_key(running: Running) -> None:
    status, body = running.request("GET", "/", headers={"X-Studio-Key": ""})
    assert status == 200
    assert running.key.encode() not in body


@pytest.mark.parametrize("name", ESCAPES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_name_leads_out_of_the_folder(running: Running, question: str, name: str) -> None:
    outside = running.folder.parent / "outside.yaml"
    before = sorted(path.relative_to(running.folder.parent) for path in running.folder.parent.rglob("*"))
    status, answer = running.ask(question, name=name, text="title: Written", base="", edition="classic")
    assert status == 422
    assert "is no name for a layout" in answer["error"]
    assert "\n" not in answer["error"]
    assert sorted(path.relative_to(running.folder.parent) for path in running.folder.parent.rglob("*")) == before
    assert outside.read_text("utf-8") == "schema: 1\ntitle: Secret\n"


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py", "/..%2fserver.py", "/%2e%2e/server.py", "//etc/passwd", "/etc/passwd", "/web/index.html",
        "/codemirror.js/../../server.py", "/.sheetgen-studio/mine.yaml.json", "/mine.yaml", "/api/hello",
    ],
)  # fmt: skip
def test_no_address_leads_to_other_files(running: Running, path: str) -> None:
    status, answer = running.request("GET", path)
    assert status == 404
    assert one_line(answer) == "there is no such page"


def test_links_are_not_followed(running: Running) -> None:
    secret = running.folder.parent / "secret.yaml"
    status, answer = running.ask("open", name="link.yaml")
    assert status == 422
    assert "Secret" not in json.dumps(answer)
    assert "link.yaml" not in running.ask("hello")[1]["files"]
    status, answer = running.ask("save", name="link.yaml", text="title: Written\n", base="")
    assert status == 422
    assert secret.read_text("utf-8") == "title: Very Secret\n"


def test_a_pipe_is_not_waited_for(running: Running) -> None:
    os.mkfifo(running.folder / "pipe.yaml")
    status, answer = running.ask("open", name="pipe.yaml")
    (running.folder / "pipe.yaml").unlink()
    assert status == 422
    assert "regular" in answer["error"]
    works(running)


@pytest.mark.parametrize("parent", ["../secret.yaml", "/etc/passwd", "link.yaml", "sub/../../secret.yaml"])
def test_parents_do_not_lead_out_of_the_folder(running: Running, parent: str) -> None:
    for question in ("draw", "export"):
        _, answer = running.ask(
            question, name="mine.yaml", text=f"schema: 1\nextends: {parent}\n", wish={"kind": "svg"}
        )
        assert "Very Secret" not in json.dumps(answer)
        assert answer.get("pages") is None


def test_the_back_of_another_edition_is_no_path(running: Running) -> None:
    secret = running.folder.parent / "secret.yaml"
    text = f"schema: 1\nextends: classic\ntitle: Mine\nback: {{edition: {secret}}}\n"
    _, answer = running.ask("draw", name="mine.yaml", text=text, view={"side": "back"})
    assert answer["pages"] is None
    assert "there is no edition" in answer["problems"][0]["message"]
    assert "Very Secret" not in json.dumps(answer)


def test_a_record_reads_no_other_layout(running: Running) -> None:
    text = (running.folder / "mine.yaml").read_text("utf-8")
    status, answer = running.ask("load", name="mine.yaml", text=text, content="edition: /etc/passwd\nplayers: A\n")
    assert status == 422
    assert "is a record of '/etc/passwd', not of 'mine'" in answer["error"]


def test_twenty_megabytes_are_refused_unread(running: Running) -> None:
    status, answer = running.request("POST", "/api/draw", None, {"Content-Length": "20000000"})
    assert status == 413
    assert "2 MB" in one_line(answer)
    works(running)


def test_twenty_megabytes_that_are_really_sent_are_refused(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=120) as own:
        head = f"POST /api/save HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nX-Studio-Key: {running.key}\r\n"
        own.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 20000000\r\n\r\n".encode())
        try:
            for _ in range(20):
                own.sendall(b"x" * 1_000_000)
        except OSError:
            return works(running)  # the studio has hung up
        assert b"413" in own.recv(100)
    return works(running)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Length": "-5"}, 411),
        ({"Content-Length": "1e3"}, 411),
        ({"Transfer-Encoding": "chunked"}, 411),
    ],
)
def test_odd_bodies_are_refused(running: Running, headers: dict[str, str], status: int) -> None:
    found, answer = running.request("POST", "/api/hello", b"{}", headers)
    assert found == status
    one_line(answer)


@pytest.mark.parametrize(
    "body", [b"[]", b"nonsense", b"[" * 100_000, b'{"name": 1e999}', b"\xff\xfe", b'{"a": "\\ud800"}']
)
def test_odd_questions_are_refused_or_answered(running: Running, body: bytes) -> None:
    for question in ("draw", "save", "open"):
        status, answer = running.request("POST", f"/api/{question}", body)
        assert status in (400, 422)
        one_line(answer)
    works(running)


def test_slow_clients_are_sent_away_while_others_are_served(running: Running) -> None:
    slow = [socket.create_connection(("127.0.0.1", running.port), timeout=120) for _ in range(10)]
    head = f"POST /api/hello HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n"
    for connection in slow[:5]:
        connection.sendall(head.encode())
    for connection in slow[5:]:  # these have sent all but the body
        words = f"{head}X-Studio-Key: {running.key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{"
        connection.sendall(words.encode())
    works(running)
    still_open = set(slow)

    def drip() -> bool:
        """Send one byte each, so that no single wait is long; are all connections closed?"""
        for connection in list(still_open):
            try:
                connection.send(b" ")
                connection.settimeout(0.05)
                if connection.recv(2000) == b"":
                    still_open.remove(connection)
            except TimeoutError:
                continue
            except OSError:
                still_open.remove(connection)
        return not still_open

    until(drip)
    works(running)
    for connection in slow:
        connection.close()


def test_a_crowd_does_not_take_the_studio_down(running: Running) -> None:
    crowd = [
        socket.create_connection(("127.0.0.1", running.port), timeout=120) for _ in range(access.MAX_CONNECTIONS + 30)
    ]
    turned_away: dict[socket.socket, bytes] = {}

    def many_are_turned_away() -> bool:
        for connection in crowd:
            connection.settimeout(0.02)
            try:
                turned_away.setdefault(connection, connection.recv(4096))
            except TimeoutError:
                continue
        return len(turned_away) >= 30

    until(many_are_turned_away)
    assert all(answer.startswith(b"HTTP/1.1 503 ") for answer in turned_away.values())
    for connection in crowd:
        connection.close()

    def is_served_again() -> bool:
        try:
            return running.request("POST", "/api/hello", b"{}")[0] == 200
        except (OSError, http.client.HTTPException):  # turned away: those who left are not counted yet
            return False

    until(is_served_again)
    works(running)


EXPLODING = {
    "aliases": "a: &a [x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(9)),
    "depth": "a: " + "[" * 5_000,
    "text": "title: " + "x" * 600_000,
    "cells": "schema: 1\nextends: classic\ntitle: Big\nzones:\n  yellow:\n    cells:\n"
    + "".join(f"      - [{', '.join('123456' * 15)}]\n" for _ in range(90)),
    "slots": "schema: 1\nextends: classic\ntitle: Big\nactions: {reroll: {slots: 99999999}}\n",
    "sheet": "schema: 1\nextends: classic\ntitle: Big\nsheet: {size: 999999 x 999999}\n",
    "itself": "schema: 1\nextends: mine.yaml\n",
}


@pytest.mark.parametrize("what", EXPLODING)
def test_exploding_layouts_are_refused(running: Running, what: str) -> None:
    status, answer = running.ask("draw", name="mine.yaml", text=EXPLODING[what], game={"players": ["A"]})
    if status == 200:
        assert answer["pages"] is None
        messages = [problem["message"] for problem in answer["problems"]]
        assert messages
        assert all("\n" not in message and len(message) < 400 for message in messages)
    else:
        assert status == 422
        assert "\n" not in answer["error"]
    works(running)


def test_limits_of_the_workspace_are_those_of_a_layout() -> None:
    assert workspace.MAX_BYTES == nodes.MAX_BYTES
    assert 2 * workspace.MAX_BYTES <= access.MAX_BODY_BYTES


def test_the_studio_listens_on_this_machine_only(running: Running) -> None:
    for line in Path(f"/proc/{running.process.pid}/net/tcp").read_text("ascii").splitlines()[1:]:
        fields = line.split()
        address, _, port = fields[1].partition(":")
        if fields[3] == "0A" and int(port, 16) == running.port:
            assert address == "0100007F"  # 127.0.0.1, as the kernel writes it
            return
    pytest.fail("the studio listens nowhere")
