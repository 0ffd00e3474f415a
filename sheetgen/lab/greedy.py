"""The greedy player: the most points at once, badges included; it never looks at what is left of the game."""

from random import Random
from statistics import mean

from sheetgen.engine.dice import POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.rules import Rules
from sheetgen.engine.scoring import zone_points
from sheetgen.engine.turns import TAKE
from sheetgen.lab.outcomes import MARKING, Marked, Outcomes, Spot
from sheetgen.layout.parts.bonus import Bonus, Effect

CHAIN = 3  # how far chains of badges are followed before a further mark is taken for an average one
# What a fox, an action and a die for the next throw are worth, in average marks.
FOX, ACTION, DIE = 2.0, 0.5, 0.6
MARKS_WORTH: dict[Effect, float] = {"fox": FOX, "action": ACTION, "mark": 1.0}  # of a badge, in average marks
MIDDLING = 4  # the face that a full zone is reckoned with


class Greedy:
    """Plays for what a move brings now: points and badges, less the dice that it sends away."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.outcomes = Outcomes(rules)
        self.average = average_mark(rules)

    def __call__(self, game: Game, chance: Random) -> Move:
        """The move with the highest gain; among equals a mark, and with the lowest die, which leaves the others."""
        spots = self.outcomes.spots(game.players[game.actor])

        def rank(move: Move) -> tuple[float, bool, int]:
            face = game.faces[self.rules.die_index[move.die]] if move.kind == "take" else 0
            return self._gain(game, spots, move) - self._sent(game, move), move.kind in MARKING, -face

        return max(game.legal_moves(), key=rank)

    def _sent(self, game: Game, move: Move) -> float:
        """What the dice are worth that the move sends away, as long as there are throws to come."""
        if game.phase != TAKE or move.kind != "take" or game.throw == self.rules.throws:
            return 0.0
        face = game.faces[self.rules.die_index[move.die]]
        sent = sum(place == POOL and own < face for own, place in zip(game.faces, game.places, strict=True))
        return sent * DIE * self.average

    def _gain(self, game: Game, spots: list[Spot], move: Move) -> float:
        """What a move brings at once, less the actions that it spends."""
        if move.kind in MARKING:
            spent = (move.joker > 0) + abs(move.polish) + abs(move.partner) + (move.kind == "extra")
            return self._mark(game, spots, move, CHAIN) - spent * ACTION * self.average
        # A throw that offers less than what the action is worth is thrown again.
        return ACTION * self.average if move.kind == "reroll" else 0.0

    def _mark(self, game: Game, spots: list[Spot], move: Move, depth: int) -> float:
        marked = self.outcomes.mark(spots, move)
        after = with_mark(spots, marked)
        gain = marked.points + self._for_foxes(game, spots, marked)
        gain += sum(self._worth(game, after, badge, depth - 1) for badge in marked.badges)
        dice, own_row = self.outcomes.further_marks(game, move)
        for die, number in dice:
            options = self.outcomes.options_of_die(marked.zone, after[marked.zone], die, number, own_row)
            gains = [self._mark(game, after, also, 1) for also in options]
            if gains and max(gains) > 0:
                gain += max(gains)
                after = with_mark(after, self.outcomes.mark(after, options[gains.index(max(gains))]))
        return gain

    def _for_foxes(self, game: Game, spots: list[Spot], marked: Marked) -> float:
        """What foxes gain, if they are worth the lowest zone and it grows."""
        foxes = game.players[game.actor].foxes
        if not foxes or not marked.points or self.rules.edition.foxes.fixed_points is not None:
            return 0.0
        points = [self.outcomes.points(zone, spot) for zone, spot in enumerate(spots)]
        lowest = min(points)
        points[marked.zone] += marked.points
        return foxes * float(min(points) - lowest)

    def _worth(self, game: Game, spots: list[Spot], badge: Bonus, depth: int) -> float:
        if badge.effect != "mark" or depth <= 0:
            return self._on_average(badge)
        places = self.rules.placements(badge, [spot.node for spot in spots], game.faces)
        return max((self._mark(game, spots, place, depth) for place in places), default=0.0)

    def _on_average(self, badge: Bonus) -> float:
        return self.average * MARKS_WORTH[badge.effect]


def with_mark(spots: list[Spot], marked: Marked) -> list[Spot]:
    """The sheet after a mark."""
    after = spots.copy()
    after[marked.zone] = marked.spot
    return after


def average_mark(rules: Rules) -> float:
    """What one mark is worth on average: full zones of middling numbers, divided by their marks."""
    worth = []
    for zone in rules.zones:
        own = [i for i, printed in enumerate(zone.printed) if not printed]
        full = [0] * len(zone.names)
        for cell in own:
            full[cell] = zone.written(cell, MIDDLING)[-1][0] if zone.writes else 2 if zone.circles else 1
        worth.append(zone_points(zone, full) / len(own) / (2 if zone.circles else 1))
    return max(mean(worth), 1.0)
