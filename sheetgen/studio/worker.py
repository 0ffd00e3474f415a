"""The worker process: reads jobs from its input, one JSON object a line, and answers each in one line."""

import gc
import json
import os
import signal
import sys
from typing import Any

READY = b"ready\n"


def main() -> None:
    """Work until the input ends."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever prints must not get between the answers
    limit(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    gc.disable()  # what is imported stays: looking for garbage in it costs a tenth of the start
    from sheetgen.drawing.text import FONT_FILES, font_face
    from sheetgen.studio.jobs import do

    for name in FONT_FILES:  # the first drawing needs them all
        font_face(name)
    gc.freeze()
    gc.enable()
    answers.write(READY)
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        alarm(asked["seconds"] + 5)
        answer = _answer(do, asked)
        alarm(0)
        answers.write(json.dumps(answer).encode() + b"\n")


def _answer(do: Any, asked: dict[str, Any]) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = do(asked["job"], asked["data"])
    except MemoryError:
        os._exit(1)  # nothing is sure any more: a fresh worker takes over
    except RecursionError:
        return {"error": "this is nested too deeply"}
    except Exception as error:
        return {"error": f"this failed: {type(error).__name__}: {' '.join(str(error).split())[:300]}"}
    return answer


def limit(megabytes: int) -> None:
    """Limit the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 1_000_000,) * 2)


def alarm(seconds: float) -> None:
    """End this process if it still works then, also when whoever gave it the job is gone."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main()
