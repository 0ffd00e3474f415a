"""Requests of the studio by chance, each about another layout, and what the process that answers keeps of them.

`python -m tests.studio.steady 10000` sends so many to a worker of the studio, and prints the memory of the worker every
thousand requests. Tests count entries instead (`kept`), which does not depend on the machine.
"""

import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Sized
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import yaml

from sheetgen.drawing import faces, solo
from sheetgen.i18n import languages
from sheetgen.lab import fast
from sheetgen.studio import advice, figures
from sheetgen.studio.service import JobError
from sheetgen.studio.worker import WorkerProcess
from tests.promise.generate import changed, composed, extending

Data = dict[str, Any]
MEGABYTES = 1_500  # as the studio has it
SECONDS = 120.0
THEMES = ("light", "vivid", "ink", "grey", "safe")
ELEMENTS = ("blue.r1c2", "yellow.r1c1", "green.1", "round.1", "amber.r1c1")


# What modules hold, with the number of entries at which they begin to forget.
LIMITS = {
    "sheetgen.drawing.solo._counted": solo.COUNTED,
    "sheetgen.drawing.faces._FACES": faces.MOST_FACES,
    "sheetgen.drawing.faces._PLACES": faces.MOST_PLACES,
    "sheetgen.lab.fast._refusals": fast.MOST_REFUSALS,
    "sheetgen.studio.advice._learned": advice.MOST_LEARNING,
    "sheetgen.studio.advice._learning": advice.MOST_LEARNING,
    "sheetgen.studio.figures._runs": figures.MOST_RUNS,
}


def layout(seed: int) -> str:
    """A layout that no other seed gives: parts, values, words, colours."""
    random = Random(seed)
    text = random.choice((changed, changed, extending, composed))(seed)
    tree = yaml.safe_load(text)
    tree["title"] = f"Sheet {seed} {chr(random.randrange(0xC0, 0x17F))}"
    for die in (tree.get("dice") or {}).values():
        if isinstance(die, dict) and random.random() < 0.7:
            die["colour"] = f"#{random.randrange(1 << 24):06X}"
    return str(yaml.safe_dump(tree, sort_keys=False, allow_unicode=True))


def requests(first: int) -> Generator[tuple[str, Data], Data | None, None]:
    """Jobs of the workers without end, with the data that the page sends; the answer to each is sent back.

    Figures are compared with those before them, as on the page.
    """
    seed, run = first, ""
    while True:
        random = Random(seed)
        view = {"theme": random.choice(THEMES), "language": random.choice(languages()), "solo": random.random() < 0.3}
        data = {
            "folder": str(Path.cwd()), "name": f"sheet-{seed}.yaml", "text": layout(seed),
            "language": view["language"], "view": {**view, "side": random.choice(("front", "back", "both"))},
        }  # fmt: skip
        game = {"players": [f"Ada {seed}"], "seed": seed}
        yield "draw", data
        answer = yield "figures", {**data, "wish": {"what": "quick", "before": run}}
        run = (answer or {}).get("run", run)
        yield random.choice(
            (
                ("draw", {**data, "game": game}),
                ("draw", {**data, "pencil": {"marks": {"yellow.r1c1": "x"}, "rounds": 1, "actions": {}}}),
                ("bots", {**data, "game": {**game, "bots": ["random"]}}),
                ("advise", {**data, "game": game, "wish": {"bot": random.choice(("greedy", "random"))}}),
                ("touch", {**data, "element": random.choice(ELEMENTS)}),
                ("palette", {**data, "change": {"name": "blue", "shape": "row", "columns": 5, "die": "blue"}}),
                ("rules", data),
                ("clause", {**data, "element": "C4"}),
                ("changes", {**data, "before": layout(seed + 1)}),
                ("edit", {**data, "change": {"do": "set", "steps": ["title"], "value": f"Mine {seed}"}}),
                ("store", {**data, "game": game, "kind": "record"}),
                ("parent", {**data, "element": "classic"}),
                ("picture", {"edition": "meadow", "language": view["language"]}),
            )
        )
        seed += 1


def living() -> Counter[str]:
    """How many objects there are of each class of ours."""
    gc.collect()
    names = (f"{type(thing).__module__}.{type(thing).__qualname__}" for thing in gc.get_objects())
    return Counter(name for name in names if name.startswith("sheetgen."))


def kept() -> dict[str, tuple[int, int | None]]:
    """How many entries everything of ours has that lasts as long as the process, each with its limit if it has one.

    These are the caches of functions, and what modules hold: lists, sets and dictionaries, also within objects.
    """
    found: dict[str, tuple[int, int | None]] = {}
    for thing in gc.get_objects():
        info = getattr(thing, "cache_info", None) if type(thing).__name__ == "_lru_cache_wrapper" else None
        if info is not None and str(getattr(thing, "__module__", "")).startswith("sheetgen."):
            found[f"{thing.__module__}.{thing.__qualname__}"] = (info().currsize, info().maxsize)
    for name, module in list(sys.modules.items()):
        if name.startswith("sheetgen.") and isinstance(module, ModuleType):
            for key, value in vars(module).items():
                if isinstance(value, dict | list | set) and not key.startswith("__"):
                    found[f"{name}.{key}"] = (len(value), LIMITS.get(f"{name}.{key}"))
                elif type(value).__module__.startswith("sheetgen.") and hasattr(value, "__dict__"):
                    found |= {
                        f"{name}.{key}.{own}": (len(each), None)
                        for own, each in vars(value).items()
                        if isinstance(each, Sized) and isinstance(each, dict | list | set)
                    }
    return found


def _megabytes(process: int) -> float:
    """The memory of a process that is in use now, in MB; Linux only."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(count: int, first: int, every: int = 1_000) -> None:
    """Send so many requests to one worker, the layouts numbered from `first`; print its memory now and then."""
    worker = WorkerProcess(MEGABYTES)
    refused, began, processes = 0, time.monotonic(), set()
    asked, answer = requests(first), None
    for number in range(1, count + 1):
        job, data = asked.send(answer)
        answer = None
        try:
            answer = worker.run(job, data, SECONDS)
        except JobError as error:
            refused += 1
            if str(error).startswith(("this failed", "stopped")):
                print(f"{job} {data.get('name')}: {error}", flush=True)
        assert worker._worker is not None
        process = worker._worker.process.pid
        processes.add(process)
        if number % every == 0 or number in (10, 100):
            print(f"{number:6} requests: {_megabytes(process):6.1f} MB, {refused} refused, {len(processes)} worker(s), "
                  f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
    worker.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
