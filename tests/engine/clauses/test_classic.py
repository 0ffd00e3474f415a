"""C, L: the zones of classic, and what deluxe changes."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game
from sheetgen.engine.events import Earned

Play = Callable[..., Game]
BOTH = ("classic", "deluxe")


def earned(game: Game) -> list[str]:
    return [str(event.bonus) for event in game.events if isinstance(event, Earned)]


def cells(zone: str, names: str) -> str:
    return " ".join(f"{zone}.{name}" for name in names.split())


YELLOW = {
    1: ("r2c2", "r3c1"),
    2: ("r2c1", "r3c3"),
    3: ("r1c1", "r4c2"),
    4: ("r3c4", "r4c3"),
    5: ("r1c3", "r2c4"),
    6: ("r1c2", "r4c4"),
}
ALL_YELLOW = " ".join(name for pair in YELLOW.values() for name in pair)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("face", YELLOW)
def test_c1_yellow_crosses_one_of_two_cells(play: Play, edition: str, face: int) -> None:
    """C1: each number stands twice; the die crosses either, one only, and nothing once both are crossed."""
    one, other = YELLOW[face]
    text = f"edition: {edition}\nsheet: {{}}\nthrow: Y{face} B1 G2 O6 P3 W1\n"
    game = play(text.format("green.1"))
    assert {move.cell for move in game.legal_moves() if move.die == "yellow"} == {one, other}
    after = play(text.format("green.1") + f"take Y{face} yellow.{other}\nexpect: yellow.{one} open")
    assert after.players[0].marks() == {"green.1": "x", f"yellow.{other}": "x"}
    play(
        text.format(f"yellow.{one}")
        + f"expect: can take Y{face} yellow.{other}\nexpect: cannot take Y{face} yellow.{one} C1"
    )
    full = play(text.format(f"yellow.{one} yellow.{other}"))
    assert "yellow" not in {move.die for move in full.legal_moves()}


def test_c1_no_other_number(play: Play) -> None:
    """C1: a 3 crosses no 6, and a printed cross is no cell."""
    play("""
        edition: classic
        throw: Y3 B1 G2 O6 P3 W1
        expect: cannot take Y3 yellow.r1c2 C1
        expect: cannot take Y3 yellow.r1c4 C1
        expect: yellow.r1c4 printed
        """)


LINES = {
    "classic": {
        "r1c1 r1c2 r1c3": "X blue",
        "r2c1 r2c2 r2c4": "4 orange",
        "r3c1 r3c3 r3c4": "X green",
        "r4c2 r4c3 r4c4": "fox",
        "r1c1 r2c2 r3c3 r4c4": "extra die",
    },
    "deluxe": {
        "r1c1 r1c2 r1c3": "? blue",
        "r2c1 r2c2 r2c4": "4 orange",
        "r3c1 r3c3 r3c4": "? green",
        "r4c2 r4c3 r4c4": "fox",
        "r1c1 r2c2 r3c3 r4c4": "extra die",
    },
}


@pytest.mark.parametrize("edition", BOTH)
def test_c2_full_rows_and_the_diagonal(play: Play, edition: str) -> None:
    """C2: whichever cell comes last completes the line, with the printed cross; before that there is no badge."""
    wild = "X yellow" if edition == "classic" else "? yellow"
    for line, badge in LINES[edition].items():
        names = line.split()
        for last in names:
            others = [name for name in names if name != last]
            sheet = cells("yellow", " ".join(others))
            game = play(f"edition: {edition}\nsheet: {sheet}\nbonus: {wild}\nplace {wild}: yellow.{last}")
            assert earned(game) == [wild, badge]
            fewer = cells("yellow", " ".join(others[1:]))
            game = play(f"edition: {edition}\nsheet: {fewer}\nbonus: {wild}\nplace {wild}: yellow.{last}")
            assert earned(game) == [wild]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("names", "points"),
    [
        ("r1c1 r2c1 r3c1", 10),
        ("r1c2 r2c2 r4c2", 14),
        ("r1c3 r3c3 r4c3", 16),
        ("r2c4 r3c4 r4c4", 20),
        ("r1c1 r2c1 r3c1 r1c2 r2c2 r4c2", 24),
        ("r1c1 r1c2 r1c3", 0),
        ("r1c1 r2c1 r1c2 r2c2 r1c3 r3c3 r2c4 r3c4", 0),
        (ALL_YELLOW, 60),
    ],
)
def test_c2_points_are_full_columns(play: Play, edition: str, names: str, points: int) -> None:
    """C2: 10, 14, 16, 20 for the columns; rows score nothing."""
    play(f"edition: {edition}\nsheet: {cells('yellow', names)}\nturn: over\nexpect: yellow {points}")


BLUE = {
    2: "r1c2", 3: "r1c3", 4: "r1c4", 5: "r2c1", 6: "r2c2", 7: "r2c3", 8: "r2c4", 9: "r3c1", 10: "r3c2", 11: "r3c3",
    12: "r3c4",
}  # fmt: skip


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("blue", "white"), [(1, 1), (1, 2), (2, 2), (3, 2), (5, 1), (3, 4), (6, 2), (5, 4), (4, 6), (5, 6), (6, 6)]
)
def test_c3_blue_crosses_the_sum_in_any_order(play: Play, edition: str, blue: int, white: int) -> None:
    """C3: every sum from 2 to 12 has its cell, on a fresh sheet; crossed once, it is no longer free."""
    cell = BLUE[blue + white]
    text = f"edition: {edition}\nsheet: {{}}\nthrow: Y6 B{blue} G6 O6 P6 W{white}\n"
    game = play(text.format("green.1"))
    assert {move.cell for move in game.legal_moves() if move.zone == "blue"} == {cell}
    play(text.format("green.1") + f"take B{blue} blue.{cell}\nexpect: blue.{cell} x\nexpect: blue 1")
    play(text.format(f"blue.{cell}") + f"expect: cannot take B{blue} blue.{cell} C3")


BLUE_LINES = {
    "classic": {
        "r1c2 r1c3 r1c4": "5 orange",
        "r2c1 r2c2 r2c3 r2c4": "X yellow",
        "r3c1 r3c2 r3c3 r3c4": "fox",
        "r2c1 r3c1": "reroll",
        "r1c2 r2c2 r3c2": "X green",
        "r1c3 r2c3 r3c3": "6 purple",
        "r1c4 r2c4 r3c4": "extra die",
    },
    "deluxe": {
        "r1c2 r1c3 r1c4": "5 orange",
        "r2c1 r2c2 r2c3 r2c4": "? yellow",
        "r3c1 r3c2 r3c3 r3c4": "fox",
        "r2c1 r3c1": "reroll",
        "r1c2 r2c2 r3c2": "? green",
        "r1c3 r2c3 r3c3": "? purple",
        "r1c4 r2c4 r3c4": "extra die",
    },
}


@pytest.mark.parametrize("edition", BOTH)
def test_c3_full_rows_and_columns(play: Play, edition: str) -> None:
    """C3: a full row or column gives its badge, whichever cell is last; one cell less gives none."""
    wild = "X blue" if edition == "classic" else "? blue"
    for line, badge in BLUE_LINES[edition].items():
        names = line.split()
        for last in names:
            others = [name for name in names if name != last]
            sheet = cells("blue", " ".join(others))
            game = play(f"edition: {edition}\nsheet: {sheet}\nbonus: {wild}\nplace {wild}: blue.{last}")
            assert earned(game) == [wild, badge]
            fewer = cells("blue", " ".join(others[1:])) or "green.1"
            game = play(f"edition: {edition}\nsheet: {fewer}\nbonus: {wild}\nplace {wild}: blue.{last}")
            assert earned(game) == [wild]


@pytest.mark.parametrize("edition", BOTH)
def test_c3_points_by_number_of_crosses(play: Play, edition: str) -> None:
    """C3: 1 2 4 7 11 16 22 29 37 46 56, wherever the crosses stand."""
    names = list(BLUE.values())
    for count, points in enumerate([1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56], start=1):
        for some in (names[:count], names[-count:]):
            play(f"edition: {edition}\nsheet: {cells('blue', ' '.join(some))}\nturn: over\nexpect: blue {points}")


GREEN = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6]


def row(zone: str, values: list[int]) -> str:
    return " ".join(f"{zone}.{i}={value}" for i, value in enumerate(values, start=1)) or "yellow.r1c1"


def crosses(zone: str, count: int) -> str:
    return " ".join(f"{zone}.{i}" for i in range(1, count + 1)) or "yellow.r1c1"


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("face", range(1, 7))
def test_c4_green_needs_at_least_the_printed_number(play: Play, edition: str, face: int) -> None:
    """C4: for every cell: the face fits if it is at least the printed number, and only the next cell is open."""
    for position, number in enumerate(GREEN):
        game = play(f"edition: {edition}\nsheet: {crosses('green', position)}\nthrow: Y1 B1 G{face} O1 P1 W1")
        found = {move.cell for move in game.legal_moves() if move.die == "green"}
        assert found == ({str(position + 1)} if face >= number else set())


def test_c4_no_gaps(play: Play) -> None:
    """C4: left to right; a low face cannot be taken."""
    play("""
        edition: classic
        sheet: green.1
        throw: Y1 B1 G4 O1 P1 W1
        expect: cannot take G4 green.3 C4
        expect: cannot take W1 green.2 C4
        take G4 green.2
        expect: green 3
        """)


GREEN_BADGES = {
    "classic": {4: "extra die", 6: "X blue", 7: "fox", 9: "6 purple", 10: "reroll"},
    "deluxe": {4: "extra die", 6: "? blue", 7: "fox", 9: "? purple", 10: "reroll"},
}


@pytest.mark.parametrize("edition", BOTH)
def test_c4_badges_and_points(play: Play, edition: str) -> None:
    """C4: the badge under the cell, and the points above the last cross."""
    for position, points in enumerate([1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66], start=1):
        game = play(f"""
            edition: {edition}
            sheet: {crosses("green", position - 1)}
            throw: Y1 B1 G6 O1 P1 W1
            take G6 green.{position}
            expect: green {points}
            """)
        badge = GREEN_BADGES[edition].get(position)
        assert earned(game) == ([badge] if badge else [])


FACTORS = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]
ORANGE_BADGES = {
    "classic": {3: "reroll", 5: "X yellow", 6: "extra die", 8: "fox", 10: "6 purple"},
    "deluxe": {3: "reroll", 5: "? yellow", 6: "extra die", 8: "fox", 10: "? purple"},
}


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("face", [1, 6])
def test_c5_orange_times_the_factor(play: Play, edition: str, face: int) -> None:
    """C5: any face, times the printed factor, with the badge under the cell."""
    for position, factor in enumerate(FACTORS, start=1):
        game = play(f"""
            edition: {edition}
            sheet: {row("orange", FACTORS[: position - 1])}
            throw: Y1 B1 G1 O{face} P1 W6
            expect: cannot take O{face} orange.{position % 11 + 1} C5
            take O{face} orange.{position}
            expect: orange.{position} {face * factor}
            """)
        badge = ORANGE_BADGES[edition].get(position)
        assert earned(game) == ([badge] if badge else [])


def test_c5_points_are_the_sum(play: Play) -> None:
    """C5: the rulebook's example: 5 + 2 + 3 + 12 = 22."""
    play("edition: classic\nsheet: orange.1=5 orange.2=2 orange.3=3 orange.4=12\nturn: over\nexpect: orange 22")


