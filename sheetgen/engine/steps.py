"""What happens by itself: one step per phase, which returns the moves to choose from, or none to go on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine import events as ev
from sheetgen.engine import legal
from sheetgen.engine.marking import earn
from sheetgen.engine.moves import Move
from sheetgen.engine.phases import (
    BEFORE_THROW,
    BESIDE,
    END_ACTIVE,
    END_TURN,
    EQUALS,
    EXTRA,
    FINAL,
    ON_PLATTER,
    OVER,
    PASSIVE,
    POOL,
    ROUND,
    SEND,
    SOLO,
    TAKE,
)

if TYPE_CHECKING:
    from sheetgen.engine.game import Game

NOTHING: list[Move] = []


class Throw(NamedTuple):
    """Dice as they were thrown, after so many moves; in solo play also how they lay, nearest first."""

    after: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    order: tuple[int, ...] = ()


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


def _after_round_bonus(game: "Game") -> list[Move]:
    if game.actor + 1 < len(game.players):
        game.actor += 1
        _take_round_bonus(game)
    else:
        _start_turn(game)
    return NOTHING


def _start_turn(game: "Game") -> None:
    game.actor = game.active
    game.solo_passive = False
    game.places = [POOL] * len(game.places)
    game.throw = 1
    game.phase = BEFORE_THROW
    for player in game.players:
        player.extras = 0
    game.events.append(ev.TurnStarted(game.active, "active"))


def _end_turn(game: "Game") -> list[Move]:
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
    return NOTHING


def _final(game: "Game") -> list[Move]:
    if len(game.players) > 1:
        return _extra(game)
    finish(game)
    return NOTHING


def finish(game: "Game") -> None:
    """Count the points."""
    game.phase = OVER
    for i, score in enumerate(game.scores()):
        game.events.append(ev.Scored(i, tuple(score.zones.items()), score.foxes, score.total))


# The active player


def _before_throw(game: "Game") -> list[Move]:
    """Dice may be taken back before a throw (X5)."""
    player = game.players[game.actor]
    allowed = not game.returned or game.rules.rulings.returns == "several"
    if allowed and ON_PLATTER in game.places and player.has_free("return"):
        return legal.before_throw(game)
    throw_or_end(game)
    return NOTHING


def throw_or_end(game: "Game") -> None:
    """Throw what is left; without dice the turn is over (A7)."""
    game.returned = False
    if POOL in game.places:
        throw(game)
        game.phase = TAKE
    else:
        game.phase = END_ACTIVE


def throw(game: "Game") -> None:
    """Throw all dice that are at hand."""
    dice = tuple([die for die, place in enumerate(game.places) if place == POOL])
    faces = tuple(game.source.throw(dice))
    if len(dice) == len(game.faces):
        game.faces = list(faces)
    else:
        for die, face in zip(dice, faces, strict=True):
            game.faces[die] = face
    game.throws.append(Throw(len(game.moves), dice, faces))
    game.events.append(ev.Thrown(game.actor, game.rules.names(dice), faces, game.throw))


def _take(game: "Game") -> list[Move]:
    moves = legal.taking(game)
    if len(moves) == 1 and moves[0].kind == "pass":
        lose_throw(game)
        return NOTHING
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


def _send_lower(game: "Game") -> list[Move]:
    """After the mark and its bonuses lower dice go to the platter (A4), and may be swept (D2)."""
    at_hand = [die for die, place in enumerate(game.places) if place == POOL]
    lower = [die for die in at_hand if game.faces[die] < game.sweeping]
    send(game, lower)
    last = game.throw == game.rules.throws and game.rules.rulings.last_sweep == "yes"
    swept = at_hand if last else lower
    if game.sweeper >= 0 and swept:
        game.also = (game.sweeper, [(game.rules.dice[die], game.faces[die]) for die in swept])
    _next_throw(game)
    return NOTHING


def send(game: "Game", dice: list[int]) -> None:
    """Send dice to the platter."""
    for die in dice:
        game.places[die] = ON_PLATTER
    if dice:
        game.events.append(ev.Sent(game.rules.names(tuple(dice))))


def _end_active(game: "Game") -> list[Move]:
    send(game, [die for die, place in enumerate(game.places) if place == POOL])
    game.phase = EXTRA
    return NOTHING


# The end of a player's turn, and the passive players


def _extra(game: "Game") -> list[Move]:
    moves = legal.extra(game)
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


def _passive(game: "Game") -> list[Move]:
    moves = legal.passive(game)
    if not moves:
        game.events.append(ev.Lost(game.actor, "platter"))
        game.phase = EXTRA
    return moves


# Solo


def _solo_throw(game: "Game") -> list[Move]:
    """As passive player alone, throw all dice (S2)."""
    game.solo_passive = True
    game.players[0].extras = 0
    game.places = [POOL] * len(game.places)
    game.events.append(ev.TurnStarted(0, "passive"))
    throw(game)
    game.order = list(range(len(game.faces)))
    if game.rules.rulings.equal_dice == "at random":
        _see_order(game)
    game.phase = EQUALS
    return NOTHING


def _equals(game: "Game") -> list[Move]:
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
    return NOTHING


def _put_others(game: "Game", place: str) -> None:
    """The other dice go on the slots, or lie beside: out of reach but for an extra die (S4)."""
    game.order = [die for die in game.order if game.places[die] == POOL]
    if place == "on the slots, nearest on top" and game.rules.rulings.equal_dice != "at random":
        # The player has said which of the equal dice are nearest; how the others lie is chance.
        _see_order(game)
    for slot, die in enumerate(game.order, start=1):
        game.places[die] = BESIDE if place == "nowhere" else slot


def _see_order(game: "Game") -> None:
    """See how dice lie, nearest to the platter first."""
    game.order = game.source.order(game.order)
    game.throws[-1] = game.throws[-1]._replace(order=tuple(game.order))


STEPS: dict[int, Callable[["Game"], list[Move]]] = {
    ROUND: _after_round_bonus,
    BEFORE_THROW: _before_throw,
    TAKE: _take,
    SEND: _send_lower,
    END_ACTIVE: _end_active,
    EXTRA: _extra,
    SOLO: _solo_throw,
    EQUALS: _equals,
    PASSIVE: _passive,
    END_TURN: _end_turn,
    FINAL: _final,
}
