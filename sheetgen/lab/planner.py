"""The planner: plays for what a sheet will be worth at the end, by what it has learned about the layout."""

from operator import add, mul, sub
from random import Random

from sheetgen.engine.dice import POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player
from sheetgen.engine.turns import BEFORE_THROW, ROUND, SEND, TAKE
from sheetgen.lab.outcomes import MARKING, ZoneState
from sheetgen.lab.valuation import UpcomingThrow, Valuation, Vector
from sheetgen.layout.parts.bonus import Bonus

CHAIN = 2  # how far chains of badges are followed before they are taken for average ones


class Planner:
    """A player with a valuation."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.rules = valuation.rules
        self.outcomes = valuation.outcomes

    def __call__(self, game: Game, chance: Random) -> Move:
        """The move with the best outlook."""
        moves = game.legal_moves()
        if len(moves) == 1:
            return moves[0]
        evaluator = MoveEvaluator(self, game)
        return max(moves, key=evaluator.worth)


class MoveEvaluator:
    """One decision: what each move is worth, in points at the end."""

    def __init__(self, planner: Planner, game: Game) -> None:
        self.valuation, self.rules = planner.valuation, planner.rules
        self.outcomes = planner.outcomes
        self.game = game
        self.seat = game.actor
        self.player: Player = game.players[game.actor]
        self.states = self.outcomes.states(self.player)
        self.unlocked = self.player.unlocked
        self.used = [bits.bit_count() for bits in self.player.used]
        self._sheets: dict[int, Vector] = {}
        self.next = self.next_throw(game.throw + 1, [p == POOL for p in game.places])
        self.prices = self._prices(self.next)
        self._base: dict[UpcomingThrow, float] = {}
        self._placed: dict[tuple[Bonus, int], tuple[float, frozenset[int]]] = {}

    # Throws to come

    def next_throw(self, throw: int, pool: list[bool]) -> UpcomingThrow:
        """The throw after a decision: with these dice if any are left, else the one of the next turn."""
        game = self.game
        if game.is_active and game.phase in (TAKE, BEFORE_THROW, SEND) and throw <= self.rules.throws and True in pool:
            return UpcomingThrow(game.round - 1, throw, tuple([die for die, at_hand in enumerate(pool) if at_hand]))
        return self._after_turn()

    def _after_turn(self) -> UpcomingThrow:
        """The first throw of the next turn: one's own with all dice, or somebody else's."""
        game, solo = self.game, len(self.game.players) == 1
        turns = 2 if solo else len(game.players)  # alone, every round has an active and a passive turn
        present = -1 if game.phase == ROUND else 1 if game.solo_passive else game.active
        following = (present + 1) % turns
        round_ = game.round - 1 + (present + 1 == turns)
        if following == (0 if solo else self.seat):
            return UpcomingThrow(round_, 1, tuple(range(len(self.rules.dice))))
        return UpcomingThrow(round_, 0, ())

    def _sheet(self, round_: int) -> Vector:
        """What the unchanged sheet will still bring, zone by zone."""
        value = self._sheets.get(round_)
        if value is None:
            valuation = self.valuation
            parts = [valuation.zone(zone, state, round_) for zone, state in enumerate(self.states)]
            slots = zip(self.unlocked, self.used, strict=True)
            parts += [valuation.track(track, unlocked, used, round_) for track, (unlocked, used) in enumerate(slots)]
            value = self._sheets[round_] = list(map(sum, zip(*parts, strict=True)))
        return value

    def _prices(self, throw: UpcomingThrow) -> Vector:
        future = list(map(add, self._sheet(throw.round), self.valuation.throw(throw)))
        points = self.outcomes.points
        zones = [points(zone, state) + future[zone] for zone, state in enumerate(self.states)]
        return self.valuation.prices(zones, self.player.foxes + future[-1], throw.round)

    def priced(self, vector: Vector) -> float:
        """A vector in points at the end."""
        worth: float = sum(map(mul, self.prices, vector))
        return worth

    def base(self, throw: UpcomingThrow) -> float:
        """What the unchanged sheet is worth before a throw."""
        value = self._base.get(throw)
        if value is None:
            value = self._base[throw] = self.priced(self._sheet(throw.round)) + self.priced(self.valuation.throw(throw))
        return value

    def _slots(self, track: int, unlocked: int, spent: int, round_: int) -> float:
        return self.priced(self.valuation.track(track, unlocked, self.used[track] + spent, round_))

    def _spend(self, kind: str, count: int, round_: int) -> float:
        """What using so many slots of an action takes away."""
        lost = 0.0
        for track in self.rules.by_kind[kind]:
            here = min(count, self.unlocked[track] - self.used[track])
            if here > 0:
                unlocked = self.unlocked[track]
                lost += self._slots(track, unlocked, here, round_) - self._slots(track, unlocked, 0, round_)
                count -= here
        return lost

    # Moves

    def worth(self, move: Move) -> float:
        """What a move is worth."""
        throw = self._throw_after(move)
        worth, round_ = self.base(throw), throw.round
        if move.kind in MARKING:
            worth += self._mark(self.states, move, round_, CHAIN)
            if move.joker:
                worth += self._spend("joker", 1, round_)
            if move.polish or move.partner:
                worth += self._spend("polish", abs(move.polish) + abs(move.partner), round_)
            if move.kind == "extra":
                worth += self._spend("extra die", 1, round_)
        elif move.kind in ("reroll", "return"):
            worth += self._spend(move.kind, 1, round_)
        elif move.kind == "unlock":
            tracks = self.rules.by_kind[move.what]
            worth += self._unlock(tracks[0], round_, 0) if tracks else 0.0
        return worth

    def _throw_after(self, move: Move) -> UpcomingThrow:
        game = self.game
        pool = [place == POOL for place in game.places]
        if game.phase == TAKE and not self.player.pending and not game.extra_marks_left:
            if move.kind == "take":
                die = self.rules.die_index[move.die]
                face = game.faces[die]
                pool = [at_hand and d != die and game.faces[d] >= face for d, at_hand in enumerate(pool)]
                return self.next_throw(game.throw + 1, pool)
            return self.next_throw(game.throw + (move.kind == "pass"), pool)
        if game.phase == BEFORE_THROW and move.kind in ("return", "throw"):
            if move.kind == "return":
                pool[self.rules.die_index[move.die]] = True
            return self.next_throw(game.throw, pool)
        return self.next

    def _mark(self, states: list[ZoneState], move: Move, round_: int, depth: int) -> float:
        valuation = self.valuation
        marked = self.outcomes.mark(states, move)
        zone = marked.zone
        before, after = valuation.zone(zone, states[zone], round_), valuation.zone(zone, marked.state, round_)
        worth: float = self.prices[zone] * marked.points
        worth += sum(map(mul, self.prices, map(sub, after, before)))
        if marked.badges or self.rules.extra_marks[move.zone]:
            changed = states.copy()
            changed[zone] = marked.state
            for badge in marked.badges:
                worth += self._badge(changed, zone, badge, round_, depth - 1)
            dice, own_row = self.outcomes.further_marks(self.game, move)
            for die, number in dice:
                options = self.outcomes.options_of_die(zone, changed[zone], die, number, own_row)
                values = [self._mark(changed, option, round_, 1) for option in options]
                if values and max(values) > 0:
                    worth += max(values)
                    best = options[values.index(max(values))]
                    changed[zone] = self.outcomes.mark(changed, best).state
        return worth

    def _badge(self, states: list[ZoneState], changed: int, badge: Bonus, round_: int, depth: int) -> float:
        if badge.effect == "fox":
            return self.prices[-1]
        if badge.unlocks is not None:
            return max(self._unlock(track, round_, depth) for track in self.rules.tracks_of[badge.unlocks])
        if depth <= 0:
            return self.valuation.average_badge(badge, round_)
        known = self._placed.get((badge, round_))
        if known is not None and changed not in known[1] and depth == CHAIN - 1:
            return known[0]
        places = self.rules.placements(badge, [state.node for state in states], self.game.faces)
        best = max((self._mark(states, place, round_, depth) for place in places), default=0.0)
        if depth == CHAIN - 1:
            zones = frozenset(self.rules.zone_index[place.zone] for place in places)
            if changed not in zones:
                self._placed[badge, round_] = best, zones
        if self.valuation.learning:
            self.valuation.note_badge(badge, round_, best)
        return best

    def _unlock(self, track: int, round_: int, depth: int) -> float:
        unlocked, rules = self.unlocked[track], self.rules.tracks[track]
        if unlocked == len(rules.slots):
            return 0.0
        worth = self._slots(track, unlocked + 1, 0, round_) - self._slots(track, unlocked, 0, round_)
        if rules.end is not None and unlocked + 1 == len(rules.slots):
            worth += self._badge(self.states, -1, rules.end, round_, depth)
        return worth
