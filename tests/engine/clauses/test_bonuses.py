"""X: bonuses, actions, foxes."""

from collections.abc import Callable

import pytest

from sheetgen.engine import Game, RecordError
from sheetgen.engine.dice import POOL
from sheetgen.engine.events import Counted, Earned, Lost, Thrown, Unlocked
from sheetgen.layout.parts.bonus import parse_bonus

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
Play = Callable[..., Game]
Refused = Callable[..., RecordError]


def places(game: Game) -> dict[str, int]:
    return dict(zip(game.rules.dice, game.places, strict=True))


def happened(game: Game, event: tuple[object, ...]) -> bool:
    """Events are plain tuples: the kind must be the same too."""
    return any(type(own) is type(event) and own == event for own in game.events)


# X1: coloured bonuses

ALL_GREEN = " ".join(f"green.{n}" for n in range(1, 12))


def test_x1_a_bonus_is_used_before_anything_else(play: Play) -> None:
    """X1: with a blue cross waiting, no die is taken, no reroll used and nothing passed."""
    play("""
        edition: classic
        sheet: yellow.r1c1 yellow.r1c2
        actions: reroll 1
        throw: Y5 B1 G2 O6 P3 W6
        take Y5 yellow.r1c3
        expect: pending X blue
        expect: cannot take O6 orange.1 X1
        expect: cannot reroll X1
        expect: cannot pass X1
        expect: cannot extra O6 orange.1 X1
        place X blue: blue.r1c2
        expect: pending none
        """)


@pytest.mark.parametrize(
    ("edition", "sheet", "bonus", "place", "chain"),
    [
        ("classic", "green.1 green.2 green.3 green.4 green.5", "X green", "green.6", "X blue"),
        ("deluxe", "green.1 green.2 green.3 green.4 green.5", "? green", "green.6", "? blue"),
        ("double", "blue.1=9 blue.2=9", "? blue", "blue.3 = 5", "? yellow"),
        ("cubed", "brown.2", "? brown", "brown.3", "? pink"),
        ("mix", "orange.2", "? orange", "orange.3", "? green"),
    ],
)
def test_x1_a_bonus_sets_off_the_next(play: Play, edition: str, sheet: str, bonus: str, place: str, chain: str) -> None:
    """X1: the mark of a bonus earns another one, which waits at once."""
    play(f"""
        edition: {edition}
        sheet: {sheet}
        bonus: {bonus}
        expect: pending {bonus}
        place {bonus}: {place}
        expect: pending {chain}
        """)


def test_x1_another_bonus_cannot_be_used(play: Play) -> None:
    """X1: only what was earned may be placed."""
    play("""
        edition: classic
        bonus: X green
        expect: cannot place X blue: blue.r1c2 X1
        expect: cannot place 6 purple: purple.1 X1
        expect: can place X green: green.1
        """)


def test_x1_ruling_what_cannot_be_placed_is_lost(play: Play) -> None:
    """X1: ruling: a green cross without a green cell is gone, and the game goes on."""
    text = "edition: classic\nsheet: {}\nbonus: X green\nthrow: Y3 B1 G2 O6 P3 W6\n"
    game = play(text.format(ALL_GREEN) + "expect: pending none\ntake P3 purple.1")
    assert happened(game, Lost(0, "X green", parse_bonus("X green")))
    kept = play(text.format("green.1") + "expect: pending X green\nplace X green: green.2")
    assert not happened(kept, Lost(0, "X green", parse_bonus("X green")))


TWO_AT_ONCE = """
    edition: classic
    sheet: blue.r2c1 blue.r2c2 blue.r2c4 blue.r1c3 blue.r3c3
    throw: Y6 B3 G6 O6 P6 W4
    take B3 blue.r2c3
    """


@pytest.mark.parametrize("rulings", [{}, {"simultaneous_bonuses": "in any order"}])
def test_x1_ruling_several_at_once_in_any_order(play: Play, rulings: dict[str, str]) -> None:
    """X1: ruling: a full row and column at once: yellow cross and purple 6 in the order the player likes."""
    game = play(
        TWO_AT_ONCE + "expect: can place X yellow: yellow.r1c1\nplace 6 purple: purple.1\nexpect: pending X yellow",
        **rulings,
    )
    assert game.players[0].marks()["purple.1"] == 6
    play(TWO_AT_ONCE + "place X yellow: yellow.r1c1\nexpect: pending 6 purple\nplace 6 purple: purple.1", **rulings)


def test_x1_ruling_several_at_once_in_printed_order(play: Play) -> None:
    """X1: ruling: by the other reading the row's badge comes before the column's."""
    play(
        TWO_AT_ONCE
        + """
        expect: pending X yellow, 6 purple
        expect: cannot place 6 purple: purple.1
        place X yellow: yellow.r1c1
        place 6 purple: purple.1
        expect: pending none
        """,
        simultaneous_bonuses="in printed order",
    )


