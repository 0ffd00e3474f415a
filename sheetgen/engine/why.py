"""Explains why a move is illegal, and which rule allows a legal one: the rule in words, and the id of its clause."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from sheetgen.engine.dice import ON_PLATTER, POOL
from sheetgen.engine.moves import Move, PartialMove
from sheetgen.engine.turns import EXTRA, PASSIVE, TAKE
from sheetgen.engine.zones import ZoneRules
from sheetgen.i18n import fill_fields, later
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.layout.parts.cells import CellStates
from sheetgen.layout.parts.order import ANYWHERE, PLATTER
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.sentences import ActionName, BonusName, CellName, DieName, Sentence, SlotName, ZoneName
from sheetgen.layout.sheet import BonusTopic

if TYPE_CHECKING:
    from sheetgen.engine.game import Game
    from sheetgen.engine.player import Player

ReasonValue = int | str | DieName | ZoneName | CellName | SlotName | BonusName | ActionName | Sentence | tuple[int, ...]


@dataclass(frozen=True)
class Reason:
    """A reason in two forms: in the words of records, for errors; and as a message with fields, for readers.

    The message is the end of a sentence. Where it is empty, only an error can have this reason.
    """

    text: str
    clause: str
    message: str = ""
    values: Mapping[str, ReasonValue] = field(default_factory=dict)

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that it is about."""
        places = (value for value in self.values.values() if isinstance(value, CellName | ZoneName))
        return tuple(place.zone if isinstance(place, CellName) else place.id for place in places)


def _because(text: str, clause: str, message: str = "", **values: ReasonValue) -> Reason:
    return Reason(text, clause, message, values)


def _plain(part: Sentence) -> str:
    """Return what a part of a zone says, in English."""
    return fill_fields(part.text, **part.values)


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
        return _because("the game is over", Clause.GAME_OVER, later("the game is over"))
    player = game.players[game.actor]
    kinds = {legal.kind for legal in game.legal_moves()}
    if player.pending and move.kind not in ("place", "unlock"):
        bonus = str(player.pending[0])
        message = later("the bonus, {bonus}, must be used first")
        return _because(f"the bonus {bonus} must be used first", Clause.BONUS_AT_ONCE, message, bonus=BonusName(bonus))
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
        if game.is_active:
            message = later("the active player must use a die that fits")
            return _because(message, Clause.ACTIVE_MUST_USE, message)
        message = later("the passive player must use a die that fits")
        return _because(message, Clause.PASSIVE_MUST_USE, message)
    thrown = move.kind == "take" and game.phase in (TAKE, PASSIVE)
    if move.kind not in kinds and not thrown:
        possible = ", ".join(sorted(kinds)) or "none"
        text = f"'{move.kind}' is not possible now; possible are {possible}"
        return _because(text, _clause_of_moment(game, move), _message_of_moment(game, move))
    if move.kind == "nearest":
        return _not_nearest(game, move)
    return _wrong_mark(game, move)


def _not_nearest(game: "Game", move: Move) -> Reason:
    """Return why a die does not compete with others for the last place on the platter."""
    clause, index = Clause.EQUAL_DICE, game.rules.die_index
    if move.die in index and game.places[index[move.die]] == ON_PLATTER:
        return _because(f"the {move.die} die lies on the platter", clause, later("it is on the platter"))
    die = next(legal.die for legal in game.legal_moves() if legal.kind == "nearest")
    number = game.faces[index[die]]
    message = later("only dice that show {number} compete for the last place")
    return _because(fill_fields(message, number=number), clause, message, number=number)


def why_not_so(game: "Game", partial: PartialMove) -> Reason:
    """Return why no legal move is what a record says; it may be only the cross that is wrong."""
    move = partial.as_move()
    if not partial.crosses or not any(partial.matches(legal) for legal in game.legal_moves()):
        return why_not(game, move)
    clause = game.rules.zones[game.rules.zone_index[move.zone]].zone.clause or Clause.MARK_WITH_IT
    where = CellName(move.zone, move.cell)
    return _because(f"{move.target} has no circle yet", clause, later("{cell} has no circle yet"), cell=where)


_CLAUSES_OF_MOMENTS = {
    "extra": Clause.EXTRA_DIE,
    "reroll": Clause.REROLL,
    "return": Clause.RETURN,
    "unlock": Clause.CHOOSE_A_LIST,
    "nearest": Clause.EQUAL_DICE,
    "throw": Clause.THROW_THE_REST,
    "done": Clause.THROW_THE_REST,
}


