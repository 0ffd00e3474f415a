"""The HTTP server of the studio: the files of the page, its requests, and events when layouts in the folder change."""

import json
import queue
import secrets
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

from sheetgen.i18n import languages
from sheetgen.resources import FONT_FILES, font_path
from sheetgen.studio.access import (
    NONCE,
    REQUEST_SECONDS,
    SECURITY_HEADERS,
    AccessError,
    ConnectionLimiter,
    check_origin,
    read_request,
)
from sheetgen.studio.languages import WEB, accepted_language, page
from sheetgen.studio.service import JobError, RequestError, StudioService, UnknownRequestError
from sheetgen.studio.workspace import ConflictError, WorkspaceError
from sheetgen.watching import FileWatch

USUAL_PORT = 8765
LANGUAGE_COOKIE = "sheetgen-studio-language"  # the language that the user has chosen on the page
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
}
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BUSY_SECONDS = 0.05  # to read what a refused connection has sent
BEAT_SECONDS = 15.0  # between two events, so that both sides notice a broken connection
# The HTTP status of the errors that a request can raise; the first row that matches counts.
STATUS: Mapping[type[ValueError], int] = {
    UnknownRequestError: 404,
    RequestError: 400,
    ConflictError: 409,
    WorkspaceError: 422,
    JobError: 422,
}
News = tuple[str, object]  # the kind of an event, and its JSON


def open_server(service: StudioService, port: int | None, language: str | None = None) -> "StudioServer":
    """Open the server on a port (0: any free one); without one on the usual port, or on any other that is free.

    `language` is that of the page; by default the user's last choice, else the browser's. Raises OSError if the port is
    taken.
    """
    if port is not None:
        return StudioServer(service, port, language)
    try:
        return StudioServer(service, USUAL_PORT, language)
    except OSError:
        return StudioServer(service, 0, language)