PURPLE_BADGES = {
    "classic": {
        3: "reroll", 4: "X blue", 5: "extra die", 6: "X yellow", 7: "fox", 8: "reroll", 9: "X green", 10: "6 orange",
        11: "extra die",
    },
    "deluxe": {
        3: "reroll", 4: "? blue", 5: "extra die", 6: "? yellow", 7: "fox", 8: "reroll", 9: "? green", 10: "6 orange",
        11: "extra die",
    },
}  # fmt: skip


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("before", range(1, 7))
def test_c6_purple_rises_and_restarts_after_a_six(play: Play, edition: str, before: int) -> None:
    """C6: each face higher than the one before; equal is not higher; after a 6 anything."""
    for face in range(1, 7):
        game = play(f"edition: {edition}\nsheet: purple.1={before}\nthrow: Y1 B1 G1 O1 P{face} W1")
        found = {move.cell for move in game.legal_moves() if move.die == "purple"}
        assert found == ({"2"} if face > before or before == 6 else set())


def test_c6_only_the_one_before_counts(play: Play) -> None:
    """C6: after 2 5 6 3 a 4 follows, not a 3; and no cell is skipped."""
    play("""
        edition: classic
        sheet: purple.1=2 purple.2=5 purple.3=6 purple.4=3
        throw: Y1 B1 G1 O1 P4 W3
        expect: purple 16
        expect: cannot take W3 purple.5 C6
        expect: cannot take P4 purple.6 C6
        take P4 purple.5
        expect: purple 20
        """)


