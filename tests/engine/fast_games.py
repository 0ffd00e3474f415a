"""Games in both engines at once, compared after every move: the whole state and all legal moves.

`python -m tests.engine.fast_games 1000 2000` compares games of the layouts by chance 1,000 to 1,999, and counts them.
A third argument is how many games there are for each number of players, by chance and eagerly; a fourth one is the
binary to compare with, such as one with the checks of a sanitizer.
`python -m tests.engine.fast_games --until 1000000 .fuzz/differential.log` (`make differential`) goes on until the log
has so many games.
"""

import ctypes
import hashlib
import re
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random

from sheetgen.engine import Game, Move, Rules
from sheetgen.engine.events import Lost
from sheetgen.engine.fast import building
from sheetgen.engine.fast.core import FastEdition, address, load_library
from sheetgen.engine.fast.stepping import MOVE_FIELDS, FastGame
from sheetgen.engine.fast.tables import CannotCompileError, compile_tables
from sheetgen.engine.moves import MOVE_WORDS
from sheetgen.engine.player import Player, Written, zone_points
from sheetgen.engine.zones import ZoneNode
from sheetgen.layout import Layout, LayoutError, load, read_from_text
from sheetgen.layout.checks import rule_problems
from sheetgen.layout.problems import Severity
from sheetgen.layout.sheet import SheetEdition
from tests.promise import generate

UNLOCK = MOVE_WORDS.index("unlock")
FIRST_OF_LONG_RUN = 200_000  # other layouts by chance than those of the tests
LAYOUTS_IN_STEP, GAMES_IN_STEP = 10, 20
LOG_LINE = re.compile(r"(?P<digest>\w+) from \d+ to (?P<last>\d+): .*; (?P<games>\d+) games with .* the same")

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


class ComparableState:
    """The whole state of a game as numbers, in the order of `sg_get_state`; only what has changed is made anew."""

    def __init__(self, game: Game, edition: FastEdition) -> None:
        self.game, self.rules, self.lost = game, edition.rules, edition.tables.lost
        self.sheets = [ComparableSheet(player, edition) for player in game.players]
        self.lost_counts, self.events_seen = [0] * len(self.lost), 0

    def numbers(self) -> bytes:
        """Return the present state, as the numbers are in memory."""
        game = self.game
        turn = (game.round, game.active, game.actor, game.throw, game.phase, game.solo_passive, game.returned)
        zones = (game.taken_face, game.sweeping_zone, game.extra_marks_zone)
        numbers = [*turn, *zones, *game.faces, *game.places, len(game.order), *game.order, len(game.extra_marks_left)]
        for die, number in game.extra_marks_left:
            numbers += (self.rules.die_index[die] if die else -1, number)
        for event in islice(game.events, self.events_seen, None):
            if type(event) is Lost:
                self.lost_counts[self.lost.index(event.what)] += 1
        self.events_seen = len(game.events)
        numbers += self.lost_counts
        return b"".join((array("i", numbers).tobytes(), *(sheet.numbers() for sheet in self.sheets)))


class ComparableSheet:
    """The sheet of a player as numbers. States of zones and what is written never change: only others replace them."""

    def __init__(self, player: Player, edition: FastEdition) -> None:
        self.player, self.rules, self.bonuses = player, edition.rules, edition.tables.bonuses
        self.before: Player | None = None
        self.zones = [(b"", 0)] * len(player.nodes)
        self.made = b""

    def numbers(self) -> bytes:
        """Return the present sheet, as the numbers are in memory."""
        player, before = self.player, self.before
        if (
            before is None
            or player.nodes != before.nodes
            or player.written != before.written
            or player.unlocked != before.unlocked
            or player.used != before.used
            or player.badge_counts != before.badge_counts
            or player.pending != before.pending
            or player.extras != before.extras
        ):
            self.made, self.before = self._make(before), player.copy()
        return self.made

    def _make(self, before: Player | None) -> bytes:
        player, zones = self.player, self.zones
        for i, (node, written) in enumerate(zip(player.nodes, player.written, strict=True)):
            if before is None or node is not before.nodes[i] or written is not before.written[i]:
                zones[i] = _zone_of(self.rules, i, node, written)
        numbers = [points for _, points in zones]
        for slots in zip(player.unlocked, player.used, strict=True):
            numbers += slots
        numbers += (*player.badge_counts, player.extras, len(player.pending))
        numbers += [self.bonuses[bonus] for bonus in player.pending]
        return b"".join((*[cells for cells, _ in zones], array("i", numbers).tobytes()))


@lru_cache(maxsize=20_000)
def _zone_of(rules: Rules, number: int, node: ZoneNode, written: tuple[Written, ...]) -> tuple[bytes, int]:
    """Three numbers for each cell of a zone, and its points."""
    zone, content, cells = rules.zones[number], [0] * len(node.cell_states), list[int]()
    entries = {zone.index[entry.cell]: entry for entry in written}
    for cell, state in enumerate(node.cell_states):
        entry = entries.get(cell)
        cells += (state, entry.value, entry.badge) if entry is not None else (state, 0, 0)
        content[cell] = (entry.value if entry is not None else 0) if zone.writes else max(state, 0)
    return array("i", cells).tobytes(), zone_points(zone, content)