_MOMENTS = {
    "also": later("no other die brings a further mark here"),
    "swept": later("a die that is swept to the platter makes a cross only in the row of its own colour"),
    "not swept": later("it did not go to the platter because of the die that was taken, so it makes no cross"),
    "extra": later("an extra die is used at the end of a turn"),
    "reroll": later("dice are rerolled right after a roll, before one is taken"),
    "return": later("a die returns before a roll, never after it"),
    "unlock": later("there is no badge to choose a list with"),
    "nearest": later("dice with this number do not compete for a place"),
    "take": later("all dice of this turn have been used"),
}


def _message_of_moment(game: "Game", move: Move) -> str:
    kind: str = move.kind
    if kind == "also" and move.die:
        kind = "swept" if move.die in [die for die, _ in game.extra_marks_left] else "not swept"
    return _MOMENTS.get(kind, later("it cannot be used now"))


def _clause_of_moment(game: "Game", move: Move) -> str:
    """Return the clause that says when a kind of move is possible."""
    if move.kind == "also":
        zone = game.rules.zones[game.rules.zone_index[move.zone]].zone
        clauses = zone.clauses_of("extra marks") if zone.extra_marks is not None else ()
        # The first one is about the active player's rolls, a second one about all other moments.
        if not clauses:
            return Clause.MARK_WITH_IT
        return clauses[0] if game.is_active and game.phase != EXTRA else clauses[-1]
    return _CLAUSES_OF_MOMENTS.get(move.kind, Clause.TAKE_ONE_DIE)


def _wrong_cell(game: "Game", move: Move) -> Reason | None:
    zones = {zone.name: zone for zone in game.rules.zones}
    if move.zone not in zones:
        return _because(f"there is no zone {move.zone!r}", Clause.MARK_WITH_IT)
    if move.cell not in zones[move.zone].index:
        return _because(f"there is no cell {move.target}", zones[move.zone].zone.clause or Clause.MARK_WITH_IT)
    return None


def _wrong_bonus(game: "Game", move: Move) -> Reason | None:
    waiting = [single for pending in game.players[game.actor].pending for single in pending.singles]
    bonus = next((single for single in waiting if str(single) == move.what), None)
    if bonus is None:
        message = later("there is no such bonus to use")
        return _because(f"there is no bonus {move.what!r} to use", Clause.BONUS_AT_ONCE, message)
    zone = game.rules.zone_index[move.zone]
    if zone not in game.rules.bonus_zones(bonus):
        clause = game.rules.zones[zone].zone.clause or Clause.BONUS_AT_ONCE
        message = later("this bonus does not mark {zone}")
        return _because(f"the bonus {move.what} does not mark {move.zone}", clause, message, zone=ZoneName(move.zone))
    return None


