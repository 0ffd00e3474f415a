"""A game: whose decision it is, which moves are legal, and what follows from them."""

from collections.abc import Sequence

from sheetgen.engine import events as ev
from sheetgen.engine import legal
from sheetgen.engine.dice import DiceSource, RandomDice
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.player import Player, Written
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.scoring import Score
from sheetgen.engine.zones import PLATTER
from sheetgen.layout import Layout
from sheetgen.layout.parts.bonus import Bonus, Fox, Unlock

# The phases of a game.
ROUND, BEFORE_THROW, TAKE, SEND, END_ACTIVE, EXTRA, SOLO, EQUALS, PASSIVE, END_TURN, FINAL, OVER = range(12)


class Game:
    """A game of one edition.

    >>> game = Game("classic", seed=1)
    >>> game.play(game.legal_moves()[0])
    >>> game.is_over
    False
    """

    # Places of a die: slot n of the active player is n.
    POOL, ON_PLATTER = -1, 0

    def __init__(
        self,
        edition: str | Layout | Rules,
        players: int | Sequence[str] = 1,
        seed: int = 0,
        *,
        dice: DiceSource | None = None,
    ) -> None:
        self.rules = rules_of(edition)
        names = tuple(f"Player {i + 1}" for i in range(players)) if isinstance(players, int) else tuple(players)
        if len(names) not in self.rules.edition.rounds.by_players:
            allowed = ", ".join(map(str, self.rules.edition.rounds.by_players))
            raise ValueError(f"{self.rules.id} is for {allowed} players, not {len(names)}")
        self.players = [Player(self.rules, name) for name in names]
        self.seed = seed
        self._dice = RandomDice(seed) if dice is None else dice
        self.faces = [1] * len(self.rules.dice)
        self.places = [self.ON_PLATTER] * len(self.rules.dice)
        self.round = 1
        self.active = 0
        self.actor = 0
        self.throw = 0
        self.phase = ROUND
        self.solo_passive = False
        self.also: tuple[int, list[tuple[str, int]]] = (0, [])
        self.equal: list[int] = []  # dice among which one is nearest
        self._sweeping = 0  # the face of a die taken, until the lower ones are sent
        self._sweeper = -1  # the zone that may mark swept dice
        self._returned = False
        self.events: list[ev.Event] = []
        self.moves: list[Move] = []
        self.throws: list[tuple[int, ...]] = []
        self._legal: list[Move] = []
        # Only editions with jokers or polish need to look for changed dice.
        self.has_changes = bool(self.rules.by_kind["joker"] or self.rules.by_kind["polish"])
        self.rounds = self.rules.rounds(len(names))
        self._start_round()
        self._advance()

    # Looking

    @property
    def is_over(self) -> bool:
        """Is the game finished?"""
        return self.phase == OVER

    def legal_moves(self) -> list[Move]:
        """Every move that the player to decide may play; empty when the game is over."""
        return self._legal

    def scores(self) -> list[Score]:
        """Every player's score as it is now."""
        return [player.score() for player in self.players]

    def winners(self) -> list[int]:
        """Who wins: the highest total, then the highest single zone; may be several."""
        results = self.scores()
        best = max((score.total, max(score.zones.values())) for score in results)
        return [i for i, score in enumerate(results) if (score.total, max(score.zones.values())) == best]

    def where(self, die: int, kind: str) -> int:
        """The place of a die that counts for its cells: the throw or slot, or the platter."""
        if kind == "extra":
            return self.places[die]
        if self.actor == self.active and not self.solo_passive:
            return self.throw
        return PLATTER

    def platter_sum(self, die: int) -> int:
        """The faces on the platter, a die itself not counted."""
        return sum(
            face
            for other, (face, place) in enumerate(zip(self.faces, self.places, strict=True))
            if place == self.ON_PLATTER and other != die
        )

    # Playing

    def play(self, move: Move) -> None:
        """Play a legal move; raise IllegalMoveError with the rule that forbids it otherwise."""
        if move not in self._legal:
            from sheetgen.engine.why import why_not

            raise IllegalMoveError(*why_not(self, move))
        self.moves.append(move)
        _PLAYS[move.kind](self, self.players[self.actor], move)
        self._advance()

    def undo(self) -> Move:
        """Take back the last move, exactly: the same dice will be thrown again."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        last = self.moves[-1]
        earlier, throws = self.moves[:-1], self.throws
        fresh = self._anew()
        for move in earlier:
            fresh.play(move)
        assert fresh.throws == throws[: len(fresh.throws)]
        self.__dict__.update(fresh.__dict__)
        return last

    def _anew(self) -> "Game":
        names = [player.name for player in self.players]
        if isinstance(self._dice, RandomDice):
            return Game(self.rules, names, self.seed)
        raise TypeError("only a game with a seed can be taken back")

    def copy(self) -> "Game":
        """An independent copy that goes on by itself; chance goes on from the same seed."""
        import copy

        twin = copy.copy(self)
        twin.players = [player.copy() for player in self.players]
        twin._dice = copy.deepcopy(self._dice)
        for name in ("faces", "places", "events", "moves", "throws", "equal"):
            setattr(twin, name, getattr(self, name).copy())
        twin.also = (self.also[0], self.also[1].copy())
        return twin

    def _advance(self) -> None:
        """Do everything that needs no decision, up to the next one."""
        while True:
            player = self.players[self.actor]
            if player.pending:
                self._legal = legal.pending(self, player)
                if self._legal:
                    return
                lost = player.pending if self.rules.rulings.simultaneous_bonuses == "in any order" else player.pending[:1]
                for bonus in lost:
                    self.events.append(ev.Lost(self.actor, str(bonus)))
                del player.pending[: len(lost)]
            elif self.also[1]:
                self._legal = legal.also(self, player)
                if self._legal:
                    return
                self.also = (0, [])
            else:
                self._legal = []
                _STEPS[self.phase](self)
                if self._legal or self.phase == OVER:
                    return

    # Steps: what each phase does by itself

    def _start_round(self) -> None:
        self.phase, self.actor = ROUND, 0
        self.events.append(ev.RoundStarted(self.round))
        self._take_round_bonus()

    def _take_round_bonus(self) -> None:
        bonus = self.rules.round_bonus(self.round)
        if bonus is not None:
            self._earn(self.players[self.actor], bonus)

    def _after_round_bonus(self) -> None:
        if self.actor + 1 < len(self.players):
            self.actor += 1
            self._take_round_bonus()
        else:
            self._start_turn()

    def _start_turn(self) -> None:
        self.actor = self.active
        self.solo_passive = False
        self.places = [self.POOL] * len(self.places)
        self.throw = 1
        self.phase = BEFORE_THROW
        for player in self.players:
            player.extras = 0
        self.events.append(ev.TurnStarted(self.active, "active"))

    def _before_throw(self) -> None:
        player = self.players[self.actor]
        if self.ON_PLATTER in self.places and player.free_slot("return") is not None:
            if not self._returned or self.rules.rulings.returns == "several":
                self._legal = legal.before_throw(self)
                return
        self._throw_or_end()

    def _throw_or_end(self) -> None:
        self._returned = False
        if self.POOL in self.places:
            self._throw()
            self.phase = TAKE
        else:
            self.phase = END_ACTIVE

    def _throw(self) -> None:
        dice = [die for die, place in enumerate(self.places) if place == self.POOL]
        faces = self._dice.throw(len(dice))
        for die, face in zip(dice, faces, strict=True):
            self.faces[die] = face
        self.throws.append(tuple(faces))
        names = self.rules.dice
        self.events.append(ev.Thrown(self.actor, tuple([names[die] for die in dice]), tuple(faces), self.throw))

    def _take(self) -> None:
        moves = legal.taking(self)
        if len(moves) == 1 and moves[0].kind == "pass":
            self._lose_throw()
        else:
            self._legal = moves

    def _lose_throw(self) -> None:
        self.events.append(ev.Lost(self.actor, "throw"))
        if self.rules.rulings.lost_throw == "dice leave":
            self._send([die for die, place in enumerate(self.places) if place == self.POOL])
        self._next_throw()

    def _next_throw(self) -> None:
        self.throw += 1
        self.phase = BEFORE_THROW if self.throw <= self.rules.throws else END_ACTIVE

    def _send_lower(self) -> None:
        """After the mark and its bonuses: lower dice go to the platter, and may be swept."""
        lower = [die for die, place in enumerate(self.places) if place == self.POOL and self.faces[die] < self._sweeping]
        last = self.throw == self.rules.throws and self.rules.rulings.last_sweep == "yes"
        swept = [die for die, place in enumerate(self.places) if place == self.POOL] if last else lower
        self._send(lower)
        if self._sweeper >= 0 and swept:
            self.also = (self._sweeper, [(self.rules.dice[die], self.faces[die]) for die in swept])
        self._sweeper = -1
        self._next_throw()

    def _send(self, dice: list[int]) -> None:
        for die in dice:
            self.places[die] = self.ON_PLATTER
        if dice:
            self.events.append(ev.Sent(tuple([self.rules.dice[die] for die in dice])))

    def _end_active(self) -> None:
        self._send([die for die, place in enumerate(self.places) if place == self.POOL])
        self.phase = EXTRA

    def _extra(self) -> None:
        self._legal = legal.extra(self)
        if not self._legal:
            self._after_extra()

    def _after_extra(self) -> None:
        """A player's turn is over: on to the next passive player, or to the next turn."""
        if self.phase == FINAL:
            self._finish()
            return
        following = (self.actor + 1) % len(self.players)
        if len(self.players) == 1:
            self.phase = END_TURN if self.solo_passive else SOLO
        elif following == self.active:
            self.phase = END_TURN
        else:
            self.actor = following
            self.phase = PASSIVE

    def _passive(self) -> None:
        self._legal = legal.passive(self)
        if not self._legal:
            self.events.append(ev.Lost(self.actor, "platter"))
            self.phase = EXTRA

    def _end_turn(self) -> None:
        last_turn = self.active + 1 == len(self.players)
        if last_turn and self.round == self.rounds:
            # Passive players have just had their chance; the active one had it before the others marked.
            self.actor = self.active
            self.phase = FINAL
        elif last_turn:
            self.round += 1
            self.active = 0
            self._start_round()
        else:
            self.active += 1
            self._start_turn()

    def _finish(self) -> None:
        self.phase = OVER
        for i, score in enumerate(self.scores()):
            self.events.append(ev.Scored(i, tuple(score.zones.items()), score.foxes, score.total))

    def _final(self) -> None:
        if len(self.players) == 1:
            self._finish()
        else:
            self._extra()

    # Solo

    def _solo_throw(self) -> None:
        self.solo_passive = True
        self.players[0].extras = 0
        self.places = [self.POOL] * len(self.places)
        self.events.append(ev.TurnStarted(0, "passive"))
        self._throw()
        self._order = self._dice.order(len(self.faces)) if self._needs_order else list(range(len(self.faces)))
        self.phase = EQUALS

    @property
    def _needs_order(self) -> bool:
        solo = self.rules.edition.solo
        nearest = solo is not None and solo.others == "on the slots, nearest on top"
        return nearest or self.rules.rulings.equal_dice == "at random"

    def _equals(self) -> None:
        """Send the lowest dice to the platter; where equal dice compete for the last places, somebody decides."""
        solo = self.rules.edition.solo
        left = (solo.platter if solo else 3) - self.places.count(self.ON_PLATTER)
        pool = sorted((die for die, place in enumerate(self.places) if place == self.POOL), key=lambda d: self.faces[d])
        if left > 0:
            limit = self.faces[pool[left - 1]]
            sure = [die for die in pool if self.faces[die] < limit]
            tied = [die for die in pool if self.faces[die] == limit]
            left -= len(sure)
            self._send(sure)
            if left == len(tied):
                self._send(tied)
            elif self.rules.rulings.equal_dice == "at random":
                self._send([die for die in self._order if die in tied][:left])
            else:
                self.equal = tied
                self._legal = legal.equals(self)
                return
        others = [die for die in self._order if self.places[die] == self.POOL]
        if solo is None or solo.others == "nowhere":
            # They lie beside the platter: out of reach but for an extra die.
            for die in others:
                self.places[die] = self.BESIDE
        else:
            for slot, die in enumerate(others, start=1):
                self.places[die] = slot
        self.phase = PASSIVE

    BESIDE = -2

    # Marking

    def _mark(self, player: Player, move: Move) -> None:
        """Make a mark and collect what it earns."""
        zone = self.rules.zone_index[move.zone]
        node, earned = player.nodes[zone].after(move.cell, move.value, move.badge)
        player.nodes[zone] = node
        if node.rules.writes:
            player.written[zone] = (*player.written[zone], Written(move.cell, move.value, move.badge))
        self.events.append(ev.Marked(self.actor, move.zone, move.cell, move.value))
        for bonus in earned:
            self._earn(player, bonus)

    def _earn(self, player: Player, bonus: Bonus) -> None:
        """Foxes and actions count at once; what marks a cell waits for the player's choice."""
        self.events.append(ev.Earned(self.actor, str(bonus)))
        if isinstance(bonus, Fox):
            player.foxes += 1
            self.events.append(ev.FoxEarned(self.actor, player.foxes))
        elif isinstance(bonus, Unlock) and len(self.rules.tracks_of[bonus.action]) == 1:
            self._unlock(player, self.rules.tracks_of[bonus.action][0])
        else:
            player.pending.append(bonus)

    def _unlock(self, player: Player, track: int) -> None:
        rules = self.rules.tracks[track]
        if player.unlocked[track] == len(rules.slots):
            self.events.append(ev.Lost(self.actor, rules.label))
            return
        player.unlocked[track] += 1
        self.events.append(ev.Unlocked(self.actor, rules.label, player.unlocked[track]))
        if player.unlocked[track] == len(rules.slots) and rules.end is not None:
            self._earn(player, rules.end)

    def _use(self, player: Player, kind: str, slot: int | None = None) -> None:
        """Cross an action slot: a given one, or the leftmost that is free."""
        found = player.free_slot(kind) if slot is None else (self.rules.by_kind[kind][0], slot)
        assert found is not None
        track, position = found
        player.used[track] |= 1 << position
        self.events.append(ev.Used(self.actor, self.rules.tracks[track].label, position + 1))

    def _use_changes(self, player: Player, move: Move) -> None:
        if move.joker:
            self._use(player, "joker", move.joker - 1)
        for _ in range(abs(move.polish) + abs(move.partner)):
            self._use(player, "polish")

    def _set_matches(self, die: int, move: Move, beside: list[int]) -> None:
        """Zones with matching dice may be marked once more for each equal die that lies beside."""
        zone = self.rules.zones[self.rules.zone_index[move.zone]]
        if zone.zone.extra_marks == "matching dice":
            equal = [other for other in beside if other != die and self.faces[other] == move.value]
            self.also = (self.rules.zone_index[move.zone], [("", move.value)] * len(equal))

    # What each move does

    def _play_take(self, player: Player, move: Move) -> None:
        die = self.rules.die_index[move.die]
        self._use_changes(player, move)
        if self.phase == TAKE:
            self.places[die] = self.throw
            beside = [other for other, place in enumerate(self.places) if place > 0]
            zone = self.rules.zones[self.rules.zone_index[move.zone]]
            self._sweeping = self.faces[die]
            self._sweeper = self.rules.zone_index[move.zone] if zone.zone.extra_marks == "swept dice" else -1
            self.phase = SEND
        else:
            beside = [other for other, place in enumerate(self.places) if place == self.ON_PLATTER]
            self.phase = EXTRA
        self.events.append(ev.Taken(self.actor, move.die, self.faces[die], max(self.places[die], 0), False))
        self._mark(player, move)
        self._set_matches(die, move, beside)

    def _play_extra(self, player: Player, move: Move) -> None:
        die = self.rules.die_index[move.die]
        self._use(player, "extra die")
        self._use_changes(player, move)
        player.extras |= 1 << die
        self.events.append(ev.Taken(self.actor, move.die, self.faces[die], max(self.places[die], 0), True))
        self._mark(player, move)
        if self.rules.rulings.extra_die_matches == "where it lies":
            slot = self.places[die] > 0
            beside = [other for other, place in enumerate(self.places) if (place > 0 if slot else place == self.places[die])]
            self._set_matches(die, move, beside)

    def _play_place(self, player: Player, move: Move) -> None:
        player.pending.remove(next(bonus for bonus in player.pending if move.what in str(bonus).split(" or ")))
        self._mark(player, move)

    def _play_also(self, player: Player, move: Move) -> None:
        zone, chances = self.also
        chances.remove((move.die, move.value))
        self.also = (zone, chances)
        self._mark(player, move)

    def _play_unlock(self, player: Player, move: Move) -> None:
        group = next(bonus for bonus in player.pending if isinstance(bonus, Unlock))
        player.pending.remove(group)
        self._unlock(player, next(t for t in self.rules.tracks_of[group.action] if self.rules.tracks[t].kind == move.what))

    def _play_reroll(self, player: Player, move: Move) -> None:
        self._use(player, "reroll")
        self._throw()

    def _play_return(self, player: Player, move: Move) -> None:
        self._use(player, "return")
        self.places[self.rules.die_index[move.die]] = self.POOL
        self._returned = True
        self.events.append(ev.Returned(self.actor, move.die))

    def _play_throw(self, player: Player, move: Move) -> None:
        self._throw_or_end()

    def _play_pass(self, player: Player, move: Move) -> None:
        if self.phase == TAKE:
            self._lose_throw()
        else:
            self.events.append(ev.Lost(self.actor, "platter"))
            self.phase = EXTRA

    def _play_done(self, player: Player, move: Move) -> None:
        if self.also[1]:
            self.also = (0, [])
        elif self.phase == BEFORE_THROW:
            self.phase = END_ACTIVE
        else:
            self._after_extra()

    def _play_nearest(self, player: Player, move: Move) -> None:
        self._send([self.rules.die_index[move.die]])
        self.equal = []


_STEPS = {
    ROUND: Game._after_round_bonus,
    BEFORE_THROW: Game._before_throw,
    TAKE: Game._take,
    SEND: Game._send_lower,
    END_ACTIVE: Game._end_active,
    EXTRA: Game._extra,
    SOLO: Game._solo_throw,
    EQUALS: Game._equals,
    PASSIVE: Game._passive,
    END_TURN: Game._end_turn,
    FINAL: Game._final,
}
_PLAYS = {
    "take": Game._play_take,
    "extra": Game._play_extra,
    "place": Game._play_place,
    "also": Game._play_also,
    "unlock": Game._play_unlock,
    "reroll": Game._play_reroll,
    "return": Game._play_return,
    "throw": Game._play_throw,
    "pass": Game._play_pass,
    "done": Game._play_done,
    "nearest": Game._play_nearest,
}
