"""Explains why a move is illegal: the rule in words, and the id of its clause."""

from enum import StrEnum
from typing import TYPE_CHECKING

from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.moves import Move
from sheetgen.engine.turns import EXTRA, PASSIVE, TAKE
from sheetgen.layout.parts.order import ANYWHERE, PLATTER
from sheetgen.layout.parts.value import FACES

if TYPE_CHECKING:
    from sheetgen.engine.game import Game

Reason = tuple[str, str]


class Clause(StrEnum):
    """The clauses that all editions share; those of a zone are in its layout."""

    TAKE_ONE_DIE = "A1"
    MARK_WITH_IT = "A2"
    DIE_OF_THE_ZONE = "A3"
    OUT_OF_REACH = "A5"
    THROW_THE_REST = "A6"
    ACTIVE_MUST_USE = "A8"
    ADD_BOTH_DICE = "B1"
    GAME_OVER = "F4"
    DIE_FROM_THE_PLATTER = "P1"
    LAST_RESORT = "P2"
    PASSIVE_MUST_USE = "P3"
    EQUAL_DICE = "S2"
    SOLO_ACTIONS = "S3"
    BONUS_AT_ONCE = "X1"
    UNLOCKED_FIRST = "X2"
    REROLL = "X3"
    EXTRA_DIE = "X4"
    RETURN = "X5"
    JOKER = "X6"
    POLISH = "X7"
    CHOOSE_A_LIST = "X8"


def why_not(game: "Game", move: Move) -> Reason:
    """Return why a move is illegal, and the id of the clause that forbids it; the move must not be legal."""
    if game.is_over:
        return "the game is over", Clause.GAME_OVER
    player = game.players[game.actor]
    kinds = {legal.kind for legal in game.legal_moves()}
    if player.pending and move.kind not in ("place", "unlock"):
        return f"the bonus {player.pending[0]} must be used first", Clause.BONUS_AT_ONCE
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
        return (
            f"the {role} player must use a die that fits",
            Clause.ACTIVE_MUST_USE if role == "active" else Clause.PASSIVE_MUST_USE,
        )
    thrown = move.kind == "take" and game.phase in (TAKE, PASSIVE)
    if move.kind not in kinds and not thrown:
        possible = ", ".join(sorted(kinds)) or "none"
        return f"'{move.kind}' is not possible now; possible are {possible}", _clause_of_moment(game, move)
    return _wrong_mark(game, move)


_CLAUSES_OF_MOMENTS = {
    "extra": Clause.EXTRA_DIE,
    "reroll": Clause.REROLL,
    "return": Clause.RETURN,
    "unlock": Clause.CHOOSE_A_LIST,
    "nearest": Clause.EQUAL_DICE,
    "throw": Clause.THROW_THE_REST,
    "done": Clause.THROW_THE_REST,
}


def _clause_of_moment(game: "Game", move: Move) -> str:
    """Return the clause that says when a kind of move is possible."""
    if move.kind == "also":
        zone = game.rules.zones[game.rules.zone_index[move.zone]].zone
        clauses = zone.clauses_of("extra marks") if zone.extra_marks is not None else ()
        # The first one is about the active player's throws, a second one about all other moments.
        if not clauses:
            return Clause.MARK_WITH_IT
        return clauses[0] if game.is_active and game.phase != EXTRA else clauses[-1]
    return _CLAUSES_OF_MOMENTS.get(move.kind, Clause.TAKE_ONE_DIE)


def _wrong_cell(game: "Game", move: Move) -> Reason | None:
    zones = {zone.name: zone for zone in game.rules.zones}
    if move.zone not in zones:
        return f"there is no zone {move.zone!r}", Clause.MARK_WITH_IT
    if move.cell not in zones[move.zone].index:
        return f"there is no cell {move.target}", zones[move.zone].zone.clause or Clause.MARK_WITH_IT
    return None


def _wrong_bonus(game: "Game", move: Move) -> Reason | None:
    waiting = [single for pending in game.players[game.actor].pending for single in pending.singles]
    bonus = next((single for single in waiting if str(single) == move.what), None)
    if bonus is None:
        return f"there is no bonus {move.what!r} to use", Clause.BONUS_AT_ONCE
    zone = game.rules.zone_index[move.zone]
    if zone not in game.rules.bonus_zones(bonus):
        return f"the bonus {move.what} does not mark {move.zone}", game.rules.zones[
            zone
        ].zone.clause or Clause.BONUS_AT_ONCE
    return None


def _wrong_die(game: "Game", move: Move) -> Reason | None:
    rules, player = game.rules, game.players[game.actor]
    if move.die not in rules.die_index:
        return f"there is no die {move.die!r}", Clause.TAKE_ONE_DIE
    die = rules.die_index[move.die]
    if rules.zone_index[move.zone] not in [use.zone for use in rules.uses[die]]:
        return f"the {move.die} die does not mark {move.zone}", Clause.DIE_OF_THE_ZONE
    if move.kind == "extra":
        if player.free_slot("extra die") is None:
            return "no extra-die action is unlocked and unused", Clause.UNLOCKED_FIRST
        if player.extras >> die & 1:
            return f"the {move.die} die was already used as an extra die this turn", Clause.EXTRA_DIE
        return None
    place = game.places[die]
    if game.is_active and place != POOL:
        state = "lies on the platter" if place == ON_PLATTER else "was already taken"
        return f"the {move.die} die {state}", Clause.OUT_OF_REACH
    if not game.is_active and place > 0 and _platter_is_usable(game):
        return (
            f"a platter die is usable, so the {move.die} die of the active player is out of reach",
            Clause.LAST_RESORT,
        )
    if not game.is_active and place < ON_PLATTER:
        return f"the {move.die} die does not lie on the platter", Clause.DIE_FROM_THE_PLATTER
    return None