def _wrong_die(game: "Game", move: Move) -> Reason | None:
    rules, player = game.rules, game.players[game.actor]
    if move.die not in rules.die_index:
        return _because(f"there is no die {move.die!r}", Clause.TAKE_ONE_DIE)
    die = rules.die_index[move.die]
    if rules.zone_index[move.zone] not in [use.zone for use in rules.uses[die]]:
        message = later("{die} does not mark {zone}")
        text, die_name, zone_name = (
            f"the {move.die} die does not mark {move.zone}",
            DieName(move.die),
            ZoneName(move.zone),
        )
        return _because(text, Clause.DIE_OF_THE_ZONE, message, die=die_name, zone=zone_name)
    if move.kind == "extra":
        if player.free_slot("extra die") is None:
            message = later("no unlocked extra-die action is left")
            return _because(message, Clause.UNLOCKED_FIRST, message)
        if player.extras >> die & 1:
            text = f"the {move.die} die was already used as an extra die this turn"
            return _because(text, Clause.EXTRA_DIE, later("it was already used as an extra die in this turn"))
        return None
    place = game.places[die]
    if game.is_active and place != POOL:
        if place == ON_PLATTER:
            return _because(
                f"the {move.die} die lies on the platter", Clause.OUT_OF_REACH, later("it is on the platter")
            )
        return _because(f"the {move.die} die was already taken", Clause.OUT_OF_REACH, later("it was already taken"))
    if not game.is_active and place > 0 and _platter_is_usable(game):
        text = f"a platter die is usable, so the {move.die} die of the active player is out of reach"
        message = later("a die on the platter fits, so the dice on the die slots are out of reach")
        return _because(text, Clause.LAST_RESORT, message)
    if not game.is_active and place < ON_PLATTER:
        text = f"the {move.die} die does not lie on the platter"
        return _because(text, Clause.DIE_FROM_THE_PLATTER, later("it is not on the platter"))
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
    if move.kind == "unlock" and _may_choose(game, move.what):
        message = later("every slot of this list is already unlocked")
        return _because(message, Clause.CHOOSE_A_LIST, message)
    if move.kind in _ACTIVE_ONLY:
        clause = _ACTIVE_ONLY[move.kind]
        if not game.is_active:
            text = f"only the active player may use {move.kind}"
            message = later("only the active player may use “{action}”")
            clause = Clause.SOLO_ACTIONS if game.solo_passive else clause
            return _because(text, clause, message, action=ActionName(move.kind))
        if player.free_slot(move.kind) is None:
            text = f"no unlocked {move.kind} action is left"
            message = later("no unlocked slot of “{action}” is left")
            return _because(text, Clause.UNLOCKED_FIRST, message, action=ActionName(move.kind))
        if (
            move.kind == "return"
            and game.throw
            and POOL in game.places
            and "take" in {m.kind for m in game.legal_moves()}
        ):
            return _because("a die returns before a roll, never after it", Clause.RETURN, _MOMENTS["return"])
        return None
    if move.joker:
        numbers = {slot + 1: game.rules.tracks[track].slots[slot] for track, slot in player.free_slots("joker")}
        if move.joker not in numbers:
            message = later("joker slot {slot} is locked or already used")
            return _because(fill_fields(message, slot=move.joker), Clause.JOKER, message, slot=move.joker)
    spent = abs(move.polish) + abs(move.partner)
    if spent > len(player.free_slots("polish")):
        message = later("polishing by {n} takes {n} polish actions")
        return _because(fill_fields(message, n=spent), Clause.POLISH, message, n=spent)
    for die, by in _polished(game, move):
        if game.places[die] != ON_PLATTER:
            message = later("only a die on the platter can be polished")
            return _because(message, Clause.POLISH, message)
        if not move.joker and game.faces[die] + by not in FACES:
            text = f"{game.faces[die]} cannot be polished by {by:+d}: 1 and 6 are not neighbours"
            return _because(text, Clause.POLISH, later("1 and 6 are not neighbours"))
    return None


def _may_choose(game: "Game", kind: str) -> bool:
    """Whether a badge that waits lets the player choose the list of a kind of action."""
    tracks = (
        track
        for bonus in game.players[game.actor].pending
        for track in game.rules.tracks_of.get(bonus.unlocks or "", ())
    )
    return any(game.rules.tracks[track].kind == kind for track in tracks)


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
        text = f"'{move}' is not possible now"
        return _because(text, _clause_of_moment(game, move), _message_of_moment(game, move))
    zone = game.rules.zones[game.rules.zone_index[move.zone]]
    node = player.nodes[game.rules.zone_index[move.zone]]
    clause = zone.zone.clause or Clause.MARK_WITH_IT
    cell, where = zone.index[move.cell], CellName(move.zone, move.cell)
    if not zone.is_open(node.cell_states, cell):
        return _because(f"{move.target} is already marked", clause, later("{cell} is already marked"), cell=where)
    place = ANYWHERE if move.kind in ("place", "also") else PLATTER
    if move.kind in ("take", "extra") and move.die in game.rules.die_index:
        place = game.place_for_cells(game.rules.die_index[move.die], move.kind == "extra")
    opened = zone.open_cells(node.cell_states, place)
    if cell not in opened:
        names = ", ".join(f"{zone.name}.{zone.names[c]}" for c in opened[:6]) or "none"
        text = f"{move.target} is not open now ('{zone.zone.order.kind}'); open: {names}"
        message, fields = zone.zone.order.why_closed(place, is_extra=move.kind == "extra")
        return _because(text, clause, message, **fields)
    value = _value_of_die(game, move)
    if not any(zone.fits(node.cell_states, cell, written) for written, _ in zone.written(cell, value.number)):
        source, demand = value.clause, zone.demand(node.cell_states, cell)
        if source == Clause.ADD_BOTH_DICE and zone.numbers[cell] != game.faces[game.rules.die_index[move.die]]:
            source = ""  # the sum is to blame only for a cell that one face alone would cross
        text = f"{value.text}{move.target} {_plain(demand)}"
        if not value.message:
            return _because(text, source or clause, later("{cell} {demand}"), cell=where, demand=demand)
        message = later("{how}, but {cell} {demand}")
        how = Sentence(value.message, {"number": value.number, **value.values})
        return _because(text, source or clause, message, how=how, cell=where, demand=demand)
    same = move._replace(value=0, badge=True)
    possible = sorted({legal.value for legal in game.legal_moves() if legal._replace(value=0, badge=True) == same})
    if possible:
        numbers = ", ".join(map(str, possible))
        text = f"{move.target} cannot take {move.value} from this; possible: {numbers}"
        message = later("the number to write there is {numbers}")
        return _because(text, _clause_of_free_choice(zone, move) or clause, message, numbers=tuple(possible))
    if move.kind == "also":
        clause = _clause_of_moment(game, move)
    text = f"no die gives {move.value} for {move.target}"
    if move.kind == "also":
        return _because(text, clause, _message_of_moment(game, move))
    demand = zone.demand(node.cell_states, cell)
    if move.kind == "place":
        message = later("this bonus cannot become {number} there")
        return _because(text, _clause_of_free_choice(zone, move) or clause, message, number=move.value)
    return _because(text, clause, later("{cell} {demand}"), cell=where, demand=demand)


