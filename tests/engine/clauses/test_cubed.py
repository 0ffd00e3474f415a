"""T: the zones of cubed."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game
from sheetgen.engine.events import Earned

Play = Callable[..., Game]


def earned(game: Game) -> list[str]:
    return [str(event.bonus) for event in game.events if isinstance(event, Earned)]


def offered(game: Game, die: str = "", zone: str = "") -> set[str]:
    return {
        move.target
        for move in game.legal_moves()
        if move.zone and die in ("", move.die) and zone in ("", move.zone) and not move.joker
    }


def cells(zone: str, *names: str) -> str:
    return " ".join(f"{zone}.{name}" for name in names) or "pink.1=1"


GREY = {1: "r3c1", 2: "r3c2", 3: "r2c3", 4: "r2c4", 5: "r1c5", 6: "r1c6"}

# Yellow


@pytest.mark.parametrize("throw", [1, 2, 3])
@pytest.mark.parametrize("face", [1, 4, 6])
def test_t1_active_the_row_of_the_throw(play: Play, throw: int, face: int) -> None:
    """T1: throw n marks row n, grey or white cells alike; no other row."""
    game = play(f"edition: cubed\nturn: active {throw}\nthrow: Y{face} Bl1 T1 Br1 P1 W1")
    assert offered(game, "yellow") == {f"yellow.r{throw}c{face}"}
    other = throw % 3 + 1
    play(f"""
        edition: cubed
        turn: active {throw}
        throw: Y{face} Bl1 T1 Br1 P1 W{face}
        expect: cannot take Y{face} yellow.r{other}c{face} T1
        expect: cannot take W{face} yellow.r{other}c{face} T1
        take W{face} yellow.r{throw}c{face}
        """)


def test_t1_active_a_crossed_cell_is_gone(play: Play) -> None:
    """T1: the cell of that row crossed, the die fits nowhere."""
    game = play("edition: cubed\nsheet: yellow.r1c4\nthrow: Y4 Bl1 T1 Br1 P1 W1\nexpect: cannot take Y4 yellow.r1c4 T1")
    assert offered(game, "yellow") == set()


@pytest.mark.parametrize("face", GREY)
def test_t1_passive_only_grey_cells(play: Play, face: int) -> None:
    """T1: a passive player marks the one grey cell of the number."""
    game = play(f"edition: cubed\nplayers: Lucas, Marie\nturn: Marie passive\nslots: P1 T1\nplatter: Y{face} W{face}")
    assert offered(game, "yellow") == {f"yellow.{GREY[face]}"}
    assert offered(game, "white", "yellow") == {f"yellow.{GREY[face]}"}


def test_t1_passive_a_crossed_grey_cell(play: Play) -> None:
    """T1: with the grey 2 crossed, a passive 2 fits no yellow cell."""
    game = play("""
        edition: cubed
        players: Lucas, Marie
        sheet Marie: yellow.r3c2
        turn: Marie passive
        slots: P1 T1
        platter: Y2 W2
        expect: cannot take Y2 yellow.r1c2 T1
        """)
    assert offered(game, zone="yellow") == set()


BETWEEN = [
    ["reroll", "joker", "? pink", "extra die", "? turquoise", "fox"],
    ["joker", "? turquoise", "? blue", "? brown", "? yellow", "extra die"],
]


def test_t2_a_badge_between_two_cells(play: Play) -> None:
    """T2: it comes when both cells above and below are crossed, in either order; not with one of them."""
    for upper, badges in enumerate(BETWEEN, start=1):
        for column, badge in enumerate(badges, start=1):
            pair = (f"r{upper}c{column}", f"r{upper + 1}c{column}")
            for one, other in (pair, pair[::-1]):
                text = f"edition: cubed\nsheet: {{}}\nbonus: ? yellow\nplace ? yellow: yellow.{other}"
                assert earned(play(text.format(cells("yellow", one)))) == ["? yellow", badge]
                assert earned(play(text.format("pink.1=1"))) == ["? yellow"]


def test_t2_the_middle_cell_may_bring_both(play: Play) -> None:
    """T2: the middle cell completes the badge above and the one below."""
    game = play("edition: cubed\nsheet: yellow.r1c1 yellow.r3c1\nbonus: ? yellow\nplace ? yellow: yellow.r2c1")
    assert sorted(earned(game)) == ["? yellow", "joker", "reroll"]
    game = play("edition: cubed\nsheet: yellow.r1c1\nbonus: ? yellow\nplace ? yellow: yellow.r3c1")
    assert earned(game) == ["? yellow"]


def test_t2_points_per_row(play: Play) -> None:
    """T2: 2 6 12 20 30 42 per row; the rulebook's example 12 + 6 + 6 = 24."""
    for count, points in enumerate([2, 6, 12, 20, 30, 42], start=1):
        for row in (1, 2, 3):
            sheet = cells("yellow", *(f"r{row}c{7 - i}" for i in range(1, count + 1)))
            play(f"edition: cubed\nsheet: {sheet}\nturn: over\nexpect: yellow {points}")
    sheet = cells("yellow", "r1c1", "r1c2", "r1c3", "r2c4", "r2c5", "r3c1", "r3c6")
    play(f"edition: cubed\nsheet: {sheet}\nturn: over\nexpect: yellow 24")


