"""Who may send requests: only the page that the studio served itself, on this machine, with the key of this session."""

import hmac
import json
import secrets
import socket
import threading
import time
from io import BufferedIOBase
from typing import Any, Protocol

MAX_BODY_BYTES = 2_000_000
REQUEST_SECONDS = 10.0  # within which a request must be complete
MAX_CONNECTIONS = 64
KEY_HEADER = "X-Studio-Key"

# Scripts, styles and fonts from this server only; no other page may frame this one. The editor adds its styles at run
# time: they carry a nonce that only this page knows.
NONCE = secrets.token_urlsafe(12)
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-{NONCE}'; style-src-attr 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class AccessError(Exception):
    """A request that is refused before its content is used: the HTTP status, and the reason in one line."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


class Headers(Protocol):
    """The headers of a request."""

    def get(self, name: str, /) -> str | None:
        """Return the value of a header, or None."""


def check_origin(headers: Headers, port: int) -> None:
    """Raise AccessError for requests of other sites, and for host names that were made to point to this machine."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    if headers.get("Host") not in hosts:
        raise AccessError(403, "the studio answers to 127.0.0.1 and localhost only")
    origin = headers.get("Origin")
    if origin is not None and origin not in {f"http://{host}" for host in hosts}:
        raise AccessError(403, "the studio answers to its own page only")
    if headers.get("Sec-Fetch-Site") not in (None, "same-origin", "none"):
        raise AccessError(403, "the studio answers to its own page only")


def read_request(headers: Headers, stream: BufferedIOBase, key: str) -> dict[str, Any]:
    """Return the JSON object that the page sends; raise AccessError for a wrong key and for a body that is not one."""
    sent_key = headers.get(KEY_HEADER) or ""
    if not hmac.compare_digest(sent_key.encode("utf-8", "replace"), key.encode()):
        raise AccessError(401, "the key is missing or old: open the address that `sheetgen studio` has printed")
    if (headers.get("Content-Type") or "").partition(";")[0].strip() != "application/json":
        raise AccessError(415, "expected JSON")
    length = headers.get("Content-Length") or ""
    if headers.get("Transfer-Encoding") is not None or not length.isdecimal() or len(length) > 12:
        raise AccessError(411, "the length is missing")
    if int(length) > MAX_BODY_BYTES:
        raise AccessError(413, f"more than {MAX_BODY_BYTES // 1_000_000} MB")
    body = stream.read(int(length))
    if len(body) < int(length):
        raise AccessError(400, "the request broke off")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise AccessError(400, "is not JSON") from None
    if not isinstance(data, dict):
        raise AccessError(400, "expected a JSON object")
    return data


class ConnectionLimiter:
    """Limits how many connections are open, and closes those whose request is not complete in time."""

    def __init__(self) -> None:
        self._deadlines: dict[int, tuple[socket.socket, float]] = {}
        self._lock = threading.Lock()
        self._open = 0
        threading.Thread(target=self._close_expired, daemon=True).start()

    def acquire(self) -> bool:
        """Count one more connection; return False if there are too many already."""
        with self._lock:
            if self._open >= MAX_CONNECTIONS:
                return False
            self._open += 1
            return True

    def release(self) -> None:
        """Count one connection less."""
        with self._lock:
            self._open = max(0, self._open - 1)

    def start_timer(self, connection: socket.socket) -> None:
        """Close a connection unless its request is complete within `REQUEST_SECONDS`."""
        with self._lock:
            self._deadlines[id(connection)] = (connection, time.monotonic() + REQUEST_SECONDS)

    def stop_timer(self, connection: socket.socket) -> None:
        """Let a connection stay open: its request is complete, or the connection has ended."""
        with self._lock:
            self._deadlines.pop(id(connection), None)

    def _close_expired(self) -> None:
        while True:
            time.sleep(0.5)
            now = time.monotonic()
            with self._lock:
                expired = [connection for connection, deadline in self._deadlines.values() if deadline < now]
            for connection in expired:
                self.stop_timer(connection)
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue
