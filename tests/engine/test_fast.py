"""The fast engine plays the same games as Python, or says that it cannot."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.engine import Rules
from sheetgen.engine.fast import building, tables
from sheetgen.engine.fast.core import CoreError, FastEdition, core
from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.layout import load, read_from_text
from sheetgen.layout.parts.cells import OPEN
from sheetgen.layout.parts.extra_marks import MatchingDice
from sheetgen.layout.parts.order import LeftToRight, OrderRule
from sheetgen.layout.parts.points import ByCount
from sheetgen.layout.parts.points_rule import CountingPoints
from sheetgen.layout.sheet import Rulings
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.engine import fast_games
from tests.engine.fast_games import (
    FIRST_OF_LONG_RUN,
    compare,
    compare_layouts,
    compare_until,
    eagerly,
    random_layout,
    try_wrong_tables,
)
from tests.matrix import often
from tests.programs import needs_core

ROOT = Path(__file__).parents[2]
SHEETS = {name: path for name, path in {**shipped_layouts(), **shipped_variants()}.items() if name != "objectives"}
each_sheet = pytest.mark.parametrize("sheet", SHEETS)

OWN = "schema: 1\nextends: classic\ntitle: Own\n"


def rules_from(text: str) -> Rules:
    return Rules(read_from_text(text, Path("own.yaml"), "own.yaml"))


@needs_core
@each_sheet
def test_shipped_sheets_play_the_same(sheet: str) -> None:
    edition = FastEdition(Rules(load(str(SHEETS[sheet]))))
    for players in edition.rules.edition.rounds.by_players:
        for seed in range(often(25, quick=1)):
            assert compare(edition, players, seed) > 0
            assert compare(edition, players, (seed << 32) + 5, eagerly) > 0


@needs_core
def test_layouts_by_chance_play_the_same() -> None:
    compared = compare_layouts(0, often(170, quick=12))
    assert compared.games >= often(1000, quick=60), compared


@needs_core
def test_other_rules_are_noticed() -> None:
    """A state, or a list of moves, that differs in one number ends the comparison."""
    edition = FastEdition(Rules(load("classic")))
    edition.rules = rules_from(f"{OWN}may waive: [active]\n")
    with pytest.raises(AssertionError, match="other moves; Python has"):
        compare(edition, 2, 1)
    edition.rules = rules_from(f"{OWN}rounds: {{by players: {{2: 5}}}}\n")
    with pytest.raises(AssertionError, match="own, 2 players, seed 1, after"):
        compare(edition, 2, 1)


@needs_core
def test_the_long_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_games, "LAYOUTS_IN_STEP", 1)
    monkeypatch.setattr(fast_games, "GAMES_IN_STEP", 1)
    log = tmp_path / "log" / "differential.log"
    first = compare_until(1, log)
    assert compare_until(first, log) == first, "so many are there already"
    assert compare_until(first + 1, log) > first
    lines = log.read_text("utf-8").splitlines()
    steps = [re.search(r"from (\d+) to (\d+): 1 layouts", line) for line in lines]
    assert [step and int(step[1]) for step in steps] == [FIRST_OF_LONG_RUN, FIRST_OF_LONG_RUN + 1]
    monkeypatch.setattr(fast_games, "rules_digest", lambda: "other")
    compare_until(1, log)
    assert f"other from {FIRST_OF_LONG_RUN} to" in log.read_text("utf-8"), "games of other rules do not count"


@needs_core
@pytest.mark.full
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tests.engine.fast_games", "5000", "5012", "1"], "wrong tables are refused"),
        (["tests.lab.expert_games", "5000", "5012"], "decisions are the same"),
    ],
)
def test_no_sanitizer_finds_anything(arguments: list[str], told: str, tmp_path: Path) -> None:
    """Layouts by chance, with a binary that checks every access to memory and every calculation; also learning."""
    compiler = building.compiler() or []
    runtime = [
        subprocess.run(
            [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    if not all(Path(path).is_absolute() for path in runtime):
        pytest.skip("the compiler has no sanitizers")
    binary = tmp_path / building.BINARY
    building.build(binary, flags=("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"))
    done = subprocess.run(
        [sys.executable, "-m", *arguments, binary],
        cwd=ROOT,
        env={"LD_PRELOAD": ":".join(runtime), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "games with" in done.stdout
    assert told in done.stdout


@pytest.mark.parametrize("seed", range(3))
def test_tables_open_the_same_cells_as_the_order(seed: int) -> None:
    """What `opening` says of random states, read as the fast engine reads it."""
    chance, kinds = Random(seed), set()
    for layout in map(random_layout, range(40 * seed, 40 * seed + 40)):
        for zone in Rules(layout).zones:
            order, table = zone.zone.order, zone.table
            opening = order.opening(table)
            assert opening is not None
            states = list(zone.start.cell_states)
            for _ in range(4 * len(states)):
                marked = {cell for cell, state in enumerate(states) if state != OPEN}
                done = {
                    cell
                    for cell, state in enumerate(states)
                    if not OPEN <= state < (table.stages if opening.again else 1)
                }
                open_cells = [
                    cell
                    for cell in range(len(states))
                    if cell not in done
                    and marked.issuperset(opening.after[cell])
                    and not marked & set(opening.until[cell])
                ]
                assert open_cells == list(order.open_cells(table, tuple(states), -1)), order.kind
                for cell in open_cells:
                    neighbour, _ = order.cell_before(table, tuple(states), cell)
                    before = [other for other in opening.before[cell] if other in marked]
                    assert (max(before) if before else None) == (neighbour if neighbour in marked else None), order.kind
                if not open_cells:
                    break
                states[chance.choice(open_cells)] += 1
            kinds.add(order.kind)
    assert len(kinds) >= 6, "most kinds of orders were tried"


# What the fast engine does not know is refused


def test_an_order_without_tables_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LeftToRight, "opening", OrderRule.opening)
    with pytest.raises(CannotCompileError, match="does not know the order 'left to right' of green"):
        compile_tables(Rules(load("classic")))


def test_points_without_a_function_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByCount, "counting", lambda self, table: CountingPoints("spiral"))  # type: ignore[arg-type]
    with pytest.raises(CannotCompileError, match="does not know the points 'spiral' of blue"):
        compile_tables(Rules(load("classic")))


def test_extra_marks_that_depend_on_several_dice_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchingDice, "each_die_alone", False)
    with pytest.raises(CannotCompileError, match="does not know the extra marks 'matching dice' of turquoise"):
        compile_tables(Rules(load("cubed")))


def test_a_ruling_that_is_not_compiled_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(Rulings.model_fields) == {*tables.RULING_FLAGS, *tables.COMPILED_RULINGS}
    monkeypatch.setattr(tables, "COMPILED_RULINGS", ())
    with pytest.raises(CannotCompileError, match="does not know the ruling negative_fox, number_badge"):
        compile_tables(Rules(load("classic")))


@pytest.mark.parametrize(
    ("zone", "reason"),
    [
        (
            "cells: [" + ", ".join(["[1, 2, 3, 4, 5, 6]"] * 11) + "], bonus: {}, points: {sum: true}",
            "more than 64 cells",
        ),
        (
            "value: {times: [20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20]}, free choice: one more than the one before",
            "above 255",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_refused(zone: str, reason: str) -> None:
    own = "yellow" if "cells" in zone else "orange"
    more = "\nrounds: {bonuses: ['? orange']}" if own == "orange" else ""
    with pytest.raises(CannotCompileError, match=reason):
        compile_tables(rules_from(f"schema: 1\nextends: classic\ntitle: Own\nzones:\n  {own}: {{{zone}}}{more}\n"))


def test_numbers_that_grow_with_every_cell_are_refused_before_they_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With several factors there are more numbers after each cell: of 18 cells, hundreds of millions."""
    written_numbers = tables._ZoneCompiler._written_numbers

    def with_few(compiler: tables._ZoneCompiler, values: set[int]) -> set[int]:
        assert max(values) <= tables.MAX_VALUE
        return written_numbers(compiler, values)

    monkeypatch.setattr(tables._ZoneCompiler, "_written_numbers", with_few)
    zone = (
        "replace: true, cells: [[_, _, _, _, '_*', _], [_, _, _, _, _, _], [_, _, _, _, _, _]], accepts: anything, "
        "order: next of a chosen row, free choice: one more than the one before, points: {full rows: [14, 18, 4]}, "
        "value: {half or star: [~, 3, 2, 2, ~, 1, 1, 2, 1, 1, 1, 2, 1, 1, ~, 1, 3, ~]}, bonus: {rows: [~, fox, ~]}"
    )
    with pytest.raises(CannotCompileError, match="green has numbers above 255"):
        compile_tables(rules_from(f"schema: 1\nextends: deluxe\ntitle: Own\nzones:\n  green: {{{zone}}}\n"))


