"""The server of the studio: the page and its files, what the page asks, and news from the folder."""

import json
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from sheetgen.studio.answers import Studio
from sheetgen.studio.desk import JobError
from sheetgen.studio.guard import (
    HEADERS,
    MOST_SECONDS,
    NONCE,
    Patience,
    RefusedError,
    check_key,
    check_origin,
    read_body,
)
from sheetgen.studio.shelf import ConflictError, ShelfError

WEB = Path(__file__).parent / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
}
BEAT = 15.0  # seconds between two signs of life
LOOK = 0.4  # seconds between two looks at the folder


class StudioServer(ThreadingHTTPServer):
    """Serves one studio to the browser of this machine."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, studio: Studio, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.studio = studio
        self.key = secrets.token_urlsafe(24)
        self.patience = Patience()
        self.files = _web_files()
        self._listeners: set[queue.Queue[tuple[str, object]]] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def port(self) -> int:
        """The port that was found."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """What to open: the key is in the part that a browser never sends on."""
        return f"http://127.0.0.1:{self.port}/#key={self.key}"

    # Connections

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Turn away whoever comes when too many are there."""
        return self.patience.admit()

    def close_request(self, request: Any) -> None:
        """Count those who leave."""
        self.patience.heard(request)
        super().close_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.patience.leave()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is no news."""

    # News

    def listen(self) -> "queue.Queue[tuple[str, object]]":
        """Somebody wants to hear the news."""
        news: queue.Queue[tuple[str, object]] = queue.Queue(maxsize=100)
        with self._lock:
            self._listeners.add(news)
        return news

    def leave(self, news: "queue.Queue[tuple[str, object]]") -> None:
        """Somebody has heard enough."""
        with self._lock:
            self._listeners.discard(news)

    def tell(self, kind: str, data: object) -> None:
        """Tell everybody who listens."""
        with self._lock:
            for news in self._listeners:
                if not news.full():
                    news.put_nowait((kind, data))

    def _watch(self) -> None:
        """Look at the folder again and again."""
        shelf = self.studio.shelf
        before = shelf.times()
        while True:
            time.sleep(LOOK)
            now = shelf.times()
            if now != before:
                changed = sorted(name for name in now if before.get(name) != now[name])
                self.tell("files", {"files": list(now), "changed": changed, "gone": sorted(set(before) - set(now))})
                before = now


def _web_files() -> dict[str, tuple[str, bytes]]:
    """Everything that is served as it is, by address: nothing else on the disk has one."""
    from sheetgen.studio.fonts import font_files

    files = {f"/{path.name}": path for path in sorted(WEB.iterdir()) if path.suffix in KINDS}
    files.update({f"/{name}": path for name, path in font_files().items()})
    found = {address: (KINDS[path.suffix], path.read_bytes()) for address, path in files.items()}
    kind, page = found["/index.html"]
    return {**found, "/index.html": (kind, page.replace(b"{nonce}", NONCE.encode()))}


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: StudioServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sheetgen", ""
    timeout = MOST_SECONDS
    disable_nagle_algorithm = True  # somebody waits for every answer
    wbufsize = 1 << 16
    connection: socket.socket

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name is the library's
        """Say nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the library itself refuses is told as everything else is: in one line, under the same headers."""
        self.close_connection = True
        self._send_json({"error": "this is no request that the studio knows"}, code)

    def handle_one_request(self) -> None:
        """Wait for a request, but not for ever."""
        self.server.patience.listen(self.connection)
        try:
            super().handle_one_request()
        except OSError:  # the other side has gone
            self.close_connection = True
        finally:
            self.server.patience.heard(self.connection)

    def do_GET(self) -> None:
        """Serve a file of the page."""
        self._serve(self._file)

    def do_POST(self) -> None:
        """Answer the page."""
        self._serve(self._ask)

    def _serve(self, answer: Callable[[], None]) -> None:
        try:
            check_origin(self.headers, self.server.port)
            answer()
        except RefusedError as error:
            self.close_connection = True  # what is left of the body is not waited for
            self._send_json({"error": error.reason}, error.status)
        except ConflictError as error:
            current = {"text": error.current.text, "version": error.current.version}
            self._send_json({"error": str(error), "current": current}, 409)
        except (ShelfError, JobError) as error:
            self._send_json({"error": str(error)}, 422)

    def _file(self) -> None:
        address = self.path.partition("?")[0]
        found = self.server.files.get("/index.html" if address == "/" else address)
        if found is None:
            raise RefusedError(404, "there is no such page")
        self.server.patience.heard(self.connection)
        self._send(200, *found)

    def _ask(self) -> None:
        check_key(self.headers, self.server.key)
        data = read_body(self.headers, self.rfile)
        self.server.patience.heard(self.connection)
        if self.path == "/api/news":
            self._tell_news()
            return
        answer = self.server.studio.answers.get(self.path)
        if answer is None:
            raise RefusedError(404, "there is no such question")
        self._send_json(answer(data))

    def _tell_news(self) -> None:
        """Send news as they come, as server-sent events, until the page leaves."""
        self.close_connection = True
        news = self.server.listen()
        try:
            self.send_response(200)
            self._send_headers({"Content-Type": "text/event-stream", "Connection": "close"})
            self._event("hello", {})
            while True:
                try:
                    self._event(*news.get(timeout=BEAT))
                except queue.Empty:
                    self._event("beat", {})
        except OSError:  # the page has left
            return
        finally:
            self.server.leave(news)

    def _event(self, kind: str, data: object) -> None:
        self.wfile.write(f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()

    def _send_json(self, data: object, status: int = 200) -> None:
        self._send(status, "application/json", json.dumps(data).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": str(len(body))}
        if self.close_connection:
            headers["Connection"] = "close"
        self._send_headers(headers)
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def _send_headers(self, headers: Mapping[str, str]) -> None:
        for name, value in {**HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()


def open_server(studio: Studio, port: int | None) -> StudioServer:
    """Open the server on a port; without one on the usual port, or on any other that is free."""
    if port is not None:
        return StudioServer(studio, port)
    try:
        return StudioServer(studio, USUAL_PORT)
    except OSError:
        return StudioServer(studio, 0)


USUAL_PORT = 8765
