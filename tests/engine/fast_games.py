"""Games in both engines at once, compared after every move: the whole state and all legal moves.

`python -m tests.engine.fast_games 1000 2000` compares games of the layouts by chance 1,000 to 1,999, and counts them.
A third argument is the binary to compare with, such as one with the checks of a sanitizer.
"""

import ctypes
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from sheetgen.engine import Game, Move, Rules
from sheetgen.engine.events import Lost
from sheetgen.engine.fast.core import CoreError, FastEdition, address, load_library
from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.engine.moves import MOVE_WORDS
from sheetgen.engine.player import Player, zone_points
from sheetgen.layout import Layout, LayoutError, load, read_from_text
from sheetgen.layout.checks import rule_problems
from sheetgen.layout.problems import Severity
from sheetgen.layout.sheet import SheetEdition
from tests.promise import generate

MOVE_FIELDS = 10
Choose = Callable[[list[Move], Random], int]


def random_layout(seed: int) -> Layout:
    """Return a layout that is made by chance and has no errors; the same seed always gives the same one."""
    makers = (generate.composed, generate.composed, generate.changed, generate.extending)
    for attempt in range(1000 * seed, 1000 * seed + 1000):
        try:
            layout = read_from_text(makers[seed % len(makers)](attempt), Path("chance.yaml"), f"chance {seed}")
        except LayoutError:
            continue
        is_sheet = isinstance(layout.edition, SheetEdition)
        if is_sheet and all(problem.severity is not Severity.ERROR for problem in rule_problems(layout)):
            return layout
    raise AssertionError(f"no layout of seed {seed} is without errors")


def by_chance(moves: list[Move], chance: Random) -> int:
    """Any legal move, also those that waive something."""
    return int(chance.random() * len(moves))


def eagerly(moves: list[Move], chance: Random) -> int:
    """A move that marks a cell where there is one: this fills sheets."""
    marking = [i for i, move in enumerate(moves) if move.zone] or range(len(moves))
    return marking[int(chance.random() * len(marking))]


def state_of(game: Game, edition: FastEdition) -> list[int]:
    """The whole state of a game as numbers, in the order of `sg_get_state`."""
    rules, tables = game.rules, edition.tables
    turn = (game.round, game.active, game.actor, game.throw, game.phase, game.solo_passive, game.returned)
    zones = (game.taken_face, game.sweeping_zone, game.extra_marks_zone)
    numbers = [*turn, *zones, *game.faces, *game.places, len(game.order), *game.order, len(game.extra_marks_left)]
    for die, number in game.extra_marks_left:
        numbers += [rules.die_index[die] if die else -1, number]
    lost = [event.what for event in game.events if type(event) is Lost]
    numbers += [lost.count(what) for what in tables.lost]
    for player in game.players:
        numbers += _sheet_of(player, edition)
    return numbers


def _sheet_of(player: Player, edition: FastEdition) -> Iterator[int]:
    for i, zone in enumerate(edition.rules.zones):
        written = {zone.index[entry.cell]: entry for entry in player.written[i]}
        for cell in range(len(zone.names)):
            entry = written.get(cell)
            yield player.nodes[i].cell_states[cell]
            yield from (entry.value, entry.badge) if entry is not None else (0, 0)
    yield from (zone_points(zone, player.content(i)) for i, zone in enumerate(edition.rules.zones))
    for slots in zip(player.unlocked, player.used, strict=True):
        yield from slots
    pending = [edition.tables.bonuses[bonus] for bonus in player.pending]
    yield from (*player.badge_counts, player.extras, len(pending), *pending)


def fields_of(move: Move, edition: FastEdition) -> tuple[int, ...]:
    """A move as numbers, in the order of `sg_get_moves`; the list of an `unlock` is left out."""
    rules = edition.rules
    zone = rules.zone_index[move.zone] if move.zone else -1
    cell = rules.zones[zone].index[move.cell] if move.zone else -1
    what = edition.tables.singles[move.what] if move.zone and move.what else -1
    die = rules.die_index[move.die] if move.die else -1
    changes = (move.joker, move.polish, move.partner)
    return MOVE_WORDS.index(move.kind), die, zone, cell, move.value, int(move.badge), *changes, what