@needs_core
def test_wrong_tables_are_refused_not_read() -> None:
    """Whatever is changed in the tables: the engine refuses them, or they are tables of another sheet."""
    library = core().library
    assert library is not None
    assert 500 < try_wrong_tables(Rules(load("mix")), library, 2000) < 2000


@needs_core
def test_too_many_bonuses_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler foresees how many can wait at once; if it were wrong, no bonus would get lost silently."""
    made = compile_tables

    def with_room_for_one(rules: Rules) -> Any:
        compiled = made(rules)
        compiled.numbers[23] = 0
        return compiled

    monkeypatch.setattr("sheetgen.engine.fast.core.compile_tables", with_room_for_one)
    edition = FastEdition(Rules(load("classic")))
    with pytest.raises(CoreError, match="classic: too many bonuses wait at once"):
        edition.play(1, 0, (0.0,) * 6, 1, 50)


@needs_core
def test_so_many_players_cannot_play() -> None:
    edition = FastEdition(Rules(load("classic")))
    for players in (0, 5, 9, 10, -1):
        with pytest.raises(CoreError, match="wrong argument"):
            edition.play(players, 0, (0.0,) * 6, 1, 1)


def test_c_sources_are_within_120_columns() -> None:
    sources = [path for path in building.SOURCE.parent.iterdir() if path.suffix in (".c", ".h")]
    assert len(sources) > 5
    assert [path.name for path in sources for line in path.read_text("ascii").splitlines() if len(line) > 120] == []
