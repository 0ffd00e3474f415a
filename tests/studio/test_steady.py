"""What the studio's worker keeps does not grow with the number of requests: entries are counted, not megabytes."""

from collections.abc import Generator
from functools import cache
from itertools import islice

import pytest

from sheetgen.drawing import text
from sheetgen.studio import figures
from sheetgen.studio.jobs import run_job
from tests.studio.steady import Data, kept, living, requests

REQUESTS = 300
LARGEST = 5_000  # entries of one cache; ten of them are some megabytes


Asked = Generator[tuple[str, Data], Data | None, None]


def ask(asked: Asked, count: int, answer: Data | None = None) -> Data | None:
    """Send so many requests, the first with the answer to the last one before; return the last answer."""
    for _ in range(count):
        job, data = asked.send(answer)
        answer = run_job(job, data)
    return answer


@pytest.mark.full
def test_what_is_kept_does_not_grow_with_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has no limit is complete after some layouts: ever new ones add next to nothing."""
    monkeypatch.setattr(figures, "MOMENT", 0.0)  # a few games of each layout are enough
    asked = requests(10_000)
    last = ask(asked, REQUESTS)  # languages, fonts and themes are read once
    before, lived = kept(), living()
    ask(asked, REQUESTS, last)
    after, lives = kept(), living()
    series = "sheetgen.lab.stepwise.GameSeries"
    assert 0 < lives[series] <= 3 * figures.MOST_RUNS  # two of each run, and one to compare with
    assert lives["sheetgen.layout.loading.Layout"] <= lived["sheetgen.layout.loading.Layout"] + 3 * figures.MOST_RUNS
    grown = {
        name: (before.get(name, (0, None))[0], size)
        for name, (size, limit) in after.items()
        if limit is None and size > before.get(name, (0, None))[0] + REQUESTS // 30
    }
    assert not grown
    assert {name: size for name, (size, limit) in after.items() if limit is not None and size > limit} == {}
    drawn, _ = after["sheetgen.formats.svg.class_of"]
    assert drawn > before["sheetgen.formats.svg.class_of"][0]  # the layouts were others
    assert all(len(text.font_face(name)._measured) <= text.MEASURED for name in ("display", "text"))


def test_no_cache_is_large() -> None:
    for job, data in islice(requests(3), 6):
        run_job(job, data)
    limits = {name: limit for name, (_, limit) in kept().items() if limit is not None}
    assert len(limits) > 10
    assert {name: limit for name, limit in limits.items() if limit > LARGEST} == {}
    assert text.MEASURED <= LARGEST


def test_what_grows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "_drawn", [1, 2, 3], raising=False)

    @cache
    def widths(name: str) -> int:
        return len(name)

    widths.__module__ = "sheetgen.drawing.text"
    widths("a"), widths("b")
    found = kept()
    assert found["sheetgen.drawing.text._drawn"] == (3, None)
    assert next(size for name, size in found.items() if name.endswith("widths")) == (2, None)
