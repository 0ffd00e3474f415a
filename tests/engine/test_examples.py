"""The worked examples, of the rulebooks and our own: all replay, all say where they come from, none proves nothing."""

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheetgen.cli.app import cli
from sheetgen.engine import RecordError, replay_any
from sheetgen.engine.records import read_lines
from sheetgen.engine.rules import rules_of

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
RECORDS = sorted(EXAMPLES.glob("*/*.record"))
SHEETS = [path for path in RECORDS if path.parent.name != "objectives"]
IDS = [f"{path.parent.name}/{path.stem}" for path in RECORDS]
every_record = pytest.mark.parametrize("path", RECORDS, ids=IDS)
some_records = pytest.mark.parametrize(  # every fourth in `make test`
    "path",
    [
        pytest.param(path, id=name, marks=pytest.mark.full if i % 4 else ())
        for i, (path, name) in enumerate(zip(RECORDS, IDS, strict=True))
    ],
)

# How many clauses of each letter there are, and which letters tell about an edition beside the common ones.
COUNTS = {"F": 4, "A": 8, "B": 1, "P": 3, "X": 10, "E": 1, "S": 5, "C": 8, "L": 1, "D": 9, "T": 9, "M": 7, "O": 7}
CLAUSES = {f"{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)}
COMMON = "FABPXES"
OWN = {"classic": "C", "double": "D", "cubed": "T", "deluxe": "CL", "mix": "ML", "objectives": "O"}
BOOKS = {"classic": "C", "double": "D", "cubed": "T", "deluxe": "L", "mix": "M", "objectives": "O"}
PAGES = {"C": 8, "D": 8, "T": 12, "L": 10, "M": 16, "O": 2}
SOURCE = re.compile(
    r"(?P<book>[CDTLMO]) (?P<pages>own|p\. [0-9]+(?:, p\. [0-9]+)*): (?P<clauses>[A-Z][0-9]+(?: [A-Z][0-9]+)*)"
)

# The lines that tell neither a sheet nor a move.
NOT_PLAYED = {"title", "source", "edition", "players", "turn", "round", "slots", "platter", "throw", "expect", "bonus"}
EXPECT = re.compile(r"(?P<head>expect[^:]*: )(?P<text>[^#]*[^# ])(?P<rest>.*)")
CLAUSE = re.compile(r" [A-Z][0-9]{1,2}\Z")
OTHER_MARK = {"x": "open", "open": "x", "o": "open", "printed": "open"}


def head_of(path: Path) -> dict[str, str]:
    return {line.word: line.rest for line in read_lines(path.read_text(encoding="utf-8"))}


def test_there_are_as_many_as_the_rulebooks_tell() -> None:
    found = Counter(path.parent.name for path in RECORDS)
    assert set(found) == set(OWN)
    assert len(RECORDS) >= 45
    assert min(found[edition] for edition in OWN if edition != "objectives") >= 20
    assert found["objectives"] >= 9  # its rulebook has none


def test_no_two_examples_of_a_game_play_the_same_moves_on_the_same_sheet() -> None:
    """Each teaches something else; other dice that stay unused make no other example."""
    played = Counter[tuple[str, ...]]()
    for path in SHEETS:
        lines = read_lines(path.read_text(encoding="utf-8"))
        what = [f"{line.word} {line.rest}" for line in lines if line.word not in NOT_PLAYED]
        if any(not line.startswith("sheet") for line in what):
            played[path.parent.name, *what] += 1
    assert [what for what, count in played.items() if count > 1] == []


def test_every_zone_has_two_of_our_own() -> None:
    """Their names start with the zone that they are about."""
    own = [path for path in SHEETS if " own: " in head_of(path)["source"]]
    found = Counter((path.parent.name, path.stem.split("-")[1]) for path in own)
    zones = {
        (edition, zone) for edition in {path.parent.name for path in SHEETS} for zone in rules_of(edition).zone_index
    }
    assert set(found) - zones == {("classic", "whole"), ("mix", "whole")}
    assert min(found[zone] for zone in zones) >= 2


@every_record
def test_replays(path: Path) -> None:
    replay_any(path.read_text(encoding="utf-8"))


def test_replays_on_the_command_line() -> None:
    for path in RECORDS[::20]:
        result = CliRunner().invoke(cli, ["replay", str(path)])
        assert result.exit_code == 0, result.output


@every_record
def test_says_what_and_whence(path: Path) -> None:
    head = head_of(path)
    edition = path.parent.name
    assert head["edition"] == edition
    assert head["title"]
    source = SOURCE.fullmatch(head["source"])
    assert source, head["source"]
    book = source["book"]
    assert book == BOOKS[edition]
    assert all(1 <= int(page) <= PAGES[book] for page in re.findall("[0-9]+", source["pages"]))
    clauses = source["clauses"].split()
    assert set(clauses) <= CLAUSES
    assert len(clauses) == len(set(clauses))
    assert {clause[0] for clause in clauses} <= set(COMMON + OWN[edition])


@every_record
def test_names_are_our_own(path: Path) -> None:
    """The people of the rulebooks stay there."""
    assert {name.strip() for name in head_of(path).get("players", "Ada").split(",")} <= {"Ada", "Ben", "Cleo", "Dan"}


@every_record
def test_is_numbered_and_in_the_index(path: Path) -> None:
    assert re.fullmatch(r"[0-9]{2}(?:-[a-z]+)+", path.stem)
    head = head_of(path)
    where = head["source"].partition(":")[0]
    row = f"| [{path.stem}]({path.parent.name}/{path.name}) | {where} | {head['title']} |"
    assert row in (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()


def test_numbers_have_no_gaps_and_the_index_no_ghosts() -> None:
    for edition in OWN:
        numbers = [int(path.stem[:2]) for path in RECORDS if path.parent.name == edition]
        assert numbers == list(range(1, len(numbers) + 1))
    linked = re.findall(r"\]\(([^)]+\.record)\)", (EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert sorted(linked) == [f"{path.parent.name}/{path.name}" for path in RECORDS]


def falsified(text: str) -> list[str]:
    """An expectation turned into others that cannot hold at the same time."""
    word, _, rest = text.partition(" ")
    if word == "can":
        return [f"cannot {rest}"]
    if word == "cannot":
        bare = CLAUSE.sub("", text)
        return [f"can{bare.removeprefix('cannot')}", *([f"{bare} F3"] if bare != text else [])]
    if word in ("platter", "pending"):
        return [f"{word} {'W1' if word == 'platter' else 'fox'}" if rest == "none" else f"{word} none"]
    if word in ("to", "winner"):
        return [f"{text}x"]
    if word in ("won", "discarded"):
        return [f"{word} joker"]
    if word == "holds":
        return ["holds large-straight"]
    what, _, value = text.rpartition(" ")
    return [f"{what} {OTHER_MARK[value]}" if value in OTHER_MARK else f"{what} {int(value) + 1}"]


@some_records
def test_every_expectation_can_fail(path: Path) -> None:
    """The negative control: whichever expectation is changed, the replay stops at its line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    proven = 0
    for i, line in enumerate(lines):
        match = EXPECT.match(line)
        if match is None:
            continue
        for wrong in falsified(match["text"]):
            changed = [*lines[:i], match["head"] + wrong, *lines[i + 1 :]]
            with pytest.raises(RecordError) as caught:
                replay_any("\n".join(changed))
            assert caught.value.line == i + 1, f"{wrong}: {caught.value}"
            assert "expected" in caught.value.reason, caught.value.reason
        proven += 1
    assert proven >= 2