def _platter_is_usable(game: "Game") -> bool:
    """Whether a die on the platter can be used in the sense of P2."""
    with_actions = game.rules.rulings.last_resort == "with actions"
    return any(
        move.kind == "take"
        and game.places[game.rules.die_index[move.die]] == ON_PLATTER
        and (with_actions or not (move.joker or move.polish or move.partner))
        for move in game.legal_moves()
    )


_ACTIVE_ONLY = {"reroll": Clause.REROLL, "return": Clause.RETURN}


def _wrong_action(game: "Game", move: Move) -> Reason | None:
    player = game.players[game.actor]
    if move.kind in _ACTIVE_ONLY:
        clause = _ACTIVE_ONLY[move.kind]
        if not game.is_active:
            return f"only the active player may use {move.kind}", Clause.SOLO_ACTIONS if game.solo_passive else clause
        if player.free_slot(move.kind) is None:
            return f"no {move.kind} action is unlocked and unused", Clause.UNLOCKED_FIRST
        if (
            move.kind == "return"
            and game.throw
            and POOL in game.places
            and "take" in {m.kind for m in game.legal_moves()}
        ):
            return "a die returns before a throw, never after it", Clause.RETURN
        return None
    if move.joker:
        numbers = {slot + 1: game.rules.tracks[track].slots[slot] for track, slot in player.free_slots("joker")}
        if move.joker not in numbers:
            return f"joker slot {move.joker} is not unlocked and unused", Clause.JOKER
    spent = abs(move.polish) + abs(move.partner)
    if spent > len(player.free_slots("polish")):
        return f"polishing by {spent} needs as many polish actions", Clause.POLISH
    for die, by in _polished(game, move):
        if game.places[die] != ON_PLATTER:
            return "only a die on the platter can be polished", Clause.POLISH
        if not move.joker and game.faces[die] + by not in FACES:
            return f"{game.faces[die]} cannot be polished by {by:+d}: 1 and 6 are not neighbours", Clause.POLISH
    return None


def _polished(game: "Game", move: Move) -> list[tuple[int, int]]:
    """Return the dice that a move polishes, by index, and by how much: the die itself, and the one that is added."""
    if not (move.polish or move.partner) or move.die not in game.rules.die_index:
        return []
    moved = game.rules.die_index[move.die]
    uses = [use for use in game.rules.uses[moved] if game.rules.zones[use.zone].name == move.zone]
    dice = [(moved, move.polish), *((use.partner, move.partner) for use in uses if use.partner >= 0)]
    return [(die, by) for die, by in dice if by]


def _wrong_mark(game: "Game", move: Move) -> Reason:
    """Return why a die that may be used cannot mark that cell with that value."""
    player = game.players[game.actor]
    if not move.zone:
        return f"'{move}' is not possible now", _clause_of_moment(game, move)
    zone = game.rules.zones[game.rules.zone_index[move.zone]]
    node = player.nodes[game.rules.zone_index[move.zone]]
    clause = zone.zone.clause or Clause.MARK_WITH_IT
    cell = zone.index[move.cell]
    if not zone.is_open(node.cell_states, cell):
        return f"{move.target} is already marked", clause
    place = ANYWHERE if move.kind in ("place", "also") else PLATTER
    if move.kind in ("take", "extra") and move.die in game.rules.die_index:
        place = game.place_for_cells(game.rules.die_index[move.die], move.kind == "extra")
    opened = zone.open_cells(node.cell_states, place)
    if cell not in opened:
        names = ", ".join(f"{zone.name}.{zone.names[c]}" for c in opened[:6]) or "none"
        return f"{move.target} is not open now ('{zone.zone.order.kind}'); open: {names}", clause
    value, how, source = _value_of_die(game, move)
    if not any(zone.fits(node.cell_states, cell, written) for written, _ in zone.written(cell, value)):
        if source == Clause.ADD_BOTH_DICE and zone.numbers[cell] != game.faces[game.rules.die_index[move.die]]:
            source = ""  # the sum is to blame only for a cell that one face alone would cross
        return f"{how}{move.target} {zone.demand(node.cell_states, cell)}", source or clause
    same = move._replace(value=0, badge=True)
    possible = sorted({legal.value for legal in game.legal_moves() if legal._replace(value=0, badge=True) == same})
    if possible:
        return (
            f"{move.target} cannot take {move.value} from this; possible: {', '.join(map(str, possible))}",
            clause,
        )
    if move.kind == "also":
        clause = _clause_of_moment(game, move)
    return f"nothing that is thrown gives {move.value} for {move.target}", clause


def _value_of_die(game: "Game", move: Move) -> tuple[int, str, str]:
    """Return the value of the die of a move; if it is not the face, also a text that says why, and its clause."""
    rules = game.rules
    if move.kind not in ("take", "extra"):
        return move.value, "", ""
    die, zone = rules.die_index[move.die], rules.zone_index[move.zone]
    value, how, clause = game.faces[die], "", ""
    if move.joker:
        printed = rules.tracks[rules.by_kind["joker"][0]].slots[move.joker - 1]
        if not isinstance(printed, int):
            return move.value, "", ""
        value, how, clause = printed, f"joker {move.joker} makes the die {printed}; ", Clause.JOKER
    value += move.polish
    use = next(use for use in rules.uses[die] if use.zone == zone)
    if use.partner >= 0:
        value += game.faces[use.partner] + move.partner
        how, clause = f"{move.die} and {rules.dice[use.partner]} make {value}; ", clause or Clause.ADD_BOTH_DICE
    elif use.platter:
        value += game.platter_sum(die)
        how = f"with the platter the die counts {value}; "
    return value, how, clause