def test_t2_ruling_a_question_mark_in_any_row(play: Play) -> None:
    """T2: ruling: a yellow ? marks any row; by the other reading a grey cell only."""
    text = "edition: cubed\nsheet: yellow.r1c1\nbonus: ? yellow\n"
    for game in (play(text), play(text, free_row="any row")):
        assert offered(game) == {f"yellow.r{r}c{c}" for r in (1, 2, 3) for c in range(1, 7)} - {"yellow.r1c1"}
    assert offered(play(text, free_row="tinted cells")) == {f"yellow.{cell}" for cell in GREY.values()}
    black = text.replace("? yellow", "? any")
    assert offered(play(black, free_row="tinted cells"), zone="yellow") == {f"yellow.{cell}" for cell in GREY.values()}


# Turquoise


def test_t3_turquoise_the_face_in_any_row(play: Play) -> None:
    """T3: any of five rows with the face, no other number, no cell twice."""
    text = "edition: cubed\nsheet: {}\nthrow: Y6 Bl6 T4 Br6 P6 W1\n"
    assert offered(play(text.format("pink.1=1")), "turquoise") == {f"turquoise.r{r}c4" for r in range(1, 6)}
    game = play(
        text.format("turquoise.r2c4")
        + "expect: cannot take T4 turquoise.r2c4 T3\nexpect: cannot take T4 turquoise.r1c3 T3"
    )
    assert offered(game, "turquoise") == {f"turquoise.r{r}c4" for r in (1, 3, 4, 5)}


def test_t3_active_one_more_for_each_equal_die_on_the_slots(play: Play) -> None:
    """T3: the rulebook's example: yellow 3 on slot I, then turquoise 3: two crosses; if wanted."""
    text = """
        edition: cubed
        throw: Y3 Bl3 T3 Br6 P6 W1
        take Y3 yellow.r1c3
        throw: Bl3 T3 Br3 P3
        take T3 turquoise.r1c3
        """
    game = play(text)
    assert {move.kind for move in game.legal_moves()} == {"also", "done"}
    assert offered(game) == {f"turquoise.r{r}c3" for r in range(2, 6)}
    after = play(text + "also turquoise.r4c3\nthrow: Bl3 Br3 P3")
    assert {move.kind for move in after.legal_moves()} == {"take", "pass", "reroll"}
    assert set(after.players[0].marks()) == {"yellow.r1c3", "turquoise.r1c3", "turquoise.r4c3"}
    assert set(play(text + "done\nthrow: Bl3 Br3 P3").players[0].marks()) == {"yellow.r1c3", "turquoise.r1c3"}


def test_t3_active_not_for_other_numbers_nor_other_places(play: Play) -> None:
    """T3: dice still in hand, on the platter or with another face do not count for the active player."""
    game = play("""
        edition: cubed
        turn: active 2
        slots: Y2
        platter: W3
        throw: Bl3 T3 Br3 P3
        take T3 turquoise.r1c3
        expect: cannot also turquoise.r2c3 T3
        throw: Bl1 Br1 P1
        """)
    assert game.throw == 3


