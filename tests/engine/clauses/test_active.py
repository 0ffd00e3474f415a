"""A, B: the active player's throws, and blue."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game, RecordError
from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.events import Lost, Taken, Thrown

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
WAIVING = ("double", "cubed", "deluxe", "mix")
THROWS = {
    "classic": "Y3 B1 G4 O5 P3 W2",
    "deluxe": "Y3 B1 G4 O5 P3 W2",
    "mix": "Y3 B1 G4 O5 P3 W2",
    "double": "Y3 B1 G4 S5 P3 W2",
    "cubed": "Y3 Bl1 T4 Br5 P3 W2",
}
Play = Callable[..., Game]
Refused = Callable[..., RecordError]


def places(game: Game) -> dict[str, int]:
    return dict(zip(game.rules.dice, game.places, strict=True))


def happened(game: Game, event: tuple[object, ...]) -> bool:
    """Events are plain tuples: the kind must be the same too."""
    return any(type(own) is type(event) and own == event for own in game.events)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a1_the_first_throw_is_all_six_dice(refused: Refused, edition: str) -> None:
    """A1: five dice are not a first throw."""
    error = refused(f"edition: {edition}\nthrow: {THROWS[edition].rpartition(' ')[0]}\npass")
    assert "other dice are rolled here" in error.reason
    game = Game(edition, 1)
    first = next(event for event in game.events if isinstance(event, Thrown))
    assert first.dice == game.rules.dice
    assert len(first.dice) == 6


@pytest.mark.parametrize(
    ("edition", "cell"),
    [(e, "pink.1" if e in ("double", "cubed") else "purple.1") for e in EDITIONS],
)
def test_a1_one_die_goes_on_a_slot_unchanged(play: Play, edition: str, cell: str) -> None:
    """A1: the die taken lies on the first slot with the face it showed; no other die does."""
    game = play(f"edition: {edition}\nthrow: {THROWS[edition]}\ntake P3 {cell}")
    on_slots = {die: place for die, place in places(game).items() if place > 0}
    (die,) = on_slots
    assert on_slots[die] == 1
    assert game.faces[game.rules.die_index[die]] == 3
    assert [event[:5] for event in game.events if isinstance(event, Taken)] == [(0, die, 3, 1, False)]


def test_a1_cubed_throw_n_fills_slot_n(play: Play) -> None:
    """A1: in cubed a lost first throw leaves slot I empty, and the second throw fills slot II."""
    game = play("""
        edition: cubed
        throw: Y3 Bl1 T4 Br5 P3 W2
        pass
        throw: Y3 Bl1 T4 Br5 P3 W2
        expect: cannot take Y3 yellow.r1c3 T1
        take Y3 yellow.r2c3
        """)
    assert places(game)["yellow"] == 2
    assert 1 not in game.places


@pytest.mark.parametrize(
    ("edition", "sheet", "throw", "die", "move", "clause"),
    [
        ("classic", "green.1 green.2", "Y3 B1 G2 O5 P3 W6", "green", "G2 green.3", "C4"),
        ("deluxe", "purple.1=3", "Y3 B1 G2 O5 P3 W6", "purple", "P3 purple.2", "C6"),
        (
            "double",
            "silver.r1c2 silver.r2c2 silver.r3c2 silver.r4c2",
            "Y3 B1 G2 S2 P3 W6",
            "silver",
            "S2 silver.r1c2",
            "D1",
        ),
        ("cubed", "brown.12", "Y3 Bl1 T2 Br2 P3 W5", "brown", "Br2 brown.5", "T7"),
        ("mix", "orange.11", "Y3 B1 G2 O6 P3 W6", "orange", "O6 orange.2", "M5"),
    ],
)
def test_a2_a_die_that_marks_nothing_cannot_be_taken(
    play: Play, edition: str, sheet: str, throw: str, die: str, move: str, clause: str
) -> None:
    """A2: without a cell for it a die is out of the question, and the others are not."""
    game = play(f"edition: {edition}\nsheet: {sheet}\nthrow: {throw}\nexpect: cannot take {move} {clause}")
    assert {own.die for own in game.legal_moves() if own.kind == "take"} == set(game.rules.dice) - {die}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a2_taking_is_marking(edition: str) -> None:
    """A2: there is no way to take a die without a mark in a zone."""
    game = Game(edition, 1, seed=4)
    takes = [move for move in game.legal_moves() if move.kind == "take"]
    assert takes
    assert all(move.zone and move.cell for move in takes)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a3_white_stands_for_any_colour(play: Play, edition: str) -> None:
    """A3: on a fresh sheet white marks every zone, every other die only its own."""
    game = play(f"edition: {edition}\nthrow: {THROWS[edition].replace('W2', 'W6').replace('1', '2')}")
    if edition == "cubed":  # the sum must follow the printed 7
        game = play("edition: cubed\nthrow: Y3 Bl2 T4 Br5 P3 W6")
    zones: dict[str, set[str]] = {}
    for move in game.legal_moves():
        if move.kind == "take":
            zones.setdefault(move.die, set()).add(move.zone)
    assert zones["white"] == {zone.name for zone in game.rules.zones}
    assert {die: own for die, own in zones.items() if die != "white"} == {
        die: {die} for die in game.rules.dice if die != "white"
    }


def test_a3_a_colour_stays_in_its_zone(play: Play) -> None:
    """A3: a yellow die does not mark green."""
    play(f"""
        edition: classic
        throw: {THROWS["classic"]}
        expect: cannot take Y3 green.1 A3
        expect: can take W2 green.1
        """)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a4_lower_dice_go_to_the_platter(play: Play, edition: str) -> None:
    """A4: what shows less than the die taken goes to the platter; equal and higher dice stay."""
    cell = "pink.1" if edition in ("double", "cubed") else "purple.1"
    blue = "Bl1" if edition == "cubed" else "B1"
    game = play(f"edition: {edition}\nthrow: {THROWS[edition]}\ntake P3 {cell}\nexpect: platter {blue} W2")
    stay = {die for die, place in places(game).items() if place == POOL}
    assert stay == {die for die in game.rules.dice if die not in ("blue", "white", cell.partition(".")[0])}
    assert "yellow" in stay


def test_a4_equal_dice_stay(play: Play) -> None:
    """A4: five dice like the one taken are all thrown again."""
    play("""
        edition: classic
        throw: Y3 B3 G3 O3 P3 W3
        take P3 purple.1
        expect: platter none
        throw: Y3 B3 G3 O3 W3
        take O3 orange.1
        """)


def test_a4_the_lowest_die_sends_none(play: Play) -> None:
    """A4: taking the lowest die keeps all others."""
    game = play("edition: classic\nthrow: Y3 B4 G2 O5 P3 W6\ntake G2 green.1\nexpect: platter none")
    assert game.places.count(POOL) == 5


def test_a4_the_highest_die_sends_all(play: Play) -> None:
    """A4: taking the only 6 sends five dice, whatever they are."""
    play("""
        edition: classic
        players: Lucas, Marie
        throw: Y3 B4 G2 O5 P3 W6
        Lucas: take W6 purple.1
        expect: platter Y3 B4 G2 O5 P3
        """)


def test_a4_only_after_the_mark_and_its_bonuses(play: Play) -> None:
    """A4: dice leave after marking; while a bonus waits, the platter is still empty."""
    play("""
        edition: classic
        sheet: yellow.r1c1 yellow.r1c2
        throw: Y5 B1 G2 O6 P3 W6
        take Y5 yellow.r1c3
        expect: pending X blue
        expect: platter none
        place X blue: blue.r1c2
        expect: platter B1 G2 P3
        """)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a5_dice_on_the_platter_are_out_of_reach(play: Play, edition: str) -> None:
    """A5: a die that went to the platter cannot be taken in a later throw, nor one that lies on a slot."""
    rest = {"cubed": "Y5 T5 Br5", "double": "Y5 G5 S5"}.get(edition, "Y5 G5 O5")
    own = "pink" if edition in ("double", "cubed") else "purple"
    game = play(f"""
        edition: {edition}
        throw: {THROWS[edition]}
        take P3 {own}.1
        throw: {rest}
        expect: cannot take W2 yellow.r2c1 A5
        expect: cannot take P3 {own}.2 A5
        """)
    assert {move.die for move in game.legal_moves() if move.kind == "take"} == {
        die for die, place in places(game).items() if place == POOL
    }


def test_a5_but_an_extra_die_may_lie_there(play: Play) -> None:
    """A5: at the end of the turn an extra die reaches the platter."""
    play("""
        edition: classic
        players: Lucas, Marie
        actions Lucas: extra die 1
        turn: Lucas extra
        slots: P3 O4 G5
        platter: Y1 B2 W2
        Lucas: extra W2 orange.1
        expect Lucas: orange.1 2
        """)


def test_a6_three_throws_of_what_is_left(play: Play) -> None:
    """A6: the rulebook's example: 6, 4 and 1 dice are rolled, one taken each time, then the others are served."""
    game = play("""
        edition: classic
        players: Lucas, Marie
        throw: Y1 B3 G4 O5 P3 W6
        Lucas: take P3 purple.1
        expect: platter Y1
        throw: B2 G3 O4 W4
        Lucas: take W4 purple.2
        expect: platter Y1 B2 G3
        throw: O3
        Lucas: take O3 orange.1
        expect: to decide: Marie
        expect: platter Y1 B2 G3
        """)
    assert [len(throw.dice) for throw in game.throws] == [6, 4, 1]
    assert places(game) == {"purple": 1, "white": 2, "orange": 3, "yellow": 0, "blue": 0, "green": 0}


