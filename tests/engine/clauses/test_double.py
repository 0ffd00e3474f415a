"""D: the zones of double."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game
from sheetgen.engine.events import Earned

Play = Callable[..., Game]


def earned(game: Game) -> list[str]:
    return [str(event.bonus) for event in game.events if isinstance(event, Earned)]


def offered(game: Game, die: str = "", kind: str = "") -> set[str]:
    return {
        move.target for move in game.legal_moves() if die in ("", move.die) and kind in ("", move.kind) and move.zone
    }


def crosses(*names: str) -> str:
    return " ".join(f"silver.{name}" for name in names)


def row(zone: str, values: list[int]) -> str:
    return " ".join(f"{zone}.{i}={value}" for i, value in enumerate(values, start=1)) or "silver.r1c6"


# Silver


@pytest.mark.parametrize("die", ["silver", "white"])
def test_d1_silver_crosses_its_number_in_any_colour(play: Play, die: str) -> None:
    """D1: a 3 goes to the 3 of any of the four rows; to a row where it is crossed no more."""
    text = "edition: double\nsheet: {}\nthrow: S3 Y6 B6 G6 P6 W3\n"
    wanted = {f"silver.r{row}c3" for row in range(1, 5)}
    got = {target for target in offered(play(text.format("pink.1=1")), die) if target.startswith("silver")}
    assert got == wanted
    got = {target for target in offered(play(text.format("silver.r2c3")), die) if target.startswith("silver")}
    assert got == wanted - {"silver.r2c3"}
    play(text.format("silver.r2c3") + "expect: cannot take S3 silver.r2c3 D1\nexpect: cannot take S3 silver.r1c4 D1")


def test_d1_a_full_number_cannot_be_taken(play: Play) -> None:
    """D1: with the 3 full in all rows the silver die is out, and sweeps nothing either."""
    sheet = crosses("r1c3", "r2c3", "r3c3", "r4c3")
    game = play(f"edition: double\nsheet: {sheet}\nthrow: S3 Y1 B1 G1 P6 W6")
    assert offered(game, "silver") == set()
    assert offered(game, "yellow") == {"yellow.r2c1"}


SWEEP = """
    edition: double
    throw: S3 Y4 B1 G5 P6 W2
    take S3 silver.r3c3
    """


def test_d2_the_rulebook_example(play: Play) -> None:
    """D2: silver 3 as green 3; blue 1 and white 2 leave: the blue 1 in the blue row, the white 2 as green 2."""
    game = play(
        SWEEP
        + """
        expect: platter B1 W2
        also B1 silver.r2c1
        also W2 silver.r3c2
        throw: Y4 G5 P6
        """
    )
    assert set(game.players[0].marks()) == {"silver.r3c3", "silver.r2c1", "silver.r3c2"}


def test_d2_own_row_or_any_for_white(play: Play) -> None:
    """D2: a swept die marks its own colour's row with its own number only; white any row."""
    game = play(SWEEP)
    assert offered(game, "blue") == {"silver.r2c1"}
    assert offered(game, "white") == {f"silver.r{row}c2" for row in range(1, 5)}
    assert {move.kind for move in game.legal_moves()} == {"also", "done"}
    play(
        SWEEP
        + "expect: cannot also B1 silver.r1c1\nexpect: cannot also B1 silver.r2c2\nexpect: can also B1 silver.r2c1"
    )


def test_d2_any_all_or_none(play: Play) -> None:
    """D2: none, one or all of them; each once."""
    rest = "throw: Y4 G5 P6\n"
    assert set(play(SWEEP + "done\n" + rest).players[0].marks()) == {"silver.r3c3"}
    assert set(play(SWEEP + "also W2 silver.r1c2\ndone\n" + rest).players[0].marks()) == {"silver.r3c3", "silver.r1c2"}
    play(SWEEP + "also B1 silver.r2c1\nexpect: cannot also W2 silver.r1c1\nexpect: can also W2 silver.r1c2")
    game = play(SWEEP + "also W2 silver.r1c2\nalso B1 silver.r2c1\n" + rest)
    assert {move.kind for move in game.legal_moves()} == {"take", "pass", "reroll"}
    play(SWEEP + "also W2 silver.r1c2\nexpect: cannot also W2 silver.r2c2")