@pytest.mark.parametrize("edition", BOTH)
def test_c6_badges(play: Play, edition: str) -> None:
    """C6: the badge under each cell."""
    values = [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]
    for position, value in enumerate(values, start=1):
        game = play(f"""
            edition: {edition}
            sheet: {row("purple", values[: position - 1])}
            throw: Y1 B1 G1 O1 P{value} W1
            take P{value} purple.{position}
            """)
        badge = PURPLE_BADGES[edition].get(position)
        assert earned(game) == ([badge] if badge else [])


def test_c7_free_crosses(play: Play) -> None:
    """C7: a yellow or blue X takes any open cell, whatever the dice show; a crossed or printed one never."""
    for zone, every in (("yellow", ALL_YELLOW.split()), ("blue", list(BLUE.values()))):
        taken, *free = every
        game = play(f"edition: classic\nsheet: {zone}.{taken}\nbonus: X {zone}")
        assert {move.cell for move in game.legal_moves()} == set(free)
        assert {move.kind for move in game.legal_moves()} == {"place"}
    play("edition: classic\nbonus: X yellow\nexpect: cannot place X yellow: yellow.r1c4 C1")


def test_c7_green_x_takes_the_next_cell_whatever_its_number(play: Play) -> None:
    """C7: a green X crosses the 6 at the end, and only the next cell."""
    for position in range(1, 12):
        game = play(f"edition: classic\nsheet: {crosses('green', position - 1)}\nbonus: X green")
        assert [move.cell for move in game.legal_moves()] == [str(position)]
    play("edition: classic\nbonus: X green\nexpect: cannot place X green: green.2 C4")