def test_t3_up_to_three_crosses(play: Play) -> None:
    """T3: two equal dice on the slots allow two more, and not a third."""
    game = play("""
        edition: cubed
        turn: active 3
        slots: Y3 W3
        platter: Bl3
        throw: T3 Br3 P3
        take T3 turquoise.r1c3
        also turquoise.r4c3
        also turquoise.r5c3
        throw: Y1 Bl2 T2 Br3 P4 W5
        """)
    assert len(game.players[0].marks()) == 3
    assert "also" not in {move.kind for move in game.legal_moves()}


def test_t3_white_as_turquoise(play: Play) -> None:
    """T3: white for turquoise counts equal dice too, the turquoise one among them."""
    game = play("""
        edition: cubed
        turn: active 2
        slots: T3
        throw: Y6 Bl6 W3 Br6 P6
        take W3 turquoise.r1c3
        """)
    assert offered(game) == {f"turquoise.r{r}c3" for r in range(2, 6)}


def test_t3_passive_counts_the_platter(play: Play) -> None:
    """T3: the rulebook's example: turquoise, pink and blue 4 on the platter: three crosses; slots do not count."""
    text = """
        edition: cubed
        players: Lucas, Marie
        turn: Marie passive
        slots: Y4 W4 Br1
        platter: T4 P4 Bl4
        Marie: take T4 turquoise.r1c4
        Marie: also turquoise.r2c4
        """
    game = play(text + "Marie: also turquoise.r3c4")
    assert len(game.players[1].marks()) == 3
    assert game.waits_for_dice
    play(text.replace("P4 Bl4", "P4 Bl3") + "expect: cannot also turquoise.r3c4 T3")


EXTRA = """
    edition: cubed
    players: Lucas, Marie
    actions Lucas: extra die 1
    turn: Lucas extra
    slots: {}
    platter: {}
    Lucas: extra T4 turquoise.r1c4
    """


@pytest.mark.parametrize(
    ("slots", "platter", "more"),
    [("T4 Y4 W1", "P4 Bl4 Br4", 1), ("Y4 Br4 W1", "T4 P4 Bl1", 1), ("T4 Y1 W1", "P4 Bl4 Br4", 0)],
)
def test_t3_ruling_as_extra_die(play: Play, slots: str, platter: str, more: int) -> None:
    """T3: ruling: as extra die the equal dice lying where it lies count; by the other reading none."""
    text = EXTRA.format(slots, platter)
    for rulings in ({}, {"extra_die_matches": "where it lies"}):
        game = play(text, **rulings)
        assert len(game.extra_marks_left) == more
        assert ("also" in {move.kind for move in game.legal_moves()}) is bool(more)
        if more:
            play(text + "Lucas: also turquoise.r5c4\nexpect: to decide: Marie", **rulings)
    play(text + "expect: to decide: Marie", extra_die_matches="none")


def test_t3_question_mark_one_cross(play: Play) -> None:
    """T3: a turquoise ? is one cross, whatever lies around."""
    game = play("""
        edition: cubed
        turn: extra
        slots: Y4 T4 W4
        platter: P4 Bl4
        bonus: ? turquoise
        place ? turquoise: turquoise.r1c4
        """)
    assert set(game.players[0].marks()) == {"turquoise.r1c4"}
    assert "also" not in {move.kind for move in game.legal_moves()}


TINTED_ROWS = [(6, "fox"), (5, "extra die"), (3, "? brown"), (2, "? turquoise")]
TINTED_COLUMNS = [(5, "? brown"), (4, "? pink"), (3, "? yellow"), (2, "joker"), (2, "? blue"), (1, "reroll")]


def test_t4_tinted_cells_complete_rows_and_columns(play: Play) -> None:
    """T4: the tinted cells of a row or column give its badge, without the others; the fifth row has none."""
    for row, (width, badge) in enumerate(TINTED_ROWS, start=1):
        *others, last = [f"r{row}c{c}" for c in range(1, width + 1)]
        text = f"edition: cubed\nsheet: {{}}\nbonus: ? turquoise\nplace ? turquoise: turquoise.{last}"
        assert badge in earned(play(text.format(cells("turquoise", *others))))[1:]
        assert badge not in earned(play(text.format(cells("turquoise", *others[1:]))))[1:]
    for column, (height, badge) in enumerate(TINTED_COLUMNS, start=1):
        *others, last = [f"r{r}c{column}" for r in range(1, height + 1)]
        text = f"edition: cubed\nsheet: {{}}\nbonus: ? turquoise\nplace ? turquoise: turquoise.{last}"
        assert earned(play(text.format(cells("turquoise", *others)))) == ["? turquoise", badge]
        if others:
            assert earned(play(text.format(cells("turquoise", *others[1:])))) == ["? turquoise"]
    game = play("edition: cubed\nbonus: ? turquoise\nplace ? turquoise: turquoise.r5c6")
    assert earned(game) == ["? turquoise"]


