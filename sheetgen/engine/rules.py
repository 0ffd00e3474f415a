"""An edition compiled for playing: its zones, action tracks, the uses of each die, and the placements of bonuses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sheetgen.engine.moves import Move
from sheetgen.engine.zones import Option, ZoneNode, ZoneRules
from sheetgen.errors import WrongEditionError
from sheetgen.layout import Layout, SheetEdition, load
from sheetgen.layout.parts.bonus import Bonus, SingleBonus
from sheetgen.layout.parts.order import ANYWHERE, PLATTER
from sheetgen.layout.parts.value import FACES
from sheetgen.layout.sheet import ACTION_KINDS, Slot
from sheetgen.resources import shipped_layouts


class DieUse(NamedTuple):
    """One use of a die: the zone that it marks, and what is added to its face."""

    zone: int  # index of the zone
    partner: int  # index of the die to add, or -1
    platter: bool  # add the dice on the platter
    by_place: bool  # the place of the die decides which cells are open


class TrackRules(NamedTuple):
    """One row of action slots."""

    action: str
    kind: str
    slots: tuple[Slot, ...]
    end: Bonus | None

    @property
    def label(self) -> str:
        """The name of the track in marks files and records: `reroll`, or `mix.polish` within a group."""
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
        # Events keep the places of all dice. There are few combinations, so all games share one tuple for each.
        self.shared_places: dict[tuple[int, ...], tuple[int, ...]] = {}
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
            kind: tuple(i for i, track in enumerate(self.tracks) if track.kind == kind) for kind in ACTION_KINDS
        }
        # Only editions with jokers or polish need to look for changed dice.
        self.has_changes = bool(self.by_kind["joker"] or self.by_kind["polish"])
        self.scoring_badges = edition.scoring_badges
        self.may_pass_active = "active" in edition.may_waive
        self.may_pass_passive = "passive" in edition.may_waive

    def names(self, dice: tuple[int, ...]) -> tuple[str, ...]:
        """The names of dice given by index; cached, since all games share few combinations."""
        names = self._names.get(dice)
        if names is None:
            names = self._names[dice] = tuple(self.dice[die] for die in dice)
        return names

    def rounds(self, players: int) -> int:
        """How many rounds a game of so many players has; for one player the solo rules say it."""
        if players == 1 and self.edition.solo is not None:
            return self.edition.solo.rounds
        return self.edition.rounds.by_players[players]

    def round_bonus(self, number: int) -> Bonus | None:
        """The bonus at the start of a round, counted from 1; None if there is none."""
        bonuses = self.edition.rounds.bonuses
        return bonuses[number - 1] if number <= len(bonuses) else None

    def _uses_of(self, die: str) -> list[DieUse]:
        uses = []
        for i, zone in enumerate(self.zones):
            die_of_zone, value = zone.zone.die or zone.name, zone.zone.value
            added = value.added_die
            if die not in (die_of_zone, self.edition.wild, added):
                continue
            partner = -1
            if added is not None:
                # Whichever of the two is taken, the other one is added.
                partner = self.die_index[die_of_zone if die == added else added]
            uses.append(DieUse(i, partner, value.adds_platter, zone.zone.order.depends_on_place))
        return uses

    # Bonuses

    def bonus_zones(self, bonus: SingleBonus) -> tuple[int, ...]:
        """The indices of the zones that a bonus may mark; raises KeyError if the edition has no such zone."""
        if bonus.target is not None:
            return (self.zone_index[bonus.target],)
        return tuple(i for i, zone in enumerate(self.zones) if bonus.may_mark(writes=zone.writes))

    def placements(self, bonus: Bonus, nodes: list[ZoneNode], faces: Sequence[int]) -> list[Move]:
        """All moves that use a bonus which marks a cell; `nodes` are the states of the player's zones."""
        moves: list[Move] = []
        for single in bonus.singles:
            text = str(single)
            for i in self.bonus_zones(single):
                moves += self._placements_in(single, text, nodes[i], faces)
        return moves

    def _placements_in(self, bonus: SingleBonus, text: str, node: ZoneNode, faces: Sequence[int]) -> tuple[Move, ...]:
        added_die = node.rules.zone.value.added_die
        added = 0
        if bonus.free and added_die is not None and node.rules.zone.free_choice == "face":
            added = faces[self.die_index[added_die]]
        # The answer depends on nothing but the node, the bonus and the die that is added.
        moves = node.move_cache.get(("place", text, added, ANYWHERE))
        if moves is None:
            moves = tuple(bonus.marks_in(_BonusPlacing(self, node, text, added)))
            node.move_cache["place", text, added, ANYWHERE] = moves
        return moves


@dataclass(frozen=True)
class _BonusPlacing:
    """The state of a zone in which a bonus is placed; the `BonusTarget` that bonuses call."""

    rules: Rules
    node: ZoneNode
    text: str  # the bonus as moves name it
    added: int  # the face of the die that is added to a free choice

    @property
    def _place(self) -> int:
        return PLATTER if self.rules.rulings.free_row == "tinted cells" else ANYWHERE

    def any_open_cell(self) -> list[Move]:
        """A cross in any open cell."""
        zone = self.node.rules
        cells = zone.open_cells(self.node.cell_states, self._place)
        return [Move("place", "", zone.name, zone.names[c], zone.numbers[c] or 0, what=self.text) for c in cells]

    def with_number(self, number: int) -> list[Move]:
        """A given number; a ruling says whether it is multiplied as a die would be."""
        zone = self.node.rules
        if self.rules.rulings.number_badge != "as printed" or not zone.zone.value.multiplies:
            return self._with_values([number])
        return [
            Move("place", "", zone.name, zone.names[c], number, what=self.text)
            for c in zone.open_cells(self.node.cell_states, self._place)
            if zone.fits(self.node.cell_states, c, number)
        ]

    def with_free_choice(self) -> list[Move]:
        """Every number that the zone allows as a free choice."""
        zone = self.node.rules
        match zone.zone.free_choice:
            case "face":
                return self._with_values([face + self.added for face in FACES])
            case "any value":
                # A factor of the cell is applied to these values, as to those of a die.
                value = zone.zone.value
                values = FACES if value.depends_on_cell else sorted(value.possible_values(0, len(self.rules.dice)))
                return self._with_values([*values])
            case "one more than the one before":
                states = self.node.cell_states
                following = {cell: zone.one_more(states, cell) for cell in zone.open_cells(states, ANYWHERE)}
                return self._as_moves(
                    option
                    for cell, value in following.items()
                    for option in self.node.options(value, self._place)
                    if option.cell == cell
                )

    def _with_values(self, values: list[int]) -> list[Move]:
        return self._as_moves(option for value in values for option in self.node.options(value, self._place))

    def _as_moves(self, options: Iterable[Option]) -> list[Move]:
        return list(self.node.rules.as_moves("place", self.text, tuple(options)))


_shipped: dict[str, Rules] = {}


def rules_of(edition: "str | Layout | Rules") -> Rules:
    """Compile an edition, given as id, path, layout or rules; a shipped one is compiled once.

    Raises LayoutError if the layout has problems, and WrongEditionError if it is a card game.
    """
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


def forget_rules() -> None:
    """Forget the rules of shipped editions, so that their files are read again."""
    _shipped.clear()


__all__ = ["DieUse", "Rules", "TrackRules", "forget_rules", "rules_of"]
