"""M: the zones of mix."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game
from sheetgen.engine.events import Earned

Play = Callable[..., Game]


def earned(game: Game) -> list[str]:
    return [str(event.bonus) for event in game.events if isinstance(event, Earned)]


def offered(game: Game, die: str = "", zone: str = "") -> set[str]:
    return {
        move.target for move in game.legal_moves() if move.zone and die in ("", move.die) and zone in ("", move.zone)
    }


def row(zone: str, values: list[int], prefix: str = "") -> str:
    return " ".join(f"{zone}.{prefix}{i}={value}" for i, value in enumerate(values, start=1)) or "orange.1"


# Yellow


def test_m1_the_next_cell_of_any_row(play: Play) -> None:
    """M1: three rows to choose from, each from left to right; no cell is skipped."""
    play_text = "edition: mix\nsheet: {}\nthrow: Y3 B6 G6 O6 P6 W1\n"
    assert offered(play(play_text.format("orange.1")), "yellow") == {"yellow.r1c1", "yellow.r2c1", "yellow.r3c1"}
    game = play(
        play_text.format("yellow.r1c1=6 yellow.r3c1=2 yellow.r3c2=5")
        + "expect: cannot take Y3 yellow.r2c2 M1\nexpect: cannot take Y3 yellow.r3c2 M1"
    )
    assert offered(game, "yellow") == {"yellow.r1c2", "yellow.r2c1", "yellow.r3c3"}


@pytest.mark.parametrize("before", range(1, 7))
def test_m1_top_falls_middle_and_bottom_are_free(play: Play, before: int) -> None:
    """M1: top: less than the one before, so nothing after a 1; the other rows take anything."""
    for face in range(1, 7):
        sheet = " ".join(f"yellow.r{r}c1={before}" for r in (1, 2, 3))
        game = play(f"edition: mix\nsheet: {sheet}\nthrow: Y{face} B6 G6 O6 P6 W1")
        top = {"yellow.r1c2"} if face < before else set()
        assert offered(game, "yellow") == top | {"yellow.r2c2", "yellow.r3c2"}


def test_m1_the_reason_names_the_clause(play: Play) -> None:
    """M1: an equal number does not fall."""
    play("""
        edition: mix
        sheet: yellow.r1c1=5 yellow.r1c2=3
        throw: Y3 B6 G6 O6 P6 W2
        expect: cannot take Y3 yellow.r1c3 M1
        take W2 yellow.r1c3
        expect: yellow.r1c3 2
        """)


def test_m2_badges_under_top_and_middle(play: Play) -> None:
    """M2: top and middle cells have badges, the bottom row none."""
    badges: dict[int, list[str | None]] = {
        1: ["reroll", "mix", "? blue", "extra die", "? purple", "fox"],
        2: ["mix", "? orange", "reroll", "? green", "? blue", "extra die"],
        3: [None] * 6,
    }
    values = [6, 5, 4, 3, 2, 1]
    for line, own in badges.items():
        for column, badge in enumerate(own, start=1):
            game = play(f"""
                edition: mix
                sheet: {row("yellow", values[: column - 1], f"r{line}c")}
                throw: Y{values[column - 1]} B6 G6 O6 P6 W6
                take Y{values[column - 1]} yellow.r{line}c{column}
                """)
            assert earned(game) == ([badge] if badge else [])


def test_m2_points(play: Play) -> None:
    """M2: the rulebook's example: 15 below, 4 in the middle, three full columns of 10, 15 and 15: 51."""
    top, middle, bottom = (
        row("yellow", [6, 5, 4], "r1c"),
        row("yellow", [1, 1, 2], "r2c"),
        row("yellow", [6, 6, 3], "r3c"),
    )
    play(f"edition: mix\nsheet: {top} {middle} {bottom}\nturn: over\nexpect: yellow 51")
    play(f"edition: mix\nsheet: {middle} {bottom}\nturn: over\nexpect: yellow 11")
    play(f"edition: mix\nsheet: {top}\nturn: over\nexpect: yellow 0")
    play(f"edition: mix\nsheet: {middle}\nturn: over\nexpect: yellow -4")
    full = " ".join(
        row("yellow", values, f"r{r}c") for r, values in ((1, [6, 5, 4, 3, 2, 1]), (2, [1] * 6), (3, [6] * 6))
    )
    play(f"edition: mix\nsheet: {full}\nturn: over\nexpect: yellow {36 - 6 + 105}")