@dataclass(frozen=True)
class _DieValue:
    """What a die is worth; if that is not its face also why, in both forms of a reason, and the clause."""

    number: int
    text: str = ""
    clause: str = ""
    message: str = ""
    values: Mapping[str, DieName | int] = field(default_factory=dict)


def _value_of_die(game: "Game", move: Move) -> _DieValue:
    """Return what the die of a move is worth in its zone."""
    rules = game.rules
    if move.kind == "place" and not move.value:
        return _value_of_free_choice(game, move)
    if move.kind == "also" and not (move.die or move.value) and game.extra_marks_left:
        number = game.extra_marks_left[0][1]  # those without a die of their own all have the number of the first mark
        message = later("a further mark needs the same number, {number}")
        return _DieValue(number, f"the further marks are for {number}; ", _clause_of_moment(game, move), message)
    if move.kind not in ("take", "extra"):
        return _DieValue(move.value)
    die, zone = rules.die_index[move.die], rules.zone_index[move.zone]
    value, text, clause, message = game.faces[die], "", "", ""
    if move.joker:
        printed = rules.tracks[rules.by_kind["joker"][0]].slots[move.joker - 1]
        if not isinstance(printed, int):
            return _DieValue(move.value)
        value, text, clause = printed, f"joker {move.joker} makes the die {printed}; ", Clause.JOKER
        message = later("the joker makes the die a {number}")
    value += move.polish
    use = next(use for use in rules.uses[die] if use.zone == zone)
    if use.partner >= 0:
        value += game.faces[use.partner] + move.partner
        partner = rules.dice[use.partner]
        text, clause = f"{move.die} and {partner} make {value}; ", clause or Clause.ADD_BOTH_DICE
        names = {"die": DieName(move.die), "other": DieName(partner)}
        return _DieValue(value, text, clause, later("{die} and {other} make {number}"), names)
    if use.platter and (added := game.platter_sum(die)):
        value += added
        return _DieValue(
            value, f"with the platter the die counts {value}; ", clause, later("with the platter it counts {number}")
        )
    return _DieValue(value, text, clause, message)


def _value_of_free_choice(game: "Game", move: Move) -> _DieValue:
    """Return the sums of a free choice to which a die is added; without such a die it may be anything."""
    rules = game.rules.zones[game.rules.zone_index[move.zone]]
    zone, added = rules.zone, rules.zone.value.added_die
    if added is None or zone.free_choice != "face" or not any(single.free for single in parse_bonus(move.what).singles):
        return _DieValue(move.value)
    face = game.faces[game.rules.die_index[added]]
    low, high = face + min(FACES), face + max(FACES)
    message = later("{other} shows {face}, so the sum is {low} to {high}")
    values = {"face": face, "low": low, "high": high}
    text = fill_fields(message, other=added, **values)
    clause = _clause_of_free_choice(rules, move)
    return _DieValue(0, f"{text}; ", clause, message, {"other": DieName(added), **values})