def test_a6_after_the_third_throw_everything_left_goes_to_the_platter(play: Play) -> None:
    """A6: also higher dice go to the platter once three dice were taken; there is no fourth throw."""
    play("""
        edition: classic
        players: Lucas, Marie
        throw: Y1 B1 G1 O1 P1 W1
        Lucas: take Y1 yellow.r2c2
        throw: B1 G1 O1 P1 W1
        Lucas: take G1 green.1
        throw: B2 O1 P6 W1
        Lucas: take O1 orange.1
        expect: to decide: Marie
        expect: platter B2 P6 W1
        Marie: take P6 purple.1
        """)


@pytest.mark.parametrize("throw", ["G2 O6", "G2 O6 W4 P3", "G2 O6 W4 Y1"])
def test_a6_other_dice_cannot_be_thrown(refused: Refused, throw: str) -> None:
    """A6: the second throw is exactly the dice that neither lie on a slot nor on the platter."""
    error = refused(f"""
        edition: classic
        throw: Y1 B2 G4 O5 P3 W6
        take P3 purple.1
        throw: {throw}
        take G2 green.1
        """)
    assert "other dice are rolled here: G O W" in error.reason
    assert error.clause == "A6"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a7_without_dice_the_turn_has_fewer_throws(play: Play, edition: str) -> None:
    """A7: a six first leaves nothing to throw; the others are served right away."""
    own = "pink" if edition in ("double", "cubed") else "purple"
    game = play(f"""
        edition: {edition}
        players: Lucas, Marie
        throw: {THROWS[edition].replace("P3", "P6")}
        Lucas: take P6 {own}.1
        expect: to decide: Marie
        """)
    assert len(game.throws) == 1
    assert sorted(places(game).values()) == [0, 0, 0, 0, 0, 1]