def fields_of(move: Move, edition: FastEdition) -> tuple[int, ...]:
    """A move as numbers, in the order of `sg_get_moves`; the list of an `unlock` is left out."""
    rules = edition.rules
    zone = rules.zone_index[move.zone] if move.zone else -1
    cell = rules.zones[zone].index[move.cell] if move.zone else -1
    what = edition.tables.singles[move.what] if move.zone and move.what else -1
    die = rules.die_index[move.die] if move.die else -1
    changes = (move.joker, move.polish, move.partner)
    return MOVE_WORDS.index(move.kind), die, zone, cell, move.value, int(move.badge), *changes, what


class ComparableMoves(dict[Move, bytes]):
    """The moves of an edition as numbers; each is made once."""

    def __init__(self, edition: FastEdition) -> None:
        super().__init__()
        self.edition = edition

    def __missing__(self, move: Move) -> bytes:
        made = self[move] = array("i", fields_of(move, self.edition)).tobytes()
        return made


class CoreGame(FastGame):
    """A game in the fast engine, which is compared with one in Python."""

    def numbers(self) -> bytes:
        """Return the whole state, as its numbers are in memory."""
        count = self.library.sg_get_state(self.handle, address(self._numbers), len(self._numbers))
        if count > len(self._numbers):
            return array("i", self.state()).tobytes()
        return memoryview(self._numbers)[:count].tobytes()

    def comparable_moves(self) -> bytes:
        """Return the legal moves, as their numbers are in memory; the list of an `unlock` is left out."""
        count = self.library.sg_count_moves(self.handle)
        numbers = array("i", bytes(4 * MOVE_FIELDS * max(count, 1)))
        self.library.sg_get_moves(self.handle, address(numbers))
        for start in range(0, count * MOVE_FIELDS, MOVE_FIELDS):
            if numbers[start] == UNLOCK:
                numbers[start + MOVE_FIELDS - 1] = -1
        return numbers[: count * MOVE_FIELDS].tobytes()


def compare(
    edition: FastEdition, players: int, seed: int, choose: Choose = by_chance, known: ComparableMoves | None = None
) -> int:
    """Play a game in both engines; return how many moves it had, raise AssertionError where they differ.

    `known` may have moves of earlier games of the edition.
    """
    game, core_game = Game(edition.rules, players, seed), CoreGame(edition, players, seed)
    state, known = ComparableState(game, edition), ComparableMoves(edition) if known is None else known
    chance = Random(seed)
    while True:
        moves = game.legal_moves()
        same_moves = core_game.comparable_moves() == b"".join([known[move] for move in moves])
        if not same_moves or core_game.numbers() != state.numbers():
            place = f"{edition.rules.id}, {players} players, seed {seed}, after {len(game.moves)} moves"
            assert core_game.state() == array("i", state.numbers()).tolist(), place
            raise AssertionError(f"{place}: other moves; Python has {moves}, C has {core_game.moves()}")
        if game.is_over:
            return len(game.moves)
        chosen = choose(moves, chance)
        game.play(moves[chosen])
        core_game.play(chosen)


@dataclass(slots=True)
class Compared:
    """How many games were compared, of which the engines play the same; where they differ, an error is raised."""

    layouts: int = 0
    refused: int = 0
    games: int = 0
    moves: int = 0

    def __str__(self) -> str:
        games = f"{self.games} games with {self.moves} moves are the same"
        return f"{self.layouts} layouts, {self.refused} refused; {games}"


def compare_layouts(first: int, last: int, times: int = 1, binary: str = "") -> Compared:
    """Compare `times` games of layouts by chance with all numbers of players, each by chance and eagerly."""
    library = load_library(Path(binary)) if binary else None
    compared = Compared()
    for seed in range(first, last):
        compared.layouts += 1
        rules = Rules(random_layout(seed))
        try:
            edition = FastEdition(rules, library)
        except CannotCompileError:
            compared.refused += 1
            continue
        known = ComparableMoves(edition)
        for players in rules.edition.rounds.by_players:
            for game in range(times):
                for choose in (by_chance, eagerly):
                    compared.moves += compare(edition, players, (game << 32) + seed, choose, known)
                    compared.games += 1
    return compared


# The long run, which may be stopped and continued at any time


def rules_digest() -> str:
    """Return a short digest of the rules in C and of their tables: what was compared before counts while it stays."""
    folder = building.SOURCE.parent
    files = [folder / name for name in ("edition.h", "game.h", "reading.h", "turns.h", "zones.h", "tables.py")]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def compare_until(games: int, log: Path) -> int:
    """Compare games until the log has so many of the present rules; each of its lines is about one step.

    Returns how many there are. A run goes on behind the last layout in the log.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    steps = [LOG_LINE.fullmatch(line) for line in lines]
    own = [step for step in steps if step is not None and step["digest"] == rules_digest()]
    done = sum(int(step["games"]) for step in own)
    first = max((int(step["last"]) for step in own), default=FIRST_OF_LONG_RUN)
    while done < games:
        last = first + LAYOUTS_IN_STEP
        compared = compare_layouts(first, last, GAMES_IN_STEP)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{rules_digest()} from {first} to {last}: {compared}\n")
        first, done = last, done + compared.games
        sys.stdout.write(f"{done} games of {games}\n")
        sys.stdout.flush()
    return done


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
    if sys.argv[1] == "--until":
        compare_until(int(sys.argv[2]), Path(sys.argv[3]))
        sys.exit()
    first, last, times, *binary = (*sys.argv[1:], *("1",) * (len(sys.argv) == 3))
    sys.stdout.write(f"{compare_layouts(int(first), int(last), int(times), *binary)}\n")
    if binary and (checked := load_library(Path(binary[0]))) is not None:
        sys.stdout.write(f"{try_wrong_tables(Rules(load('mix')), checked, 2000)} wrong tables are refused\n")
