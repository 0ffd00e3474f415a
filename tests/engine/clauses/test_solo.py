"""S: playing alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sheetgen.engine import Game, RecordError
from sheetgen.engine.dice import BESIDE, ON_PLATTER
from sheetgen.engine.events import RoundStarted, Thrown, TurnStarted
from sheetgen.layout import read_from_text

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
Play = Callable[..., Game]
Refused = Callable[..., RecordError]


def places(game: Game) -> dict[str, int]:
    return dict(zip(game.rules.dice, game.places, strict=True))


@pytest.mark.parametrize("edition", EDITIONS)
def test_s1_six_rounds_active_then_passive(edition: str) -> None:
    """S1: six rounds, in each once active, then once passive."""
    game = Game(edition, 1, seed=6)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    flow = [event.role for event in game.events if isinstance(event, TurnStarted)]
    assert flow == ["active", "passive"] * 6
    assert sum(isinstance(event, RoundStarted) for event in game.events) == 6


DICE = {
    "classic": "Y3 B1 G5 O3 P2 W3",
    "deluxe": "Y3 B1 G5 O3 P2 W3",
    "mix": "Y3 B1 G5 O3 P2 W3",
    "double": "Y3 B1 G5 S3 P2 W3",
    "cubed": "Y3 Bl1 T5 Br3 P2 W3",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_s2_all_six_are_thrown_and_the_lowest_three_served(play: Play, edition: str) -> None:
    """S2: 1, 2 and the lower of the rest go to the platter without asking; the throw is six dice."""
    dice = DICE[edition].replace("W3", "W4").replace("Y3", "Y4")
    game = play(f"edition: {edition}\nturn: solo\nthrow: {dice}")
    low = {die for die, face in zip(game.rules.dice, game.faces, strict=True) if face <= 3}
    assert len(low) == 3
    assert {die for die, place in places(game).items() if place == ON_PLATTER} == low
    (thrown,) = [event for event in game.events if isinstance(event, Thrown)]
    assert len(thrown.dice) == 6


@pytest.mark.parametrize("edition", EDITIONS)
def test_s2_ruling_the_player_chooses_among_equals(play: Play, edition: str) -> None:
    """S2: ruling: the rulebook's example: 1 and 2 are sure, one of three 3s is chosen, and nothing else."""
    text = f"edition: {edition}\nturn: solo\nthrow: {DICE[edition]}\n"
    game = play(text)
    assert {str(move) for move in game.legal_moves()} == {
        f"nearest {die}" for die, face in zip(game.rules.dice, game.faces, strict=True) if face == 3
    }
    blue = "Bl1" if edition == "cubed" else "B1"
    play(text + f"nearest Y\nexpect: platter {blue} P2 Y3")
    play(text + f"nearest W\nexpect: platter {blue} P2 W3")


def test_s2_a_lower_or_higher_die_is_not_nearest(play: Play) -> None:
    """S2: only among equals there is a choice."""
    play(f"""
        edition: classic
        turn: solo
        throw: {DICE["classic"]}
        expect: cannot nearest G
        expect: cannot nearest P
        nearest O
        expect: cannot nearest Y S2
        """)


def test_s2_two_choices_when_two_places_are_left(play: Play) -> None:
    """S2: one die is sure, two of four equal ones follow, one after the other."""
    play("""
        edition: classic
        turn: solo
        throw: Y3 B1 G5 O3 P3 W3
        nearest O
        expect: cannot nearest O
        nearest W
        expect: platter B1 O3 W3
        """)


def test_s2_ruling_at_random_asks_nobody(play: Play) -> None:
    """S2: ruling: by the other reading chance says which lies nearest; a record tells it with `order`."""
    game = play(
        """
        edition: classic
        turn: solo
        throw: Y3 B1 G5 O3 P2 W3
        order: G W O Y B P
        expect: platter B1 P2 W3
        """,
        equal_dice="at random",
    )
    assert {move.kind for move in game.legal_moves()} == {"take"}


def test_s2_at_random_is_chance() -> None:
    """S2: in simulations every equal die is nearest sooner or later."""
    text = "schema: 1\nextends: classic\nrulings: {equal dice: at random}\n"
    variant = read_from_text(text, Path("x.yaml"), "x.yaml")
    kinds = set()
    firsts = set()
    for seed in range(40):
        game = Game(variant, 1, seed=seed)
        while not game.solo_passive:
            game.play(game.legal_moves()[0])
        kinds |= {move.kind for move in game.legal_moves()}
        firsts.add(game.order[0])
        highest = max(face for face, place in zip(game.faces, game.places, strict=True) if place == ON_PLATTER)
        assert all(face >= highest for face, place in zip(game.faces, game.places, strict=True) if place != ON_PLATTER)
        assert game.places.count(ON_PLATTER) == 3
    assert "nearest" not in kinds
    assert firsts == set(range(6))


@pytest.mark.parametrize("edition", EDITIONS)
def test_s3_no_reroll_as_passive(play: Play, edition: str) -> None:
    """S3: the passive throw cannot be thrown again, neither before nor after the platter is set."""
    text = f"edition: {edition}\nactions: reroll 2\nturn: solo\nthrow: {DICE[edition]}\nexpect: cannot reroll S3\n"
    play(text + "nearest Y\nexpect: cannot reroll S3")


@pytest.mark.parametrize(("edition", "action"), [("double", "return"), ("mix", "mix.return")])
def test_s3_no_return_as_passive(play: Play, edition: str, action: str) -> None:
    """S3: nor does a return action help there; the clause of returns itself forbids it."""
    game = play(f"edition: {edition}\nactions: {action} 1\nturn: solo\nthrow: {DICE[edition]}\nnearest Y")
    assert {move.kind for move in game.legal_moves()} == {"take", "pass"}


def test_s3_extra_dice_are_allowed(play: Play) -> None:
    """S3: after the platter die extra dice may follow, also dice that lie beside."""
    play("""
        edition: classic
        actions: extra die 3
        turn: solo
        throw: Y3 B1 G5 O4 P2 W6
        take P2 purple.1
        extra G5 green.1
        expect: cannot extra G5 green.2 X4
        extra O4 orange.1
        expect: extra die used 2
        """)


def test_s4_cubed_the_others_on_the_slots_nearest_on_top(play: Play) -> None:
    """S4: cubed: the three that are left fill slots I to III by their distance to the platter."""
    game = play("""
        edition: cubed
        turn: solo
        throw: Y5 Bl1 T5 Br1 P2 W6
        order: W Bl Y Br P T
        """)
    assert places(game) == {"blue": 0, "brown": 0, "pink": 0, "white": 1, "yellow": 2, "turquoise": 3}


def test_s4_cubed_the_place_counts_for_extra_dice(play: Play) -> None:
    """S4: an extra yellow die on slot II marks row II."""
    play("""
        edition: cubed
        actions: extra die 1
        turn: solo
        throw: Y5 Bl1 T5 Br1 P2 W6
        order: W Bl Y Br P T
        take P2 pink.1
        expect: cannot extra Y5 yellow.r1c5 T1
        extra Y5 yellow.r2c5
        """)


@pytest.mark.parametrize("edition", EDITIONS)
def test_s4_where_the_others_lie(play: Play, edition: str) -> None:
    """S4: cubed, deluxe and mix put the others on the slots; classic and double nowhere."""
    dice = {"cubed": "Y5 Bl1 T5 Br1 P2 W6", "double": "Y5 B1 G5 S1 P2 W6"}.get(edition, "Y5 B1 G5 O1 P2 W6")
    game = play(f"edition: {edition}\nturn: solo\nthrow: {dice}")
    others = sorted(place for place in game.places if place != ON_PLATTER)
    assert others == ([BESIDE] * 3 if edition in ("classic", "double") else [1, 2, 3])


# A sheet on which none of the three lowest dice fits; a die that is left, and its cell.
UNUSABLE = {
    "classic": ("green.1 green.2 purple.1=4 yellow.r2c2 yellow.r3c1", "Y1 G2 P3 B4 O4 W6", "O4 orange.1"),
    "deluxe": ("green.1 green.2 purple.1=4 yellow.r2c2 yellow.r3c1", "Y1 G2 P3 B4 O4 W6", "O4 orange.1"),
    "double": (
        "silver.r1c2 silver.r2c2 silver.r3c2 silver.r4c2 yellow.r2c1=x blue.1=2",
        "S2 Y1 B3 G4 P4 W6",
        "P4 pink.1",
    ),
    "cubed": ("brown.12 yellow.r3c1 blue.6=6 blue.8=8 blue.9=9", "Y1 Br2 Bl3 T4 P4 W6", "P4 pink.1"),
    "mix": ("orange.12 blue.r3c4 purple.1=30", "O1 B3 P3 Y4 G4 W6", "Y4 yellow.r1c1"),
}


@pytest.mark.parametrize("edition", ["cubed", "deluxe", "mix"])
def test_s4_ruling_slots_as_last_resort(play: Play, edition: str) -> None:
    """S4: ruling: alone, P2 works where the others lie on the slots."""
    sheet, dice, move = UNUSABLE[edition]
    game = play(f"edition: {edition}\nsheet: {sheet}\nturn: solo\nthrow: {dice}\ntake {move}")
    assert move.split()[1] in game.players[0].marks()


@pytest.mark.parametrize("edition", ["classic", "double"])
def test_s4_ruling_no_last_resort_beside(play: Play, refused: Refused, edition: str) -> None:
    """S4: ruling: in classic and double the others lie nowhere, so the passive turn brings nothing."""
    sheet, dice, move = UNUSABLE[edition]
    text = f"edition: {edition}\nsheet: {sheet}\nturn: solo\nthrow: {dice}\n"
    game = play(text)
    assert (game.round, game.solo_passive) == (2, False)
    assert refused(text + f"take {move}").line == 5


@pytest.mark.parametrize(
    ("edition", "score", "band"),
    [
        ("classic", 281, 281),
        ("classic", 280, 260),
        ("classic", 260, 260),
        ("classic", 259, 240),
        ("classic", 139, 0),
        ("deluxe", 281, 281),
        ("deluxe", 280, 260),
        ("deluxe", 259, 240),
        ("double", 320, 320),
        ("double", 319, 300),
        ("double", 139, -999),
        ("double", -20, -999),
        ("cubed", 450, 450),
        ("cubed", 449, 420),
        ("cubed", 180, 180),
        ("cubed", 179, 0),
        ("mix", 421, 421),
        ("mix", 420, 390),
        ("mix", 160, 160),
        ("mix", 159, 0),
        ("mix", -5, 0),
    ],
)
def test_s5_bands_and_the_gaps_of_the_printed_tables(edition: str, score: int, band: int) -> None:
    """S5: a score belongs to its printed band; 320 in double and 450 in cubed, named by no band, to the one above."""
    solo = Game(edition, 1).rules.edition.solo
    assert solo is not None
    rating = solo.rating(score)
    assert rating is not None
    assert rating.from_ == band


def test_s5_a_record_reads_the_band(play: Play) -> None:
    """S5: the band of a sheet is read from its total."""
    play("edition: double\nsheet: pink.1=6\nturn: over\nexpect: total 6\nexpect: band -999")