class StudioServer(ThreadingHTTPServer):
    """Serves one studio to the browser of this machine."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, service: StudioService, port: int, language: str | None = None) -> None:
        workspace = service.workspace
        # Before the socket is bound: if that fails, the library calls `server_close`, which ends the watch.
        self._watch = FileWatch(lambda: map(workspace.path, workspace.names()), folders=[workspace.folder])
        super().__init__(("127.0.0.1", port), Handler)
        self.service = service
        self._language = language
        self.port = int(self.server_address[1])
        self.key = secrets.token_urlsafe(24)
        self.limiter = ConnectionLimiter()
        self.files = _static_files()
        self._listeners: set[queue.Queue[News]] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._report_changes, daemon=True).start()

    @property
    def address(self) -> str:
        """The address to open in a browser; the key is in its fragment, which a browser never sends to a server."""
        query = f"?lang={self._language}" if self._language is not None else ""
        return f"http://127.0.0.1:{self.port}/{query}#key={self.key}"

    # Connections

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Refuse a connection when too many are open, with an answer that says so."""
        if self.limiter.acquire():
            return True
        request.settimeout(BUSY_SECONDS)
        with suppress(OSError):  # closing a connection with unread bytes would take the answer back
            request.recv(1 << 16)
        with suppress(OSError):
            request.sendall(BUSY)
        return False

    def close_request(self, request: Any) -> None:
        """Close a connection."""
        self.limiter.stop_timer(request)
        super().close_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, in a thread of its own."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.limiter.release()

    def server_close(self) -> None:
        """Close the socket and stop watching the folder."""
        super().server_close()
        self._watch.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing when a connection breaks."""

    # News

    def subscribe(self) -> "queue.Queue[News]":
        """Return a queue that gets all news from now on."""
        news: queue.Queue[News] = queue.Queue(maxsize=100)
        with self._lock:
            self._listeners.add(news)
        return news

    def unsubscribe(self, news: "queue.Queue[News]") -> None:
        """Put no more news into a queue."""
        with self._lock:
            self._listeners.discard(news)

    def _report_changes(self) -> None:
        """Send an event to all listeners whenever layouts of the folder were written, created or removed."""
        while not self._watch.closed:
            self._watch.wait()
            changed = {path.name for path in self._watch.changed()}
            if not changed:
                continue
            present = [path.name for path in self._watch.present]
            data = {"files": present, "changed": sorted(changed & {*present}), "gone": sorted(changed - {*present})}
            with self._lock:
                for news in self._listeners:
                    if not news.full():
                        news.put_nowait(("files", data))


def _static_files() -> dict[str, tuple[str, bytes]]:
    """Return all files that are served as they are, as (content type, bytes) by address."""
    paths = {f"/{path.name}": path for path in sorted(WEB.iterdir()) if path.suffix in CONTENT_TYPES}
    paths.update({f"/font-{name}.ttf": font_path(name) for name in FONT_FILES})
    return {address: (CONTENT_TYPES[path.suffix], path.read_bytes()) for address, path in paths.items()}


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: StudioServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sheetgen", ""
    timeout = REQUEST_SECONDS
    disable_nagle_algorithm = True  # small answers are sent without delay
    wbufsize = 1 << 16
    connection: socket.socket

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name is the library's
        """Print nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer requests that http.server itself refuses: as JSON, with the headers of all other answers."""
        self.close_connection = True
        self._send_json({"error": "this is no request that the studio knows"}, code)

    def handle_one_request(self) -> None:
        """Wait for a request, for as long as the limiter allows."""
        self.server.limiter.start_timer(self.connection)
        try:
            super().handle_one_request()
        except OSError:  # the connection is broken
            self.close_connection = True
        finally:
            self.server.limiter.stop_timer(self.connection)

    def do_GET(self) -> None:
        """Serve a file of the page."""
        try:
            check_origin(self.headers, self.server.port)
        except AccessError as error:
            self._refuse(error)
            return
        self.server.limiter.stop_timer(self.connection)
        address, _, query = self.path.partition("?")
        file = self.server.files.get(address)
        if address == "/":
            self._send_page(query)
        elif file is None:
            self._refuse(AccessError(404, "there is no such page"))
        else:
            self._send(200, *file)

    def do_POST(self) -> None:
        """Answer a request of the page."""
        try:
            check_origin(self.headers, self.server.port)
            data = read_request(self.headers, self.rfile, self.server.key)
        except AccessError as error:
            self._refuse(error)
            return
        self.server.limiter.stop_timer(self.connection)
        if self.path == "/api/news":
            self._send_news()
            return
        start, _, request = self.path.rpartition("/")
        try:
            self._send_json(self.server.service.answer(request if start == "/api" else "", data))
        except tuple(STATUS) as error:
            status = next(status for kind, status in STATUS.items() if isinstance(error, kind))
            answer: dict[str, object] = {"error": str(error)}
            if isinstance(error, ConflictError):
                answer["current"] = {"text": error.current.text, "version": error.current.version}
            self._send_json(answer, status)

    def _send_page(self, query: str) -> None:
        """Send the page in the language of the address, which is remembered, else in the last one, or the browser's."""
        chosen = dict(parse_qsl(query)).get("lang", "")
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get(LANGUAGE_COOKIE)
        except CookieError:  # of another server on this machine
            cookie = None
        remembered = cookie.value if cookie is not None else ""
        accepted = accepted_language(self.headers.get("Accept-Language", ""))
        language = next(code for code in (chosen, remembered, accepted) if code in languages())
        kept = {"Set-Cookie": f"{LANGUAGE_COOKIE}={language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"}
        body = page(language).replace("{nonce}", NONCE).encode()
        self._send(200, "text/html; charset=utf-8", body, kept if chosen == language else {})

    def _refuse(self, error: AccessError) -> None:
        self.close_connection = True  # so that the rest of the body need not be read
        self._send_json({"error": error.reason}, error.status)

    def _send_news(self) -> None:
        """Send news as server-sent events until the page is closed."""
        self.close_connection = True
        news = self.server.subscribe()
        try:
            self.send_response(200)
            self._send_headers({"Content-Type": "text/event-stream", "Connection": "close"})
            self._send_event("hello", {})
            while True:
                try:
                    self._send_event(*news.get(timeout=BEAT_SECONDS))
                except queue.Empty:
                    self._send_event("beat", {})
        except OSError:  # the page was closed
            return
        finally:
            self.server.unsubscribe(news)

    def _send_event(self, kind: str, data: object) -> None:
        self.wfile.write(f"event: {kind}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()

    def _send_json(self, data: object, status: int = 200) -> None:
        self._send(status, "application/json", json.dumps(data).encode())

    def _send(self, status: int, content_type: str, body: bytes, more: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        headers = {"Content-Type": content_type, "Content-Length": str(len(body)), **(more or {})}
        if self.close_connection:
            headers["Connection"] = "close"
        self._send_headers(headers)
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def _send_headers(self, headers: Mapping[str, str]) -> None:
        for name, value in {**SECURITY_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