def test_d2_white_used_as_silver(play: Play) -> None:
    """D2: white taken for silver sweeps too, and the silver die then marks any row."""
    game = play("edition: double\nthrow: S2 Y1 B5 G5 P6 W4\ntake W4 silver.r1c4")
    assert offered(game, "silver") == {f"silver.r{row}c2" for row in range(1, 5)}
    assert offered(game, "yellow") == {"silver.r1c1"}


def test_d2_only_silver_sweeps(play: Play) -> None:
    """D2: white for another colour, or another die, sweeps nothing."""
    for move in ("W4 pink.1", "W4 green.1", "B5 blue.1"):
        game = play(f"edition: double\nthrow: S2 Y1 B5 G5 P6 W4\ntake {move}\nexpect: cannot also Y1 silver.r1c1 D2")
        assert "also" not in {own.kind for own in game.legal_moves()}


def test_d2_not_what_lay_there_before(play: Play) -> None:
    """D2: only dice that leave because of this pick; equal and higher dice do not."""
    game = play("""
        edition: double
        turn: active 2
        slots: P4
        platter: Y1 B2
        throw: S3 G1 W3
        take S3 silver.r1c3
        """)
    assert offered(game) == {"silver.r3c1"}


def test_d2_a_full_own_row_has_no_second_chance(play: Play) -> None:
    """D2: blue 1 already crossed in the blue row: nothing to mark for it."""
    game = play(
        f"edition: double\nsheet: {crosses('r2c1')}\nthrow: S3 Y4 B1 G5 P6 W3\ntake S3 silver.r3c3\nthrow: Y4 G5 P6 W3"
    )
    assert "also" not in {move.kind for move in game.legal_moves()}


def test_d2_bonuses_in_between_come_first(play: Play) -> None:
    """D2: a swept die may complete a column, whose badge is used before the next one."""
    play("""
        edition: double
        sheet: silver.r1c2 silver.r3c2 silver.r4c2
        throw: S3 Y1 B2 G5 P6 W6
        take S3 silver.r3c3
        also B2 silver.r2c2
        expect: pending ? yellow
        expect: cannot also Y1 silver.r1c1 X1
        place ? yellow: yellow.r1c2
        also Y1 silver.r1c1
        """)


LAST = """
    edition: double
    players: Lucas, Marie
    turn: Lucas active 3
    slots: P4 W4
    platter: Y1
    throw: S3 G1 B5
    Lucas: take S3 silver.r1c3
    """


def test_d2_ruling_dice_that_leave_with_the_last_throw(play: Play) -> None:
    """D2: ruling: after the third throw only the lower die is swept; by the other reading the higher one too."""
    assert offered(play(LAST)) == {"silver.r3c1"}
    assert offered(play(LAST, last_sweep="no")) == {"silver.r3c1"}
    assert offered(play(LAST, last_sweep="yes")) == {"silver.r3c1", "silver.r2c5"}
    play(LAST + "Lucas: also G1 silver.r3c1\nexpect: to decide: Marie\nexpect: platter Y1 G1 B5")
    play(LAST + "Lucas: also B5 silver.r2c5\nLucas: done\nexpect: to decide: Marie", last_sweep="yes")


def test_d2_ruling_matters_in_the_last_throw_only(play: Play) -> None:
    """D2: ruling: in earlier throws higher dice stay and are not swept, by either reading."""
    game = play(SWEEP, last_sweep="yes")
    assert {move.die for move in game.legal_moves() if move.kind == "also"} == {"blue", "white"}


def test_d3_passive_and_extra_cross_once(play: Play) -> None:
    """D3: as passive or as extra die silver makes one cross; no other die follows."""
    game = play("""
        edition: double
        players: Lucas, Marie
        actions Marie: extra die 2
        turn: Marie passive
        slots: P4 W4 G6
        platter: Y1 B2 S5
        Marie: take S5 silver.r1c5
        expect: cannot also B2 silver.r2c2 D3
        Marie: extra S5 silver.r2c5
        expect: cannot also B2 silver.r2c2 D3
        Marie: extra W4 silver.r1c4
        """)
    assert set(game.players[1].marks()) == {"silver.r1c5", "silver.r2c5", "silver.r1c4"}


def test_d3_extra_die_of_the_active_player(play: Play) -> None:
    """D3: the same at the end of the active turn."""
    game = play("""
        edition: double
        players: Lucas, Marie
        actions Lucas: extra die 1
        turn: Lucas extra
        slots: P4 W4 G6
        platter: Y1 B2 S5
        Lucas: extra S5 silver.r1c5
        expect: to decide: Marie
        """)
    assert set(game.players[0].marks()) == {"silver.r1c5"}