# Blue

BLUE = {
    2: "r1c2", 3: "r1c3", 4: "r2c1", 5: "r2c2", 6: "r2c4", 7: "r3c1", 8: "r3c3", 9: "r3c4", 10: "r4c2", 11: "r4c3",
    12: "r4c4",
}  # fmt: skip


@pytest.mark.parametrize("total", BLUE)
def test_m3_blue_crosses_the_sum(play: Play, total: int) -> None:
    """M3: as in classic: any order, the sum of blue and white; a printed cross is no cell."""
    white = max(1, total - 6)
    text = f"edition: mix\nsheet: {{}}\nthrow: Y6 B{total - white} G6 O6 P6 W{white}\n"
    assert offered(play(text.format("orange.1")), zone="blue") == {f"blue.{BLUE[total]}"}
    play(text.format(f"blue.{BLUE[total]}") + f"expect: cannot take W{white} blue.{BLUE[total]} M3")
    play(text.format("orange.1") + f"expect: cannot take W{white} blue.r1c4 M3\nexpect: blue.r1c4 printed")


def test_m3_printed_crosses_complete_lines(play: Play) -> None:
    """M3: rows and columns are full with their printed cross."""
    lines = {
        "r1c2 r1c3": "? orange",
        "r2c1 r2c2 r2c4": "mix",
        "r3c1 r3c3 r3c4": "? yellow",
        "r4c2 r4c3 r4c4": "fox",
        "r2c1 r3c1": "reroll",
        "r1c2 r2c2 r4c2": "? green",
        "r1c3 r3c3 r4c3": "extra die",
        "r2c4 r3c4 r4c4": "? purple",
    }
    for line, badge in lines.items():
        names = line.split()
        for last in names:
            others = [f"blue.{name}" for name in names if name != last]
            text = f"edition: mix\nsheet: {{}}\nbonus: ? blue\nplace ? blue: blue.{last}"
            assert earned(play(text.format(" ".join(others)))) == ["? blue", badge]
            assert earned(play(text.format(" ".join(others[1:]) or "orange.1"))) == ["? blue"]


def test_m3_printed_crosses_do_not_count(play: Play) -> None:
    """M3: the ladder counts own crosses only."""
    names = list(BLUE.values())
    for count, points in enumerate([1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56], start=1):
        sheet = " ".join(f"blue.{name}" for name in names[:count])
        play(f"edition: mix\nsheet: {sheet}\nturn: over\nexpect: blue {points}")
    play("edition: mix\nsheet: orange.1\nturn: over\nexpect: blue 0")


# Green

FACTORS = [2, 3, 3, 3, 2, 1, 3, 2, 3, 1, 4, 1]


def test_m4_either_cell_of_the_open_block(play: Play) -> None:
    """M4: blocks in order; in the open block left or right first; the next opens when the block is full."""
    text = "edition: mix\nsheet: {}\nthrow: Y6 B6 G1 O6 P6 W6\n"
    assert offered(play(text.format("orange.1")), "green") == {"green.1", "green.2"}
    assert offered(play(text.format("green.1=2")), "green") == {"green.2"}
    assert offered(play(text.format("green.2=3")), "green") == {"green.1"}
    assert offered(play(text.format("green.1=2 green.2=3")), "green") == {"green.3", "green.4"}
    assert offered(play(text.format("green.1=2 green.2=3 green.4=3")), "green") == {"green.3"}
    play(text.format("green.2=3") + "expect: cannot take G1 green.3 M4\nexpect: cannot take G1 green.2 M4")


def test_m4_the_rulebook_example(play: Play) -> None:
    """M4: 1 × 3 right, later 6 × 2 left: 12 − 3 = 9."""
    play("""
        edition: mix
        throw: Y6 B6 G1 O6 P6 W6
        take G1 green.2
        expect: green.2 3
        expect: green 0
        throw: Y6 B6 O6 P6 W6
        take W6 green.1
        expect: green.1 12
        expect: green 9
        """)


