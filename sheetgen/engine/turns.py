"""How a turn goes: its phases, the legal moves of each decision, what moves do and earn, what happens by itself."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine import events as ev
from sheetgen.engine.dice import BESIDE, ON_PLATTER, POOL, WrongDiceError
from sheetgen.engine.moves import DONE, PASS, REROLL, THROW, Move, MoveKind
from sheetgen.engine.player import Player, Written
from sheetgen.layout.parts.bonus import Bonus, Unlock
from sheetgen.layout.parts.extra_marks import ExtraMarksRule
from sheetgen.layout.parts.order import PLATTER
from sheetgen.layout.parts.value import FACES

if TYPE_CHECKING:
    from sheetgen.engine.game import Game

# How far a turn has come
ROUND, BEFORE_THROW, TAKE, SEND, END_ACTIVE, EXTRA, SOLO, EQUALS, PASSIVE, END_TURN, FINAL, OVER, SOLO_THROW = range(13)

NO_MOVES: list[Move] = []


class Throw(NamedTuple):
    """Dice as they were thrown, after so many moves; in solo play also how they lay, nearest first."""

    after: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    order: tuple[int, ...] = ()


# The legal moves of each decision


def take_moves(game: "Game") -> list[Move]:
    """The active player's choice after a throw."""
    player = game.players[game.actor]
    moves = die_moves(game, player, "take", [die for die, place in enumerate(game.places) if place == POOL])
    if not moves or game.rules.may_pass_active:
        moves.append(PASS)
    if player.has_free("reroll"):
        moves.append(REROLL)
    return moves


def before_throw_moves(game: "Game") -> list[Move]:
    """Take dice back from the platter, or throw."""
    rules = game.rules
    moves = [Move("return", die=rules.dice[die]) for die, place in enumerate(game.places) if place == ON_PLATTER]
    return [*moves, THROW if POOL in game.places else DONE]


def passive_moves(game: "Game") -> list[Move]:
    """A passive player's choice among the platter; only if none is usable, among the active player's slots."""
    player = game.players[game.actor]
    platter = [die for die, place in enumerate(game.places) if place == ON_PLATTER]
    as_they_lie = die_moves(game, player, "take", platter, changed=False)
    moves = as_they_lie + changed_die_moves(game, player, "take", platter)
    usable = moves if game.rules.rulings.last_resort == "with actions" else as_they_lie
    if not usable:
        slots = [die for die, place in enumerate(game.places) if place > 0]
        moves += die_moves(game, player, "take", slots)
    if moves and (not usable or game.rules.may_pass_passive):
        moves.append(PASS)
    return moves


def extra_die_moves(game: "Game") -> list[Move]:
    """One more die from anywhere, or stop."""
    player = game.players[game.actor]
    if not player.has_free("extra die"):
        return []
    dice = [die for die in range(len(game.places)) if not player.extras >> die & 1]
    moves = die_moves(game, player, "extra", dice)
    return [*moves, DONE] if moves else []


def bonus_moves(game: "Game", player: Player) -> list[Move]:
    """All ways to use the bonuses that wait, whichever comes first."""
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
    return moves


def extra_mark_moves(game: "Game", player: Player) -> list[Move]:
    """One more mark with the same die."""
    node, zone = player.nodes[game.extra_marks_zone], game.rules.zones[game.extra_marks_zone]
    moves: dict[Move, None] = {}
    for die, number in game.extra_marks_left:
        row_of_die = zone.zone.row_dice.index(die) if zone.zone.row_dice and die in zone.zone.row_dice else None
        for move in node.moves("also", die, number, PLATTER):
            if row_of_die is None or zone.rows[zone.index[move.cell]] == row_of_die:
                moves[move] = None
    return [*moves, DONE] if moves else []


def die_moves(game: "Game", player: Player, kind: MoveKind, dice: list[int], *, changed: bool = True) -> list[Move]:
    """All cells that dice may mark, as they lie and (if wanted) changed by joker and polish."""
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
            # This is the innermost loop of a game: a known answer is looked up without a call.
            cached = node.move_cache.get((kind, name, value, place))
            moves += node.moves(kind, name, value, place) if cached is None else cached
    return moves + changed_die_moves(game, player, kind, dice) if changed and rules.has_changes else moves