def test_t4_points_per_row(play: Play) -> None:
    """T4: 1 3 6 10 15 21 per row, tinted or not."""
    for count, points in enumerate([1, 3, 6, 10, 15, 21], start=1):
        for row in range(1, 6):
            sheet = cells("turquoise", *(f"r{row}c{7 - i}" for i in range(1, count + 1)))
            play(f"edition: cubed\nsheet: {sheet}\nturn: over\nexpect: turquoise {points}")
    play("edition: cubed\nsheet: turquoise.r1c1 turquoise.r1c2 turquoise.r5c6\nturn: over\nexpect: turquoise 4")


# Blue


def blues(game: Game) -> set[tuple[str, int]]:
    return {(move.cell, move.value) for move in game.legal_moves() if move.zone == "blue"}


@pytest.mark.parametrize(
    ("sheet", "total", "cells_open"),
    [
        ("pink.1=1", 6, {"6"}),
        ("pink.1=1", 8, {"8"}),
        ("pink.1=1", 7, set()),  # not 7 after 7
        ("pink.1=1", 5, set()),
        ("pink.1=1", 9, set()),
        ("blue.6=6", 5, {"5"}),
        ("blue.6=6", 7, {"5"}),  # a 7 restarts the left side
        ("blue.6=6", 6, set()),
        ("blue.6=6", 8, {"8"}),
        ("blue.6=6 blue.8=8", 7, {"5", "9"}),
        ("blue.6=6 blue.5=7", 6, {"4"}),
        ("blue.6=6 blue.5=7", 7, set()),
        ("blue.6=6 blue.5=7", 8, {"8"}),
        ("blue.8=8 blue.9=9", 10, {"10"}),
        ("blue.8=8 blue.9=9", 8, set()),
        ("blue.8=8 blue.9=7", 8, {"10"}),
        ("blue.6=6 blue.5=5 blue.4=4 blue.3=3 blue.2=2", 7, {"1"}),
    ],
)
def test_t5_outwards_by_one_step_or_a_seven(play: Play, sheet: str, total: int, cells_open: set[str]) -> None:
    """T5: left one less, right one more than the neighbour towards the middle; a 7 after any other number."""
    white = max(1, total - 6)
    game = play(f"edition: cubed\nsheet: {sheet}\nthrow: Y6 Bl{total - white} T6 Br6 P6 W{white}")
    assert blues(game) == {(cell, total) for cell in cells_open}


def test_t5_from_the_printed_seven_on_a_fresh_sheet(play: Play) -> None:
    """T5: without any situation told the same holds: no 7 beside the printed 7."""
    assert blues(play("edition: cubed\nthrow: Y6 Bl1 T6 Br6 P6 W6")) == set()
    assert blues(play("edition: cubed\nthrow: Y6 Bl2 T6 Br6 P6 W6")) == {("8", 8)}


def test_t5_reasons(play: Play) -> None:
    """T5: gaps and wrong steps are refused."""
    play("""
        edition: cubed
        throw: Y6 Bl4 T6 Br6 P6 W1
        expect: cannot take Bl4 blue.6 T5
        expect: cannot take Bl4 blue.5 T5
        expect: cannot take Bl4 blue.7 T5
        """)


