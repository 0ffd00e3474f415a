"""Which moves are legal: one function per kind of decision."""

from typing import TYPE_CHECKING

from sheetgen.engine.moves import DONE, PASS, REROLL, THROW, Move, MoveKind
from sheetgen.engine.phases import ON_PLATTER, POOL
from sheetgen.engine.player import Player
from sheetgen.engine.zones import PLATTER
from sheetgen.layout.parts.bonus import Unlock
from sheetgen.layout.parts.value import FACES

if TYPE_CHECKING:
    from sheetgen.engine.game import Game


def taking(game: "Game") -> list[Move]:
    """The active player's choice after a throw."""
    player = game.players[game.actor]
    moves = uses(game, player, "take", [die for die, place in enumerate(game.places) if place == POOL])
    if not moves or game.rules.may_pass_active:
        moves.append(PASS)
    if player.has_free("reroll"):
        moves.append(REROLL)
    return moves


def before_throw(game: "Game") -> list[Move]:
    """Take dice back from the platter, or throw."""
    rules = game.rules
    moves = [Move("return", die=rules.dice[die]) for die, place in enumerate(game.places) if place == ON_PLATTER]
    return [*moves, THROW if POOL in game.places else DONE]


def passive(game: "Game") -> list[Move]:
    """A passive player's choice among the platter; only if none is usable, among the active player's slots."""
    player = game.players[game.actor]
    platter = [die for die, place in enumerate(game.places) if place == ON_PLATTER]
    as_they_lie = uses(game, player, "take", platter, changed=False)
    moves = as_they_lie + changed_uses(game, player, "take", platter)
    usable = moves if game.rules.rulings.last_resort == "with actions" else as_they_lie
    if not usable:
        slots = [die for die, place in enumerate(game.places) if place > 0]
        moves += uses(game, player, "take", slots)
    if moves and (not usable or game.rules.may_pass_passive):
        moves.append(PASS)
    return moves


def extra(game: "Game") -> list[Move]:
    """One more die from anywhere, or stop."""
    player = game.players[game.actor]
    if not player.has_free("extra die"):
        return []
    dice = [die for die in range(len(game.places)) if not player.extras >> die & 1]
    moves = uses(game, player, "extra", dice)
    return [*moves, DONE] if moves else []


def pending(game: "Game", player: Player) -> list[Move]:
    """All ways to use the bonuses that wait, whichever comes first."""
    rules = game.rules
    waiting = dict.fromkeys(player.pending)
    if rules.rulings.simultaneous_bonuses == "in printed order":
        waiting = dict.fromkeys(player.pending[:1])
    moves: list[Move] = []
    for bonus in waiting:
        if isinstance(bonus, Unlock):
            moves += [
                Move("unlock", what=rules.tracks[track].kind)
                for track in rules.tracks_of[bonus.action]
                if player.unlocked[track] < len(rules.tracks[track].slots)
            ]
        else:
            moves += rules.placements(bonus, player.nodes, game.faces)
    return moves


def also(game: "Game", player: Player) -> list[Move]:
    """One more mark with the same die."""
    zone_index, chances = game.also
    node, zone = player.nodes[zone_index], game.rules.zones[zone_index]
    moves: dict[Move, None] = {}
    for die, number in chances:
        own_row = zone.zone.row_dice.index(die) if zone.zone.row_dice and die in zone.zone.row_dice else None
        for move in node.moves("also", die, number, PLATTER):
            if own_row is None or zone.rows[zone.index[move.cell]] == own_row:
                moves[move] = None
    return [*moves, DONE] if moves else []


def uses(game: "Game", player: Player, kind: MoveKind, dice: list[int], *, changed: bool = True) -> list[Move]:
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
            where = game.where(die, kind == "extra") if by_place else PLATTER
            node = nodes[zone]
            # This is the innermost loop of a game: a known answer is looked up without a call.
            known = node.known.get((kind, name, value, where))
            moves += node.moves(kind, name, value, where) if known is None else known
    return moves + changed_uses(game, player, kind, dice) if changed and rules.has_changes else moves


def changed_uses(game: "Game", player: Player, kind: MoveKind, dice: list[int]) -> list[Move]:
    """The same with a die that counts as another number: jokers, polish, or both."""
    rules, faces = game.rules, game.faces
    polish = len(player.free_slots("polish"))
    jokers = _jokers(player)
    moves: list[Move] = []
    if not polish and not jokers:
        return moves
    for die in dice:
        on_platter = game.places[die] == ON_PLATTER
        own = polish if on_platter else 0
        for use in rules.uses[die]:
            with_partner = polish if use.partner >= 0 and game.places[use.partner] == ON_PLATTER else 0
            where = game.where(die, kind == "extra") if use.by_place else PLATTER
            node = player.nodes[use.zone]
            for face, joker, free in _faces(faces[die], jokers):
                for delta in range(-own, own + 1) if not free else (0,):
                    for beside in range(-with_partner, with_partner + 1):
                        spent = abs(delta) + abs(beside)
                        if spent > polish or not (joker or spent) or face + delta not in FACES:
                            continue
                        value = face + delta
                        if use.partner >= 0:
                            if faces[use.partner] + beside not in FACES:
                                continue
                            value += faces[use.partner] + beside
                        elif use.platter:
                            value += game.platter_sum(die)
                        moves += [
                            move._replace(joker=joker, polish=delta, partner=beside)
                            for move in node.moves(kind, rules.dice[die], value, where)
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