def changed_die_moves(game: "Game", player: Player, kind: MoveKind, dice: list[int]) -> list[Move]:
    """The same with a die that counts as another number: jokers, polish, or both."""
    rules, faces = game.rules, game.faces
    polish = len(player.free_slots("polish"))
    jokers = _jokers(player)
    moves: list[Move] = []
    if not polish and not jokers:
        return moves
    for die in dice:
        on_platter = game.places[die] == ON_PLATTER
        with_die = polish if on_platter else 0
        for way in rules.uses[die]:
            with_partner = polish if way.partner >= 0 and game.places[way.partner] == ON_PLATTER else 0
            place = game.place_for_cells(die, kind == "extra") if way.by_place else PLATTER
            node = player.nodes[way.zone]
            for face, joker, free in _faces(faces[die], jokers):
                for delta in range(-with_die, with_die + 1) if not free else (0,):
                    for beside in range(-with_partner, with_partner + 1):
                        spent = abs(delta) + abs(beside)
                        if spent > polish or not (joker or spent) or face + delta not in FACES:
                            continue
                        value = face + delta
                        if way.partner >= 0:
                            if faces[way.partner] + beside not in FACES:
                                continue
                            value += faces[way.partner] + beside
                        elif way.platter:
                            value += game.platter_sum(die)
                        moves += [
                            move._replace(joker=joker, polish=delta, partner=beside)
                            for move in node.moves(kind, rules.dice[die], value, place)
                        ]
    # Faces that make the same mark (the halves of 1 and 2) are one move.
    return list(dict.fromkeys(moves))


def _jokers(player: Player) -> list[tuple[int, tuple[int, ...]]]:
    """Joker slots that may be used, with the numbers that they give; equal slots are offered once."""
    offered: dict[object, tuple[int, tuple[int, ...]]] = {}
    for track, slot in player.free_slots("joker"):
        printed = player.rules.tracks[track].slots[slot]
        numbers = (printed,) if isinstance(printed, int) else tuple(FACES)
        offered.setdefault(printed, (slot + 1, numbers))
    return list(offered.values())


def _faces(face: int, jokers: list[tuple[int, tuple[int, ...]]]) -> list[tuple[int, int, bool]]:
    """The faces that a die may show: its own, and those of jokers; a free joker needs no polish on top."""
    shown = [(face, 0, False)]
    for slot, numbers in jokers:
        shown += [(number, slot, len(numbers) > 1) for number in numbers if number != face]
    return shown


# What happens by itself: a step per phase returns the moves to choose from, or none to go on


# Rounds and turns


def start_round(game: "Game") -> None:
    """Every player in turn crosses the round and takes its badge (F2)."""
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
    """Count the points."""
    game.phase = OVER
    for i, score in enumerate(game.scores()):
        game.events.append(ev.Scored(i, tuple(score.zones.items()), score.foxes, score.total))


# The active player


def _before_throw_step(game: "Game") -> list[Move]:
    """Dice may be taken back before a throw (X5)."""
    player = game.players[game.actor]
    allowed = not game.returned or game.rules.rulings.returns == "several"
    if allowed and ON_PLATTER in game.places and player.has_free("return"):
        return before_throw_moves(game)
    throw_or_end(game)
    return NO_MOVES


def throw_or_end(game: "Game") -> None:
    """Throw what is left; without dice the turn is over (A7)."""
    if POOL in game.places:
        throw(game)
        game.phase = TAKE
    else:
        game.phase = END_ACTIVE
    game.returned = False


def throw(game: "Game") -> None:
    """Throw all dice that are in the pool; if the source has no dice, raise DiceError before anything has changed."""
    dice = tuple([die for die, place in enumerate(game.places) if place == POOL])
    names = game.rules.names(dice)
    faces = tuple(game.source.throw(names))
    if game.dice_may_fail and (len(faces) != len(dice) or not all(face in FACES for face in faces)):
        raise WrongDiceError(f"expected a face from 1 to 6 for each of {', '.join(names)}, found {faces}", names)
    if len(dice) == len(game.faces):
        game.faces = faces
    else:
        lying = list(game.faces)
        for die, face in zip(dice, faces, strict=True):
            lying[die] = face
        game.faces = tuple(lying)
    game.throws.append(Throw(len(game.moves), dice, faces))
    game.events.append(ev.Thrown(game.actor, names, faces, game.throw, game.faces, game.places))


# Six dice lie in few ways, and events keep them: all games share one tuple for each.
SHARED_PLACES: dict[tuple[int, ...], tuple[int, ...]] = {}


def put(game: "Game", dice: Sequence[int], place: int) -> None:
    """Put dice somewhere; events that happened before keep the places as they were."""
    if len(dice) == 1:
        moved = (*game.places[: dice[0]], place, *game.places[dice[0] + 1 :])
    else:
        places = list(game.places)
        for die in dice:
            places[die] = place
        moved = tuple(places)
    game.places = SHARED_PLACES.setdefault(moved, moved)


def _take_step(game: "Game") -> list[Move]:
    moves = take_moves(game)
    if len(moves) == 1 and moves[0].kind == "pass":
        lose_throw(game)
        return NO_MOVES
    return moves


