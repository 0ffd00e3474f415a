"""The expert: a bot that asks a trained net which points a sheet can still expect, and its weights as a file.

The net sees a sheet just before a roll, where no faces matter; moves are followed up to there, never beyond, so the
bot cannot know dice to come. Weights and sums are whole numbers: this module and the fast engine
(`sheetgen/engine/fast/expert.h`) choose the same moves on every platform.

The net has learned from solo games. In games with several players, the remaining turns are converted to rounds of a
solo game, and after the last roll of a turn the best die on the platter counts against a move with what the others gain
by it.
"""

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from sheetgen.engine.dice import ON_PLATTER, POOL, MissingDiceError
from sheetgen.engine.fast.tables import MAX_ROUNDS, Tables, compile_tables
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.rules import Rules
from sheetgen.engine.turns import MOVE_EFFECTS, PASSIVE, TAKE, passive_moves
from sheetgen.errors import SheetgenError
from sheetgen.lab.expert_features import SheetFeatures, roll_to_come

# The same numbers as in expert.h
VALUE_UNIT = 1024  # of an expectation: a point
FIRST_SHIFT, SECOND_SHIFT, OUTPUT_SHIFT = 8, 8, 5
FIRST_MOST, SECOND_MOST = 8191, 32767
SHORTLIST = 8  # how many moves that lead to further decisions are followed to their end
MAX_FOLLOWED = 64
HIDDEN_2 = 32  # the width of the second layer
BLOCK, MAX_HIDDEN = 32, 128  # the width of the first layer is a multiple of it; the largest one

# Where its expectations are rough, since it has learned from its own games: docs/experts.md has the measurements.
ROUGH_ROUNDS = 2  # the last ones of a game
ROUGH_BELOW = 0.75  # of its mean: a sheet that can expect less is unlike its own

NAME = b"sheetgen expert 1\n"  # the first line of a file with weights; the number is that of its format
MOST_BYTES = 8 << 20  # of a file with weights, unpacked; the largest net has a quarter of that
MOST_WORTH = 4096 * VALUE_UNIT  # of a bonus that waits
_FIELDS: dict[str, Any] = {"tables": str, "inputs": int, "hidden": int, "games": int, "seed": int, "mean": (int, float)}
FEATURES_VERSION = 1  # raise it when features change: weights of another version are refused


class WrongWeightsError(SheetgenError, ValueError):
    """A file with weights is damaged, or for another layout or version."""


@dataclass(frozen=True)
class Weights:
    """What an expert has learned about a layout, and how."""

    tables: str  # the digest of the tables that were played
    inputs: int
    hidden: int  # the width of the first layer
    games: int  # played to learn it
    seed: int
    mean: float  # points, in games that were not learned from
    numbers: "array[int]"  # in the order of `sg_new_expert`

    def check(self, rules: Rules, tables: Tables) -> None:
        """Raise WrongWeightsError if they are not for these rules."""
        if self.tables != tables.digest():
            raise WrongWeightsError(f"these weights are not for {rules.id}: its rules or values have changed")
        waiting = len(self.numbers) - sum(_sizes(self.inputs, self.hidden))
        if waiting != len(tables.bonuses) * (MAX_ROUNDS + 1):
            raise WrongWeightsError(f"these weights do not fit the bonuses of {rules.id}")
        game = Game(rules, min(rules.edition.rounds.by_players), seed=0)
        numbers, _ = SheetFeatures(rules, tables).of(game.players[0], roll_to_come(game, 0))
        if self.inputs != len(numbers):
            raise WrongWeightsError(f"these weights do not fit the sheet of {rules.id}")


def pack(weights: Weights) -> bytes:
    """Return weights as the content of a file: a line that names it, then compressed data and a checksum."""
    fields = asdict(weights)
    numbers = array("i", fields.pop("numbers"))
    if sys.byteorder == "big":
        numbers.byteswap()
    small, large = _sizes(weights.inputs, weights.hidden)
    fields |= {"features": FEATURES_VERSION, "small": small, "large": large}
    head = json.dumps(fields, sort_keys=True).encode() + b"\n"
    content = numbers.tobytes()
    weights_bytes = b"".join(content[4 * i : 4 * i + 2] for i in range(small))
    data = zlib.compress(head + weights_bytes + content[4 * small :], 9)
    return NAME + data + hashlib.sha256(NAME + data).digest()