def test_x1_ruling_in_printed_order_only_the_first_is_lost(play: Play) -> None:
    """X1: ruling: one that cannot be placed does not take the next one with it, by either reading."""
    printed = ("r1c4", "r2c3", "r3c2", "r4c1")
    every = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    full = " ".join(f"yellow.{cell}" for cell in every if cell not in printed)
    text = TWO_AT_ONCE.replace("sheet: ", f"sheet: {full} ") + "expect: pending {}\nplace 6 purple: purple.1"
    any_order = play(text.format("X yellow, 6 purple"))
    in_order = play(text.format("6 purple"), simultaneous_bonuses="in printed order")
    for game in (any_order, in_order):
        assert happened(game, Lost(0, "X yellow", parse_bonus("X yellow")))
        assert not happened(game, Lost(0, "6 purple", parse_bonus("6 purple")))


# X2: actions


def test_x2_unlocked_left_to_right_and_crossed_when_used(play: Play) -> None:
    """X2: two rerolls are used one after the other in one turn, the third is refused."""
    game = play("""
        edition: classic
        actions: reroll 2
        throw: Y3 B1 G2 O6 P3 W6
        reroll
        expect: reroll used 1
        throw: Y3 B1 G2 O6 P3 W6
        reroll
        throw: Y3 B1 G2 O6 P3 W6
        expect: reroll used 2
        expect: cannot reroll X2
        """)
    assert game.players[0].actions()["reroll"] == {"unlocked": 2, "used": [1, 2]}


def test_x2_usable_at_once(play: Play) -> None:
    """X2: a reroll earned with a mark serves the very next throw."""
    game = play("""
        edition: classic
        sheet: purple.1=1 purple.2=2
        throw: Y3 B3 G3 O6 P3 W6
        expect: cannot reroll X2
        take P3 purple.3
        expect: reroll unlocked 1
        throw: Y3 B1 G2 O6 W6
        reroll
        throw: Y3 B1 G2 O6 W6
        """)
    assert happened(game, Unlocked(0, "reroll", 1))


def test_x2_or_later(play: Play) -> None:
    """X2: an unlocked action need not be used: the next throw comes without it."""
    play("""
        edition: classic
        actions: reroll 1
        throw: Y3 B3 G3 O6 P3 W6
        take P3 purple.1
        throw: Y3 B3 G3 O6 W6
        take Y3 yellow.r1c1
        expect: reroll used 0
        """)


def test_x2_a_badge_beyond_the_last_slot_is_lost(play: Play) -> None:
    """X2: there is no eighth slot."""
    game = play("""
        edition: classic
        sheet: purple.1=1 purple.2=2
        actions: reroll 7
        throw: Y3 B3 G3 O6 P3 W6
        take P3 purple.3
        expect: reroll unlocked 7
        """)
    assert happened(game, Lost(0, "reroll", parse_bonus("reroll")))


def test_x2_an_action_that_is_not_unlocked(play: Play) -> None:
    """X2: without an unlocked slot there is no extra die; a used one does not count."""
    text = """
        edition: classic
        players: Lucas, Marie
        actions Marie: extra die {}
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        expect: cannot extra P2 purple.1 {}
        Marie: take Y1 yellow.r2c2
        """
    assert play(text.format("0", "X2")).waits_for_dice
    assert play(text.format("1 used 1", "X2")).waits_for_dice
    assert not play(text.format("1", "X4")).waits_for_dice


# X3: reroll


