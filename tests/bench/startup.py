"""What every call of the command line costs before it does anything, and what checking costs."""

from tests.bench.measure import Row, medians, python, sheetgen

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix", "objectives")


def startup() -> list[Row]:
    """`sheetgen --help` and the check of all layouts against a Python that does nothing."""
    found = medians(
        {
            "python -c pass": python("-c", "pass"),
            "sheetgen --help": sheetgen("--help"),
            "sheetgen check, six layouts": sheetgen("check", *EDITIONS),
        }
    )
    limits: dict[str, dict[str, float]] = {
        "sheetgen --help": {"most_ratio": 5},
        "sheetgen check, six layouts": {"most_seconds": 1},
    }
    bare = found["python -c pass"]
    return [Row(what, seconds, seconds / bare, **limits.get(what, {})) for what, seconds in found.items()]