def test_d4_full_columns_give_badges(play: Play) -> None:
    """D4: all four crosses of a number give its badge, whichever is last; three give none."""
    for column, badge in enumerate(["extra die", "? yellow", "fox", "? blue", "? green", "? pink"], start=1):
        for last in range(1, 5):
            others = [f"r{row}c{column}" for row in range(1, 5) if row != last]
            text = f"edition: double\nsheet: {{}}\nbonus: ? silver\nplace ? silver: silver.r{last}c{column}"
            assert earned(play(text.format(crosses(*others)))) == ["? silver", badge]
            assert earned(play(text.format(crosses(*others[1:])))) == ["? silver"]


def test_d4_points_per_row(play: Play) -> None:
    """D4: 2 4 7 11 16 22 per row by number of crosses, rows added up."""
    for count, points in enumerate([2, 4, 7, 11, 16, 22], start=1):
        for row_number in range(1, 5):
            sheet = crosses(*(f"r{row_number}c{7 - i}" for i in range(1, count + 1)))
            play(f"edition: double\nsheet: {sheet}\nturn: over\nexpect: silver {points}")
    sheet = crosses("r1c1", "r1c2", "r2c1", "r3c1", "r3c2", "r3c3", "r3c4")
    play(f"edition: double\nsheet: {sheet}\nturn: over\nexpect: silver 17")
    every = crosses(*(f"r{r}c{c}" for r in range(1, 5) for c in range(1, 7)))
    play(f"edition: double\nsheet: {every}\nturn: over\nexpect: silver 88")


# Yellow

YELLOW = {
    1: {"r2c1"}, 2: {"r2c3", "r4c1"}, 3: {"r1c2", "r3c4"}, 4: {"r3c2", "r5c4"}, 5: {"r4c3", "r5c2"}, 6: {"r1c4"},
}  # fmt: skip


@pytest.mark.parametrize("face", range(1, 7))
def test_d5_circle_first_then_cross(play: Play, face: int) -> None:
    """D5: a number is circled, with another die crossed, and then done with."""
    cell = sorted(YELLOW[face])[0]
    text = f"edition: double\nsheet: {{}}\nthrow: S6 Y{face} B6 G6 P6 W6\n"
    game = play(text.format("pink.1=1"))
    assert {move.cell for move in game.legal_moves() if move.die == "yellow"} == YELLOW[face]
    play(text.format("pink.1=1") + f"take Y{face} yellow.{cell}\nexpect: yellow.{cell} o\nexpect: yellow 0")
    play(text.format(f"yellow.{cell}=o") + f"take Y{face} yellow.{cell}\nexpect: yellow.{cell} x\nexpect: yellow 3")
    play(text.format(f"yellow.{cell}=x") + f"expect: cannot take Y{face} yellow.{cell} D5")


def test_d5_never_cross_an_uncircled_number(play: Play) -> None:
    """D5: one die makes one mark: on a fresh number only the circle."""
    play("""
        edition: double
        throw: S6 Y3 B6 G6 P6 W3
        take Y3 yellow.r1c2
        expect: yellow.r1c2 o
        throw: S6 B6 G6 P6 W3
        take W3 yellow.r1c2
        expect: yellow.r1c2 x
        expect: yellow.r3c4 open
        expect: cannot take S6 yellow.r3c4 A3
        """)


LINES = {
    "r1c2 r1c4": "? blue",
    "r2c1 r2c3": "return",
    "r3c2 r3c4": "? yellow",
    "r4c1 r4c3": "? green",
    "r5c2 r5c4": "? pink",
    "r2c1 r4c1": "reroll",
    "r1c2 r3c2 r5c2": "extra die",
    "r2c3 r4c3": "? silver",
    "r1c4 r3c4 r5c4": "fox",
}


def test_d5_circles_complete_rows_and_columns(play: Play) -> None:
    """D5: the badge comes with the last circle, and not again with the crosses."""
    for line, badge in LINES.items():
        names = line.split()
        for last in names:
            others = " ".join(f"yellow.{name}=o" for name in names if name != last)
            text = f"edition: double\nsheet: {{}}\nbonus: ? yellow\nplace ? yellow: yellow.{last}\n"
            assert earned(play(text.format(others))) == ["? yellow", badge]
            assert earned(play(text.format(others.replace("=o", "=x")))) == ["? yellow", badge]
            assert earned(play(text.format("pink.1=1"))) == ["? yellow"]
            all_circled = f"{others} yellow.{last}=o"
            crossed = play(text.format(all_circled) + f"expect: yellow.{last} x")
            assert earned(crossed) == ["? yellow"]