def test_m4_times_the_factor_with_the_badge(play: Play) -> None:
    """M4: the face times the factor; the badge comes with the entry."""
    badges = {
        2: "reroll", 4: "? yellow", 5: "mix", 7: "fox", 8: "? blue", 9: "extra die", 11: "? orange", 12: "? purple",
    }  # fmt: skip
    for position, factor in enumerate(FACTORS, start=1):
        block = (position - 1) // 2 * 2
        game = play(f"""
            edition: mix
            sheet: {row("green", FACTORS[:block])}
            throw: Y6 B6 G5 O6 P6 W6
            take G5 green.{position}
            expect: green.{position} {5 * factor}
            """)
        assert earned(game) == ([badges[position]] if position in badges else [])


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        ("green.1=12 green.2=3", 9),
        ("green.1=2 green.2=18", -16),
        ("green.2=3", 0),
        ("green.1=12", 0),
        ("green.1=12 green.2=3 green.3=9 green.4=3 green.5=8", 15),
    ],
)
def test_m4_points_left_minus_right(play: Play, sheet: str, points: int) -> None:
    """M4: a full block scores left minus right, half a block nothing; the last one is the rulebook's example."""
    play(f"edition: mix\nsheet: {sheet}\nturn: over\nexpect: green {points}")


# Orange

ORANGE = [2, 6, 4, 1, 5, 3, 6, 2, 5, 1, 4, 3]


@pytest.mark.parametrize("last", range(13))
def test_m5_orange_right_of_the_last_cross(play: Play, last: int) -> None:
    """M5: every cell with the face right of the last cross."""
    for face in range(1, 7):
        sheet = f"orange.{last}" if last else "green.1=2"
        game = play(f"edition: mix\nsheet: {sheet}\nthrow: Y6 B6 G6 O{face} P6 W6")
        wanted = {f"orange.{i}" for i, number in enumerate(ORANGE, start=1) if i > last and number == face}
        assert offered(game, "orange") == wanted


def test_m5_skipped_cells_are_lost(play: Play) -> None:
    """M5: no way back."""
    play(
        "edition: mix\nsheet: orange.3\nthrow: Y6 B6 G6 O6 P6 W6\nexpect: cannot take O6 orange.2 M5\ntake O6 orange.7"
    )


def test_m5_badges_and_ladder(play: Play) -> None:
    """M5: badges between two crossed neighbours; 1 3 6 10 15 21 … 78 by number of crosses."""
    badges = ["mix", "? green", None, "reroll", "? blue", None, "extra die", "? purple", None, "mix", "fox"]
    for left, badge in enumerate(badges, start=1):
        text = f"edition: mix\nsheet: {{}}\nbonus: ? orange\nplace ? orange: orange.{left + 1}"
        assert earned(play(text.format(f"orange.{left}"))) == ["? orange", *([badge] if badge else [])]
        assert earned(play(text.format(f"orange.{left - 1}" if left > 1 else "green.1=2"))) == ["? orange"]
    for count, points in enumerate([1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78], start=1):
        sheet = " ".join(f"orange.{i}" for i in range(13 - count, 13))
        play(f"edition: mix\nsheet: {sheet}\nturn: over\nexpect: orange {points}")


# Purple


def test_m6_plus_the_platter(play: Play) -> None:
    """M6: the rulebook's example: purple 4 with blue 1 and yellow 2 on the platter is 7; white for purple too."""
    text = """
        edition: mix
        turn: active 2
        slots: G5
        platter: B1 Y2
        throw: P4 O1 W5
        """
    play(text + "expect: cannot take P4 purple.1 = 4\ntake P4 purple.1\nexpect: purple.1 7")
    play(text + "take W5 purple.1\nexpect: purple.1 8")


def test_m6_dice_that_leave_are_not_yet_there(play: Play) -> None:
    """M6: in the first throw the platter is empty, though lower dice leave right after."""
    play("""
        edition: mix
        throw: Y1 B2 G1 O2 P4 W5
        take P4 purple.1
        expect: purple.1 4
        expect: platter Y1 B2 G1 O2
        """)


def test_m6_itself_not_twice(play: Play) -> None:
    """M6: a passive player takes purple 3 from the platter with 1 and 2: 6; white from there adds purple."""
    text = """
        edition: mix
        players: Lucas, Marie
        turn: Marie passive
        slots: G5 O6
        platter: P3 Y1 W2
        """
    assert play(text + "Marie: take P3 purple.1").players[1].marks() == {"purple.1": 6}
    assert play(text + "Marie: take W2 purple.1").players[1].marks() == {"purple.1": 6}


