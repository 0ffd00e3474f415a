"""Random games of every sheet: whatever is played, the rules hold. Hypothesis picks seeds, players and manners of play.

The points are counted again by `recount`, the moves are found again by `grammar`; both were written without the
engine. The examples are the same in every run; delete `derandomize` to look for new ones.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from statistics import mean
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.engine import Game, IllegalMoveError, Move, Rules, replay
from sheetgen.engine import events as ev
from sheetgen.engine.dice import ON_PLATTER, POOL, RandomDice
from sheetgen.engine.moves import MoveKind
from sheetgen.engine.turns import BEFORE_THROW, EQUALS, EXTRA, FINAL, PASSIVE, ROUND, TAKE
from sheetgen.engine.zones import ZoneNode, ZoneRules
from sheetgen.layout.parts.bonus import Bonus
from tests.engine import grammar
from tests.engine.grammar import DICE, SLOTS, ZONES, Entry, Table, cells_of, may_follow
from tests.engine.recount import BADGES, ROUNDS, TRACKS, recount
from tests.matrix import often

EDITIONS = ("classic", "double", "cubed", "deluxe", "mix")
each_edition = pytest.mark.parametrize("edition", EDITIONS)


def examples(count: int) -> settings:
    """So many in `make test-all`, a quarter of them in `make test`."""
    return settings(max_examples=often(count, quick=-(-count // 4)), deadline=None, derandomize=True, database=None)


# Manners of play


def never_waiving(game: Game) -> list[Move]:
    """The legal moves without a `pass` where a die fits, and without a `done` where a mark is possible."""
    moves = game.legal_moves()
    kinds = {move.kind for move in moves}
    waived = {"pass"} if "take" in kinds else set()
    if kinds & {"extra", "also"}:
        waived.add("done")
    return [move for move in moves if move.kind not in waived] if waived else moves


def by_chance(game: Game, random: Random) -> Move:
    moves = never_waiving(game)
    return moves[int(random.random() * len(moves))]


def anything(game: Game, random: Random) -> Move:
    moves = game.legal_moves()
    return moves[int(random.random() * len(moves))]


def one_zone_first(game: Game, random: Random) -> Move:
    """Fills one zone after the other, with low dice first: this comes to the ends of zones."""
    order = Random(game.seed).sample(ZONES[game.rules.id], 5)
    marks = [move for move in never_waiving(game) if move.zone]
    if not marks:
        return by_chance(game, random)
    faces = dict(zip(game.rules.dice, game.faces, strict=True))
    return min(marks, key=lambda move: (order.index(move.zone), faces.get(move.die, 0), random.random()))


def low_dice_first(game: Game, random: Random) -> Move:
    """Takes the lowest die: all throws of a turn are used, and much is marked."""
    marks = [move for move in never_waiving(game) if move.zone]
    if not marks:
        return by_chance(game, random)
    faces = dict(zip(game.rules.dice, game.faces, strict=True))
    return min(marks, key=lambda move: (faces.get(move.die, 0), random.random()))


def sparingly(game: Game, random: Random) -> Move:
    """Skips few cells, climbs and falls slowly, takes the badge: this comes to the ends of rows and tracks."""
    marks = [move for move in never_waiving(game) if move.zone]
    if not marks:
        return by_chance(game, random)
    marked = {zone: [0] for zone in ZONES[game.rules.id]}
    for address in game.players[game.actor].marks():
        zone, _, cell = address.partition(".")
        marked[zone] += [int(cell)] if cell.isdecimal() else []

    def waste(move: Move) -> float:
        match game.rules.id, move.zone:
            case ("cubed", "brown") | ("mix", "orange"):
                return int(move.cell) - max(marked[move.zone])
            case ("classic" | "deluxe" | "mix", "purple"):
                return move.value / 2
            case ("double", "blue"):
                return (12 - move.value) / 2
            case ("mix", "yellow") if move.cell.startswith("r1"):
                return 6 - move.value
            case ("cubed", "pink"):
                return 0 if move.badge else 3
        return 0

    return min(marks, key=lambda move: (waste(move), random.random()))


def first_move(game: Game, random: Random) -> Move:
    return game.legal_moves()[0]


Manner = Callable[[Game, Random], Move]
MANNERS: tuple[Manner, ...] = (by_chance, anything, one_zone_first, low_dice_first, sparingly)


class Setup(NamedTuple):
    """A game to be played."""

    players: int
    seed: int
    manner: Manner
    long: bool = False

    def start(self, edition: str) -> tuple[Game, Random]:
        game = Game(edition, self.players, self.seed)
        if self.long:
            game.rounds = LONG[self.players]
        return game, Random(self.seed ^ 0x5EED)


# Six rounds seldom come to the end of a track or a full sheet. With more rounds than the rules have, random play does.
LONG = {1: 16, 2: 14, 3: 12, 4: 10}


def setups(most_players: int = 4, least_players: int = 1, *, also_long: bool = False) -> st.SearchStrategy[Setup]:
    return st.builds(
        Setup,
        players=st.integers(least_players, most_players),
        seed=st.integers(0, 2**32 - 1),
        manner=st.sampled_from(MANNERS),
        long=st.booleans() if also_long else st.just(False),
    )


def positions(edition: str, setup: Setup) -> Iterator[tuple[Game, Random]]:
    """All positions of a game with a decision, the same game going on; at last the one where it is over."""
    game, random = setup.start(edition)
    while not game.is_over:
        yield game, random
        game.play(setup.manner(game, random))
    yield game, random


def some_positions(edition: str, setup: Setup, count: int) -> Iterator[tuple[Game, Random]]:
    """A few positions of a game, the same ones in every run."""
    total = len(played(edition, setup).moves)
    wanted = set(Random(setup.seed).sample(range(total), min(count, total)))
    for number, (game, random) in enumerate(positions(edition, setup)):
        if number in wanted:
            yield game, random


def played(edition: str, setup: Setup) -> Game:
    """The game at its end."""
    game, random = setup.start(edition)
    while not game.is_over:
        game.play(setup.manner(game, random))
    return game


def as_text(game: Game) -> str:
    return json.dumps(game.state())


# Points and foxes


def check_points(game: Game) -> None:
    """Points, foxes and every badge of every sheet are what a second count finds."""
    earned: list[Counter[str]] = [Counter() for _ in game.players]
    for event in game.events:
        if isinstance(event, ev.Earned):
            earned[event.player][str(event.bonus)] += 1
    for seat, (player, score) in enumerate(zip(game.players, game.scores(), strict=True)):
        rounds = game.round - (game.phase == ROUND and seat > game.actor)
        again = recount(game.rules.id, player.marks(), rounds)
        assert score.zones == again.zones
        assert [score.foxes] == player.badge_counts == [again.foxes]
        assert score.total == again.total
        assert earned[seat] == again.earned
        for action, (slots, _) in TRACKS[game.rules.id].items():
            tracks = [state for label, state in player.actions().items() if label.startswith(action)]
            waiting = sum(str(bonus) == action for bonus in player.pending)
            unlocked = sum(int(str(state["unlocked"])) for state in tracks)
            assert unlocked == min(slots, again.earned[action]) - waiting


@each_edition
def test_the_second_count_knows_every_badge(edition: str) -> None:
    """The typed numbers agree with the check sums of the printed sheets."""
    badges = Counter(badge.bonus for badge in BADGES[edition]) + Counter(ROUNDS[edition])
    foxes = badges["fox"] + sum(end == "fox" for _, end in TRACKS[edition].values())
    assert foxes == (6 if edition in ("double", "cubed") else 5)
    for action, (slots, _) in TRACKS[edition].items():
        assert badges[action] == slots
    marks = {f"{badge.zone}.{cell}" for badge in BADGES[edition] for cell in badge.cells}
    assert marks <= {f"{zone}.{cell}" for zone in ZONES[edition] for cell in cells_of(edition, zone)}


@pytest.mark.parametrize(
    ("edition", "highest"),
    [
        ("classic", {"yellow": 60, "blue": 56, "green": 66, "orange": 96, "purple": 66}),
        ("double", {"silver": 88, "yellow": 165, "blue": 78, "green": 92, "pink": 72}),
        ("cubed", {"yellow": 126, "turquoise": 105, "brown": 90, "pink": 129}),
    ],
)
def test_the_second_count_of_a_full_sheet(edition: str, highest: dict[str, int]) -> None:
    """The highest points of every zone are those of the printed sheets."""
    marks: dict[str, object] = {}
    for zone in highest:
        for cell in cells_of(edition, zone):
            if zone in grammar.PRINTED[edition]:
                marks[f"{zone}.{cell}"] = "x"
            else:
                second = edition == "double" and zone == "green" and int(cell) % 2 == 0
                number = (1 if second else 6) * grammar.FACTORS[edition][zone][cell]
                marks[f"{zone}.{cell}"] = number
    if edition == "cubed":
        marks["pink.1"] = {"value": 3, "bonus": True}
    found = recount(edition, marks, 6).zones
    assert {zone: found[zone] for zone in highest} == highest


@each_edition
@examples(100)
@given(setup=setups(also_long=True))
def test_points_marks_and_actions(edition: str, setup: Setup) -> None:
    """E1 X10 X2: at every position the zone grammar and the actions hold, and at the end the points."""
    game, random = setup.start(edition)
    sheets: list[dict[str, object]] = [{} for _ in game.players]
    while not game.is_over:
        seat = game.actor
        game.play(setup.manner(game, random))
        sheets[seat] = check_step(edition, sheets[seat], game.players[seat].marks())
        check_actions(edition, game, seat)
        if random.random() < 0.02:
            check_points(game)
    assert [player.marks() for player in game.players] == sheets
    check_points(game)


def check_step(edition: str, before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    """One move makes at most one mark, takes none away, and the mark may follow those before."""
    changed = [address for address in after if after[address] != before.get(address)]
    assert not before.keys() - after.keys()
    assert len(changed) <= 1
    for address in changed:
        zone, _, cell = address.partition(".")
        cells = {a.partition(".")[2]: mark for a, mark in before.items() if a.startswith(f"{zone}.")}
        assert may_follow(edition, zone, cells, cell, after[address]), f"{address} = {after[address]} after {cells}"
    return after


def check_actions(edition: str, game: Game, seat: int) -> None:
    """Unlocked are the used and the left ones, no more than there are slots, and only unlocked ones are used."""
    player = game.players[seat]
    actions = player.actions()
    assert actions.keys() == SLOTS[edition].keys()
    for label, state in actions.items():
        unlocked, used = state["unlocked"], state["used"]
        assert isinstance(unlocked, int)
        assert isinstance(used, list)
        left = len(player.free_slots(label.partition(".")[2] or label))
        assert unlocked == len(used) + left
        assert unlocked <= SLOTS[edition][label]
        assert len(set(used)) == len(used)
        assert set(used) <= set(range(1, unlocked + 1))


# Legal moves


def check_playable(game: Game, moves: list[Move]) -> None:
    before = as_text(game)
    for move in moves:
        twin = game.copy()
        twin.play(move)
        assert twin.moves == [*game.moves, move]
        assert twin.is_over or twin.legal_moves()
    assert as_text(game) == before


@each_edition
@examples(15)
@given(setup=setups(also_long=True))
def test_some_legal_moves_are_playable(edition: str, setup: Setup) -> None:
    """At every position the legal moves are different ones, and some of them are played on a copy."""
    for game, random in positions(edition, setup):
        moves = game.legal_moves()
        assert len(set(moves)) == len(moves)
        if random.random() < 0.3:
            check_playable(game, random.sample(moves, min(2, len(moves))))


@each_edition
@examples(2)
@given(setup=setups(most_players=2))
def test_all_legal_moves_are_playable(edition: str, setup: Setup) -> None:
    """At every position all legal moves are played on a copy."""
    for game, _ in positions(edition, setup):
        check_playable(game, game.legal_moves())


def test_joker_halves_are_one_move() -> None:
    """X6 T8: a ? joker gives 1 and 2, whose half is the same entry; it is one move, and its record replays."""
    game = replay(
        "edition: cubed\nplayers: Ada\nsheet: pink.1=1\nactions: joker 5 used 1 2 3 4\nround: 5\nturn: active 1\n"
        "throw: Y6 T6 Bl6 Br6 P6 W6\n"
    )
    moves = game.legal_moves()
    assert len(set(moves)) == len(moves)
    halves = [move.value for move in moves if move.die == "pink" and move.joker and move.badge]
    assert halves == [1, 2, 3]


CLAUSES = frozenset(
    f"{letter}{number}"
    for letter, count in {"F": 4, "A": 8, "B": 1, "P": 3, "X": 10, "E": 1, "S": 5, "C": 8, "L": 1}.items()
    for number in range(1, count + 1)
) | {f"{letter}{number}" for letter, count in {"D": 9, "T": 9, "M": 7}.items() for number in range(1, count + 1)}


def universe(edition: str, game: Game, random: Random) -> Iterator[Move]:
    """Moves that can be told in the words of this edition: all plain ones, and mixtures of everything else."""
    dice = (*DICE[edition], "")
    cells = [(zone, cell) for zone in ZONES[edition] for cell in cells_of(edition, zone)]
    bonuses = sorted({*(badge.bonus for badge in BADGES[edition]), "X any", "6 any", "? any", ""})
    for kind in ("reroll", "throw", "pass", "done"):
        yield Move(kind)
    for die in dice:
        yield Move("return", die=die)
        yield Move("nearest", die=die)
    for what in ("polish", "return", "joker", "reroll", "extra die", "mix", *bonuses):
        yield Move("unlock", what=what)
    kinds: tuple[MoveKind, ...] = ("take", "extra", "also")
    plain = product(kinds, dice, cells, range(13))
    for kind, die, (zone, cell), value in random.sample(list(plain), 500):
        yield Move(kind, die, zone, cell, value)
    for bonus, (zone, cell), value in random.sample(list(product(bonuses, cells, range(13))), 200):
        yield Move("place", "", zone, cell, value, what=bonus)
    # What is nearly legal: another die, cell, value or action in a legal move.
    for move in random.sample(game.legal_moves(), min(6, len(game.legal_moves()))):
        yield from (move._replace(kind=kind) for kind in ("take", "extra", "place", "also", "return", "nearest"))
        yield from (move._replace(die=die) for die in dice)
        yield from (move._replace(joker=joker) for joker in range(9))
        yield from (move._replace(polish=polish) for polish in range(-4, 5))
        yield from (move._replace(partner=partner) for partner in range(-4, 5))
        yield from (move._replace(what=what) for what in bonuses)
        if move.zone:
            yield from (move._replace(zone=zone, cell=cell) for zone, cell in cells)
            yield from (move._replace(value=value) for value in range(-1, 38))
            yield move._replace(badge=not move.badge)


@each_edition
@examples(12)
@given(setup=setups(also_long=True))
def test_all_other_moves_are_illegal(edition: str, setup: Setup) -> None:
    """What is not among the legal moves is refused, with the clause that forbids it, and nothing has happened."""
    for game, random in some_positions(edition, setup, 2):
        before, legal = as_text(game), set(game.legal_moves())
        for move in universe(edition, game, random):
            if move in legal:
                continue
            with pytest.raises(IllegalMoveError) as caught:
                game.play(move)
            assert caught.value.clause in CLAUSES, f"{move}: {caught.value}"
            assert caught.value.reason
        assert as_text(game) == before
        assert set(game.legal_moves()) == legal


@each_edition
def test_nonsense_is_refused_with_a_clause(edition: str) -> None:
    """Zones and cells that do not exist, also in moves that have no cell."""
    game = Game(edition, 1, seed=1)
    for kind in get_args(MoveKind):
        for zone, cell in (("nowhere", "1"), ("yellow", "r9c9"), ("yellow", ""), ("", "r1c1")):
            with pytest.raises(IllegalMoveError) as caught:
                game.play(Move(kind, zone=zone, cell=cell))
            assert caught.value.clause in CLAUSES


# The same moves, found by hand


def found_by_engine(game: Game) -> set[Entry]:
    written = set(ZONES[game.rules.id]) - set(grammar.PRINTED[game.rules.id])
    return {
        Entry(
            move.zone,
            move.cell,
            move.value if move.zone in written else 0,
            move.badge,
            move.die,
            move.joker,
            move.polish,
            move.partner,
        )
        for move in game.legal_moves()
        if move.zone
    }


def found_by_hand(game: Game) -> tuple[set[Entry], set[str]]:
    """All marks that dice allow at the end of a throw, as passive player or as extra die; and the other moves."""
    edition, player = game.rules.id, game.players[game.actor]
    sheet: dict[str, dict[str, object]] = {}
    for address, mark in player.marks().items():
        zone, _, cell = address.partition(".")
        sheet.setdefault(zone, {})[cell] = mark
    places = dict(zip(DICE[edition], game.places, strict=True))
    throw = game.throw if game.phase == TAKE else 0
    table = Table(edition, dict(zip(DICE[edition], game.faces, strict=True)), places, throw)
    extra = game.phase in (EXTRA, FINAL)
    jokers = [slot + 1 for _, slot in player.free_slots("joker")]
    polish = len(player.free_slots("polish"))

    def uses(dice: list[str], *, changed: bool = True) -> set[Entry]:
        found = grammar.plain_uses(table, sheet, dice, extra=extra)
        return found | grammar.changed_uses(table, sheet, dice, jokers, polish, extra=extra) if changed else found

    may_waive = edition != "classic"
    if extra:
        # X4: each die once.
        return uses([die for i, die in enumerate(DICE[edition]) if not player.extras >> i & 1]), {"done"}
    if game.phase == TAKE:
        found = uses([die for die, place in places.items() if place == POOL])
        others = {"reroll"} if player.free_slots("reroll") else set()
        return found, others | ({"pass"} if may_waive or not found else set())
    # P2, P3
    platter = [die for die, place in places.items() if place == ON_PLATTER]
    found = uses(platter)
    if uses(platter, changed=False):
        return found, {"pass"} if may_waive else set()
    return found | uses([die for die, place in places.items() if place > 0]), {"pass"}


@each_edition
@examples(40)
@given(setup=setups(also_long=True))
def test_the_uses_of_dice_are_those_found_by_hand(edition: str, setup: Setup) -> None:
    """A2 A3 A5 A8 B1 P2 P3 X3 X4 X6 X7 and the zones: no use of a die is missing, none is too many."""
    for game, _ in some_positions(edition, setup, 12):
        if game.phase not in (TAKE, PASSIVE, EXTRA, FINAL) or game.players[game.actor].pending or game.extra_marks_left:
            continue
        marks, others = found_by_hand(game)
        assert found_by_engine(game) == marks
        assert {move.kind for move in game.legal_moves() if not move.zone} == others


@each_edition
@examples(20)
@given(setup=setups(also_long=True))
def test_the_uses_of_bonuses_are_those_found_by_hand(edition: str, setup: Setup) -> None:
    """X1 X8 C7 C8 L1 D9 T2 T6 T9 M7: where bonuses wait, exactly what they allow is legal."""
    for game, _ in positions(edition, setup):
        player = game.players[game.actor]
        if not player.pending:
            continue
        sheet: dict[str, dict[str, object]] = {}
        for address, mark in player.marks().items():
            zone, _, cell = address.partition(".")
            sheet.setdefault(zone, {})[cell] = mark
        expected: set[Entry] = set()
        for bonus in {single for waiting in player.pending for single in str(waiting).split(" or ")} - {"mix"}:
            expected |= grammar.placements(edition, bonus, sheet, game.faces[5])
        assert found_by_engine(game) == expected
        lists = {label.removeprefix("mix.") for label in SLOTS[edition] if label.startswith("mix.")}
        open_lists = {kind for kind in lists if int(str(player.actions()[f"mix.{kind}"]["unlocked"])) < 3}
        unlocks = {move.what for move in game.legal_moves() if move.kind == "unlock"}
        assert unlocks == (open_lists if "mix" in map(str, player.pending) else set())


@each_edition
@examples(20)
@given(setup=setups(also_long=True))
def test_the_other_decisions_are_those_found_by_hand(edition: str, setup: Setup) -> None:
    """X5 S2: what may return before a throw, and which equal dice may lie nearest."""
    for game, _ in positions(edition, setup):
        dice = dict(zip(DICE[edition], zip(game.faces, game.places, strict=True), strict=True))
        if game.players[game.actor].pending or game.extra_marks_left:
            continue
        if game.phase == BEFORE_THROW:
            returns = {f"return {die}" for die, (_, place) in dice.items() if place == ON_PLATTER}
            at_hand = any(place == POOL for _, place in dice.values())
            assert set(map(str, game.legal_moves())) == {*returns, "throw" if at_hand else "done"}
        elif game.phase == EQUALS:
            chosen = sum(place == ON_PLATTER for _, place in dice.values())
            left = sorted(face for face, place in dice.values() if place == POOL)
            limit = left[3 - chosen - 1]
            tied = {f"nearest {die}" for die, (face, place) in dice.items() if place == POOL and face == limit}
            assert set(map(str, game.legal_moves())) == tied


# Records, taking back, copies


@each_edition
@examples(30)
@given(setup=setups(), cut=st.floats(0, 1))
def test_a_record_replays_to_the_same_position(edition: str, setup: Setup, cut: float) -> None:
    """A record of a game, finished or cut off anywhere, leads to the same state and the same record."""
    total = len(played(edition, setup).moves)
    for number, (game, _) in enumerate(positions(edition, setup)):
        if number in (round(cut * total), total):
            text = game.record()
            twin = replay(text)
            assert as_text(twin) == as_text(game)
            assert twin.record() == text
            assert twin.events == game.events


@each_edition
@examples(12)
@given(setup=setups(), steps=st.integers(1, 6))
def test_taking_back_is_exact(edition: str, setup: Setup, steps: int) -> None:
    """Before a move and after taking it back all is the same, also several times; the same move throws the same."""
    states: list[str] = []
    for game, _ in positions(edition, setup):
        states.append(as_text(game))
        if len(game.moves) < steps or len(game.moves) % 17:
            continue
        moves, events, throws = game.moves.copy(), game.events.copy(), game.throws.copy()
        for step in range(1, steps + 1):
            assert game.undo() == moves[-step]
            assert as_text(game) == states[-step - 1]
            assert game.moves == moves[:-step]
        for move in moves[-steps:]:
            game.play(move)
        assert as_text(game) == states[-1]
        assert (game.moves, game.events, game.throws) == (moves, events, throws)


def test_nothing_to_take_back() -> None:
    with pytest.raises(IndexError):
        Game("classic").undo()


def test_taking_back_with_dice_of_ones_own() -> None:
    """A game with its own dice goes back to them, and its record tells them."""
    game = Game("classic", 1, dice=RandomDice(5))
    before = as_text(game)
    for _ in range(2):
        game.play(game.legal_moves()[0])
    assert as_text(replay(game.record())) == as_text(game)
    game.undo()
    game.undo()
    assert as_text(game) == before


@each_edition
@examples(10)
@given(setup=setups())
def test_a_copy_is_independent(edition: str, setup: Setup) -> None:
    """A copy that goes on changes nothing in the original, and both throw the same dice for the same moves."""
    for game, random in some_positions(edition, setup, 3):
        before = as_text(game), game.events.copy(), game.moves.copy(), game.throws.copy(), game.record()
        twin, third = game.copy(), game.copy()
        assert as_text(twin) == before[0]
        while not twin.is_over:
            twin.play(setup.manner(twin, random))
        assert (as_text(game), game.events, game.moves, game.throws, game.record()) == before
        for move in twin.moves[len(third.moves) :]:
            third.play(move)
        assert as_text(third) == as_text(twin)
        assert third.record() == twin.record()
        assert (as_text(game), game.events, game.moves, game.throws, game.record()) == before


# Chance


# The totals when everybody always plays the first legal move. They pin how a seed becomes dice, and the order of the
# legal moves: a record made with a seed, a daily game or a published score must not change with a new version.
GOLDEN = {  # (players, seed): totals
    "classic": {(1, 0): [84], (1, 1): [115], (1, 2026): [113], (3, 8): [60, 123, 111], (4, 9): [91, 90, 100, 81]},
    "double": {(1, 0): [95], (1, 1): [82], (1, 2026): [95], (3, 8): [102, 27, 114], (4, 9): [68, 86, 102, 78]},
    "cubed": {(1, 0): [90], (1, 1): [91], (1, 2026): [74], (3, 8): [89, 101, 122], (4, 9): [93, 89, 96, 106]},
    "deluxe": {(1, 0): [68], (1, 1): [97], (1, 2026): [126], (3, 8): [73, 116, 96], (4, 9): [68, 59, 89, 101]},
    "mix": {(1, 0): [51], (1, 1): [56], (1, 2026): [48], (3, 8): [60, 74, 82], (4, 9): [65, 25, 96, 38]},
}


@each_edition
def test_a_seed_repeats(edition: str) -> None:
    """The same seed gives the same game, on every machine and in every version."""
    for (players, seed), totals in GOLDEN[edition].items():
        game = played(edition, Setup(players, seed, first_move))
        assert [score.total for score in game.scores()] == totals, f"{players} players, seed {seed}"


@each_edition
@examples(6)
@given(setup=setups())
def test_the_same_seed_and_moves_give_the_same_game(edition: str, setup: Setup) -> None:
    one, two = played(edition, setup), played(edition, setup)
    assert as_text(one) == as_text(two)
    assert one.record() == two.record()
    assert one.events == two.events


@each_edition
def test_two_seeds_differ(edition: str) -> None:
    throws = {tuple(played(edition, Setup(1, seed, first_move)).throws) for seed in range(20)}
    assert len(throws) == 20


@pytest.mark.parametrize(
    ("edition", "expected"), [("classic", 77.4), pytest.param("double", 71.7, marks=pytest.mark.full)]
)
def test_a_thousand_games_by_chance(edition: str, expected: float) -> None:
    """Playing alone at random, but never waiving a mark, brings as much as others have found. (Slow.)"""
    totals = []
    for seed in range(often(1000, quick=300)):
        game = played(edition, Setup(1, seed, by_chance))
        check_points(game)
        totals.append(game.scores()[0].total)
    assert abs(mean(totals) - expected) < 5


# Players


@each_edition
@examples(10)
@given(setup=setups(least_players=3))
def test_passive_players_decide_independently(edition: str, setup: Setup) -> None:
    """P1: whatever a passive player chooses, the next one has the same dice and the same legal moves."""
    for game, random in some_positions(edition, setup, 25):
        if game.phase != PASSIVE or (game.actor + 1) % setup.players == game.active:
            continue
        turn, seen = (game.round, game.active), set()
        for move in random.sample(game.legal_moves(), min(5, len(game.legal_moves()))):
            twin = game.copy()
            twin.play(move)
            while twin.actor == game.actor and (twin.round, twin.active) == turn and not twin.is_over:
                twin.play(setup.manner(twin, random))
            same_turn = (twin.round, twin.active) == turn and not twin.is_over
            # In the next turn, what was chosen may well matter.
            next_decision = (twin.actor, twin.phase, tuple(twin.legal_moves())) if same_turn else ()
            seen.add((same_turn, tuple(twin.faces) if same_turn else (), next_decision))
        assert len(seen) == 1


# Memory


def size_of(thing: Any, seen: set[int]) -> int:
    """All bytes of an object and what belongs to it; what all games share is not counted."""
    if id(thing) in seen or isinstance(thing, Rules | ZoneNode | ZoneRules | Bonus | type):
        return 0
    seen.add(id(thing))
    size = sys.getsizeof(thing)
    if isinstance(thing, dict):
        return size + sum(size_of(key, seen) + size_of(value, seen) for key, value in thing.items())
    if isinstance(thing, list | tuple | set | frozenset):
        return size + sum(size_of(item, seen) for item in thing)
    if hasattr(thing, "__dict__"):
        size += size_of(vars(thing), seen)
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            size += size_of(getattr(thing, name, None), seen)
    return size


@each_edition
@pytest.mark.parametrize("manner", MANNERS)
def test_a_finished_game_is_small(edition: str, manner: Manner) -> None:
    """A game alone, with all its events, moves and throws, takes less than 50 kB."""
    games = [played(edition, Setup(1, seed, manner)) for seed in range(often(10, quick=2))]
    sizes = [size_of(game, {id(places) for places in game.rules.shared_places}) for game in games]
    assert min(sizes) > 2_000
    assert max(sizes) < 50_000