def learned_tables(content: bytes) -> str:
    """Return the digest of the tables for which a file has weights, without reading them; "" for another file."""
    if not content.startswith(NAME):
        return ""
    try:
        head, _, _ = zlib.decompressobj().decompress(content[len(NAME) :], 1000).partition(b"\n")
        return str(json.loads(head)["tables"])
    except (zlib.error, ValueError, KeyError, TypeError, RecursionError):
        return ""


def unpack(content: bytes) -> Weights:
    """Return the weights of a file; raise WrongWeightsError if it is damaged, or made by another version."""
    if not content.startswith(NAME):
        raise WrongWeightsError("this is no file with an expert's weights of this version")
    if len(content) < len(NAME) + 32 or hashlib.sha256(content[:-32]).digest() != content[-32:]:
        raise WrongWeightsError("the file is damaged: its checksum is wrong")
    fields, data = _parts(content[len(NAME) : -32])
    if fields.pop("features", None) != FEATURES_VERSION:
        raise WrongWeightsError("the weights were learned by another version of sheetgen")
    small, large = fields.pop("small", None), fields.pop("large", None)
    known = fields.keys() == _FIELDS.keys() and all(isinstance(fields[name], kind) for name, kind in _FIELDS.items())
    if not known or min(fields["inputs"], fields["hidden"]) < 1:
        raise WrongWeightsError("the file is damaged: it does not say what it is for")
    if fields["hidden"] % BLOCK or fields["hidden"] > MAX_HIDDEN:
        raise WrongWeightsError(f"the file is damaged: no net is {fields['hidden']} wide")
    if (small, large) != (sizes := _sizes(fields["inputs"], fields["hidden"])):
        raise WrongWeightsError("the file is damaged: its sizes do not fit")
    constants = len(data) - 2 * sizes[0]  # bytes of those of the layers, and of what bonuses are worth by round
    if constants < 4 * sizes[1] or (constants - 4 * sizes[1]) % (4 * (MAX_ROUNDS + 1)):
        raise WrongWeightsError("the file is damaged: it has not as many weights as it says")
    weights, others = array("h", data[: 2 * sizes[0]]), array("i", data[2 * sizes[0] :])
    if sys.byteorder == "big":
        weights.byteswap()
        others.byteswap()
    unpacked = Weights(**fields, numbers=array("i", [*weights, *others]))
    if not _fits_in_32_bits(Net(unpacked)):
        raise WrongWeightsError("the weights are too large")
    return unpacked