def test_m6_a_slot_die_of_the_active_player(play: Play) -> None:
    """M6: as last resort purple on a slot adds the whole platter."""
    game = play("""
        edition: mix
        players: Lucas, Marie
        sheet Marie: orange.12
        turn: Marie passive
        slots: P5 G5
        platter: O3
        Marie: take P5 purple.1
        """)
    assert game.players[1].marks()["purple.1"] == 8


def test_m6_strictly_rising_from_left_to_right(play: Play) -> None:
    """M6: 7 fits after 6, not after 7; there is no restart after a 6; no cell is skipped."""
    text = "edition: mix\nsheet: purple.1={}\nturn: active 2\nslots: G5\nplatter: B1 Y2\nthrow: P4 O1 W5\n"
    play(text.format(6) + "expect: cannot take P4 purple.3 M6\ntake P4 purple.2\nexpect: purple.2 7")
    play(text.format(7) + "expect: cannot take P4 purple.2 M6\nexpect: can take W5 purple.2")
    first = "edition: mix\nsheet: purple.1=6\nthrow: Y1 B2 G1 O2 P4 W6\n"
    play(first + "expect: cannot take P4 purple.2 M6\nexpect: cannot take W6 purple.2 M6")


def test_m6_badges(play: Play) -> None:
    """M6: the badge under the cell."""
    badges = {
        2: "mix", 3: "? yellow", 4: "reroll", 5: "extra die", 6: "? orange", 7: "fox", 8: "mix", 9: "? green",
        10: "? blue", 11: "? any",
    }  # fmt: skip
    for position in range(1, 12):
        sheet = row("purple", list(range(1, position)))
        game = play(f"edition: mix\nsheet: {sheet}\nbonus: ? purple\nplace ? purple: purple.{position}")
        assert earned(game) == ["? purple", *([badges[position]] if position in badges else [])]


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([1], 1),
        ([4], 1),
        ([5], 2),
        ([9], 2),
        ([10], 3),
        ([14], 3),
        ([15], 4),
        ([19], 4),
        ([20], 5),
        ([36], 5),
        ([1, 2], 2),
        ([1, 2, 3], 4),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 56 + 5 + 4),
        ([1, 5, 7, 11, 13, 15], 16 + 1 + 1 + 2 + 2 + 3),
        ([2, 4, 5, 7, 11, 15], 16 + 7),  # the rulebook's example
    ],
)
def test_m7_points_over_the_last_entry_and_for_high_ones(play: Play, values: list[int], points: int) -> None:
    """M7: the ladder over the last entry, plus 1, 2, 3 or 4 for each entry of 5, 10, 15 or 20: one of them."""
    play(f"edition: mix\nsheet: {row('purple', values)}\nturn: over\nexpect: purple {points}")


@pytest.mark.parametrize("bonus", ["? purple", "? any"])
def test_m7_a_question_mark_is_one_more(play: Play, bonus: str) -> None:
    """M7: 1 in the first cell, else one more than the entry before; the platter plays no part; black the same."""
    text = f"edition: mix\nsheet: {{}}\nturn: extra\nplatter: B5 Y5\nslots: P3\nbonus: {bonus}\n"
    for sheet, cell, value in (("orange.1", "1", 1), ("purple.1=9", "2", 10), ("purple.1=9 purple.2=20", "3", 21)):
        game = play(text.format(sheet))
        purple = {(move.cell, move.value) for move in game.legal_moves() if move.zone == "purple"}
        assert purple == {(cell, value)}
        play(text.format(sheet) + f"place {bonus}: purple.{cell}\nexpect: purple.{cell} {value}")
    play(text.format("orange.1") + f"expect: cannot place {bonus}: purple.1 = 5 M7")


def test_m7_other_question_marks_as_if_thrown(play: Play) -> None:
    """M7: only purple is different: ? yellow, ? green and ? orange take any number by their zone's rules."""
    game = play("edition: mix\nsheet: yellow.r1c1=3\nbonus: ? yellow")
    top = {move.value for move in game.legal_moves() if move.cell == "r1c2"}
    assert (top, len(game.legal_moves())) == ({1, 2}, 14)
    game = play("edition: mix\nbonus: ? green")
    assert {(move.cell, move.value) for move in game.legal_moves()} == {
        (cell, factor * face) for cell, factor in (("1", 2), ("2", 3)) for face in range(1, 7)
    }
    assert offered(play("edition: mix\nsheet: orange.10\nbonus: ? orange")) == {"orange.11", "orange.12"}