def test_d5_points_by_crosses_not_circles(play: Play) -> None:
    """D5: 3 10 21 36 55 75 96 118 141 165 for crosses; circles alone score nothing."""
    names = [name for face in YELLOW.values() for name in sorted(face)]
    assert len(names) == 10
    for count, points in enumerate([3, 10, 21, 36, 55, 75, 96, 118, 141, 165], start=1):
        marks = [f"yellow.{name}={'x' if i < count else 'o'}" for i, name in enumerate(names)]
        play(f"edition: double\nsheet: {' '.join(marks)}\nturn: over\nexpect: yellow {points}")
    play(f"edition: double\nsheet: {' '.join(f'yellow.{name}=o' for name in names)}\nturn: over\nexpect: yellow 0")


# Blue


def test_d6_blue_at_most_the_one_before(play: Play) -> None:
    """D6: first any sum, then at most the one before; equal fits; left to right."""
    for blue, white in ((1, 1), (6, 6), (3, 4)):
        play(
            f"edition: double\nthrow: S6 Y6 B{blue} G6 P6 W{white}\ntake B{blue} blue.1\nexpect: blue.1 {blue + white}"
        )
    text = "edition: double\nsheet: blue.1=9 blue.2={}\nthrow: S6 Y6 B3 G6 P6 W4\n"
    for before in range(2, 10):
        game = play(text.format(before))
        assert ("blue.3" in offered(game, "blue")) is (before >= 7)
    play(text.format(6) + "expect: cannot take B3 blue.3 D6\nexpect: cannot take W4 blue.3 D6")
    play(text.format(7) + "expect: cannot take B3 blue.4 D6\ntake W4 blue.3\nexpect: blue.3 7")


def test_d6_badges_and_points(play: Play) -> None:
    """D6: the badge under the cell, the points above the last entry, whatever is written."""
    badges = {
        2: "return", 3: "? yellow", 5: "extra die", 6: "reroll", 7: "? pink", 9: "fox", 10: "return", 12: "? green",
    }  # fmt: skip
    for position, points in enumerate([1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78], start=1):
        game = play(f"""
            edition: double
            sheet: {row("blue", [8] * (position - 1))}
            throw: S6 Y6 B3 G6 P6 W4
            take B3 blue.{position}
            expect: blue {points}
            """)
        assert earned(game) == ([badges[position]] if position in badges else [])


# Green

FACTORS = [2, 2, 2, 1, 3, 3, 3, 2, 3, 1, 4, 1]


def test_d7_green_times_the_factor_with_its_badge(play: Play) -> None:
    """D7: left to right, the face times the factor; the badge comes with the entry, also in half a pair."""
    badges = {
        2: "reroll", 4: "? blue", 5: "return", 7: "fox", 8: "? silver", 9: "extra die", 11: "? pink", 12: "? yellow",
    }  # fmt: skip
    for position, factor in enumerate(FACTORS, start=1):
        for face in (1, 6):
            game = play(f"""
                edition: double
                sheet: {row("green", FACTORS[: position - 1])}
                throw: S6 Y6 B3 G{face} P6 W6
                expect: cannot take G{face} green.{position % 12 + 1} D7
                take G{face} green.{position}
                expect: green.{position} {face * factor}
                """)
            assert earned(game) == ([badges[position]] if position in badges else [])


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([10], 0),
        ([10, 2], 8),
        ([2, 12], -10),
        ([10, 2, 6, 1], 13),
        ([10, 2, 6], 8),
        ([2, 12, 12, 1], 1),
        ([12, 2, 12, 1, 18, 3, 18, 2, 18, 1, 24, 1], 92),
    ],
)
def test_d7_pairs_score_first_minus_second(play: Play, values: list[int], points: int) -> None:
    """D7: each full pair its difference, which may be negative; half a pair nothing."""
    play(f"edition: double\nsheet: {row('green', values)}\nturn: over\nexpect: green {points}")


# Pink

THRESHOLDS = [0, 0, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]
PINK_BADGES = {
    3: "reroll", 4: "return", 5: "extra die", 6: "? green", 7: "? yellow", 8: "fox", 9: "? silver", 10: "reroll",
    11: "? blue", 12: "? yellow",
}  # fmt: skip