def test_t5_badges(play: Play) -> None:
    """T5: the badge under the cell."""
    badges = {
        1: "extra die", 2: "? pink", 4: "? yellow", 5: "joker", 9: "reroll", 10: "? brown", 12: "? turquoise",
        13: "fox",
    }  # fmt: skip
    sides = {6: 6, 5: 5, 4: 4, 3: 3, 2: 2, 1: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 7}
    for cell, value in sides.items():
        between = range(cell + 1, 7) if cell < 7 else range(8, cell)
        sheet = " ".join(f"blue.{i}={sides[i]}" for i in between) or "pink.1=1"
        white = max(1, value - 6)
        game = play(f"""
            edition: cubed
            sheet: {sheet}
            throw: Y6 Bl{value - white} T6 Br6 P6 W{white}
            take Bl{value - white} blue.{cell}
            """)
        assert earned(game) == ([badges[cell]] if cell in badges else [])


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        ("blue.6=6", 3),
        ("blue.8=8", 3),
        ("blue.6=6 blue.5=5 blue.4=7 blue.8=8 blue.9=9 blue.10=10 blue.11=11", 30),  # the rulebook's example
        ("blue.6=6 blue.5=5 blue.4=4", 13),
        ("blue.6=6 blue.5=5 blue.4=4 blue.3=3", 21),
        ("blue.8=8 blue.9=9 blue.10=10", 13),
        ("blue.8=8 blue.9=9 blue.10=10 blue.11=11 blue.12=12 blue.13=7", 34),
        ("blue.6=6 blue.5=5 blue.4=4 blue.3=3 blue.2=2 blue.1=7", 34),
    ],
)
def test_t6_points_outermost_and_extremes(play: Play, sheet: str, points: int) -> None:
    """T6: the points over the outermost entry on each side, plus 4 for entries up to 4 and from 10 on."""
    play(f"edition: cubed\nsheet: {sheet}\nturn: over\nexpect: blue {points}")


@pytest.mark.parametrize(("white", "open_values"), [(1, {("6", 6)}), (2, {("6", 6), ("8", 8)}), (6, {("8", 8)})])
def test_t6_ruling_a_question_mark_adds_white_as_it_lies(play: Play, white: int, open_values: set[object]) -> None:
    """T6: ruling: the chosen 1 to 6 plus white: with a white 1 at most 7, with a white 6 at least 7."""
    assert blues(play(f"edition: cubed\nturn: extra\nplatter: W{white}\nbonus: ? blue")) == open_values


def test_t6_ruling_at_a_rounds_start_from_the_turn_before(play: Play) -> None:
    """T6: ruling: the black ? of round 4 counts the white die of the last turn of round 3."""
    game = play("""
        edition: cubed
        players: Lucas, Marie
        round: 3
        turn: Lucas passive
        slots: P1 T1
        platter: Y2 W6
        Lucas: take Y2 yellow.r3c2
        expect: pending ? any
        """)
    assert blues(game) == {("8", 8)}


# Brown

BROWN = [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3]


@pytest.mark.parametrize("last", range(13))
@pytest.mark.parametrize("face", range(1, 7))
def test_t7_brown_right_of_the_last_cross(play: Play, last: int, face: int) -> None:
    """T7: every cell with the face right of the last cross; skipped cells are lost."""
    sheet = f"brown.{last}" if last else "pink.1=1"
    game = play(f"edition: cubed\nsheet: {sheet}\nthrow: Y6 Bl1 T6 Br{face} P6 W6")
    assert offered(game, "brown") == {f"brown.{i}" for i, n in enumerate(BROWN, start=1) if i > last and n == face}


def test_t7_skipped_cells_are_lost(play: Play) -> None:
    """T7: after the fourth cell no way back to the first ones."""
    play("""
        edition: cubed
        sheet: brown.4
        throw: Y6 Bl1 T6 Br5 P6 W1
        expect: cannot take Br5 brown.2 T7
        expect: cannot take W1 brown.1 T7
        take Br5 brown.8
        """)


def test_t7_badges_between_neighbours(play: Play) -> None:
    """T7: a badge between two cells comes when both are crossed; a skipped neighbour brings none."""
    badges = ["joker", "? pink", None, "reroll", "? turquoise", None, "extra die", "? blue", None, "? yellow", "fox"]
    for left, badge in enumerate(badges, start=1):
        text = f"edition: cubed\nsheet: {{}}\nbonus: ? brown\nplace ? brown: brown.{left + 1}"
        assert earned(play(text.format(f"brown.{left}"))) == ["? brown", *([badge] if badge else [])]
        before = f"brown.{left - 1}" if left > 1 else "pink.1=1"
        assert earned(play(text.format(before))) == ["? brown"]


