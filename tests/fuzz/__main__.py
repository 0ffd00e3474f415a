"""Coverage-guided fuzzing with atheris: `python -m tests.fuzz TARGET CORPUS [libFuzzer options]`.

Goes on after a finding: every kind of it is kept once beside the corpus, named by where it was raised.
"""

import hashlib
import sys
import tempfile
import traceback
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sheetgen"]):
    from tests.fuzz import seeds
    from tests.fuzz.guard import guarded
    from tests.fuzz.targets import TARGETS, starts

ABORT = 60  # seconds after which the process is ended: nothing else stops an endless loop


def main() -> None:
    name, corpus = sys.argv[1], Path(sys.argv[2])
    target = TARGETS[name]
    corpus.mkdir(parents=True, exist_ok=True)
    for data in starts(name):
        (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)
    words = Path(tempfile.gettempdir()) / f"sheetgen-fuzz-{name}.dict"
    words.write_text(seeds.dictionary(), "utf-8")
    found = corpus.parent / "findings"
    found.mkdir(exist_ok=True)
    known: set[str] = set()

    def once(data: bytes) -> None:
        try:
            guarded(target, data)
        except Exception as error:
            where = [frame for frame in traceback.extract_tb(error.__traceback__) if "sheetgen" in frame.filename]
            place = f"{Path(where[-1].filename).stem}-{where[-1].lineno}" if where else "tests"
            kind = f"{name}-{type(error).__name__}-{place}"
            if kind not in known:
                known.add(kind)
                (found / kind).write_bytes(data)
                print(f"FOUND {kind}: {' '.join(str(error).split())[:300]}", file=sys.stderr, flush=True)

    length = {"pdf": 20_000, "layout": 6_000}.get(name, 2_000 if starts(name)[0][20:] else 64)
    options = [f"-dict={words}", f"-timeout={ABORT}", "-rss_limit_mb=2000", f"-max_len={length}", "-len_control=10"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={found}/{name}-", *sys.argv[3:], str(corpus)], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