def test_c7_black_x_yellow_blue_or_green(play: Play) -> None:
    """C7: the black X goes to a zone that is crossed, not to orange or purple."""
    game = play("edition: classic\nbonus: X any")
    assert {move.zone for move in game.legal_moves()} == {"yellow", "blue", "green"}
    play("edition: classic\nbonus: X any\nplace X any: blue.r3c4\nexpect: blue 1")


@pytest.mark.parametrize("edition", BOTH)
def test_c8_a_number_is_written_into_the_next_cell(play: Play, edition: str) -> None:
    """C8: an orange 4 into orange.1; nowhere else, and no other number."""
    play(f"""
        edition: {edition}
        bonus: 4 orange
        expect: cannot place 4 orange: orange.2 C5
        expect: cannot place 4 orange: orange.1 = 5 C5
        expect: cannot place 4 orange: purple.1
        place 4 orange: orange.1
        expect: orange.1 4
        """)


def test_c8_purple_six_fits_always(play: Play) -> None:
    """C8: a purple 6 follows a 5 as well as a 6."""
    for before in range(1, 7):
        play(
            f"edition: classic\nsheet: purple.1={before}\nbonus: 6 purple\nplace 6 purple: purple.2\nexpect: purple.2 6"
        )


def test_c8_a_purple_number_obeys_the_zone(play: Play) -> None:
    """C8: a 5 badge of purple could not follow a 5: written by the zone's rules."""
    game = play("edition: classic\nsheet: purple.1=5\nbonus: 5 purple\nexpect: pending none")
    assert game.players[0].marks() == {"purple.1": 5}


