"""Why a move is illegal: the rule in words, and the id of its clause."""

from typing import TYPE_CHECKING

from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.moves import Move
from sheetgen.engine.turns import EXTRA, PASSIVE, TAKE
from sheetgen.engine.zones import ANYWHERE, PLATTER, ZoneRules
from sheetgen.layout.parts.accepts import (
    AtLeast,
    AtLeastTheOneBefore,
    AtMostTheOneBefore,
    Higher,
    Lower,
    OneStep,
    SameNumber,
)
from sheetgen.layout.parts.bonus import singles
from sheetgen.layout.parts.value import FACES

if TYPE_CHECKING:
    from sheetgen.engine.game import Game

Reason = tuple[str, str]


def why_not(game: "Game", move: Move) -> Reason:
    """Say which rule forbids a move that is not legal."""
    if game.is_over:
        return "the game is over", "F4"
    player = game.players[game.actor]
    kinds = {own.kind for own in game.legal_moves()}
    if player.pending and move.kind not in ("place", "unlock"):
        return f"the bonus {player.pending[0]} must be used first", "X1"
    marks = move.kind in ("take", "extra", "place", "also")
    if (marks or move.zone) and (reason := _wrong_cell(game, move)):
        return reason
    if move.kind in ("take", "extra") and (reason := _wrong_die(game, move)):
        return reason
    if move.kind == "place" and (reason := _wrong_bonus(game, move)):
        return reason
    if reason := _wrong_action(game, move):
        return reason
    if move.kind == "pass" and "take" in kinds:
        role = "active" if game.is_active else "passive"
        return f"the {role} player must use a die that fits", "A8" if role == "active" else "P3"
    thrown = move.kind == "take" and game.phase in (TAKE, PASSIVE)
    if move.kind not in kinds and not thrown:
        wanted = ", ".join(sorted(kinds)) or "none"
        return f"'{move.kind}' is not possible now; possible are {wanted}", _moment(game, move)
    return _wrong_mark(game, move)


_MOMENTS = {"extra": "X4", "reroll": "X3", "return": "X5", "unlock": "X8", "nearest": "S2", "throw": "A6", "done": "A6"}


def _moment(game: "Game", move: Move) -> str:
    """The clause that says when a kind of move has its moment."""
    if move.kind == "also":
        extra_marks = game.rules.zones[game.rules.zone_index[move.zone]].zone.extra_marks
        if extra_marks == "swept dice":
            return "D2" if game.is_active and game.phase != EXTRA else "D3"
        return "T3" if extra_marks else "A2"
    return _MOMENTS.get(move.kind, "A1")


def _wrong_cell(game: "Game", move: Move) -> Reason | None:
    zones = {zone.name: zone for zone in game.rules.zones}
    if move.zone not in zones:
        return f"there is no zone {move.zone!r}", "A2"
    if move.cell not in zones[move.zone].index:
        return f"there is no cell {move.target}", zones[move.zone].zone.clause or "A2"
    return None


def _wrong_bonus(game: "Game", move: Move) -> Reason | None:
    waiting = [single for bonus in game.players[game.actor].pending for single in singles(bonus)]
    found = next((single for single in waiting if str(single) == move.what), None)
    if found is None:
        return f"there is no bonus {move.what!r} to use", "X1"
    zone = game.rules.zone_index[move.zone]
    if zone not in game.rules.bonus_zones(found):
        return f"the bonus {move.what} does not mark {move.zone}", game.rules.zones[zone].zone.clause or "X1"
    return None


def _wrong_die(game: "Game", move: Move) -> Reason | None:
    rules, player = game.rules, game.players[game.actor]
    if move.die not in rules.die_index:
        return f"there is no die {move.die!r}", "A1"
    die = rules.die_index[move.die]
    if rules.zone_index[move.zone] not in [use.zone for use in rules.uses[die]]:
        return f"the {move.die} die does not mark {move.zone}", "A3"
    if move.kind == "extra":
        if player.free_slot("extra die") is None:
            return "no extra-die action is unlocked and unused", "X2"
        if player.extras >> die & 1:
            return f"the {move.die} die was already used as an extra die this turn", "X4"
        return None
    place = game.places[die]
    if game.is_active and place != POOL:
        where = "lies on the platter" if place == ON_PLATTER else "was already taken"
        return f"the {move.die} die {where}", "A5"
    if not game.is_active and place > 0 and _platter_is_usable(game):
        return f"a platter die is usable, so the {move.die} die of the active player is out of reach", "P2"
    if not game.is_active and place < ON_PLATTER:
        return f"the {move.die} die does not lie on the platter", "P1"
    return None


def _platter_is_usable(game: "Game") -> bool:
    """Can a die on the platter be used, as P2 understands it?"""
    with_actions = game.rules.rulings.last_resort == "with actions"
    return any(
        own.kind == "take"
        and game.places[game.rules.die_index[own.die]] == ON_PLATTER
        and (with_actions or not (own.joker or own.polish or own.partner))
        for own in game.legal_moves()
    )


_ACTIVE_ONLY = {"reroll": "X3", "return": "X5"}


