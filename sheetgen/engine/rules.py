"""An edition compiled for playing: zones, tracks, which die goes where, which bonus does what."""

from collections.abc import Sequence
from typing import NamedTuple

from sheetgen.engine.moves import Move
from sheetgen.engine.zones import ANYWHERE, PLATTER, Node, ZoneRules
from sheetgen.errors import WrongEditionError
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.parts.bonus import Bonus, FreeChoice, FreeCross, FreeNumber, SingleBonus, singles
from sheetgen.layout.parts.order import RowByThrow
from sheetgen.layout.parts.value import FACES, PlusThePlatter, SumWith, Times, possible_values
from sheetgen.layout.sheet import Slot
from sheetgen.resources import shipped_layouts


class Use(NamedTuple):
    """What a die may be used for: a zone, and how its value comes about."""

    zone: int  # index of the zone
    partner: int  # the die to add, or -1
    platter: bool  # add the dice on the platter
    by_place: bool  # the cells depend on where the die lies


class TrackRules(NamedTuple):
    """One row of action slots."""

    action: str
    kind: str
    slots: tuple[Slot, ...]
    end: Bonus | None

    @property
    def label(self) -> str:
        """How marks files and records call the track: `reroll`, or `mix.polish` within a group."""
        return self.action if self.action == self.kind else f"{self.action}.{self.kind}"


