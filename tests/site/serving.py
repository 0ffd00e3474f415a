"""A web server for tests, which can be stopped and started again."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Server:
    """Serves a folder until it is stopped; can be started again at the same address."""

    def __init__(self, folder: Path, headers: dict[str, str] | None = None) -> None:
        self.asked: list[str] = []
        self.added: dict[str, bytes] = {}  # what the host adds to some files on the way, by path
        asked, added = self.asked, self.added

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name is the library's
                pass

            def do_GET(self) -> None:
                asked.append(self.path)
                del self.headers["If-Modified-Since"]  # it counts seconds, and two builds here are closer than that
                if self.path not in added:
                    super().do_GET()
                    return
                content = (folder / self.path[1:]).read_bytes() + added[self.path]
                self.send_response(200)
                self.send_header("Content-Type", self.guess_type(self.path))
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def end_headers(self) -> None:
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                super().end_headers()

        self.handler = partial(Handler, directory=str(folder))
        self.port = 0
        self.start()

    def start(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def address(self, name: str) -> str:
        return f"http://127.0.0.1:{self.port}/{name}"
