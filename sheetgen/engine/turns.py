"""The course of a turn: the legal moves of each decision, what happens without a decision, and the effects of moves.

`engine.game` calls this module: PHASE_STEPS by phase until a step returns moves, and MOVE_EFFECTS by kind of move.
Functions change the game in place; what happened is appended to `game.events`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine import events as ev
from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL, WrongDiceError
from sheetgen.engine.moves import DONE, PASS, REROLL, THROW, Move, MoveKind
from sheetgen.engine.player import Player, Written
from sheetgen.layout.parts.bonus import Bonus, ScoringBonus, Unlock
from sheetgen.layout.parts.extra_marks import ExtraMarksRule
from sheetgen.layout.parts.order import PLATTER
from sheetgen.layout.parts.value import FACES

if TYPE_CHECKING:
    from sheetgen.engine.game import Game

# The phases of a game, which say what happens next
ROUND, BEFORE_THROW, TAKE, SEND, END_ACTIVE, EXTRA, SOLO, EQUALS, PASSIVE, END_TURN, FINAL, OVER, SOLO_THROW = range(13)

NO_MOVES: list[Move] = []


class Throw(NamedTuple):
    """Dice and faces of one roll, made after `after` moves; `order` is for solo play, nearest to the platter first."""

    after: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    order: tuple[int, ...] = ()


# The legal moves of each decision


def take_moves(game: "Game") -> list[Move]:
    """Return the moves of the active player after a roll."""
    player = game.players[game.actor]
    moves = die_moves(game, player, "take", [die for die, place in enumerate(game.places) if place == POOL])
    if not moves or game.rules.may_pass_active:
        moves.append(PASS)
    if player.has_free("reroll"):
        moves.append(REROLL)
    return moves


def before_throw_moves(game: "Game") -> list[Move]:
    """Return the moves before a roll: take a die back from the platter, or roll; `done` if no die is left."""
    rules = game.rules
    moves = [Move("return", die=rules.dice[die]) for die, place in enumerate(game.places) if place == ON_PLATTER]
    return [*moves, THROW if POOL in game.places else DONE]


def passive_moves(game: "Game") -> list[Move]:
    """Return the moves of a passive player: with dice on the platter, or, if none is usable, on the die slots."""
    player = game.players[game.actor]
    platter = [die for die, place in enumerate(game.places) if place == ON_PLATTER]
    unchanged = die_moves(game, player, "take", platter, changed=False)
    moves = unchanged + changed_die_moves(game, player, "take", platter)
    usable = bool(moves if game.rules.rulings.last_resort == "with actions" else unchanged)
    if not usable:
        slots = [die for die, place in enumerate(game.places) if place > 0]
        moves += die_moves(game, player, "take", slots)
    if moves and (not usable or game.rules.may_pass_passive):
        moves.append(PASS)
    return moves


def extra_die_moves(game: "Game") -> list[Move]:
    """Return the moves with an extra die from any place, and `done`; empty if there are none."""
    player = game.players[game.actor]
    if not player.has_free("extra die"):
        return []
    dice = [die for die in range(len(game.places)) if not player.extras >> die & 1]
    moves = die_moves(game, player, "extra", dice)
    return [*moves, DONE] if moves else []


def bonus_moves(game: "Game", player: Player) -> list[Move]:
    """Return all moves that use a pending bonus; a ruling may allow the first one only."""
    rules = game.rules
    waiting = dict.fromkeys(player.pending)
    if rules.rulings.simultaneous_bonuses == "in printed order":
        waiting = dict.fromkeys(player.pending[:1])
    moves: list[Move] = []
    for bonus in waiting:
        if bonus.unlocks is not None:
            moves += [
                Move("unlock", what=rules.tracks[track].kind)
                for track in rules.tracks_of[bonus.unlocks]
                if player.unlocked[track] < len(rules.tracks[track].slots)
            ]
        else:
            moves += rules.placements(bonus, player.nodes, game.faces)
    # Two bonuses may allow the same move, such as `? any` and `6 blue or ? any`.
    return moves if len(waiting) < 2 else list(dict.fromkeys(moves))


def extra_mark_moves(game: "Game", player: Player) -> list[Move]:
    """Return the moves for the extra marks that are left, and `done`; empty if there are none."""
    node, zone = player.nodes[game.extra_marks_zone], game.rules.zones[game.extra_marks_zone]
    moves: dict[Move, None] = {}
    for die, number in game.extra_marks_left:
        row_of_die = zone.zone.row_dice.index(die) if zone.zone.row_dice and die in zone.zone.row_dice else None
        for move in node.moves("also", die, number, PLATTER):
            if row_of_die is None or zone.rows[zone.index[move.cell]] == row_of_die:
                moves[move] = None
    return [*moves, DONE] if moves else []


def die_moves(game: "Game", player: Player, kind: MoveKind, dice: list[int], *, changed: bool = True) -> list[Move]:
    """Return all moves with some dice, given by index; with `changed` also those that use joker and polish actions."""
    rules, faces, nodes = game.rules, game.faces, player.nodes
    moves: list[Move] = []
    for die in dice:
        face, name = faces[die], rules.dice[die]
        for zone, partner, platter, by_place in rules.uses[die]:
            if partner >= 0:
                value = face + faces[partner]
            elif platter:
                value = face + game.platter_sum(die)
            else:
                value = face
            place = game.place_for_cells(die, kind == "extra") if by_place else PLATTER
            node = nodes[zone]
            # This is the innermost loop of a game, so a cached answer is read without a call.
            cached = node.move_cache.get((kind, name, value, place))
            moves += node.moves(kind, name, value, place) if cached is None else cached
    return moves + changed_die_moves(game, player, kind, dice) if changed and rules.has_changes else moves


def changed_die_moves(game: "Game", player: Player, kind: MoveKind, dice: list[int]) -> list[Move]:
    """Return all moves in which joker or polish actions change the number of the die."""
    rules, faces = game.rules, game.faces
    polish = len(player.free_slots("polish"))
    jokers = _jokers(player)
    moves: list[Move] = []
    if not polish and not jokers:
        return moves
    for die in dice:
        on_platter = game.places[die] == ON_PLATTER
        max_delta = polish if on_platter else 0
        for use in rules.uses[die]:
            max_partner_delta = polish if use.partner >= 0 and game.places[use.partner] == ON_PLATTER else 0
            place = game.place_for_cells(die, kind == "extra") if use.by_place else PLATTER
            node = player.nodes[use.zone]
            for face, joker, free in _faces(faces[die], jokers):
                for delta in range(-max_delta, max_delta + 1) if not free else (0,):
                    for partner_delta in range(-max_partner_delta, max_partner_delta + 1):
                        spent = abs(delta) + abs(partner_delta)
                        if spent > polish or not (joker or spent) or face + delta not in FACES:
                            continue
                        value = face + delta
                        if use.partner >= 0:
                            if faces[use.partner] + partner_delta not in FACES:
                                continue
                            value += faces[use.partner] + partner_delta
                        elif use.platter:
                            value += game.platter_sum(die)
                        moves += [
                            move._replace(joker=joker, polish=delta, partner=partner_delta)
                            for move in node.moves(kind, rules.dice[die], value, place)
                        ]
    # Faces that make the same mark (the halves of 1 and 2) are one move.
    return list(dict.fromkeys(moves))


def _jokers(player: Player) -> list[tuple[int, tuple[int, ...]]]:
    """Return the free joker slots, counted from 1, with the numbers that they give; equal slots are offered once."""
    offered: dict[object, tuple[int, tuple[int, ...]]] = {}
    for track, slot in player.free_slots("joker"):
        printed = player.rules.tracks[track].slots[slot]
        numbers = (printed,) if isinstance(printed, int) else tuple(FACES)
        offered.setdefault(printed, (slot + 1, numbers))
    return list(offered.values())


def _faces(face: int, jokers: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, int, bool]]:
    """Return the faces that a die may count as: (face, joker slot or 0, whether the joker gives any number)."""
    shown = [(face, 0, False)]
    for slot, numbers in jokers:
        shown += [(number, slot, len(numbers) > 1) for number in numbers if number != face]
    return shown


# Steps: what happens in a phase without a decision. A step returns the moves to choose from; none means that the game
# goes on with the next phase.

# Rounds and turns


def start_round(game: "Game") -> None:
    """Start the round `game.round`: every player in turn takes its bonus (F2)."""
    game.phase, game.actor = ROUND, 0
    game.events.append(ev.RoundStarted(game.round))
    _take_round_bonus(game)


def _take_round_bonus(game: "Game") -> None:
    bonus = game.rules.round_bonus(game.round)
    if bonus is not None:
        earn(game, game.players[game.actor], bonus)


def _round_step(game: "Game") -> list[Move]:
    if game.actor + 1 < len(game.players):
        game.actor += 1
        _take_round_bonus(game)
    else:
        _start_turn(game)
    return NO_MOVES


def _start_turn(game: "Game") -> None:
    game.actor = game.active
    game.solo_passive = False
    game.places = (POOL,) * len(game.places)
    game.throw = 1
    game.phase = BEFORE_THROW
    for player in game.players:
        player.extras = 0
    game.events.append(ev.TurnStarted(game.active, "active", game.faces, game.places))


def _end_turn_step(game: "Game") -> list[Move]:
    last_turn = game.active + 1 == len(game.players)
    if last_turn and game.round == game.rounds:
        # Passive players have just had their chance; the active one had it before the others marked (F4).
        game.actor = game.active
        game.phase = FINAL
    elif last_turn:
        game.round += 1
        game.active = 0
        start_round(game)
    else:
        game.active += 1
        _start_turn(game)
    return NO_MOVES


def _final_step(game: "Game") -> list[Move]:
    if len(game.players) > 1:
        return _extra_step(game)
    finish(game)
    return NO_MOVES


def finish(game: "Game") -> None:
    """End the game with an event for the score of each player."""
    game.phase = OVER
    for i, score in enumerate(game.scores()):
        game.events.append(ev.Scored(i, score))


# The active player


def _before_throw_step(game: "Game") -> list[Move]:
    """Offer to take dice back before a roll (X5), else roll."""
    player = game.players[game.actor]
    allowed = not game.returned or game.rules.rulings.returns == "several"
    if allowed and ON_PLATTER in game.places and player.has_free("return"):
        return before_throw_moves(game)
    throw_or_end(game)
    return NO_MOVES


def throw_or_end(game: "Game") -> None:
    """Roll the dice in the pool; if it is empty, the active turn is over (A7)."""
    if POOL in game.places:
        throw(game)
        game.phase = TAKE
    else:
        game.phase = END_ACTIVE
    game.returned = False


def throw(game: "Game") -> None:
    """Roll all dice in the pool; raise DiceError, before anything has changed, if the source fails."""
    dice = tuple([die for die, place in enumerate(game.places) if place == POOL])
    names = game.rules.names(dice)
    faces = tuple(game.source.throw(names))
    if game.dice_may_fail and (len(faces) != len(dice) or not all(face in FACES for face in faces)):
        raise WrongDiceError(f"expected a face from 1 to 6 for each of {', '.join(names)}, found {faces}", names)
    if len(dice) == len(game.faces):
        game.faces = faces
    else:
        all_faces = list(game.faces)
        for die, face in zip(dice, faces, strict=True):
            all_faces[die] = face
        game.faces = tuple(all_faces)
    game.throws.append(Throw(len(game.moves), dice, faces))
    game.events.append(ev.Thrown(game.actor, names, faces, game.throw, game.faces, game.places))


def move_dice(game: "Game", dice: Sequence[int], place: int) -> None:
    """Move dice, given by index, to a place; a new tuple is made, since earlier events keep the old one."""
    if len(dice) == 1:
        moved = (*game.places[: dice[0]], place, *game.places[dice[0] + 1 :])
    else:
        places = list(game.places)
        for die in dice:
            places[die] = place
        moved = tuple(places)
    game.places = game.rules.shared_places.setdefault(moved, moved)


def _take_step(game: "Game") -> list[Move]:
    moves = take_moves(game)
    if len(moves) == 1 and moves[0].kind == "pass":
        lose_throw(game)
        return NO_MOVES
    return moves


def lose_throw(game: "Game") -> None:
    """Go on after a roll of which no die was used: the die slot stays empty (A8)."""
    game.events.append(ev.Lost(game.actor, "throw"))
    if game.rules.rulings.lost_throw == "dice leave":
        send_to_platter(game, [die for die, place in enumerate(game.places) if place == POOL])
    _next_throw(game)


def _next_throw(game: "Game") -> None:
    game.throw += 1
    game.phase = BEFORE_THROW if game.throw <= game.rules.throws else END_ACTIVE


def _send_step(game: "Game") -> list[Move]:
    """Send the dice that are lower than the one taken to the platter (A4), and offer their extra marks (D2)."""
    pool = [die for die, place in enumerate(game.places) if place == POOL]
    lower = [die for die in pool if game.faces[die] < game.taken_face]
    send_to_platter(game, lower)
    last = game.throw == game.rules.throws and game.rules.rulings.last_sweep == "yes"
    swept = pool if last else lower
    if game.sweeping_zone >= 0 and swept:
        extra_marks = game.rules.zones[game.sweeping_zone].zone.extra_marks
        if extra_marks is not None:
            game.extra_marks_zone = game.sweeping_zone
            leaving = [(game.rules.dice[die], game.faces[die]) for die in swept]
            game.extra_marks_left = [*extra_marks.when_dice_leave(leaving)]
    _next_throw(game)
    return NO_MOVES


def send_to_platter(game: "Game", dice: list[int]) -> None:
    """Move dice, given by index, to the platter; without dice nothing happens."""
    if dice:
        move_dice(game, dice, ON_PLATTER)
        game.events.append(ev.Sent(game.rules.names(tuple(dice)), game.faces, game.places))


def _end_active_step(game: "Game") -> list[Move]:
    send_to_platter(game, [die for die, place in enumerate(game.places) if place == POOL])
    game.phase = EXTRA
    return NO_MOVES


# The end of a player's turn, and the passive players


def _extra_step(game: "Game") -> list[Move]:
    moves = extra_die_moves(game)
    if not moves:
        after_extra(game)
    return moves


def after_extra(game: "Game") -> None:
    """Go on when a player has finished: to the next passive player, the next turn, or the end of the game."""
    following = (game.actor + 1) % len(game.players)
    if game.phase == FINAL:
        finish(game)
    elif len(game.players) == 1:
        game.phase = END_TURN if game.solo_passive else SOLO
    elif following == game.active:
        game.phase = END_TURN
    else:
        game.actor = following
        game.phase = PASSIVE


def _passive_step(game: "Game") -> list[Move]:
    moves = passive_moves(game)
    if not moves:
        game.events.append(ev.Lost(game.actor, "platter"))
        game.phase = EXTRA
    return moves


# Solo


def _solo_step(game: "Game") -> list[Move]:
    """Start the passive turn of a single player (S2)."""
    game.solo_passive = True
    game.players[0].extras = 0
    game.places = (POOL,) * len(game.places)
    game.events.append(ev.TurnStarted(0, "passive", game.faces, game.places))
    game.phase = SOLO_THROW
    return NO_MOVES


def _solo_throw_step(game: "Game") -> list[Move]:
    """Roll all dice for the passive turn of a single player (S2)."""
    throw(game)
    game.order = list(range(len(game.faces)))
    if game.rules.rulings.equal_dice == "at random":
        _ask_order(game)
    game.phase = EQUALS
    return NO_MOVES


def _equals_step(game: "Game") -> list[Move]:
    """Send the lowest dice to the platter; if equal dice compete for the last places, the player decides (S2)."""
    solo = game.rules.edition.solo
    wanted = min(solo.platter if solo is not None else 3, len(game.places))  # there may be fewer dice than that
    left = wanted - game.places.count(ON_PLATTER)
    if left > 0:
        pool = sorted((die for die, place in enumerate(game.places) if place == POOL), key=lambda d: game.faces[d])
        limit = game.faces[pool[left - 1]]
        sure = [die for die in pool if game.faces[die] < limit]
        tied = [die for die in pool if game.faces[die] == limit]
        send_to_platter(game, sure)
        if left - len(sure) == len(tied):
            send_to_platter(game, tied)
        elif game.rules.rulings.equal_dice == "at random":
            send_to_platter(game, [die for die in game.order if die in tied][: left - len(sure)])
        else:
            return [Move("nearest", die=game.rules.dice[die]) for die in tied]
    _place_other_dice(game, solo.others if solo is not None else "nowhere")
    game.phase = PASSIVE
    return NO_MOVES


def _place_other_dice(game: "Game", place: str) -> None:
    """Put the other dice on the slots, or aside, where only an extra die reaches them (S4)."""
    game.order = [die for die in game.order if game.places[die] == POOL]
    if place == "on the slots, nearest on top" and game.rules.rulings.equal_dice != "at random":
        # The player has chosen among equal dice for the platter; the order of the others is random.
        _ask_order(game)
    places = list(game.places)
    for slot, die in enumerate(game.order, start=1):
        places[die] = BESIDE if place == "nowhere" else slot
    game.places = tuple(places)


def _ask_order(game: "Game") -> None:
    """Ask the source for the order of the dice in `game.order`, and keep it with the last roll."""
    names = game.source.order([game.rules.dice[die] for die in game.order])
    game.order = [game.rules.die_index[name] for name in names]
    game.throws[-1] = game.throws[-1]._replace(order=tuple(game.order))


PHASE_STEPS: dict[int, Callable[["Game"], list[Move]]] = {
    ROUND: _round_step,
    BEFORE_THROW: _before_throw_step,
    TAKE: _take_step,
    SEND: _send_step,
    END_ACTIVE: _end_active_step,
    EXTRA: _extra_step,
    SOLO: _solo_step,
    SOLO_THROW: _solo_throw_step,
    EQUALS: _equals_step,
    PASSIVE: _passive_step,
    END_TURN: _end_turn_step,
    FINAL: _final_step,
}


# Marking a cell and what follows: bonuses, unlocked actions, counted badges


def mark(game: "Game", player: Player, move: Move) -> None:
    """Make the mark of a move and give the player the bonuses that it earns."""
    zone = game.rules.zone_index[move.zone]
    node, earned = player.nodes[zone].after(move.cell, move.value, move.badge)
    player.nodes[zone] = node
    if node.rules.writes:
        player.written[zone] = (*player.written[zone], Written(move.cell, move.value, move.badge))
    game.events.append(ev.Marked(game.actor, move.zone, move.cell, move.value))
    for bonus in earned:
        earn(game, player, bonus)


def earn(game: "Game", player: Player, bonus: Bonus) -> None:
    """Give a player a bonus: points and actions at once (X2, X10); a bonus that marks a cell becomes pending (X1)."""
    game.events.append(ev.Earned(game.actor, bonus))
    bonus.earned_by(_PlayerEarner(game, player))


class _PlayerEarner(NamedTuple):
    """The `Earner` of a player in a game."""

    game: "Game"
    player: Player

    def earn_points(self, bonus: ScoringBonus) -> None:
        """Count the badge."""
        self.game.events.append(ev.Counted(self.game.actor, bonus, self.player.count_badge(bonus)))

    def earn_action(self, bonus: Unlock) -> None:
        """Unlock a slot; for a group of lists the bonus becomes pending, since the player chooses the list."""
        tracks = self.game.rules.tracks_of[bonus.action]
        if len(tracks) == 1:
            unlock(self.game, self.player, tracks[0])
        else:
            self.player.pending.append(bonus)

    def earn_mark(self, bonus: Bonus) -> None:
        """Make the bonus pending until the player has chosen a cell."""
        self.player.pending.append(bonus)


def unlock(game: "Game", player: Player, track: int) -> None:
    """Unlock the next slot of a track; the last one earns the bonus at the end of the track (X9)."""
    rules = game.rules.tracks[track]
    if player.unlocked[track] == len(rules.slots):
        game.events.append(ev.Lost(game.actor, rules.label, Unlock(rules.action)))
        return
    player.unlocked[track] += 1
    game.events.append(ev.Unlocked(game.actor, rules.label, player.unlocked[track]))
    if player.unlocked[track] == len(rules.slots) and rules.end is not None:
        earn(game, player, rules.end)


def use_slot(game: "Game", player: Player, kind: str, slot: int | None = None) -> None:
    """Use an action slot: the given one, counted from 0, or the leftmost free one; RuntimeError if none is free."""
    free = player.free_slot(kind) if slot is None else (game.rules.by_kind[kind][0], slot)
    if free is None:
        raise RuntimeError(f"a legal move without a free {kind} slot")
    track, index = free
    player.used[track] |= 1 << index
    game.events.append(ev.Used(game.actor, game.rules.tracks[track].label, index + 1))


def use_changes(game: "Game", player: Player, move: Move) -> None:
    """Use the slots of the joker and polish actions of a move (X6, X7)."""
    if move.joker:
        use_slot(game, player, "joker", move.joker - 1)
    for _ in range(abs(move.polish) + abs(move.partner)):
        use_slot(game, player, "polish")


def set_extra_marks(game: "Game", extra_marks: ExtraMarksRule, die: int, move: Move, *, on_slots: bool) -> None:
    """Offer the extra marks of a die; the rule looks at the other dice on the slots, or else on the platter."""
    other_dice = [
        (game.rules.dice[other], face)
        for other, (face, place) in enumerate(zip(game.faces, game.places, strict=True))
        if other != die and (place > 0 if on_slots else place == ON_PLATTER)
    ]
    game.extra_marks_zone = game.rules.zone_index[move.zone]
    game.extra_marks_left = [*extra_marks.at_once(move.value, other_dice)]


# The effects of each kind of move


def _play_take(game: "Game", player: Player, move: Move) -> None:
    die = game.rules.die_index[move.die]
    extra_marks = game.rules.extra_marks[move.zone]
    if game.rules.has_changes:
        use_changes(game, player, move)
    if game.phase == TAKE:
        move_dice(game, [die], game.throw)
        # The real face decides what leaves, whatever a joker made of it (X6).
        game.taken_face = game.faces[die]
        game.sweeping_zone = game.rules.zone_index[move.zone] if extra_marks is not None else -1
        game.phase = SEND
    else:
        game.phase = EXTRA
    slot = max(game.places[die], 0)
    game.events.append(ev.Taken(game.actor, move.die, game.faces[die], slot, False, game.faces, game.places))
    mark(game, player, move)
    if extra_marks is not None:
        set_extra_marks(game, extra_marks, die, move, on_slots=game.places[die] > 0 and game.is_active)


def _play_extra(game: "Game", player: Player, move: Move) -> None:
    die = game.rules.die_index[move.die]
    use_slot(game, player, "extra die")
    use_changes(game, player, move)
    player.extras |= 1 << die
    slot = max(game.places[die], 0)
    game.events.append(ev.Taken(game.actor, move.die, game.faces[die], slot, True, game.faces, game.places))
    mark(game, player, move)
    extra_marks = game.rules.extra_marks[move.zone]
    if extra_marks is not None and game.rules.rulings.extra_die_matches == "where it lies":
        set_extra_marks(game, extra_marks, die, move, on_slots=game.places[die] > 0)


def _play_place(game: "Game", player: Player, move: Move) -> None:
    fits = [bonus for bonus in player.pending if any(str(single) == move.what for single in bonus.singles)]
    in_order = game.rules.rulings.simultaneous_bonuses == "in printed order"
    # Of several bonuses that allow this move, the one with the fewest choices is used: the other is worth keeping.
    player.pending.remove(fits[0] if in_order else min(fits, key=lambda bonus: len(bonus.singles)))
    mark(game, player, move)


def _play_also(game: "Game", player: Player, move: Move) -> None:
    left = game.extra_marks_left.copy()
    left.remove((move.die, move.value))
    game.extra_marks_left = left
    mark(game, player, move)


def _play_decline(game: "Game", player: Player, move: Move) -> None:
    left = game.extra_marks_left.copy()
    left.remove(next(chance for chance in left if chance[0] == move.die))
    game.extra_marks_left = left


def _play_unlock(game: "Game", player: Player, move: Move) -> None:
    rules = game.rules
    group, track = next(
        (bonus, track)
        for bonus in player.pending
        for track in rules.tracks_of.get(bonus.unlocks or "", ())
        if rules.tracks[track].kind == move.what and player.unlocked[track] < len(rules.tracks[track].slots)
    )
    player.pending.remove(group)
    unlock(game, player, track)


def _play_reroll(game: "Game", player: Player, move: Move) -> None:
    use_slot(game, player, "reroll")
    throw(game)


def _play_return(game: "Game", player: Player, move: Move) -> None:
    use_slot(game, player, "return")
    move_dice(game, [game.rules.die_index[move.die]], POOL)
    game.returned = True
    game.events.append(ev.Returned(game.actor, move.die, game.faces, game.places))


def _play_throw(game: "Game", player: Player, move: Move) -> None:
    throw_or_end(game)


def _play_pass(game: "Game", player: Player, move: Move) -> None:
    if game.phase == TAKE:
        lose_throw(game)
    else:
        game.events.append(ev.Lost(game.actor, "platter"))
        game.phase = EXTRA


def _play_done(game: "Game", player: Player, move: Move) -> None:
    if game.extra_marks_left:
        game.extra_marks_left = []
    elif game.phase == BEFORE_THROW:
        game.phase = END_ACTIVE
    else:
        after_extra(game)


def _play_nearest(game: "Game", player: Player, move: Move) -> None:
    send_to_platter(game, [game.rules.die_index[move.die]])


MOVE_EFFECTS: dict[MoveKind, Callable[["Game", Player, Move], None]] = {
    "take": _play_take,
    "extra": _play_extra,
    "place": _play_place,
    "also": _play_also,
    "decline": _play_decline,
    "unlock": _play_unlock,
    "reroll": _play_reroll,
    "return": _play_return,
    "throw": _play_throw,
    "pass": _play_pass,
    "done": _play_done,
    "nearest": _play_nearest,
}
