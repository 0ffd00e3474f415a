"""P: the platter is served."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
WAIVING = ("double", "cubed", "deluxe", "mix")
Play = Callable[..., Game]


def test_p1_everybody_else_uses_one_platter_die(play: Play) -> None:
    """P1: two passive players use the same die; it stays on the platter, and neither uses a second one."""
    game = play("""
        edition: classic
        players: Lucas, Marie, Zoe
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        Marie: take G1 green.1
        expect: platter Y1 B2 G1
        expect: to decide: Zoe
        Zoe: take G1 green.1
        """)
    assert [player.marks() for player in game.players] == [{}, {"green.1": "x"}, {"green.1": "x"}]
    assert game.waits_for_dice  # it is Marie's throw now


def test_p1_only_when_the_active_player_is_done(play: Play) -> None:
    """P1: nobody is served before the third throw, nor before the active player's extra dice."""
    play("""
        edition: classic
        players: Lucas, Marie
        actions Lucas: extra die 1
        throw: Y1 B2 G4 O5 P3 W6
        expect: to decide: Lucas
        Lucas: take P3 purple.1
        expect: to decide: Lucas
        throw: G2 O6 W4
        Lucas: take O6 orange.1
        expect: to decide: Lucas
        Lucas: extra W4 purple.2
        expect: to decide: Marie
        Marie: take B2 blue.r2c2
        """)


def test_p1_the_active_player_is_not_served(play: Play) -> None:
    """P1: all but the active player choose, in every seat."""
    game = play("""
        edition: classic
        players: Lucas, Marie, Zoe
        turn: Zoe passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        Zoe: take G1 green.1
        Lucas: take Y1 yellow.r2c2
        """)
    assert game.players[1].marks() == {}
    assert game.waits_for_dice


def test_p1_a_die_beside_is_not_served(play: Play) -> None:
    """P1: a die that lies neither on the platter nor on a slot is out of reach."""
    play("""
        edition: classic
        turn: passive
        platter: Y1 B2 G1
        beside: O1 P2 W3
        expect: cannot take O1 orange.1 P1
        expect: can take G1 green.1
        """)


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_p2_slots_only_if_no_platter_die_is_usable(play: Play, edition: str) -> None:
    """P2: green 2 and purple 3 fit nowhere, so a die of the active player may be used; with green 3 it may not."""
    text = f"""
        edition: {edition}
        players: Lucas, Marie
        sheet Marie: green.1 green.2 purple.1=4 yellow.r3c1 yellow.r2c2
        turn: Marie passive
        slots: O2 B1 W2
        platter: Y1 G2 P3
        """
    game = play(text + "expect: can take O2 orange.1\nexpect: can take W2 yellow.r2c1\nMarie: take B1 blue.r1c3")
    assert game.players[1].marks()["blue.r1c3"] == "x"
    play(text.replace("G2", "G3") + "expect: cannot take O2 orange.1 P2\nMarie: take G3 green.3")


@pytest.mark.parametrize("edition", EDITIONS)
def test_p2_a_slot_die_need_not_be_used(play: Play, edition: str) -> None:
    """P2: it may be used, so one may also leave it."""
    sheet, slots, platter = {
        "classic": ("green.1 green.2", "O2 B1 W2", "G2"),
        "deluxe": ("green.1 green.2", "O2 B1 W2", "G2"),
        "double": ("silver.r1c2 silver.r2c2 silver.r3c2 silver.r4c2", "P2 B1 W3", "S2"),
        "cubed": ("brown.12", "P2 T1 W3", "Br2"),
        "mix": ("orange.12", "Y2 B1 W3", "O2"),
    }[edition]
    game = play(f"""
        edition: {edition}
        players: Lucas, Marie
        sheet Marie: {sheet}
        turn: Marie passive
        slots: {slots}
        platter: {platter}
        expect: can take {slots[:2]} {"orange.1" if slots[0] == "O" else "pink.1" if slots[0] == "P" else "yellow.r1c1"}
        Marie: pass
        """)
    assert game.waits_for_dice