def lose_throw(game: "Game") -> None:
    """Nothing was used: the slot stays empty (A8)."""
    game.events.append(ev.Lost(game.actor, "throw"))
    if game.rules.rulings.lost_throw == "dice leave":
        send(game, [die for die, place in enumerate(game.places) if place == POOL])
    _next_throw(game)


def _next_throw(game: "Game") -> None:
    game.throw += 1
    game.phase = BEFORE_THROW if game.throw <= game.rules.throws else END_ACTIVE


def _send_step(game: "Game") -> list[Move]:
    """After the mark and its bonuses lower dice go to the platter (A4), and may be swept (D2)."""
    at_hand = [die for die, place in enumerate(game.places) if place == POOL]
    lower = [die for die in at_hand if game.faces[die] < game.taken_face]
    send(game, lower)
    last = game.throw == game.rules.throws and game.rules.rulings.last_sweep == "yes"
    swept = at_hand if last else lower
    if game.sweeping_zone >= 0 and swept:
        extra_marks = game.rules.zones[game.sweeping_zone].zone.extra_marks
        if extra_marks is not None:
            game.extra_marks_zone = game.sweeping_zone
            leaving = [(game.rules.dice[die], game.faces[die]) for die in swept]
            game.extra_marks_left = [*extra_marks.when_dice_leave(leaving)]
    _next_throw(game)
    return NO_MOVES


def send(game: "Game", dice: list[int]) -> None:
    """Send dice to the platter."""
    if dice:
        put(game, dice, ON_PLATTER)
        game.events.append(ev.Sent(game.rules.names(tuple(dice)), game.faces, game.places))


def _end_active_step(game: "Game") -> list[Move]:
    send(game, [die for die, place in enumerate(game.places) if place == POOL])
    game.phase = EXTRA
    return NO_MOVES


# The end of a player's turn, and the passive players


def _extra_step(game: "Game") -> list[Move]:
    moves = extra_die_moves(game)
    if not moves:
        after_extra(game)
    return moves


def after_extra(game: "Game") -> None:
    """A player is done: on to the next passive player, or to the next turn."""
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
    """Alone, the same player becomes passive (S2)."""
    game.solo_passive = True
    game.players[0].extras = 0
    game.places = (POOL,) * len(game.places)
    game.events.append(ev.TurnStarted(0, "passive", game.faces, game.places))
    game.phase = SOLO_THROW
    return NO_MOVES


def _solo_throw_step(game: "Game") -> list[Move]:
    """As passive player alone, throw all dice (S2)."""
    throw(game)
    game.order = list(range(len(game.faces)))
    if game.rules.rulings.equal_dice == "at random":
        _see_order(game)
    game.phase = EQUALS
    return NO_MOVES


def _equals_step(game: "Game") -> list[Move]:
    """The lowest dice go to the platter; where equal dice compete for the last places, the player decides (S2)."""
    solo = game.rules.edition.solo
    left = (solo.platter if solo is not None else 3) - game.places.count(ON_PLATTER)
    if left > 0:
        pool = sorted((die for die, place in enumerate(game.places) if place == POOL), key=lambda d: game.faces[d])
        limit = game.faces[pool[left - 1]]
        sure = [die for die in pool if game.faces[die] < limit]
        tied = [die for die in pool if game.faces[die] == limit]
        send(game, sure)
        if left - len(sure) == len(tied):
            send(game, tied)
        elif game.rules.rulings.equal_dice == "at random":
            send(game, [die for die in game.order if die in tied][: left - len(sure)])
        else:
            return [Move("nearest", die=game.rules.dice[die]) for die in tied]
    _put_others(game, solo.others if solo is not None else "nowhere")
    game.phase = PASSIVE
    return NO_MOVES


def _put_others(game: "Game", place: str) -> None:
    """The other dice go on the slots, or lie beside: out of reach but for an extra die (S4)."""
    game.order = [die for die in game.order if game.places[die] == POOL]
    if place == "on the slots, nearest on top" and game.rules.rulings.equal_dice != "at random":
        # The player has said which of the equal dice are nearest; how the others lie is chance.
        _see_order(game)
    places = list(game.places)
    for slot, die in enumerate(game.order, start=1):
        places[die] = BESIDE if place == "nowhere" else slot
    game.places = tuple(places)


def _see_order(game: "Game") -> None:
    """See how dice lie, nearest to the platter first."""
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


# Marking a cell and what follows: bonuses, unlocked actions, foxes


def mark(game: "Game", player: Player, move: Move) -> None:
    """Make a mark and collect what it earns."""
    zone = game.rules.zone_index[move.zone]
    node, earned = player.nodes[zone].after(move.cell, move.value, move.badge)
    player.nodes[zone] = node
    if node.rules.writes:
        player.written[zone] = (*player.written[zone], Written(move.cell, move.value, move.badge))
    game.events.append(ev.Marked(game.actor, move.zone, move.cell, move.value))
    for bonus in earned:
        earn(game, player, bonus)


