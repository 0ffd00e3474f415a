"""Illegal moves: the reason in words and the clause behind it."""

import pytest

from sheetgen.engine import Game, IllegalMoveError, Move, RecordError, replay
from sheetgen.engine.why import why as why_legal
from sheetgen.layout.parts.order import RowByThrow

CLASSIC = "edition: classic\nsheet: {}\nthrow: Y3 B1 G4 O5 P3 W2\n"
DOUBLE = "edition: double\nsheet: {}\nthrow: Y3 B3 G4 S5 P3 W4\n"
CUBED = "edition: cubed\nsheet: {}\nthrow: Y3 Bl3 T4 Br5 P3 W2\n"
MIX = "edition: mix\nsheet: {}\nthrow: Y3 B1 G4 O5 P3 W2\n"


def why(record: str) -> tuple[str, str]:
    """The reason and clause that end a record."""
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.line == len(record.splitlines())
    return caught.value.reason, caught.value.clause


# What a cell wants


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (
            CLASSIC.format("purple.1=2 purple.2=4 purple.3=5") + "take P3 purple.4",
            "purple.4 needs a number higher than 5",
            "C6",
        ),
        (CLASSIC.format("green.1 green.2") + "take W2 green.3", "green.3 needs at least 3", "C4"),
        (CLASSIC.format("green.1") + "take Y3 yellow.r1c2", "yellow.r1c2 takes 6", "C1"),
        (
            CLASSIC.format("green.1") + "take B1 blue.r1c4",
            "blue and white make 3; blue.r1c4 takes 4",
            "C3",
        ),
        (
            CLASSIC.format("green.1") + "take W2 blue.r1c2",
            "white and blue make 3; blue.r1c2 takes 2",
            "B1",
        ),
        (DOUBLE.format("blue.1=6") + "take B3 blue.2", "blue and white make 7; blue.2 takes at most 6", "D6"),
        (DOUBLE.format("pink.1=1") + "take S5 silver.r1c4", "silver.r1c4 takes 4", "D1"),
        (CUBED.format("brown.1") + "take Bl3 blue.8", "blue and white make 5; blue.8 takes only 8", "T5"),
        (
            CUBED.format("blue.6=6") + "take Bl3 blue.8",
            "blue and white make 5; blue.8 takes only 8",
            "T5",
        ),
        (
            CUBED.format("blue.8=8") + "take W2 blue.9",
            "white and blue make 5; blue.9 takes only 9 or 7",
            "T5",
        ),
        (CUBED.format("brown.1") + "take Br5 brown.3", "brown.3 takes 3", "T7"),
        (MIX.format("yellow.r1c1=3") + "take Y3 yellow.r1c2", "yellow.r1c2 needs a number lower than 3", "M1"),
        (
            MIX.format("purple.1=3") + "take P3 purple.2",
            "purple.2 needs a number higher than 3",  # the platter is empty
            "M6",
        ),
        (
            "edition: mix\nsheet: purple.1=9\nturn: active 2\nslots: W3\nplatter: B2\nthrow: Y3 G4 O5 P3\n"
            "take P3 purple.2",
            "with the platter the die counts 5; purple.2 needs a number higher than 9",
            "M6",
        ),
    ],
)
def test_what_a_cell_wants(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (CLASSIC.format("yellow.r1c1") + "take Y3 yellow.r1c1", "yellow.r1c1 is already marked", "C1"),
        (CLASSIC.format("green.1") + "take Y3 yellow.r1c4", "yellow.r1c4 is already marked", "C1"),
        (CLASSIC.format("orange.1=2") + "take O5 orange.1", "orange.1 is already marked", "C5"),
        (
            CLASSIC.format("green.1") + "take G4 green.3",
            "green.3 is not open now ('left to right'); open: green.2",
            "C4",
        ),
        (
            CUBED.format("brown.4") + "take Br5 brown.2",
            "brown.2 is not open now ('left to right with skips'); open: "
            "brown.5, brown.6, brown.7, brown.8, brown.9, brown.10",
            "T7",
        ),
        (
            CUBED.format("brown.4") + "take Y3 yellow.r2c3",
            "yellow.r2c3 is not open now ('row by throw'); open: "
            "yellow.r1c1, yellow.r1c2, yellow.r1c3, yellow.r1c4, yellow.r1c5, yellow.r1c6",
            "T1",
        ),
        (
            CUBED.format("brown.4") + "take Bl3 blue.5",
            "blue.5 is not open now ('outward'); open: blue.6, blue.8",
            "T5",
        ),
        (MIX.format("green.1=2") + "take G4 green.3", "green.3 is not open now ('pair by pair'); open: green.2", "M4"),
        (
            MIX.format("yellow.r3c1=2") + "take Y3 yellow.r1c2",
            "yellow.r1c2 is not open now ('next of a chosen row'); open: yellow.r1c1, yellow.r2c1, yellow.r3c2",
            "M1",
        ),
    ],
)
def test_cells_that_are_not_open(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (CLASSIC.format("green.1") + "take Y3 yelow.r1c1", "there is no zone 'yelow'", "A2"),
        (CLASSIC.format("green.1") + "take Y3 yellow.r9c1", "there is no cell yellow.r9c1", "C1"),
        (CLASSIC.format("green.1") + "take Y3 green.2", "the yellow die does not mark green", "A3"),
        (
            CLASSIC.format("orange.1=1 orange.2=1 orange.3=1") + "take O5 orange.4 = 5",
            "orange.4 cannot take 5 from this; possible: 10",
            "C5",
        ),
        (CUBED.format("brown.1") + "take P3 pink.1 star", "pink.1 cannot take 3 from this; possible: 2", "T8"),
    ],
)
def test_other_wishes(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


CHOICE = "edition: {}\nsheet: {}\nturn: active 1\nbonus: {}\n"


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (
            CHOICE.format("mix", "purple.1=7", "? purple") + "place ? purple: purple.2 = 9",
            "purple.2 cannot take 9 from this; possible: 8",
            "M7",  # what a free choice writes
        ),
        (
            CHOICE.format("mix", "blue.r1c2", "? any") + "place ? any: purple.1 = 6",
            "purple.1 cannot take 6 from this; possible: 1",
            "M7",
        ),
        (
            CHOICE.format("mix", "purple.1=7", "? purple") + "place ? purple: purple.2 = 7",
            "purple.2 needs a number higher than 7",
            "M6",  # the order of the zone
        ),
        (
            CHOICE.format("deluxe", "green.1", "? orange") + "place ? orange: orange.1 = 7",
            "orange.1 cannot take 7 from this; possible: 1, 2, 3, 4, 5, 6",
            "C5",  # the layout has no clause of its own for it
        ),
    ],
)
def test_a_free_choice_names_its_own_clause(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


def test_a_list_is_full_or_there_is_no_badge_to_choose_it_with() -> None:
    full = "edition: mix\nsheet: purple.1=3\nactions: mix.polish 3\nthrow: Y5 B3 G4 O1 P4 W4\ntake P4 purple.2\n"
    assert why(full + "unlock polish") == ("every slot of this list is already unlocked", "X8")


def test_the_clause_of_a_zone_comes_before_that_of_all_free_choices() -> None:
    """Cubed: T2 says that a free choice may mark any row of yellow, T9 what free choices do elsewhere."""
    game = replay(CHOICE.format("cubed", "brown.1", "? any"))
    moves = {str(move.target): move for move in game.legal_moves()}
    assert why_legal(game, moves["yellow.r3c6"]).clause == "T2"
    assert why_legal(game, moves["turquoise.r1c1"]).clause == "T9"


# Whose die, and when

SERVED = """\
edition: {edition}
players: Lucas, Marie
{more}
turn: Marie passive
slots: P2 W3
platter: Y1
"""


def served(edition: str = "classic", more: str = "title: none") -> str:
    return SERVED.format(edition=edition, more=more)


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (
            CLASSIC.format("green.1") + "take P3 purple.1\nthrow: Y4 G4 O5\ntake W2 orange.1",
            "the white die lies on the platter",
            "A5",
        ),
        (
            CLASSIC.format("green.1") + "take P3 purple.1\nthrow: Y4 G4 O5\ntake P3 purple.2",
            "the purple die was already taken",
            "A5",
        ),
        (CLASSIC.format("green.1") + "pass", "the active player must use a die that fits", "A8"),
        (served() + "Marie: pass", "the passive player must use a die that fits", "P3"),
        (
            served() + "Marie: take P2 purple.1",
            "a platter die is usable, so the purple die of the active player is out of reach",
            "P2",
        ),
        (served() + "Marie: take O1 orange.1", "the orange die does not lie on the platter", "P1"),
        (served() + "Marie: reroll", "only the active player may use reroll", "X3"),
        (served("double") + "Marie: return Y", "only the active player may use return", "X5"),
        (CLASSIC.format("green.1") + "reroll", "no unlocked reroll action is left", "X2"),
        (
            CLASSIC.format("green.1\nactions: extra die 1") + "extra O5 orange.1",
            "'extra' is not possible now; possible are take",
            "X4",
        ),
        (
            "edition: classic\nplayers: Lucas, Marie\nactions Lucas: extra die 2\nturn: Lucas extra\nslots: P2 W3\n"
            "platter: Y1\nLucas: extra W3 purple.1\nLucas: extra W3 orange.1",
            "the white die was already used as an extra die this turn",
            "X4",
        ),
        (
            served(more="actions Marie: extra die 0") + "Marie: extra P2 purple.1",
            "no unlocked extra-die action is left",
            "X2",
        ),
        (
            "edition: double\nactions: return 2\nturn: active 2\nslots: P2\nplatter: Y1\nthrow\n"
            "throw: S1 B1 G1 W1\nreturn Y",
            "a die returns before a roll, never after it",
            "X5",
        ),
        ("edition: classic\nsheet: green.1\nturn: over\ntake P1 purple.1", "the game is over", "F4"),
        ("edition: classic\nbonus: X green\npass", "the bonus X green must be used first", "X1"),
        ("edition: classic\nbonus: X green\nplace X blue: blue.r1c2", "there is no bonus 'X blue' to use", "X1"),
        (MIX.format("green.1=2") + "unlock joker", "'unlock' is not possible now; possible are pass, take", "X8"),
        (CLASSIC.format("green.1") + "nearest Y", "'nearest' is not possible now; possible are take", "S2"),
        (CLASSIC.format("green.1") + "done", "'done' is not possible now; possible are take", "A6"),
        (
            DOUBLE.format("green.1=2") + "also Y3 silver.r1c3",
            "'also' is not possible now; possible are pass, take",
            "D2",
        ),
        (
            CUBED.format("brown.1") + "also turquoise.r1c3",
            "'also' is not possible now; possible are pass, take",
            "T3",
        ),
        (
            "edition: classic\nactions: reroll 1\nturn: solo\nthrow: Y3 B1 G4 O5 P3 W2\nreroll",
            "only the active player may use reroll",
            "S3",
        ),
    ],
)
def test_whose_die_and_when(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


# Jokers and polish

POLISHED = served("mix", "actions Marie: mix.polish 1, mix.joker 1")


@pytest.mark.parametrize(
    ("record", "reason", "clause"),
    [
        (
            CUBED.format("pink.1=1\nactions: joker 2") + "take Br5 brown.6 joker 3",
            "joker slot 3 is locked or already used",
            "X6",
        ),
        (
            CUBED.format("pink.1=1\nactions: joker 2 used 1") + "take Br5 brown.3 joker 1",
            "joker slot 1 is locked or already used",
            "X6",
        ),
        (
            CUBED.format("pink.1=1\nactions: joker 2") + "take Br5 brown.6 joker 1",
            "joker 1 makes the die 3; brown.6 takes 6",
            "X6",
        ),
        (POLISHED + "Marie: take Y1 yellow.r1c1 = 3 polish +2", "polishing by 2 takes 2 polish actions", "X7"),
        (
            POLISHED + "Marie: take Y1 yellow.r1c1 = 6 polish -1",
            "1 cannot be polished by -1: 1 and 6 are not neighbours",
            "X7",
        ),
        (
            MIX.format("green.1=2\nactions: mix.polish 1") + "take Y3 yellow.r1c1 = 4 polish +1",
            "only a die on the platter can be polished",
            "X7",
        ),
        (
            MIX.format("green.1=2\nactions: mix.polish 1") + "take B1 blue.r2c1 partner +1",
            "only a die on the platter can be polished",
            "X7",
        ),
    ],
)
def test_jokers_and_polish(record: str, reason: str, clause: str) -> None:
    assert why(record) == (reason, clause)


# Moves as values


def test_an_illegal_move_changes_nothing() -> None:
    game = Game("classic", 2, seed=5)
    before = game.state()
    with pytest.raises(IllegalMoveError) as caught:
        game.play(Move("take", die="yellow", zone="green", cell="1", value=3))
    assert (caught.value.reason, caught.value.clause) == ("the yellow die does not mark green", "A3")
    assert str(caught.value) == "the yellow die does not mark green (A3)"
    assert game.state() == before
    assert game.moves == []


@pytest.mark.parametrize(
    ("move", "reason", "clause"),
    [
        (Move("take"), "there is no zone ''", "A2"),
        (Move("take", die="pink", zone="green", cell="1", value=3), "there is no die 'pink'", "A1"),
        (Move("place", zone="green", cell="1", value=1, what="X green"), "there is no bonus 'X green' to use", "X1"),
        (Move("unlock", what="joker"), "'unlock' is not possible now; possible are reroll, take", "X8"),
        (Move("throw"), "'throw' is not possible now; possible are reroll, take", "A6"),
        (Move("return", die="yellow"), "no unlocked return action is left", "X2"),
    ],
)
def test_moves_that_make_no_sense(move: Move, reason: str, clause: str) -> None:
    """Whatever is played, there is a reason and never another error."""
    with pytest.raises(IllegalMoveError) as caught:
        Game("classic", 1, seed=5).play(move)
    assert (caught.value.reason, caught.value.clause) == (reason, clause)


@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix"])
def test_every_illegal_move_has_a_reason_and_a_clause(edition: str) -> None:
    """All legal moves of one game, played at every moment of another one."""
    moves: dict[Move, None] = {}
    game = Game(edition, 1, seed=3)
    while not game.is_over:
        moves |= dict.fromkeys(game.legal_moves())
        game.play(game.legal_moves()[-1])
    some = list(moves)[:: max(1, len(moves) // 60)]
    other = Game(edition, 2, seed=4)
    steps = refused = 0
    while not other.is_over and steps < 60:
        for move in some:
            if move in other.legal_moves():
                continue
            with pytest.raises(IllegalMoveError) as caught:
                other.play(move)
            assert caught.value.reason
            assert caught.value.clause[0] in "FABPXESCLDTM"
            assert caught.value.clause[1:].isdecimal()
            refused += 1
        other.play(other.legal_moves()[0])
        steps += 1
    assert refused > 1000


@pytest.mark.parametrize(
    ("place", "is_extra", "said"),
    [
        (2, False, "a die of roll 2 marks row 2"),
        (2, True, "a die on slot 2 marks row 2"),
        (0, True, "only tinted cells are open to this die"),
    ],
)
def test_a_row_by_roll_names_the_slot_of_an_extra_die(place: int, is_extra: bool, said: str) -> None:
    """An extra die was not rolled just now: its slot decides the row."""
    text, fields = RowByThrow().why_closed(place, is_extra=is_extra)
    assert text.format(**{name: slot.number for name, slot in fields.items()}) == said