def test_c8_ruling_an_orange_number_is_multiplied_or_not(play: Play) -> None:
    """C8: ruling: a 5 in a doubled cell is written as 10; by the other reading as 5."""
    text = f"edition: classic\nsheet: {row('orange', [1, 1, 1])}\nbonus: 5 orange\nplace 5 orange: orange.4 = "
    play(text + "10\nexpect: orange.4 10")
    play(text + "10\nexpect: orange.4 10", number_badge="multiplied")
    play(text + "5\nexpect: orange.4 5", number_badge="as printed")
    for wrong, ruling in (("5", "multiplied"), ("10", "as printed")):
        head = text.rpartition("place")[0]
        play(head + f"expect: cannot place 5 orange: orange.4 = {wrong} C5", number_badge=ruling)


def test_c8_round_four_gives_one_of_both(play: Play) -> None:
    """C8: the black badge of round 4 is an X or a 6: after one of them nothing waits."""
    for move, zones in (("place X any: green.1", {"green"}), ("place 6 any: purple.1", {"purple"})):
        game = play(f"edition: classic\nbonus: X any or 6 any\n{move}\nexpect: pending none")
        assert {address.partition(".")[0] for address in game.players[0].marks()} == zones
    game = play("edition: classic\nbonus: X any or 6 any")
    offered = {(move.what, move.zone) for move in game.legal_moves()}
    assert offered == {
        ("X any", "yellow"), ("X any", "blue"), ("X any", "green"), ("6 any", "orange"), ("6 any", "purple"),
    }  # fmt: skip


def test_l1_question_marks_as_if_thrown(play: Play) -> None:
    """L1: ? yellow any open cell; ? green the next cell; ? purple any number that rises."""
    game = play("edition: deluxe\nsheet: yellow.r1c1\nbonus: ? yellow")
    assert {move.cell for move in game.legal_moves()} == set(ALL_YELLOW.split()) - {"r1c1"}
    game = play(f"edition: deluxe\nsheet: {crosses('green', 10)}\nbonus: ? green")
    assert [move.cell for move in game.legal_moves()] == ["11"]
    for before, values in ((4, {5, 6}), (5, {6}), (6, {1, 2, 3, 4, 5, 6})):
        game = play(f"edition: deluxe\nsheet: purple.1={before}\nbonus: ? purple")
        assert {(move.cell, move.value) for move in game.legal_moves()} == {("2", value) for value in values}
    play("edition: deluxe\nsheet: purple.1=4\nbonus: ? purple\nexpect: cannot place ? purple: purple.2 = 4 C6")


def test_l1_blue_any_open_cell(play: Play) -> None:
    """L1: ? blue crosses any open cell; white plays no part."""
    for white in (1, 6):
        game = play(f"edition: deluxe\nsheet: blue.r1c2\nturn: extra\nplatter: W{white}\nbonus: ? blue")
        assert {move.cell for move in game.legal_moves()} == set(BLUE.values()) - {"r1c2"}


def test_l1_black_any_zone(play: Play) -> None:
    """L1: the black ? goes to all five zones, in orange times the factor."""
    game = play(f"edition: deluxe\nsheet: {row('orange', [1, 1, 1])}\nbonus: ? any")
    offered: dict[str, set[int]] = {}
    for move in game.legal_moves():
        offered.setdefault(move.zone, set()).add(move.value)
    assert set(offered) == {"yellow", "blue", "green", "orange", "purple"}
    assert offered["orange"] == {2, 4, 6, 8, 10, 12}
    assert offered["blue"] == set(range(2, 13))
    play("edition: deluxe\nbonus: ? any\nplace ? any: orange.1 = 3\nexpect: orange 3\nexpect: pending none")


def test_l1_orange_number_badges_stay(play: Play) -> None:
    """L1: the orange numbers of deluxe are written and multiplied as in classic."""
    text = f"edition: deluxe\nsheet: {row('orange', [1, 1, 1])}\nbonus: 5 orange\nplace 5 orange: orange.4"
    play(text + "\nexpect: orange.4 10")
    play(text + "\nexpect: orange.4 5", number_badge="as printed")