class CoreGame:
    """A game in the fast engine, move by move."""

    def __init__(self, edition: FastEdition, players: int, seed: int) -> None:
        self.edition, self.library = edition, edition.library
        self.handle = self.library.sg_new_game(edition.handle, players, seed)
        if not self.handle:
            raise CoreError(f"{edition.rules.id} is not for {players} players")
        self._numbers = array("i", bytes(4 * 4096))

    def __del__(self) -> None:
        self.library.sg_free_game(self.handle)

    def state(self) -> list[int]:
        count = self.library.sg_get_state(self.handle, address(self._numbers), len(self._numbers))
        if count > len(self._numbers):
            self._numbers = array("i", bytes(8 * count))
            return self.state()
        return self._numbers[:count].tolist()

    def moves(self) -> list[tuple[int, ...]]:
        count = self.library.sg_count_moves(self.handle)
        numbers = array("i", bytes(4 * MOVE_FIELDS * max(count, 1)))
        self.library.sg_get_moves(self.handle, address(numbers))
        rows = [tuple(numbers[i * MOVE_FIELDS : (i + 1) * MOVE_FIELDS]) for i in range(count)]
        return [row if row[0] != MOVE_WORDS.index("unlock") else (*row[:-1], -1) for row in rows]

    def play(self, index: int) -> None:
        status = self.library.sg_play(self.handle, index)
        if status:
            raise CoreError(f"status {status}")


def compare(edition: FastEdition, players: int, seed: int, choose: Choose = by_chance) -> int:
    """Play a game in both engines; return how many moves it had, raise AssertionError where they differ."""
    game, core_game = Game(edition.rules, players, seed), CoreGame(edition, players, seed)
    chance = Random(seed)
    while True:
        place = f"{edition.rules.id}, {players} players, seed {seed}, after {len(game.moves)} moves"
        assert core_game.state() == state_of(game, edition), place
        moves = game.legal_moves()
        assert core_game.moves() == [fields_of(move, edition) for move in moves], place
        if game.is_over:
            return len(game.moves)
        chosen = choose(moves, chance)
        game.play(moves[chosen])
        core_game.play(chosen)


def compare_layouts(first: int, last: int, binary: str = "") -> str:
    """Compare games of layouts by chance with all numbers of players; return how many, in words."""
    library = load_library(Path(binary)) if binary else None
    games = moves = refused = 0
    for seed in range(first, last):
        layout = random_layout(seed)
        rules = Rules(layout)
        try:
            edition = FastEdition(rules, library)
        except CannotCompileError:
            refused += 1
            continue
        for players in rules.edition.rounds.by_players:
            moves += compare(edition, players, seed, by_chance) + compare(edition, players, seed, eagerly)
            games += 2
    return f"{last - first} layouts, {refused} refused; {games} games with {moves} moves are the same"


def try_wrong_tables(rules: Rules, library: ctypes.CDLL, count: int) -> int:
    """Change single numbers of tables, or cut them off, `count` times; return how many the engine refused to read."""
    chance, refused = Random(count), 0
    right = compile_tables(rules).numbers
    for _ in range(count):
        wrong = array("i", right)
        if chance.random() < 0.2:
            del wrong[chance.randrange(len(wrong)) :]
        else:
            number = chance.choice((-1, 0, 1, 7, 255, 256, 1 << 20, -(1 << 31), (1 << 31) - 1))
            wrong[chance.randrange(len(wrong))] = number
        handle = library.sg_new_edition(address(wrong), len(wrong))
        refused += not handle
        library.sg_free_edition(handle)
    return refused


if __name__ == "__main__":
    sys.stdout.write(compare_layouts(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]) + "\n")
    if sys.argv[3:] and (checked := load_library(Path(sys.argv[3]))) is not None:
        sys.stdout.write(f"{try_wrong_tables(Rules(load('mix')), checked, 2000)} wrong tables are refused\n")