def _wrong_action(game: "Game", move: Move) -> Reason | None:
    player = game.players[game.actor]
    if move.kind in _ACTIVE_ONLY:
        clause = _ACTIVE_ONLY[move.kind]
        if not game.is_active:
            return f"only the active player may use {move.kind}", "S3" if game.solo_passive else clause
        if player.free_slot(move.kind) is None:
            return f"no {move.kind} action is unlocked and unused", "X2"
        if (
            move.kind == "return"
            and game.throw
            and POOL in game.places
            and "take" in {m.kind for m in game.legal_moves()}
        ):
            return "a die returns before a throw, never after it", "X5"
        return None
    if move.joker:
        numbers = {slot + 1: game.rules.tracks[track].slots[slot] for track, slot in player.free_slots("joker")}
        if move.joker not in numbers:
            return f"joker slot {move.joker} is not unlocked and unused", "X6"
    spent = abs(move.polish) + abs(move.partner)
    if spent > len(player.free_slots("polish")):
        return f"polishing by {spent} needs as many polish actions", "X7"
    for die, by in _polished(game, move):
        if game.places[die] != ON_PLATTER:
            return "only a die on the platter can be polished", "X7"
        if not move.joker and game.faces[die] + by not in FACES:
            return f"{game.faces[die]} cannot be polished by {by:+d}: 1 and 6 are not neighbours", "X7"
    return None


def _polished(game: "Game", move: Move) -> list[tuple[int, int]]:
    """The dice that a move polishes, and by how much: its own die, and the one that is added to it."""
    if not (move.polish or move.partner) or move.die not in game.rules.die_index:
        return []
    own = game.rules.die_index[move.die]
    uses = [use for use in game.rules.uses[own] if game.rules.zones[use.zone].name == move.zone]
    dice = [(own, move.polish), *((use.partner, move.partner) for use in uses if use.partner >= 0)]
    return [(die, by) for die, by in dice if by]


def _wrong_mark(game: "Game", move: Move) -> Reason:
    """The die may be used, but not for that cell with that value."""
    player = game.players[game.actor]
    if not move.zone:
        return f"'{move}' is not possible now", _moment(game, move)
    zone = game.rules.zones[game.rules.zone_index[move.zone]]
    node = player.nodes[game.rules.zone_index[move.zone]]
    clause = zone.zone.clause or "A2"
    cell = zone.index[move.cell]
    if not zone.is_open(node.key, cell):
        return f"{move.target} is already marked", clause
    where = ANYWHERE if move.kind in ("place", "also") else PLATTER
    if move.kind in ("take", "extra") and move.die in game.rules.die_index:
        where = game.where(game.rules.die_index[move.die], move.kind == "extra")
    opened = zone.open_cells(node.key, where)
    if cell not in opened:
        names = ", ".join(f"{zone.name}.{zone.names[c]}" for c in opened[:6]) or "none"
        return f"{move.target} is not open now ('{zone.zone.order.kind}'); open: {names}", clause
    value, how, source = _counts(game, move)
    if not any(zone.fits(node.key, cell, written) for written, _ in zone.written(cell, value)):
        if source == "B1" and zone.numbers[cell] != game.faces[game.rules.die_index[move.die]]:
            source = ""  # the sum is to blame only for a cell that one face alone would cross
        return f"{how}{move.target} {_demand(zone, node.key, cell)}", source or clause
    same = move._replace(value=0, badge=True)
    possible = sorted({own.value for own in game.legal_moves() if own._replace(value=0, badge=True) == same})
    if possible:
        return (
            f"{move.target} cannot take {move.value} from this; possible: {', '.join(map(str, possible))}",
            clause,
        )
    if move.kind == "also":
        clause = _moment(game, move)
    return f"nothing that is thrown gives {move.value} for {move.target}", clause


def _counts(game: "Game", move: Move) -> tuple[int, str, str]:
    """What the die of a move counts; if that is not its face, also how in words, and the clause behind it."""
    rules = game.rules
    if move.kind not in ("take", "extra"):
        return move.value, "", ""
    die, zone = rules.die_index[move.die], rules.zone_index[move.zone]
    value, how, clause = game.faces[die], "", ""
    if move.joker:
        printed = rules.tracks[rules.by_kind["joker"][0]].slots[move.joker - 1]
        if not isinstance(printed, int):
            return move.value, "", ""
        value, how, clause = printed, f"joker {move.joker} makes the die {printed}; ", "X6"
    value += move.polish
    use = next(use for use in rules.uses[die] if use.zone == zone)
    if use.partner >= 0:
        value += game.faces[use.partner] + move.partner
        how, clause = f"{move.die} and {rules.dice[use.partner]} make {value}; ", clause or "B1"
    elif use.platter:
        value += game.platter_sum(die)
        how = f"with the platter the die counts {value}; "
    return value, how, clause


def _demand(zone: ZoneRules, key: tuple[int, ...], cell: int) -> str:
    rule, number = zone.accepts[cell], zone.numbers[cell]
    before, side = zone.before(key, cell)
    match rule:
        case SameNumber():
            return f"takes {number}"
        case AtLeast():
            return f"needs at least {number}"
        case Higher():
            return f"must be higher than {before}"
        case Lower():
            return f"must be lower than {before}"
        case AtMostTheOneBefore():
            return f"must be at most {before}"
        case AtLeastTheOneBefore():
            return f"must be at least {before}"
        case OneStep():
            restart = f" or {rule.restart_with}" if rule.restart_with and before != rule.restart_with else ""
            return f"must be {(before or 0) + side}{restart}"
    return "does not accept that"