def test_p2_cubed_yellow_still_grey_cells_only(play: Play) -> None:
    """P2: in cubed a yellow die on slot II marks a grey cell for a passive player, not row II."""
    play("""
        edition: cubed
        players: Lucas, Marie
        sheet Marie: brown.12
        turn: Marie passive
        slots: P1 Y3 W4
        platter: Br2
        expect: can take Y3 yellow.r2c3
        expect: can take W4 yellow.r2c4
        expect: cannot take W4 yellow.r3c4 T1
        """)
    play("""
        edition: cubed
        players: Lucas, Marie
        sheet Marie: brown.12
        turn: Marie passive
        slots: P1 Y1 W4
        platter: Br2
        expect: cannot take Y1 yellow.r2c1 T1
        expect: can take Y1 yellow.r3c1
        """)


def test_p2_ruling_usable_as_the_dice_lie_or_with_actions(play: Play) -> None:
    """P2: ruling: a joker that could use the platter does not close the slots; by the other reading it does."""
    text = """
        edition: cubed
        players: Lucas, Marie
        sheet Marie: brown.11
        actions Marie: joker 1
        turn: Marie passive
        slots: P1 T1 W4
        platter: Br2
        expect: can take Br2 brown.12 joker 1
        """
    open_slots = text + "Marie: take P1 pink.1"
    assert play(open_slots).players[1].marks()["pink.1"] == {"value": 1, "bonus": True}
    assert play(open_slots, last_resort="as they lie").players[1].marks()["brown.11"] == "x"
    play(text + "expect: cannot take P1 pink.1 P2\nMarie: take Br2 brown.12 joker 1", last_resort="with actions")


def test_p2_ruling_with_polish(play: Play) -> None:
    """P2: ruling: the same in mix with a polish action."""
    text = """
        edition: mix
        players: Lucas, Marie
        sheet Marie: orange.11
        actions Marie: mix.polish 1
        turn: Marie passive
        slots: Y1 B1 W4
        platter: O2
        expect: can take O2 orange.12 polish +1
        """
    play(text + "Marie: take Y1 yellow.r1c1")
    play(text + "expect: cannot take Y1 yellow.r1c1 P2\nMarie: take O2 orange.12 polish +1", last_resort="with actions")


def test_p3_classic_a_usable_platter_die_must_be_taken(play: Play) -> None:
    """P3: classic: no passing while a platter die fits."""
    game = play("""
        edition: classic
        players: Lucas, Marie
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        expect: cannot pass P3
        Marie: take Y1 yellow.r2c2
        """)
    assert game.waits_for_dice


@pytest.mark.parametrize("edition", WAIVING)
def test_p3_others_may_decline_but_then_the_slots_stay_closed(play: Play, edition: str) -> None:
    """P3: double, cubed, deluxe, mix: the platter may be declined; a die of the active player is no replacement."""
    cell, slot = {
        "double": ("yellow.r2c1", "pink.1"),
        "cubed": ("yellow.r3c1", "pink.1"),
        "deluxe": ("yellow.r2c2", "purple.1"),
        "mix": ("yellow.r1c1", "purple.1"),
    }[edition]
    game = play(f"""
        edition: {edition}
        players: Lucas, Marie
        turn: Marie passive
        slots: P2 W3
        platter: Y1
        expect: can take Y1 {cell}
        expect: cannot take P2 {slot} P2
        Marie: pass
        """)
    assert game.players[1].marks() == {}
    assert game.waits_for_dice


def test_p2_the_slots_may_be_waived_by_both_readings(play: Play) -> None:
    """P2: who must look at the slots may also take nothing, whatever counts as usable."""
    text = """
        edition: classic
        players: Lucas, Marie
        sheet Marie: green.1 green.2 green.3 green.4 green.5 green.6 green.7 green.8 green.9 green.10 green.11
        turn: Marie passive
        slots: Y3 B2 W4
        platter: G1
        expect: can take Y3 yellow.r1c1
        Marie: pass
        """
    for reading in ("as they lie", "with actions"):
        assert play(text, last_resort=reading).players[1].marks().keys() == {f"green.{i}" for i in range(1, 12)}