def earn(game: "Game", player: Player, bonus: Bonus) -> None:
    """Take a badge: foxes and actions count at once (X2, X10); what marks a cell waits for a choice (X1)."""
    game.events.append(ev.Earned(game.actor, bonus))
    bonus.earned_by(_PlayerEarner(game, player))


class _PlayerEarner(NamedTuple):
    """Enters badges on the sheet of a player in a game."""

    game: "Game"
    player: Player

    def earn_fox(self) -> None:
        """Count the fox."""
        self.player.foxes += 1
        self.game.events.append(ev.FoxEarned(self.game.actor, self.player.foxes))

    def earn_action(self, bonus: Unlock) -> None:
        """Unlock a slot; in a group of lists the player chooses the list."""
        tracks = self.game.rules.tracks_of[bonus.action]
        if len(tracks) == 1:
            unlock(self.game, self.player, tracks[0])
        else:
            self.player.pending.append(bonus)

    def earn_mark(self, bonus: Bonus) -> None:
        """Wait for the player's choice."""
        self.player.pending.append(bonus)


def unlock(game: "Game", player: Player, track: int) -> None:
    """Circle the next slot of a track; the last one brings the badge at its end (X9)."""
    rules = game.rules.tracks[track]
    if player.unlocked[track] == len(rules.slots):
        game.events.append(ev.Lost(game.actor, rules.label, Unlock(rules.action)))
        return
    player.unlocked[track] += 1
    game.events.append(ev.Unlocked(game.actor, rules.label, player.unlocked[track]))
    if player.unlocked[track] == len(rules.slots) and rules.end is not None:
        earn(game, player, rules.end)


def use(game: "Game", player: Player, kind: str, slot: int | None = None) -> None:
    """Cross an action slot: a given one, or the leftmost that is free."""
    place = player.free_slot(kind) if slot is None else (game.rules.by_kind[kind][0], slot)
    if place is None:
        raise RuntimeError(f"a legal move without a free {kind} slot")
    track, position = place
    player.used[track] |= 1 << position
    game.events.append(ev.Used(game.actor, game.rules.tracks[track].label, position + 1))


def use_changes(game: "Game", player: Player, move: Move) -> None:
    """Spend the joker and polish actions of a move (X6, X7)."""
    if move.joker:
        use(game, player, "joker", move.joker - 1)
    for _ in range(abs(move.polish) + abs(move.partner)):
        use(game, player, "polish")


def set_extra_marks(game: "Game", extra_marks: ExtraMarksRule, die: int, move: Move, *, on_slots: bool) -> None:
    """Let the zone's rule say which further marks go with a die, by the dice that lie on the slots or the platter."""
    beside = [
        (game.rules.dice[other], face)
        for other, (face, place) in enumerate(zip(game.faces, game.places, strict=True))
        if other != die and (place > 0 if on_slots else place == ON_PLATTER)
    ]
    game.extra_marks_zone = game.rules.zone_index[move.zone]
    game.extra_marks_left = [*extra_marks.at_once(move.value, beside)]


# What each kind of move does


def _play_take(game: "Game", player: Player, move: Move) -> None:
    die = game.rules.die_index[move.die]
    extra_marks = game.rules.extra_marks[move.zone]
    if game.rules.has_changes:
        use_changes(game, player, move)
    if game.phase == TAKE:
        put(game, [die], game.throw)
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
    use(game, player, "extra die")
    use_changes(game, player, move)
    player.extras |= 1 << die
    slot = max(game.places[die], 0)
    game.events.append(ev.Taken(game.actor, move.die, game.faces[die], slot, True, game.faces, game.places))
    mark(game, player, move)
    extra_marks = game.rules.extra_marks[move.zone]
    if extra_marks is not None and game.rules.rulings.extra_die_matches == "where it lies":
        set_extra_marks(game, extra_marks, die, move, on_slots=game.places[die] > 0)


def _play_place(game: "Game", player: Player, move: Move) -> None:
    fits = (bonus for bonus in player.pending if any(str(single) == move.what for single in bonus.singles))
    player.pending.remove(next(fits))
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
    group = next(bonus for bonus in player.pending if bonus.unlocks is not None)
    player.pending.remove(group)
    tracks = game.rules.tracks_of[group.unlocks or ""]
    unlock(game, player, next(track for track in tracks if game.rules.tracks[track].kind == move.what))


def _play_reroll(game: "Game", player: Player, move: Move) -> None:
    use(game, player, "reroll")
    throw(game)


def _play_return(game: "Game", player: Player, move: Move) -> None:
    use(game, player, "return")
    put(game, [game.rules.die_index[move.die]], POOL)
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
    send(game, [game.rules.die_index[move.die]])


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