def why(game: "Game", move: Move) -> Reason:
    """Return the rule that allows a legal move, the one that readers are most likely to ask for."""
    rules = game.rules
    if move.kind in ("reroll", "return", "pass", "done", "throw", "unlock", "nearest"):
        return _because(str(move), _clause_of_moment(game, move), _ALLOWED.get(move.kind, ""))
    zone = rules.zones[rules.zone_index[move.zone]]
    clause, where = zone.zone.clause or Clause.MARK_WITH_IT, CellName(move.zone, move.cell)
    demand = zone.demand(game.players[game.actor].nodes[rules.zone_index[move.zone]].cell_states, zone.index[move.cell])
    fits = _because(str(move), clause, later("{cell} {demand}"), cell=where, demand=demand)
    if move.kind == "also":
        return _because(str(move), _clause_of_moment(game, move), _ALLOWED["swept" if move.die else "also"])
    if move.kind == "place":
        if zone.writes:
            return fits
        named = _clause_of_free_choice(zone, move) or _clause_of_bonus(game, move) or clause
        return _because(str(move), named, _ALLOWED["place"])
    if move.joker or move.polish or move.partner:
        message = later("the joker changes the number of the die") if move.joker else later("polishing changes the die")
        return _because(str(move), Clause.JOKER if move.joker else Clause.POLISH, message)
    if move.kind == "extra":
        return _because(str(move), Clause.EXTRA_DIE, later("any die may be used as an extra die, wherever it lies"))
    if not game.is_active and game.places[rules.die_index[move.die]] > 0:
        return _because(str(move), Clause.LAST_RESORT, later("no die on the platter fits"))
    value = _value_of_die(game, move)
    if value.clause == Clause.ADD_BOTH_DICE:
        return Reason(str(move), value.clause, value.message, {"number": value.number, **value.values})
    if value.message:
        return Reason(str(move), clause, value.message, {"number": value.number, **value.values})
    if move.die == rules.edition.wild and move.die != (zone.zone.die or zone.name):
        message = later("{die} may be used as any colour")
        return _because(str(move), Clause.DIE_OF_THE_ZONE, message, die=DieName(move.die))
    return fits


def _clause_of_free_choice(zone: ZoneRules, move: Move) -> str:
    """Return the clause that says what a free choice means in a zone; empty for other moves and if there is none."""
    if move.kind != "place" or all(single.glyph != "choice" for single in parse_bonus(move.what).singles):
        return ""
    return next(iter(zone.zone.clauses.get("free choice", ())), "")


def _clause_of_bonus(game: "Game", move: Move) -> str:
    """Return the clause that says what the bonus of a move does; empty if the layout names none."""
    topics: dict[str, BonusTopic] = {"cross": "free cross", "number": "free number", "choice": "free choice"}
    topic = next(topics[single.glyph] for single in parse_bonus(move.what).singles if single.glyph in topics)
    return next(iter(game.rules.edition.clauses.get(topic, ())), "")


_ALLOWED = {
    "place": later("the cell is open, and the bonus needs no die"),
    "also": later("another die with this number brings a further mark"),
    "swept": later("it goes to the platter because of the die that was taken, so it may also make a cross"),
    "return": later("a die may return before a roll"),
    "unlock": later("the badge lets the player choose a list"),
    "nearest": later("equal dice compete for the last place, and the nearest one goes"),
}


class BlockedDie(NamedTuple):
    """A die that a player cannot use in a zone, with its face and the reason."""

    die: str
    face: int
    reason: Reason


def why_nothing_fits(game: "Game", player: "Player", dice: Sequence[str]) -> Iterator[BlockedDie]:
    """Yield dice that a player cannot use, each with the reason for every zone that it could mark."""
    for name in dice:
        die = game.rules.die_index[name]
        for use in game.rules.uses[die]:
            zone, states = game.rules.zones[use.zone], player.nodes[use.zone].cell_states
            place = game.place_for_cells(die, False) if use.by_place else PLATTER
            value = _value_of_die(game, Move("take", name, zone.name, "", 0))
            yield BlockedDie(name, game.faces[die], _why_no_cell(zone, states, place, value))


def _why_no_cell(zone: ZoneRules, states: CellStates, place: int, value: _DieValue) -> Reason:
    clause, opened = zone.zone.clause or Clause.MARK_WITH_IT, zone.open_cells(states, place)
    if not opened:
        return _because("", clause, later("{zone} has no open cell"), zone=ZoneName(zone.name))
    if len(opened) > 1:
        message = later("no open cell of {zone} takes {number}")
        return _because("", clause, message, number=value.number, zone=ZoneName(zone.name))
    where, demand = CellName(zone.name, zone.names[opened[0]]), zone.demand(states, opened[0])
    if not value.message:
        return _because("", clause, later("{cell} {demand}"), cell=where, demand=demand)
    how = Sentence(value.message, {"number": value.number, **value.values})
    return _because("", clause, later("{how}, but {cell} {demand}"), how=how, cell=where, demand=demand)
