"""The planner: the bot that chooses moves by the points that it expects at the end, as learned from the layout."""

from operator import add, mul, sub
from random import Random

from sheetgen.engine.dice import POOL
from sheetgen.engine.game import Game
from sheetgen.engine.moves import Move
from sheetgen.engine.player import Player
from sheetgen.engine.turns import BEFORE_THROW, ROUND, SEND, TAKE
from sheetgen.lab.outcomes import MARKING_KINDS, ZoneState
from sheetgen.lab.valuation import UpcomingThrow, Valuation, Vector
from sheetgen.layout.parts.bonus import Bonus

CHAIN = 2  # how many badges in a row are followed before a further one counts as an average one


class Planner:
    """A bot that plays by a valuation."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.rules = valuation.rules
        self.outcomes = valuation.outcomes

    def __call__(self, game: Game, chance: Random) -> Move:
        """Return the move with the highest expected points at the end."""
        moves = game.legal_moves()
        if len(moves) == 1:
            return moves[0]
        evaluator = MoveEvaluator(self, game)
        return max(moves, key=evaluator.worth)

    def worths(self, game: Game) -> list[float | None]:
        """Return what each legal move is worth, in points at the end of the game."""
        evaluator = MoveEvaluator(self, game)
        return [evaluator.worth(move) for move in game.legal_moves()]


class MoveEvaluator:
    """One decision: what each legal move is worth, in points at the end of the game."""

    def __init__(self, planner: Planner, game: Game) -> None:
        self.valuation, self.rules = planner.valuation, planner.rules
        self.outcomes = planner.outcomes
        self.game = game
        self.seat = game.actor
        self.player: Player = game.players[game.actor]
        self.states = self.outcomes.states(self.player)
        self.unlocked = self.player.unlocked
        self.used = [bits.bit_count() for bits in self.player.used]
        self._sheet_gains: dict[int, Vector] = {}
        self.next = self.next_throw(game.throw + 1, [p == POOL for p in game.places])
        self.prices = self._prices(self.next)
        self._unchanged_worths: dict[UpcomingThrow, float] = {}
        self._placements: dict[tuple[Bonus, int], tuple[float, frozenset[int]]] = {}

    # Rolls to come

    def next_throw(self, throw: int, pool: list[bool]) -> UpcomingThrow:
        """Return the roll after a decision: with the dice of `pool` if any are left, else that of the next turn."""
        game = self.game
        if game.is_active and game.phase in (TAKE, BEFORE_THROW, SEND) and throw <= self.rules.throws and True in pool:
            return UpcomingThrow(game.round - 1, throw, tuple([die for die, at_hand in enumerate(pool) if at_hand]))
        return self._after_turn()

    def _after_turn(self) -> UpcomingThrow:
        """Return the first roll of the next turn: the player's with all dice, or that of another player."""
        game, solo = self.game, len(self.game.players) == 1
        turns = 2 if solo else len(game.players)  # alone, every round has an active and a passive turn
        present = -1 if game.phase == ROUND else 1 if game.solo_passive else game.active
        following = (present + 1) % turns
        round_ = game.round - 1 + (present + 1 == turns)
        if following == (0 if solo else self.seat):
            return UpcomingThrow(round_, 1, tuple(range(len(self.rules.dice))))
        return UpcomingThrow(round_, 0, ())

    def _sheet_gain(self, round_: int) -> Vector:
        """Return what the unchanged sheet will still gain, by zone."""
        value = self._sheet_gains.get(round_)
        if value is None:
            valuation = self.valuation
            parts = [valuation.zone(zone, state, round_) for zone, state in enumerate(self.states)]
            slots = zip(self.unlocked, self.used, strict=True)
            parts += [valuation.track(track, unlocked, used, round_) for track, (unlocked, used) in enumerate(slots)]
            value = self._sheet_gains[round_] = list(map(sum, zip(*parts, strict=True)))
        return value

    def _prices(self, throw: UpcomingThrow) -> Vector:
        """Return what a point in each zone, and each scoring badge, add to the total before a roll."""
        future = list(map(add, self._sheet_gain(throw.round), self.valuation.throw(throw)))
        points = self.outcomes.points
        zones = [points(zone, state) + future[zone] for zone, state in enumerate(self.states)]
        counts = list(map(add, self.player.badge_counts, future[self.valuation.zone_count :]))
        return self.valuation.prices(zones, counts, throw.round)

    def in_points(self, vector: Vector) -> float:
        """Return a vector as points at the end, by the prices of this decision."""
        worth: float = sum(map(mul, self.prices, vector))
        return worth

    def unchanged_worth(self, throw: UpcomingThrow) -> float:
        """Return what the unchanged sheet will still gain if that roll comes next, in points."""
        value = self._unchanged_worths.get(throw)
        if value is None:
            value = self.in_points(self._sheet_gain(throw.round)) + self.in_points(self.valuation.throw(throw))
            self._unchanged_worths[throw] = value
        return value

    def _slots_worth(self, track: int, unlocked: int, spent: int, round_: int) -> float:
        """Return what an action will still gain, in points, if `spent` more of its slots are used."""
        return self.in_points(self.valuation.track(track, unlocked, self.used[track] + spent, round_))

    def _worth_of_using(self, kind: str, count: int, round_: int) -> float:
        """Return by how many points (usually below 0) using `count` slots of an action changes the expectation."""
        change = 0.0
        for track in self.rules.by_kind[kind]:
            used_here = min(count, self.unlocked[track] - self.used[track])
            if used_here > 0:
                unlocked = self.unlocked[track]
                before = self._slots_worth(track, unlocked, 0, round_)
                change += self._slots_worth(track, unlocked, used_here, round_) - before
                count -= used_here
        return change

    # Moves

    def worth(self, move: Move) -> float:
        """Return what a move is worth, in points at the end."""
        throw = self._throw_after(move)
        worth, round_ = self.unchanged_worth(throw), throw.round
        if move.kind in MARKING_KINDS:
            worth += self._mark(self.states, move, round_, CHAIN)
            if move.joker:
                worth += self._worth_of_using("joker", 1, round_)
            if move.polish or move.partner:
                worth += self._worth_of_using("polish", abs(move.polish) + abs(move.partner), round_)
            if move.kind == "extra":
                worth += self._worth_of_using("extra die", 1, round_)
        elif move.kind in ("reroll", "return"):
            worth += self._worth_of_using(move.kind, 1, round_)
        elif move.kind == "unlock":
            tracks = self.rules.by_kind[move.what]
            worth += self._unlock(tracks[0], round_, 0) if tracks else 0.0
        return worth

    def _throw_after(self, move: Move) -> UpcomingThrow:
        """Return the next roll if a move is played."""
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
        """Return what a mark is worth in points, with its badges and further marks; `depth` badges are followed."""
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
        """Return what a badge is worth in points; `changed` is the zone that was just marked, or -1."""
        match badge.effect:
            case "points":
                return self.prices[self.valuation.badge_index[badge]]
            case "action":
                tracks = self.rules.tracks_of[badge.unlocks or ""]
                return max(self._unlock(track, round_, depth) for track in tracks)
            case "mark":
                return self._free_mark(states, changed, badge, round_, depth)

    def _free_mark(self, states: list[ZoneState], changed: int, badge: Bonus, round_: int, depth: int) -> float:
        """Return what a badge that marks a cell is worth: the best mark that it allows, or its average so far."""
        if depth <= 0:
            return self.valuation.average_badge(badge, round_)
        cached = self._placements.get((badge, round_))
        if cached is not None and changed not in cached[1] and depth == CHAIN - 1:
            return cached[0]
        places = self.rules.placements(badge, [state.node for state in states], self.game.faces)
        best = max((self._mark(states, place, round_, depth) for place in places), default=0.0)
        if depth == CHAIN - 1:
            zones = frozenset(self.rules.zone_index[place.zone] for place in places)
            if changed not in zones:
                self._placements[badge, round_] = best, zones
        if self.valuation.learning:
            self.valuation.record_badge(badge, round_, best)
        return best

    def _unlock(self, track: int, round_: int, depth: int) -> float:
        """Return what one more slot of an action is worth in points, with the badge at the end of its track."""
        unlocked, rules = self.unlocked[track], self.rules.tracks[track]
        if unlocked == len(rules.slots):
            return 0.0
        worth = self._slots_worth(track, unlocked + 1, 0, round_) - self._slots_worth(track, unlocked, 0, round_)
        if rules.end is not None and unlocked + 1 == len(rules.slots):
            worth += self._badge(self.states, -1, rules.end, round_, depth)
        return worth