def _parts(packed: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the fields and the numbers of a file, whose checksum anyone can compute; raise WrongWeightsError."""
    try:
        reader = zlib.decompressobj()
        content = reader.decompress(packed, MOST_BYTES)
        head, _, data = content.partition(b"\n")
        fields = json.loads(head)
    except (zlib.error, ValueError, RecursionError):
        raise WrongWeightsError("the file is damaged: it cannot be read") from None
    if not reader.eof:
        raise WrongWeightsError(f"the file is damaged: it is cut off, or holds more than {MOST_BYTES >> 20} MB")
    return fields if isinstance(fields, dict) else {}, data


def _fits_in_32_bits(net: "Net") -> bool:
    """Whether no sum of the layers, and no expectation, can exceed 32 bits, whatever a sheet is like."""
    limit = (1 << 31) - 1
    first = zip(net.first_start, *net.first, strict=True)
    second = zip(net.second_start, *net.second, strict=True)
    output = abs(net.third_start) + SECOND_MOST * sum(map(abs, net.third))
    return (
        all(abs(start) + 127 * sum(map(abs, weights)) <= limit for start, *weights in first)
        and all(abs(start) + FIRST_MOST * sum(map(abs, weights)) <= limit for start, *weights in second)
        and output >> OUTPUT_SHIFT <= limit // 2
        and all(abs(worth) <= MOST_WORTH for worth in net.waiting)
    )


def _sizes(inputs: int, hidden: int) -> tuple[int, int]:
    """Return how many weights there are, and how many constants of the layers."""
    return inputs * hidden + hidden * HIDDEN_2 + HIDDEN_2, hidden + HIDDEN_2 + 1


class Net:
    """A net of two hidden layers, in whole numbers."""

    def __init__(self, weights: Weights) -> None:
        inputs, first = weights.inputs, weights.hidden
        small, large = _sizes(inputs, first)
        numbers = weights.numbers.tolist()
        self.first = [numbers[i * first : (i + 1) * first] for i in range(inputs)]  # by input
        at = inputs * first
        self.second = [numbers[at + i * HIDDEN_2 : at + (i + 1) * HIDDEN_2] for i in range(first)]
        self.third = numbers[at + first * HIDDEN_2 : small]
        self.first_start = numbers[small : small + first]
        self.second_start = numbers[small + first : small + first + HIDDEN_2]
        self.third_start = numbers[small + large - 1]
        self.waiting = numbers[small + large :]  # what bonuses that wait are worth, by bonus and round

    def changed(self, sums: Sequence[int], before: Sequence[int] | None, now: Sequence[int]) -> list[int]:
        """Return the sums of the first layer after features have changed; `before` is None for none at all."""
        changed = list(sums)
        for i, number in enumerate(now):
            change = number if before is None else number - before[i]
            if change:
                changed = [value + change * weight for value, weight in zip(changed, self.first[i], strict=True)]
        return changed

    def output(self, sums: Sequence[int]) -> int:
        """Return the points still to come, in VALUE_UNIT, from the sums of the first layer."""
        second = self.second_start
        for i, value in enumerate(sums):
            hidden = min(value >> FIRST_SHIFT, FIRST_MOST)
            if hidden > 0:
                second = [value + hidden * weight for value, weight in zip(second, self.second[i], strict=True)]
        out = self.third_start
        for value, weight in zip(second, self.third, strict=True):
            out += max(min(value >> SECOND_SHIFT, SECOND_MOST), 0) * weight
        return out >> OUTPUT_SHIFT


class Expert:
    """A bot that takes the move after which a sheet can expect most points."""

    def __init__(self, rules: Rules, weights: Weights, *, together: bool = True) -> None:
        """Prepare it; without `together` it plays as if it were alone, whoever else is at the table."""
        self.rules, self.tables, self.together = rules, compile_tables(rules), together
        weights.check(rules, self.tables)
        self.mean = weights.mean  # of its points in solo games
        self.net = Net(weights)
        self.features = SheetFeatures(rules, self.tables)

    def __call__(self, game: Game, chance: Random) -> Move:
        """Return the best move; of equal ones the first."""
        moves = game.legal_moves()
        if len(moves) == 1:
            return moves[0]
        values = self.values(game)
        followed = [i for i, value in enumerate(values) if value is not None]
        return moves[max(followed, key=lambda i: (values[i], -i))]

    def values(self, game: Game) -> list[int | None]:
        """Return what each legal move is worth, in VALUE_UNIT; None for those that are not promising.

        A move that leads to further decisions, such as where to put a bonus, is followed through the best of them if it
        is among the best of its kind.
        """
        decision = _Decision(self, game)
        values: list[int | None] = []
        leading: dict[int, int] = {}  # moves that lead to further decisions, with what they seem to be worth
        moves = game.legal_moves()
        for i, move in enumerate(moves):
            after, settled = decision.after(game, move)
            value = decision.value(after)
            values.append(value if settled else None)
            if not settled:
                leading[i] = value
        for i in sorted(leading, key=lambda i: (-leading[i], i))[:SHORTLIST]:
            values[i] = decision.follow(game, moves[i])
        return values

    def worths(self, game: Game) -> list[float | None]:
        """Return the same in points; None for all of them where that would be rough."""
        worths = [value / VALUE_UNIT if value is not None else None for value in self.values(game)]
        most = max((worth for worth in worths if worth is not None), default=0.0)
        return [None] * len(worths) if self.is_rough(game, most) else worths

    def is_rough(self, game: Game, expected: float) -> bool:
        """Whether what moves are worth cannot be trusted: near the end, on a sheet far below its own.

        There it errs by more points than most moves differ; `expected` is the total after the best move.
        """
        return game.round > game.rounds - ROUGH_ROUNDS and expected < ROUGH_BELOW * self.mean

    def value_of(self, game: Game, move: Move) -> int:
        """Return what one legal move is worth, in VALUE_UNIT, however promising it is."""
        return _Decision(self, game).follow(game, move)


class _Decision:
    """One decision of one player: what the states after it are worth, computed from the state before it."""

    def __init__(self, expert: Expert, game: Game) -> None:
        self.expert, self.seat = expert, game.actor
        roll = roll_to_come(game, self.seat, together=expert.together)
        self.base, _ = expert.features.of(game.players[self.seat], roll)
        self.sums = expert.net.changed(expert.net.first_start, None, self.base)
        self.among_others = expert.together and len(game.players) > 1
        is_last = game.phase == TAKE and game.throw == game.rules.throws
        self.leaves_platter = self.among_others and is_last and game.active == self.seat
        self._gains: dict[frozenset[int], int] = {}  # of the others, by the dice on the platter

    def after(self, game: Game, move: Move) -> tuple[Game, bool]:
        """Return a copy of a game after a move, and whether nothing is left to decide before the next roll."""
        after = game.copy_without_dice()
        try:
            after.play(move)
        except MissingDiceError:
            return after, True
        return after, after.is_over or after.actor != self.seat

    def value(self, game: Game) -> int:
        """Return the points that the player can expect at the end, less what the platter gives away, in VALUE_UNIT."""
        value = self._sheet_value(game, self.seat)
        if self.leaves_platter and game.active == self.seat:
            value -= self._platter_gain(game)
        return value

    def _sheet_value(self, game: Game, seat: int) -> int:
        """Return the points that a player can expect at the end, in VALUE_UNIT."""
        expert, player, net = self.expert, game.players[seat], self.expert.net
        roll = roll_to_come(game, seat, together=expert.together)
        numbers, points = expert.features.of(player, roll)
        value = points * VALUE_UNIT
        if roll.comes:
            sums = net.changed(self.sums, self.base, numbers)
            out = net.output(sums)
            if roll.part:
                more = net.changed(sums, numbers, expert.features.with_one_round_more(numbers, roll.left))
                out += (net.output(more) - out) * roll.part // (game.rules.throws + 1)
            value += out
        round_ = game.rules.rounds(1) - roll.left if self.among_others else game.round
        for bonus in player.pending:
            value += net.waiting[expert.tables.bonuses[bonus] * (MAX_ROUNDS + 1) + round_]
        return value

    def _platter_gain(self, game: Game) -> int:
        """Return what the others gain on average with the best die that is left to them."""
        platter = frozenset(die for die, place in enumerate(game.places) if place in (ON_PLATTER, POOL))
        if platter not in self._gains:
            others = [seat for seat in range(len(game.players)) if seat != self.seat]
            self._gains[platter] = sum(self._gain_of(game, seat, platter) for seat in others) // len(others)
        return self._gains[platter]

    def _gain_of(self, game: Game, seat: int, platter: frozenset[int]) -> int:
        table = game.copy_without_dice()
        table.places = tuple(ON_PLATTER if die in platter else place for die, place in enumerate(game.places))
        table.actor, table.phase = seat, PASSIVE
        before = most = self._sheet_value(table, seat)
        for move in passive_moves(table):
            if move.kind == "take" and game.rules.die_index[move.die] in platter:
                taken = table.copy_without_dice()
                MOVE_EFFECTS[move.kind](taken, taken.players[seat], move)
                most = max(most, self._sheet_value(taken, seat))
        return most - before

    def follow(self, game: Game, move: Move) -> int:
        """Return what a move is worth if the best decisions follow, up to the next roll."""
        after, settled = self.after(game, move)
        for _ in range(MAX_FOLLOWED):
            if settled:
                break
            tried = [self.after(after, option) for option in after.legal_moves()]
            values = [self.value(state) for state, _ in tried] if len(tried) > 1 else [0]
            after, settled = tried[values.index(max(values))]
        return self.value(after)