@pytest.mark.parametrize("edition", EDITIONS)
def test_x3_all_dice_just_thrown_are_thrown_again(play: Play, refused: Refused, edition: str) -> None:
    """X3: the second throw again: exactly its dice, not those on slots or platter, and none is kept."""
    own = "pink" if edition in ("double", "cubed") else "purple"
    first = {"cubed": "Y3 Bl1 T4 Br5 P3 W2", "double": "Y3 B1 G4 S5 P3 W2"}.get(edition, "Y3 B1 G4 O5 P3 W2")
    rest = {"cubed": "Y3 T4 Br5", "double": "Y3 G4 S5"}.get(edition, "Y3 G4 O5")
    text = f"""
        edition: {edition}
        actions: reroll 1
        throw: {first}
        take P3 {own}.1
        throw: {rest}
        reroll
        throw: """
    game = play(text + rest)
    thrown = [event.dice for event in game.events if isinstance(event, Thrown)]
    assert thrown[2] == thrown[1]
    assert game.throw == 2
    for wrong in (rest.rpartition(" ")[0], f"{rest} W2", f"{rest} P3"):
        error = refused(text + wrong)
        assert (error.clause, "other dice" in error.reason) == ("A6", True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_x3_active_player_only(play: Play, edition: str) -> None:
    """X3: a passive player cannot reroll, nor the active one at the end of the turn."""
    play(f"""
        edition: {edition}
        players: Lucas, Marie
        actions Marie: reroll 1
        turn: Marie passive
        slots: P2 W3
        platter: Y1
        expect: cannot reroll X3
        """)
    play(f"""
        edition: {edition}
        players: Lucas, Marie
        actions Lucas: reroll 1, extra die 1
        turn: Lucas extra
        slots: P2 W3
        platter: Y1
        expect: cannot reroll X3
        expect: can done
        """)


# X4: extra die

END = """
    edition: {edition}
    players: Lucas, Marie
    actions Lucas: extra die 3
    turn: Lucas extra
    slots: {slots}
    platter: {platter}
    """


def test_x4_any_die_wherever_it_lies_once_each(play: Play) -> None:
    """X4: the rulebook's example: white again as yellow 4, not a second time as green 4, but blue for 7."""
    game = play(
        END.format(edition="classic", slots="P3 W4 O5", platter="Y1 B3 G2")
        + """
        Lucas: extra W4 yellow.r3c4
        expect: cannot extra W4 green.1 X4
        Lucas: extra B3 blue.r2c3
        expect: can extra P3 purple.1
        Lucas: extra G2 green.1
        expect: to decide: Marie
        """
    )
    assert game.players[0].actions()["extra die"] == {"unlocked": 3, "used": [1, 2, 3]}
    assert places(game) == {"purple": 1, "white": 2, "orange": 3, "yellow": 0, "blue": 0, "green": 0}


def test_x4_only_at_the_end_of_a_turn(play: Play) -> None:
    """X4: not during the throws, not before the platter die."""
    play("edition: classic\nactions: extra die 1\nthrow: Y3 B1 G4 O5 P3 W2\nexpect: cannot extra O5 orange.1 X4")
    play("""
        edition: classic
        players: Lucas, Marie
        actions Marie: extra die 1
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        expect: cannot extra P2 purple.1 X4
        Marie: take Y1 yellow.r2c2
        Marie: extra Y1 yellow.r3c1
        """)


def test_x4_again_in_the_next_turn(play: Play) -> None:
    """X4: once per turn: what was an extra die in one turn may be one in the next."""
    play("""
        edition: classic
        players: Lucas, Marie
        actions Lucas: extra die 2
        turn: Lucas extra
        slots: P3 W4 O5
        platter: Y1 B3 G2
        Lucas: extra P3 purple.1
        Lucas: done
        Marie: take Y1 yellow.r2c2
        throw: Y1 B1 G1 O1 P6 W1
        Marie: take P6 purple.1
        Lucas: take Y1 yellow.r2c2
        Lucas: extra P6 purple.2
        """)


def test_x4_alone_the_passive_turn_is_a_turn_of_its_own(play: Play) -> None:
    """X4: alone, an extra die of the active turn may be one again in the passive turn that follows."""
    play("""
        edition: classic
        actions: extra die 2
        turn: extra
        slots: P3 W4 O5
        platter: Y1 B3 G2
        extra P3 purple.1
        expect: cannot extra P3 orange.1 A3
        done
        throw: Y1 B1 G2 O6 P5 W6
        take G2 green.1
        extra P5 purple.2
        """)


def test_x4_a_die_may_be_left(play: Play) -> None:
    """X4: nobody must use it."""
    play(END.format(edition="classic", slots="P3", platter="Y1") + "Lucas: done\nexpect: to decide: Marie")


def test_x4_a_passive_player_reaches_the_slots(play: Play) -> None:
    """X4: also dice of the active player, also after declining the platter."""
    play("""
        edition: deluxe
        players: Lucas, Marie
        actions Marie: extra die 2
        turn: Marie passive
        slots: O1 P2 W3
        platter: Y1 B2 G1
        Marie: pass
        Marie: extra P2 purple.1
        Marie: extra B2 blue.r2c1
        """)


def test_x4_cubed_the_place_counts(play: Play) -> None:
    """X4: cubed: yellow on slot II marks row II, on the platter a grey cell, also for a passive player."""
    on_slot = END.format(edition="cubed", slots="P3 Y4 W5", platter="Bl3 T2 Br1")
    play(
        on_slot
        + """
        expect: cannot extra Y4 yellow.r1c4 T1
        expect: can extra W5 yellow.r3c5
        expect: cannot extra W5 yellow.r1c5 T1
        Lucas: extra Y4 yellow.r2c4
        """
    )
    on_platter = END.format(edition="cubed", slots="P3 Br4 W5", platter="Bl3 T2 Y5")
    play(on_platter + "expect: cannot extra Y5 yellow.r2c5 T1\nLucas: extra Y5 yellow.r1c5")
    play("""
        edition: cubed
        players: Lucas, Marie
        actions Marie: extra die 1
        turn: Marie passive
        slots: P3 Y4 W5
        platter: Bl3 T2 Br1
        Marie: take Br1 brown.1
        expect: cannot extra Y4 yellow.r3c4 T1
        Marie: extra Y4 yellow.r2c4
        """)


def test_x4_mix_a_purple_extra_die_adds_the_platter(play: Play) -> None:
    """X4: mix: purple 3 on a slot with 1, 3 and 2 on the platter is 9; lying there itself it is not counted twice."""
    play(
        END.format(edition="mix", slots="P3 W4 O5", platter="Y1 B3 G2")
        + "expect: cannot extra P3 purple.1 = 3\nLucas: extra P3 purple.1\nexpect: purple.1 9"
    )
    play(
        END.format(edition="mix", slots="B3 W4 O5", platter="Y1 P3 G2") + "Lucas: extra P3 purple.1\nexpect: purple.1 6"
    )


# X5: return

RETURN = """
    edition: {edition}
    actions: {action}
    turn: active 2
    slots: {slots}
    platter: {platter}
    """


@pytest.mark.parametrize(("edition", "action"), [("double", "return 1"), ("mix", "mix.return 1")])
def test_x5_a_platter_die_into_the_next_throw(play: Play, edition: str, action: str) -> None:
    """X5: the die comes back, is thrown with the others, and may be taken; not a die on a slot."""
    slots, rest = ("G4", "S1 P2 W5") if edition == "double" else ("G4", "O1 P2 W5")
    game = play(
        RETURN.format(edition=edition, action=action, slots=slots, platter="Y3 B3")
        + f"""
        expect: cannot return G
        return Y
        throw: Y6 {rest}
        expect: platter B3
        take Y6 {"yellow.r1c4" if edition == "double" else "yellow.r1c1"}
        expect: {action.rpartition(" ")[0]} used 1
        """
    )
    assert game.players[0].marks()


@pytest.mark.parametrize(("edition", "action"), [("double", "return 2"), ("mix", "mix.return 2")])
def test_x5_never_after_throwing(play: Play, edition: str, action: str) -> None:
    """X5: once the dice are rolled it is too late for this throw."""
    rest = "S1 P2 W5" if edition == "double" else "O1 P2 W5"
    play(
        RETURN.format(edition=edition, action=action, slots="G4", platter="Y3 B3")
        + f"expect: can return Y\nthrow\nthrow: {rest}\nexpect: cannot return Y X5"
    )


@pytest.mark.parametrize(("edition", "action"), [("double", "return 2"), ("mix", "mix.return 2")])
def test_x5_active_player_only(play: Play, edition: str, action: str) -> None:
    """X5: a passive player takes nothing back; nor anybody at the end of a turn."""
    play(f"""
        edition: {edition}
        players: Lucas, Marie
        actions Marie: {action}
        turn: Marie passive
        slots: P2 W3
        platter: Y1
        expect: cannot return Y X5
        """)
    play(f"""
        edition: {edition}
        players: Lucas, Marie
        actions Lucas: extra die 1, {action}
        turn: Lucas extra
        slots: P2 W3
        platter: Y1
        expect: cannot return Y X5
        """)


def test_x5_needs_an_unlocked_slot(play: Play, refused: Refused) -> None:
    """X5: without a return action the throw follows at once."""
    game = play(
        RETURN.format(edition="double", action="return 1 used 1", slots="G4", platter="Y3 B3") + "throw: S1 P2 W5"
    )
    assert {move.kind for move in game.legal_moves()} == {"take", "pass"}


NO_DICE = RETURN.format(edition="double", action="return 2", slots="G6", platter="Y3 B3 S1 P2 W5")


def test_x5_ruling_also_when_no_dice_were_left(play: Play) -> None:
    """X5: ruling: with an empty hand returns still give a throw, or the turn may end."""
    game = play(NO_DICE + "return Y\nreturn W\nthrow: Y6 W1\ntake W1 silver.r1c1")
    assert places(game)["white"] == 2
    assert play(NO_DICE + "expect: cannot throw\ndone\nthrow: S1 Y1 B1 G2 P2 W2").solo_passive


def test_x5_ruling_several_or_one_before_a_throw(play: Play) -> None:
    """X5: ruling: two dice come back before one throw; by the other reading only one."""
    text = RETURN.format(edition="double", action="return 2", slots="G4", platter="Y3 B3")
    two = text + "return Y\nreturn B\nthrow: Y6 B2 S1 P2 W5\nexpect: return used 2\nexpect: platter none"
    play(two)
    play(two, returns="several")
    one = text + "return Y\nthrow: Y6 S1 P2 W5\nexpect: cannot return B X5\ntake S1 silver.r1c1\nexpect: can return B"
    play(one, returns="one")
    stop = text + "return Y\nthrow\nthrow: Y6 S1 P2 W5\nexpect: return used 1\nexpect: platter B3"
    play(stop)


# X6: joker

JOKER = """
    edition: cubed
    players: Lucas, Marie
    sheet Lucas: {sheet}
    actions Lucas: joker {jokers}
    throw: Y2 Bl1 T2 Br2 P4 W1
    """


def test_x6_counts_for_the_own_entry_only(play: Play) -> None:
    """X6: brown 2 as a 6: it is the real 2 that sends lower dice away, and Marie finds the real faces."""
    game = play(
        JOKER.format(sheet="pink.1=1", jokers="4")
        + """
        Lucas: take Br2 brown.6 joker 4
        expect: joker used 1
        expect: platter Bl1 W1
        """
    )
    brown = game.rules.die_index["brown"]
    assert (game.faces[brown], game.places[brown]) == (2, 1)
    assert game.places.count(POOL) == 3


def test_x6_a_slot_gives_its_printed_number(play: Play) -> None:
    """X6: slot 1 of cubed gives 3 and nothing else; slot 5 gives any number; a locked slot none."""
    play(
        JOKER.format(sheet="pink.1=1", jokers="2")
        + """
        expect: can take Br2 brown.3 joker 1
        expect: cannot take Br2 brown.4 joker 1 X6
        expect: can take Br2 brown.4 joker 2
        expect: cannot take Br2 brown.6 joker 4 X6
        """
    )
    free = JOKER.format(sheet="pink.1=1", jokers="5")
    game = play(free)
    numbers = {move.value for move in game.legal_moves() if move.die == "brown" and move.joker == 5}
    assert numbers == {1, 3, 4, 5, 6}
    play(free + "Lucas: take Br2 brown.2 joker 5\nexpect: brown.2 x")


def test_x6_used_in_any_order_each_once(play: Play) -> None:
    """X6: the second slot before the first, and then not again."""
    game = play(
        JOKER.format(sheet="pink.1=1", jokers="2")
        + """
        Lucas: take Br2 brown.4 joker 2
        throw: Y1 T2 P4
        expect: cannot take Y1 yellow.r2c4 joker 2 X6
        Lucas: take Y1 yellow.r2c3 joker 1
        """
    )
    assert game.players[0].actions()["joker"] == {"unlocked": 2, "used": [1, 2]}


def test_x6_as_passive_and_the_others_use_the_real_face(play: Play) -> None:
    """X6: Marie uses brown 1 as a 3; for Zoe it still is a 1."""
    play("""
        edition: cubed
        players: Lucas, Marie, Zoe
        actions Marie: joker 1
        turn: Marie passive
        slots: P4 W5
        platter: Br1 Y2 T2
        Marie: take Br1 brown.3 joker 1
        expect: platter Br1 Y2 T2
        expect: cannot take Br1 brown.3 T7
        Zoe: take Br1 brown.1
        """)


def test_x6_with_an_extra_die(play: Play) -> None:
    """X6: an extra die may count as a joker's number, on its own place."""
    play("""
        edition: cubed
        players: Lucas, Marie
        actions Lucas: joker 2, extra die 1
        turn: Lucas extra
        slots: P4 Y5 W5
        platter: Br1
        Lucas: extra Y5 yellow.r2c4 joker 2
        expect Lucas: joker used 1
        expect Lucas: extra die used 1
        """)


def test_x6_blue_counts_the_joker_and_the_real_partner(play: Play) -> None:
    """X6: blue 1 as a 5 with white 1 is 6."""
    game = play(JOKER.format(sheet="pink.1=1", jokers="3") + "Lucas: take Bl1 blue.6 joker 3")
    assert game.players[0].marks()["blue.6"] == 6


def test_x6_mix_jokers(play: Play) -> None:
    """X6: mix prints 4, 6 and ?; purple counts the joker's number plus the platter."""
    play("""
        edition: mix
        players: Lucas, Marie
        actions Marie: mix.joker 2
        turn: Marie passive
        slots: W5 G2
        platter: P1 Y2 B2
        expect: can take P1 purple.1 joker 1
        expect: cannot take Y2 yellow.r1c1 joker 3 X6
        Marie: take P1 purple.1 = 10 joker 2
        expect Marie: mix.joker used 1
        """)


def test_x6_unlocked_left_to_right(play: Play) -> None:
    """X6: a joker badge unlocks the leftmost slot, the 3."""
    game = play("edition: cubed\nbonus: joker\nthrow: Y2 Bl1 T2 Br2 P4 W1\nexpect: joker unlocked 1")
    assert {move.joker for move in game.legal_moves()} == {0, 1}
    assert happened(game, Unlocked(0, "joker", 1))


# X7: polish

POLISH = """
    edition: mix
    players: Lucas, Marie, Zoe
    actions Marie: mix.polish {polish}
    turn: Marie passive
    slots: P4 W5
    platter: O1 Y2 B6 G6
    """


def test_x7_up_or_down_by_one_per_action(play: Play) -> None:
    """X7: yellow 2 counts as 1 or 3 with one action; the real face stays for everyone else."""
    for by, value in (("+1", 3), ("-1", 1)):
        play(
            POLISH.format(polish=1)
            + f"""
            Marie: take Y2 yellow.r1c1 = {value} polish {by}
            expect Marie: mix.polish used 1
            expect: platter O1 Y2 B6 G6
            expect: cannot take Y2 yellow.r1c1 = {value} M1
            Zoe: take Y2 yellow.r1c1
            expect Zoe: yellow.r1c1 2
            """
        )
    play(POLISH.format(polish=1) + "expect: cannot take Y2 yellow.r1c1 = 4 polish +2 X7")


def test_x7_repeatable(play: Play) -> None:
    """X7: three actions make a 2 a 5."""
    game = play(POLISH.format(polish=3) + "Marie: take Y2 yellow.r1c1 = 5 polish +3")
    assert game.players[1].actions()["mix.polish"] == {"unlocked": 3, "used": [1, 2, 3]}


def test_x7_one_and_six_are_not_neighbours(play: Play) -> None:
    """X7: a 1 does not become a 6, nor a 6 a 1."""
    game = play(
        POLISH.format(polish=3)
        + "expect: cannot take O1 orange.2 polish -1 X7\nexpect: cannot take G6 green.1 = 2 polish +1 X7"
    )
    reached = {(move.die, move.polish) for move in game.legal_moves() if move.kind == "take"}
    assert {by for die, by in reached if die == "orange"} == {0, 1, 2, 3}
    assert {by for die, by in reached if die == "green"} == {0, -1, -2, -3}


def test_x7_only_a_die_of_the_platter(play: Play) -> None:
    """X7: not the active player's own throw, not a slot die as extra die; a platter die as extra die."""
    play("""
        edition: mix
        actions: mix.polish 1
        throw: Y2 B6 G6 O1 P4 W5
        expect: cannot take Y2 yellow.r1c1 = 3 polish +1 X7
        expect: can take Y2 yellow.r1c1
        """)
    play("""
        edition: mix
        players: Lucas, Marie
        actions Lucas: mix.polish 1, extra die 1
        turn: Lucas extra
        slots: P4 W5
        platter: O1 Y2
        expect: cannot extra W5 yellow.r1c1 = 6 polish +1 X7
        Lucas: extra Y2 yellow.r1c1 = 3 polish +1
        """)


def test_x7_active_on_the_partner_of_blue(play: Play) -> None:
    """X7: the active player's blue 3 with white 2 on the platter is 4, 5 or 6; with white on a slot only its sum."""
    text = """
        edition: mix
        actions: mix.polish 1
        turn: active 2
        slots: {}
        platter: {}
        throw: B3 G6 P4 O4
        """
    play(
        text.format("Y2", "W2")
        + """
        expect: can take B3 blue.r2c2
        expect: can take B3 blue.r2c1 partner -1
        expect: cannot take B3 blue.r2c4 polish +1 X7
        take B3 blue.r2c4 partner +1
        expect: blue.r2c4 x
        expect: mix.polish used 1
        """
    )
    play(text.format("W2", "Y2") + "expect: cannot take B3 blue.r2c4 partner +1 X7\nexpect: can take B3 blue.r2c2")
    play(
        """
        edition: mix
        actions: mix.polish 1
        turn: active 2
        slots: Y2
        platter: B2
        throw: W3 G6 P4 O4
        take W3 blue.r2c4 partner +1
        expect: blue.r2c4 x
        """
    )


def test_x7_each_action_once_for_die_and_partner_together(play: Play) -> None:
    """X7: blue and white both on the platter: one action changes one of them, two may change both."""
    text = """
        edition: mix
        players: Lucas, Marie
        actions Marie: mix.polish {}
        turn: Marie passive
        slots: P4 O5
        platter: B2 W2
        expect: can take B2 blue.r2c2 polish +1
        expect: can take B2 blue.r2c2 partner +1
        """
    both = "take B2 blue.r2c4 polish +1 partner +1"
    play(text.format(1) + f"expect: cannot {both} X7")
    game = play(text.format(2) + f"Marie: {both}")
    assert game.players[1].actions()["mix.polish"] == {"unlocked": 2, "used": [1, 2]}


def test_x7_combines_with_a_joker(play: Play) -> None:
    """X7: the rulebook's example: a platter die becomes a 6 by joker and then a 5 by polish."""
    game = play(
        POLISH.replace("mix.polish {polish}", "mix.polish 1, mix.joker 2")
        + """
        expect: cannot take O1 orange.5 joker 2
        Marie: take O1 orange.5 joker 2 polish -1
        """
    )
    assert game.players[1].marks() == {"orange.5": "x"}
    assert game.players[1].actions()["mix.polish"]["used"] == [1]
    assert game.players[1].actions()["mix.joker"]["used"] == [2]


# X8: the mix badge


def test_x8_one_slot_in_a_list_of_choice(play: Play) -> None:
    """X8: a mix badge waits until the list is chosen; each list unlocks by itself."""
    text = "edition: mix\nbonus: mix\nexpect: pending mix\n"
    game = play(text)
    assert {str(move) for move in game.legal_moves()} == {"unlock polish", "unlock return", "unlock joker"}
    for name in ("polish", "return", "joker"):
        others = [other for other in ("polish", "return", "joker") if other != name]
        play(
            text
            + f"expect: cannot take Y1 yellow.r1c1 X1\nunlock {name}\nexpect: mix.{name} unlocked 1\n"
            + "".join(f"expect: mix.{other} unlocked 0\n" for other in others)
            + "expect: pending none"
        )


def test_x8_three_slots_each(play: Play) -> None:
    """X8: a full list is not offered; with all nine unlocked the badge is lost."""
    text = "edition: mix\nactions: mix.polish 3, mix.return {0}, mix.joker {0}\nbonus: mix\n"
    game = play(text.format(2))
    assert {str(move) for move in game.legal_moves()} == {"unlock return", "unlock joker"}
    full = play(text.format(3) + "throw: Y2 B6 G6 O1 P4 W5\ntake Y2 yellow.r1c1")
    assert happened(full, Lost(0, "mix", parse_bonus("mix")))


def test_x8_not_without_a_badge(play: Play) -> None:
    """X8: no list is unlocked unasked."""
    play("edition: mix\nturn: active\nthrow: Y2 B6 G6 O1 P4 W5\nexpect: cannot unlock polish X8")


def test_x8_from_a_mark(play: Play) -> None:
    """X8: the second purple cell brings a mix badge."""
    play("""
        edition: mix
        sheet: purple.1=1
        throw: Y2 B6 G6 O1 P4 W5
        take P4 purple.2
        expect: pending mix
        unlock joker
        expect: mix.joker unlocked 1
        """)


# X9: the end of a track


@pytest.mark.parametrize(
    ("edition", "action", "last", "end"),
    [
        ("double", "reroll", 6, "fox"),
        ("double", "return", 6, "? pink"),
        ("double", "extra die", 6, "? silver"),
        ("cubed", "reroll", 7, "fox"),
        ("cubed", "joker", 7, "? pink"),
        ("cubed", "extra die", 7, "? brown"),
    ],
)
def test_x9_the_badge_comes_when_the_last_slot_is_unlocked(
    play: Play, edition: str, action: str, last: int, end: str
) -> None:
    """X9: the slot before the last brings nothing, the last one its badge, though no slot was used."""
    text = f"edition: {edition}\nactions: {action} {{}}\nbonus: {action}\n"
    for have, comes in ((last - 2, False), (last - 1, True)):
        game = play(text.format(have) + f"expect: {action} unlocked {have + 1}\nexpect: {action} used 0")
        assert happened(game, Earned(0, parse_bonus(end))) is comes
        assert game.players[0].score().foxes == (comes and end == "fox")
        assert [str(bonus) for bonus in game.players[0].pending] == ([end] if comes and end != "fox" else [])


def test_x9_not_when_used_and_not_twice(play: Play) -> None:
    """X9: using the last reroll brings no fox; a badge beyond the last slot brings no second one."""
    game = play("""
        edition: double
        actions: reroll 6 used 1 2 3 4 5
        throw: Y2 B6 G6 S1 P4 W5
        reroll
        throw: Y2 B6 G6 S1 P4 W5
        expect: reroll used 6
        """)
    assert not any(isinstance(event, Counted) for event in game.events)
    again = play("edition: double\nactions: reroll 6\nbonus: reroll\nexpect: foxes 0")
    assert happened(again, Lost(0, "reroll", parse_bonus("reroll")))


def test_x9_classic_deluxe_and_mix_print_nothing_there(play: Play) -> None:
    """X9: the seventh slot of the other sheets is only a slot."""
    for edition in ("classic", "deluxe", "mix"):
        for action in ("reroll", "extra die"):
            game = play(f"edition: {edition}\nactions: {action} 6\nbonus: {action}\nexpect: {action} unlocked 7")
            assert [str(event.bonus) for event in game.events if isinstance(event, Earned)] == [action]


# X10: foxes


@pytest.mark.parametrize(
    ("edition", "sheet", "each"),
    [
        # the green fox of classic and deluxe; lowest zone is orange with 3
        (
            "classic",
            "green.1 green.2 green.3 green.4 green.5 green.6 green.7 orange.1=3 purple.1=4 blue.r1c2 blue.r1c3 "
            "blue.r1c4 yellow.r1c1 yellow.r2c1 yellow.r3c1",
            3,
        ),
        (
            "deluxe",
            "green.1 green.2 green.3 green.4 green.5 green.6 green.7 orange.1=3 purple.1=4 blue.r1c2 blue.r1c3 "
            "blue.r1c4 yellow.r1c1 yellow.r2c1 yellow.r3c1",
            3,
        ),
        # the silver column of 3s; yellow's one cross is worth 3
        (
            "double",
            "silver.r1c3 silver.r2c3 silver.r3c3 silver.r4c3 yellow.r1c2=x blue.1=9 blue.2=9 blue.3=9 green.1=12 "
            "green.2=2 pink.1=6",
            3,
        ),
        # brown's last two cells; pink is worth 2
        (
            "cubed",
            "brown.11 brown.12 yellow.r1c1 yellow.r1c2 turquoise.r1c1 turquoise.r1c2 turquoise.r1c3 turquoise.r2c1 "
            "blue.6=6 pink.1=2",
            2,
        ),
        # orange's last two cells; purple is worth 1
        ("mix", "orange.11 orange.12 yellow.r3c1=6 blue.r1c2 blue.r1c3 green.1=12 green.2=3 purple.1=1", 1),
    ],
)
def test_x10_a_fox_is_worth_the_lowest_zone(play: Play, edition: str, sheet: str, each: int) -> None:
    """X10: one fox on a sheet where every zone scores: the lowest one counts once more."""
    game = play(f"edition: {edition}\nsheet: {sheet}\nturn: over\nexpect: foxes 1\nexpect: fox {each}")
    score = game.scores()[0]
    assert score.fox_points == each == min(score.zones.values())


def test_x10_nothing_if_a_zone_is_zero(play: Play) -> None:
    """X10: with an empty zone every fox is worth 0."""
    play("""
        edition: classic
        sheet: green.1 green.2 green.3 green.4 green.5 green.6 green.7 orange.1=3
        turn: over
        expect: foxes 1
        expect: fox 0
        expect: total 31
        """)


def test_x10_several_foxes(play: Play) -> None:
    """X10: two foxes count twice."""
    play("""
        edition: classic
        sheet: green.1 green.2 green.3 green.4 green.5 green.6 green.7 blue.r3c1 blue.r3c2 blue.r3c3 blue.r3c4
        sheet: orange.1=5 purple.1=6 yellow.r1c1 yellow.r2c1 yellow.r3c1
        turn: over
        expect: foxes 2
        expect: fox 5
        expect: fox points 10
        expect: total 66
        """)


NEGATIVE = {
    "double": (
        "silver.r1c3 silver.r2c3 silver.r3c3 silver.r4c3 yellow.r1c2=x blue.1=9 green.1=2 green.2=12 pink.1=6",
        "green",
        -10,
    ),
    "mix": ("orange.11 orange.12 yellow.r2c1=6 blue.r1c2 green.1=12 green.2=3 purple.1=1", "yellow", -6),
}


@pytest.mark.parametrize("edition", ["double", "mix"])
def test_x10_ruling_a_negative_zone_counts_or_is_zero(play: Play, edition: str) -> None:
    """X10: ruling: a fox is worth a negative zone as it is; by the other reading nothing."""
    sheet, zone, points = NEGATIVE[edition]
    text = f"edition: {edition}\nsheet: {sheet}\nturn: over\nexpect: {zone} {points}\nexpect: foxes 1\nexpect: fox "
    counts = play(text + str(points)).scores()[0].total
    assert play(text + str(points), negative_fox="counts").scores()[0].total == counts
    assert play(text + "0", negative_fox="is zero").scores()[0].total == counts - points