def test_t7_points_by_number_of_crosses(play: Play) -> None:
    """T7: 2 5 9 14 20 27 35 44 54 65 77 90, wherever they stand."""
    for count, points in enumerate([2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90], start=1):
        for some in (range(1, count + 1), range(13 - count, 13)):
            sheet = cells("brown", *map(str, some))
            play(f"edition: cubed\nsheet: {sheet}\nturn: over\nexpect: brown {points}")


# Pink

STARS = [0, 1, 2, 2, 1, 2, 2, 1, 3, 2, 2, 3]
PINK_BADGES = {
    2: "reroll", 3: "? blue", 4: "extra die", 5: "joker", 6: "? yellow", 7: "? brown", 8: "reroll", 9: "fox",
    10: "? blue", 11: "? turquoise", 12: "? any",
}  # fmt: skip


@pytest.mark.parametrize("position", range(1, 13))
def test_t8_pink_half_with_the_badge_or_the_star_without(play: Play, position: int) -> None:
    """T8: half the face, rounded up, with the badge; or the face times the star, without it. Cell 1: always half."""
    sheet = " ".join(f"pink.{i}=1" for i in range(1, position)) or "brown.1"
    for face in range(1, 7):
        text = f"edition: cubed\nsheet: {sheet}\nthrow: Y6 Bl1 T6 Br6 P{face} W6\n"
        half = -(-face // 2)
        took = play(text + f"take P{face} pink.{position} half")
        assert took.players[0].marks()[f"pink.{position}"] == {"value": half, "bonus": True}
        assert earned(took) == ([PINK_BADGES[position]] if position > 1 else [])
        assert took.players[0].zone_points()["pink"] == position - 1 + half
        if position == 1:
            play(text + f"expect: cannot take P{face} pink.1 star T8")
            continue
        star = play(text + f"take P{face} pink.{position} star")
        assert star.players[0].marks()[f"pink.{position}"] == {
            "value": face * STARS[position - 1],
            "bonus": False,
        }
        assert earned(star) == []


def test_t8_left_to_right(play: Play) -> None:
    """T8: no cell is skipped."""
    play("""
        edition: cubed
        sheet: pink.1=3
        throw: Y6 Bl1 T6 Br6 P5 W6
        expect: cannot take P5 pink.3 half T8
        expect: cannot take P5 pink.1 half T8
        take P5 pink.2 star
        expect: pink 8
        """)


def test_t8_a_struck_badge_never_comes(play: Play) -> None:
    """T8: the fox of cell 9 is struck by the star and earned by the half."""
    sheet = " ".join(f"pink.{i}=1" for i in range(1, 9))
    play(f"edition: cubed\nsheet: {sheet} pink.9=18!\nturn: over\nexpect: foxes 0\nexpect: pink 26")
    play(f"edition: cubed\nsheet: {sheet} pink.9=3\nturn: over\nexpect: foxes 1\nexpect: pink 11")


# Question marks


def test_t9_as_if_thrown(play: Play) -> None:
    """T9: any number 1 to 6 under the zone's rules: turquoise anywhere, brown to the right, pink half or star."""
    game = play("edition: cubed\nbonus: ? turquoise")
    assert offered(game) == {f"turquoise.r{r}c{c}" for r in range(1, 6) for c in range(1, 7)}
    game = play("edition: cubed\nsheet: brown.9\nbonus: ? brown\nexpect: cannot place ? brown: brown.8 T7")
    assert offered(game) == {"brown.10", "brown.11", "brown.12"}
    game = play("edition: cubed\nsheet: pink.1=1 pink.2=1\nbonus: ? pink")
    assert {(move.value, move.badge) for move in game.legal_moves()} == {
        (1, True), (2, True), (3, True), (2, False), (4, False), (6, False), (8, False), (10, False), (12, False),
    }  # fmt: skip
    assert offered(game) == {"pink.3"}


def test_t9_black_any_zone(play: Play) -> None:
    """T9: the black ? goes to all five zones; blue with white as it lies."""
    game = play("edition: cubed\nturn: extra\nplatter: W4\nbonus: ? any")
    assert {move.zone for move in game.legal_moves()} == {"yellow", "turquoise", "blue", "brown", "pink"}
    assert blues(game) == {("6", 6), ("8", 8)}
    play("edition: cubed\nbonus: ? any\nplace ? any: brown.12\nexpect: brown 2\nexpect: pending none")