class Rules:
    """Everything about an edition that does not change during a game; shared by all games."""

    def __init__(self, layout: Layout) -> None:
        edition = layout.edition
        if not isinstance(edition, SheetEdition):
            raise WrongEditionError(f"{layout.id} is a card game: play it with sheetgen.CardGame")
        self.id = layout.id
        self.layout = layout
        self.edition = edition
        self.rulings = edition.rulings
        self.dice = tuple(edition.dice)
        self._names: dict[tuple[int, ...], tuple[str, ...]] = {}
        self.die_index = {die: i for i, die in enumerate(self.dice)}
        self.zones = tuple(ZoneRules(name, zone) for name, zone in edition.zones.items())
        self.zone_index = {zone.name: i for i, zone in enumerate(self.zones)}
        self.extra_marks = {name: zone.extra_marks for name, zone in edition.zones.items()}
        self.throws = len(edition.die_slots)
        self.uses = tuple(tuple(self._uses_of(die)) for die in self.dice)
        self.tracks = tuple(
            TrackRules(name, kind, track.slots or (), track.end)
            for name, action in edition.actions.items()
            for kind, track in action.tracks(name).items()
        )
        # A badge unlocks in the one track of its action, or in one of several for a group.
        self.tracks_of = {
            name: tuple(i for i, track in enumerate(self.tracks) if track.action == name) for name in edition.actions
        }
        self.by_kind = {
            kind: tuple(i for i, track in enumerate(self.tracks) if track.kind == kind)
            for kind in ("reroll", "return", "joker", "polish", "extra die")
        }
        # Only editions with jokers or polish need to look for changed dice.
        self.has_changes = bool(self.by_kind["joker"] or self.by_kind["polish"])
        self.may_pass_active = "active" in edition.may_waive
        self.may_pass_passive = "passive" in edition.may_waive

    def names(self, dice: tuple[int, ...]) -> tuple[str, ...]:
        """The names of dice; the few combinations there are get remembered."""
        found = self._names.get(dice)
        if found is None:
            found = self._names[dice] = tuple(self.dice[die] for die in dice)
        return found

    def rounds(self, players: int) -> int:
        """How many rounds that many players play; alone the solo rules say it."""
        if players == 1 and self.edition.solo is not None:
            return self.edition.solo.rounds
        return self.edition.rounds.by_players[players]

    def round_bonus(self, number: int) -> Bonus | None:
        """The badge at the start of a round, counted from 1."""
        bonuses = self.edition.rounds.bonuses
        return bonuses[number - 1] if number <= len(bonuses) else None

    def _uses_of(self, die: str) -> list[Use]:
        uses = []
        for i, zone in enumerate(self.zones):
            own = zone.zone.die or zone.name
            value = zone.zone.value
            added = value.die if isinstance(value, SumWith) else ""
            if die not in (own, self.edition.wild, added):
                continue
            partner = -1
            if added:
                # Whichever of the two is taken, the other one is added.
                partner = self.die_index[own if die == added else added]
            platter = isinstance(value, PlusThePlatter)
            uses.append(Use(i, partner, platter, isinstance(zone.zone.order, RowByThrow)))
        return uses

    # Bonuses

    def bonus_zones(self, bonus: SingleBonus) -> tuple[int, ...]:
        """The zones where a bonus may go."""
        zone = getattr(bonus, "zone", None)
        if zone is not None:
            return (self.zone_index[zone],)
        if isinstance(bonus, FreeCross):
            return tuple(i for i, z in enumerate(self.zones) if not z.writes)
        if isinstance(bonus, FreeNumber):
            return tuple(i for i, z in enumerate(self.zones) if z.writes)
        return tuple(range(len(self.zones)))

    def placements(self, bonus: Bonus, nodes: list[Node], faces: Sequence[int]) -> list[Move]:
        """All ways to use a bonus that marks a cell."""
        moves: list[Move] = []
        for single in singles(bonus):
            if isinstance(single, (FreeCross, FreeNumber, FreeChoice)):
                text = str(single)
                for i in self.bonus_zones(single):
                    moves += self._placements_in(single, text, nodes[i], faces)
        return moves

    def _placements_in(self, bonus: SingleBonus, text: str, node: Node, faces: Sequence[int]) -> tuple[Move, ...]:
        zone = node.rules
        added = 0
        if isinstance(bonus, FreeChoice) and isinstance(zone.zone.value, SumWith) and zone.zone.free_choice == "face":
            added = faces[self.die_index[zone.zone.value.die]]
        # The answer depends on nothing but the node, the bonus and the die that is added.
        found = node.known.get(("place", text, added, ANYWHERE))
        if found is None:
            found = tuple(self._compute_placements(bonus, text, node, added))
            node.known["place", text, added, ANYWHERE] = found
        return found

    def _compute_placements(self, bonus: SingleBonus, text: str, node: Node, added: int) -> list[Move]:
        zone = node.rules
        where = PLATTER if self.rulings.free_row == "tinted cells" else ANYWHERE
        if isinstance(bonus, FreeCross):
            cells = zone.open_cells(node.key, where)
            return [Move("place", "", zone.name, zone.names[c], zone.numbers[c] or 0, what=text) for c in cells]
        if isinstance(bonus, FreeNumber):
            values = [bonus.number]
            if self.rulings.number_badge == "as printed" and isinstance(zone.zone.value, Times):
                return [
                    Move("place", "", zone.name, zone.names[c], bonus.number, what=text)
                    for c in zone.open_cells(node.key, where)
                    if zone.fits(node.key, c, bonus.number)
                ]
        else:
            values = self._free_values(zone, node, added)
        options = tuple(option for value in values for option in node.options(value, where))
        return list(zone.as_moves("place", text, options))

    def _free_values(self, zone: ZoneRules, node: Node, added: int) -> list[int]:
        match zone.zone.free_choice:
            case "face":
                return [face + added for face in FACES]
            case "any value":
                return sorted(possible_values(zone.zone.value, 0, len(self.dice)))
            case "one more than the one before":
                opened = zone.open_cells(node.key, ANYWHERE)
                return [1 + (zone.before(node.key, cell)[0] or 0) for cell in opened[:1]]


_shipped: dict[str, Rules] = {}


def rules_of(edition: "str | Layout | Rules") -> Rules:
    """Compile an edition; a shipped one is compiled once."""
    if isinstance(edition, Rules):
        return edition
    if isinstance(edition, Layout):
        return Rules(edition)
    if edition in _shipped:
        return _shipped[edition]
    rules = Rules(load(edition))
    if edition in shipped_layouts():
        _shipped[edition] = rules
    return rules


__all__ = ["Rules", "TrackRules", "Use", "rules_of"]
