"""An expert that minds the other players, at a table with experts that play as if they were alone.

`python -m tests.lab.table_games classic 2 500` plays 500 games of two with each seat of the one that minds the others.
The same dice serve all seats: between equal players the margins of a game cancel each other out.
"""

import sys
from array import array
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from sheetgen.engine import Rules
from sheetgen.engine.fast.core import FastEdition, FastExpert, address
from sheetgen.engine.fast.stepping import FastGame
from sheetgen.lab.expert import unpack
from sheetgen.lab.players import EXPERT_NUMBER
from sheetgen.lab.tally import Estimate
from sheetgen.lab.training import load_weights
from sheetgen.layout import load

ACTOR = 2  # its place among the numbers of a state


@dataclass(frozen=True)
class Measured:
    """How the one that minds the others fared: its share of wins, and its points beyond the mean of the others."""

    players: int
    wins: Estimate
    margin: Estimate
    own: float
    others: float

    def __str__(self) -> str:
        wins, margin = self.wins, self.margin
        points = f"margin {margin.value:.1f} ± {margin.margin:.1f} ({self.own:.1f} to {self.others:.1f})"
        return f"{self.players} players: wins {wins.value:.1%} ± {wins.margin:.1%}, {points}"


class Table:
    """An edition and two experts with the same weights: one minds the other players, one does not."""

    def __init__(self, sheet: str) -> None:
        rules = Rules(load(sheet))
        weights = unpack(load_weights(rules) or b"")
        self.edition = FastEdition(rules)
        self.minding = FastExpert(self.edition, weights.hidden, weights.numbers)
        self.alone = FastExpert(self.edition, weights.hidden, weights.numbers, together=False)

    def totals(self, players: int, seat: int, seed: int) -> list[int]:
        """Return the points of a game in which the player at one seat minds the others."""
        library, numbers, features = self.edition.library, array("i", bytes(4 * (ACTOR + 1))), array("b", bytes(2048))
        game = FastGame(self.edition, players, seed, expert=self.alone)
        while not game.is_over:
            library.sg_get_state(game.handle, address(numbers), len(numbers))
            expert = self.minding if numbers[ACTOR] == seat else self.alone
            library.sg_set_expert(game.handle, expert.handle)
            game.play(game.choose(EXPERT_NUMBER))
        return [library.sg_get_features(game.handle, sheet, address(features)) for sheet in range(players)]

    def measure(self, players: int, seeds: range) -> Measured:
        """Play one game for each seed and seat."""
        wins, margins, own, others = list[float](), list[float](), list[float](), list[float]()
        for seed in seeds:
            games = [self.totals(players, seat, seed) for seat in range(players)]
            shares = [(total[seat] == max(total)) / total.count(max(total)) for seat, total in enumerate(games)]
            own.append(fmean(total[seat] for seat, total in enumerate(games)))
            others.append(fmean((sum(total) - total[seat]) / (players - 1) for seat, total in enumerate(games)))
            wins.append(fmean(shares))
            margins.append(own[-1] - others[-1])
        return Measured(players, _estimate(wins), _estimate(margins), fmean(own), fmean(others))


def _estimate(values: list[float]) -> Estimate:
    mean, half = fmean(values), 1.96 * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


if __name__ == "__main__":
    name, number, games = sys.argv[1:]
    sys.stdout.write(f"{name}, {Table(name).measure(int(number), range(int(games)))}\n")