LOST = """
    edition: {edition}
    players: Lucas, Marie
    sheet Lucas: {sheet}
    turn: Lucas active 2
    slots: {slot}
    platter: {platter}
    throw: {first}
    """
LOST_BY = {
    "classic": ("purple.1=5", "O1", "Y1 B1 G1 W1", "P3"),
    "deluxe": ("purple.1=5", "O1", "Y1 B1 G1 W1", "P3"),
    "double": ("silver.r1c3 silver.r2c3 silver.r3c3 silver.r4c3", "P1", "Y1 B1 G1 W1", "S3"),
    "cubed": ("brown.12", "P1", "Y1 Bl1 T1 W1", "Br3"),
    "mix": ("orange.12", "P1", "Y1 B1 G1 W1", "O3"),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a8_a_throw_without_use_is_lost_and_its_dice_stay(play: Play, edition: str) -> None:
    """A8: the only die fits nowhere: the slot stays empty, no die moves, the same die is thrown for the third throw."""
    sheet, slot, platter, die = LOST_BY[edition]
    game = play(LOST.format(edition=edition, sheet=sheet, slot=slot, platter=platter, first=die))
    name = game.rules.dice[game.places.index(POOL)]
    assert happened(game, Lost(0, "throw"))
    assert game.throw == 3
    assert 2 not in game.places
    assert game.waits_for_dice
    assert places(game)[name] == POOL


def test_a8_ruling_the_dice_stay_or_leave(play: Play, refused: Refused) -> None:
    """A8: ruling: after a lost throw the same dice are rolled again; by the other reading they go to the platter."""
    sheet, slot, platter, die = LOST_BY["classic"]
    text = LOST.format(edition="classic", sheet=sheet, slot=slot, platter=platter, first=die)
    again = text + "throw: P6\ntake P6 purple.2"
    for game in (play(again), play(again, lost_throw="dice stay")):
        assert places(game)["purple"] == 3
        assert game.players[0].marks() == {"purple.1": 5, "purple.2": 6}
    left = play(text, lost_throw="dice leave")
    assert places(left)["purple"] == ON_PLATTER
    assert left.actor == 1
    assert "nobody rolls dice here" in refused(text + "throw: P6", lost_throw="dice leave").reason


def test_a8_classic_may_not_leave_a_throw_by_choice(play: Play) -> None:
    """A8: classic: while any die fits, one must be taken; after a reroll that fits nothing one may leave it."""
    play(f"edition: classic\nthrow: {THROWS['classic']}\nexpect: cannot pass A8")
    sheet, slot, platter, die = LOST_BY["classic"]
    game = play(
        LOST.format(edition="classic", sheet=sheet, slot=slot, platter=platter, first=die).replace(
            "turn:", "actions Lucas: reroll 1\nturn:"
        )
        + "expect: can reroll\nexpect: can pass\nexpect: cannot take P3 purple.2 C6"
    )
    assert {move.kind for move in game.legal_moves()} == {"pass", "reroll"}


@pytest.mark.parametrize("edition", WAIVING)
def test_a8_others_may_leave_a_throw_by_choice(play: Play, edition: str) -> None:
    """A8: in double, cubed, deluxe and mix a throw may be left though dice fit; all six are thrown again."""
    game = play(f"""
        edition: {edition}
        throw: {THROWS[edition]}
        pass
        throw: {THROWS[edition]}
        pass
        throw: {THROWS[edition]}
        """)
    assert game.throw == 3
    assert game.places == (POOL,) * 6
    assert happened(game, Lost(0, "throw"))


BLUES = [
    ("classic", "B", "blue.r2c3", "blue.r1c4"),
    ("deluxe", "B", "blue.r2c3", "blue.r1c4"),
    ("mix", "B", "blue.r3c1", "blue.r2c1"),
]


@pytest.mark.parametrize(("edition", "blue", "sum_cell", "face_cell"), BLUES)
def test_b1_blue_is_the_sum_whichever_is_taken(
    play: Play, edition: str, blue: str, sum_cell: str, face_cell: str
) -> None:
    """B1: blue 3 and white 4 are 7, with either die; never 3 or 4."""
    game = play(f"""
        edition: {edition}
        throw: Y6 B3 G6 O6 P6 W4
        expect: can take B3 {sum_cell}
        expect: can take W4 {sum_cell}
        expect: cannot take W4 {face_cell} B1
        """)
    blues = {(move.die, f"blue.{move.cell}") for move in game.legal_moves() if move.zone == "blue"}
    assert blues == {("blue", sum_cell), ("white", sum_cell)}


def test_b1_double_and_cubed_write_the_sum(play: Play) -> None:
    """B1: where blue is written, the sum is written, with either die."""
    for die in ("B3", "W4"):
        play(f"edition: double\nthrow: Y6 B3 G6 S6 P6 W4\ntake {die} blue.1\nexpect: blue.1 7")
    for die in ("Bl2", "W4"):
        game = play(f"edition: cubed\nthrow: Y6 Bl2 T6 Br6 P6 W4\nexpect: cannot take {die} blue.8\ntake {die} blue.6")
        assert game.players[0].marks() == {"blue.6": 6}


def test_b1_wherever_the_other_lies(play: Play) -> None:
    """B1: the other die counts on a slot and on the platter, also for a passive player."""
    play("""
        edition: classic
        players: Lucas, Marie
        throw: Y6 B1 G6 O6 P6 W2
        Lucas: take W2 blue.r1c3
        expect: platter B1
        throw: Y4 G4 O4 P4
        Lucas: take Y4 yellow.r3c4
        throw: G4 O4 P4
        Lucas: take G4 green.1
        Marie: take B1 blue.r1c3
        expect Marie: blue 1
        """)
    play("""
        edition: classic
        turn: active 3
        slots: W5 O1
        platter: Y1 G1
        throw: B3 P2
        expect: can take B3 blue.r2c4
        expect: cannot take B3 blue.r1c3 B1
        """)


def test_b1_both_dice_for_two_entries(play: Play) -> None:
    """B1: blue in one throw and white in another are two entries of one turn, each with the faces at that time."""
    play("""
        edition: classic
        throw: Y6 B1 G6 O6 P6 W2
        take B1 blue.r1c3
        throw: Y6 G6 O6 P6 W5
        take W5 blue.r2c2
        expect: blue.r1c3 x
        expect: blue.r2c2 x
        expect: blue 2
        """)