@pytest.mark.parametrize("position", range(1, 13))
def test_d8_pink_badges_only_from_the_printed_number(play: Play, position: int) -> None:
    """D8: any face is written; the badge comes from the printed number on, else it is lost."""
    for face in range(1, 7):
        game = play(f"""
            edition: double
            sheet: {row("pink", [1] * (position - 1))}
            throw: S6 Y6 B3 G6 P{face} W6
            expect: cannot take P{face} pink.{position % 12 + 1} D8
            take P{face} pink.{position}
            expect: pink.{position} {face}
            expect: pink {position - 1 + face}
            """)
        comes = position in PINK_BADGES and face >= THRESHOLDS[position - 1]
        assert earned(game) == ([PINK_BADGES[position]] if comes else [])


def test_d8_the_badge_is_lost_for_good(play: Play) -> None:
    """D8: the next entry does not bring back a fox that was missed; points are the sum."""
    play(f"edition: double\nsheet: {row('pink', [5, 3, 1, 4])}\nturn: over\nexpect: pink 13\nexpect: foxes 0")
    missed, won = row("pink", [1] * 8 + [6]), row("pink", [1] * 7 + [2, 6])
    play(f"edition: double\nsheet: {missed}\nturn: over\nexpect: foxes 0")
    play(f"edition: double\nsheet: {won}\nturn: over\nexpect: foxes 1")


# Question marks


def test_d9_silver_and_yellow(play: Play) -> None:
    """D9: ? silver any free cell; ? yellow circles any number or crosses a circled one, one mark only."""
    game = play(f"edition: double\nsheet: {crosses('r1c1', 'r4c6')}\nbonus: ? silver")
    assert len(offered(game)) == 22
    assert not offered(game) & {"silver.r1c1", "silver.r4c6"}
    game = play("edition: double\nsheet: yellow.r1c2=o yellow.r1c4=x\nbonus: ? yellow")
    assert len(offered(game)) == 9
    assert "yellow.r1c4" not in offered(game)
    play("edition: double\nsheet: yellow.r1c2=o\nbonus: ? yellow\nplace ? yellow: yellow.r1c2\nexpect: yellow.r1c2 x")
    play("edition: double\nbonus: ? yellow\nplace ? yellow: yellow.r1c2\nexpect: yellow.r1c2 o\nexpect: pending none")


def test_d9_a_silver_question_mark_sweeps_nothing(play: Play) -> None:
    """D9: one cell only."""
    game = play("edition: double\nturn: extra\nplatter: Y1 B2\nslots: P4\nbonus: ? silver\nplace ? silver: silver.r1c3")
    assert set(game.players[0].marks()) == {"silver.r1c3"}
    assert "also" not in {move.kind for move in game.legal_moves()}


@pytest.mark.parametrize(
    ("sheet", "values"), [("pink.1=1", range(2, 13)), ("blue.1=5", range(2, 6)), ("blue.1=2", [2])]
)
def test_d9_blue_two_to_twelve_at_most_the_one_before(play: Play, sheet: str, values: list[int]) -> None:
    """D9: ? blue is 2 to 12 without any die, still at most the one before."""
    game = play(f"edition: double\nsheet: {sheet}\nbonus: ? blue")
    assert {move.value for move in game.legal_moves()} == set(values)
    assert {move.cell for move in game.legal_moves()} == {"1" if sheet.startswith("pink") else "2"}


def test_d9_green_and_pink_one_to_six(play: Play) -> None:
    """D9: ? green a face times the factor; ? pink 1 to 6, and the threshold holds there too."""
    game = play("edition: double\nbonus: ? green")
    assert {(move.cell, move.value) for move in game.legal_moves()} == {("1", 2 * face) for face in range(1, 7)}
    text = f"edition: double\nsheet: {row('pink', [1, 1])}\nbonus: ? pink\n"
    assert {(move.cell, move.value) for move in play(text).legal_moves()} == {("3", face) for face in range(1, 7)}
    assert earned(play(text + "place ? pink: pink.3 = 1")) == ["? pink"]
    assert earned(play(text + "place ? pink: pink.3 = 2")) == ["? pink", "reroll"]


def test_d9_black_any_zone(play: Play) -> None:
    """D9: the black ? goes to all five zones."""
    game = play("edition: double\nbonus: ? any")
    assert {move.zone for move in game.legal_moves()} == {"silver", "yellow", "blue", "green", "pink"}
    play("edition: double\nbonus: ? any\nplace ? any: blue.1 = 12\nexpect: blue.1 12\nexpect: pending none")
