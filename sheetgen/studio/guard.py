"""Who may ask the studio: only the page that it served itself, on this machine, with the key of this session."""

import hmac
import json
import secrets
import socket
import threading
import time
from collections.abc import Mapping
from io import BufferedIOBase
from typing import Any, Protocol

MOST_BODY = 2_000_000
MOST_SECONDS = 10.0  # to send a whole request
MOST_CONNECTIONS = 64
KEY_HEADER = "X-Studio-Key"

# Scripts, styles and fonts from here and nowhere else; nobody frames the page. The editor brings its styles along:
# they carry a number that only this page knows.
NONCE = secrets.token_urlsafe(12)
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-{NONCE}'; style-src-attr 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusedError(Exception):
    """A request that is not served: the status and one line that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Headers(Protocol):
    """The headers of a request."""

    def get(self, name: str, /) -> str | None:
        """One of them."""


def check_origin(headers: Headers, port: int) -> None:
    """Refuse whoever comes under another name: other sites, and names that were made to point here."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    if headers.get("Host") not in hosts:
        raise RefusedError(403, "the studio answers to 127.0.0.1 and localhost only")
    origin = headers.get("Origin")
    if origin is not None and origin not in {f"http://{host}" for host in hosts}:
        raise RefusedError(403, "the studio answers to its own page only")
    if headers.get("Sec-Fetch-Site") not in (None, "same-origin", "none"):
        raise RefusedError(403, "the studio answers to its own page only")


def check_key(headers: Headers, key: str) -> None:
    """Refuse whoever does not know the key of this session."""
    told = headers.get(KEY_HEADER) or ""
    if not hmac.compare_digest(told.encode("utf-8", "replace"), key.encode()):
        raise RefusedError(401, "the key is missing or old: open the address that `sheetgen studio` has printed")


def read_body(headers: Headers, stream: BufferedIOBase) -> dict[str, Any]:
    """Read what the page sends; refuse what is no JSON object of a reasonable size."""
    if (headers.get("Content-Type") or "").partition(";")[0].strip() != "application/json":
        raise RefusedError(415, "expected JSON")
    length = headers.get("Content-Length") or ""
    if headers.get("Transfer-Encoding") is not None or not length.isdecimal() or len(length) > 12:
        raise RefusedError(411, "the length is missing")
    if int(length) > MOST_BODY:
        raise RefusedError(413, f"more than {MOST_BODY // 1_000_000} MB")
    body = stream.read(int(length))
    if len(body) < int(length):
        raise RefusedError(400, "the request broke off")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(400, "is not JSON") from None
    if not isinstance(data, dict):
        raise RefusedError(400, "expected a JSON object")
    return data


def text_of(data: Mapping[str, Any], key: str) -> str:
    """A text that must be there."""
    value = data.get(key)
    if not isinstance(value, str):
        raise RefusedError(400, f"{key} is missing")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise RefusedError(400, f"{key} is not UTF-8 text") from None
    return value


class Patience:
    """Ends connections that take too long to say what they want, however slowly they drip."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[socket.socket, float]] = {}
        self._lock = threading.Lock()
        self._open = 0
        threading.Thread(target=self._watch, daemon=True).start()

    def admit(self) -> bool:
        """Is there room for one more connection?"""
        with self._lock:
            if self._open >= MOST_CONNECTIONS:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """A connection has ended."""
        with self._lock:
            self._open = max(0, self._open - 1)

    def listen(self, connection: socket.socket) -> None:
        """Begin to wait for a request."""
        with self._lock:
            self._waiting[id(connection)] = (connection, time.monotonic() + MOST_SECONDS)

    def heard(self, connection: socket.socket) -> None:
        """The request is there."""
        with self._lock:
            self._waiting.pop(id(connection), None)

    def _watch(self) -> None:
        while True:
            time.sleep(0.5)
            now = time.monotonic()
            with self._lock:
                late = [own for own, until in self._waiting.values() if until < now]
            for connection in late:
                self.heard(connection)
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue
