"""A studio as a user starts it, in a process of its own."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass
class Running:
    """A studio that runs."""

    process: "subprocess.Popen[str]"
    address: str
    folder: Path
    started: float

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def key(self) -> str:
        return self.address.partition("key=")[2]

    def request(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        """Send exactly this and nothing else; `Host` and the key are added unless they are told."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=900)
        own = {"Host": f"127.0.0.1:{self.port}", "X-Studio-Key": self.key, "Content-Type": "application/json"}
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {**own, **(headers or {})}.items():
                connection.putheader(name, value)
            if body is not None and "Content-Length" not in (headers or {}):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def ask(self, question: str, **data: Any) -> tuple[int, dict[str, Any]]:
        """Ask what the page could ask."""
        status, body = self.request("POST", f"/api/{question}", json.dumps(data).encode())
        return status, json.loads(body)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def start(folder: Path, *arguments: str) -> Running:
    """Start a studio in a folder and wait for its address."""
    began = time.perf_counter()
    command = [str(Path(sys.executable).with_name("sheetgen")), "studio", *arguments, "--no-open", "--port", "0"]
    environment = {**os.environ, "SHEETGEN_STATE": str(folder.parent / "state")}
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    address = process.stdout.readline().split()[0]
    return Running(process, address, folder, began)


@contextmanager
def studio(folder: Path, *arguments: str) -> Iterator[Running]:
    """The same until the end of a block."""
    running = start(folder, *arguments)
    try:
        yield running
    finally:
        running.stop()
