"""What each kind of move does."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sheetgen.engine import events as ev
from sheetgen.engine.marking import mark, set_matches, unlock, use, use_changes
from sheetgen.engine.moves import Move, MoveKind
from sheetgen.engine.phases import BEFORE_THROW, END_ACTIVE, EXTRA, POOL, SEND, TAKE
from sheetgen.engine.player import Player
from sheetgen.engine.steps import after_extra, lose_throw, send, throw, throw_or_end
from sheetgen.layout.parts.bonus import Unlock, singles

if TYPE_CHECKING:
    from sheetgen.engine.game import Game


def _take(game: "Game", player: Player, move: Move) -> None:
    die = game.rules.die_index[move.die]
    extra_marks = game.rules.extra_marks[move.zone]
    if game.rules.has_changes:
        use_changes(game, player, move)
    if game.phase == TAKE:
        game.places[die] = game.throw
        # The real face decides what leaves, whatever a joker made of it (X6).
        game.sweeping = game.faces[die]
        game.sweeper = game.rules.zone_index[move.zone] if extra_marks == "swept dice" else -1
        game.phase = SEND
    else:
        game.phase = EXTRA
    game.events.append(ev.Taken(game.actor, move.die, game.faces[die], max(game.places[die], 0), False))
    mark(game, player, move)
    if extra_marks == "matching dice":
        set_matches(game, die, move, on_slots=game.places[die] > 0 and game.is_active)


def _extra(game: "Game", player: Player, move: Move) -> None:
    die = game.rules.die_index[move.die]
    use(game, player, "extra die")
    use_changes(game, player, move)
    player.extras |= 1 << die
    game.events.append(ev.Taken(game.actor, move.die, game.faces[die], max(game.places[die], 0), True))
    mark(game, player, move)
    matches = game.rules.rulings.extra_die_matches == "where it lies"
    if matches and game.rules.extra_marks[move.zone] == "matching dice":
        set_matches(game, die, move, on_slots=game.places[die] > 0)


def _place(game: "Game", player: Player, move: Move) -> None:
    fits = (bonus for bonus in player.pending if any(str(single) == move.what for single in singles(bonus)))
    player.pending.remove(next(fits))
    mark(game, player, move)


def _also(game: "Game", player: Player, move: Move) -> None:
    zone, chances = game.also
    left = chances.copy()
    left.remove((move.die, move.value))
    game.also = (zone, left)
    mark(game, player, move)


def _unlock(game: "Game", player: Player, move: Move) -> None:
    group = next(bonus for bonus in player.pending if isinstance(bonus, Unlock))
    player.pending.remove(group)
    tracks = game.rules.tracks_of[group.action]
    unlock(game, player, next(track for track in tracks if game.rules.tracks[track].kind == move.what))


def _reroll(game: "Game", player: Player, move: Move) -> None:
    use(game, player, "reroll")
    throw(game)


def _return(game: "Game", player: Player, move: Move) -> None:
    use(game, player, "return")
    game.places[game.rules.die_index[move.die]] = POOL
    game.returned = True
    game.events.append(ev.Returned(game.actor, move.die))


def _throw(game: "Game", player: Player, move: Move) -> None:
    throw_or_end(game)


def _pass(game: "Game", player: Player, move: Move) -> None:
    if game.phase == TAKE:
        lose_throw(game)
    else:
        game.events.append(ev.Lost(game.actor, "platter"))
        game.phase = EXTRA


def _done(game: "Game", player: Player, move: Move) -> None:
    if game.also[1]:
        game.also = (0, [])
    elif game.phase == BEFORE_THROW:
        game.phase = END_ACTIVE
    else:
        after_extra(game)


def _nearest(game: "Game", player: Player, move: Move) -> None:
    send(game, [game.rules.die_index[move.die]])


PLAYS: dict[MoveKind, Callable[["Game", Player, Move], None]] = {
    "take": _take,
    "extra": _extra,
    "place": _place,
    "also": _also,
    "unlock": _unlock,
    "reroll": _reroll,
    "return": _return,
    "throw": _throw,
    "pass": _pass,
    "done": _done,
    "nearest": _nearest,
}
