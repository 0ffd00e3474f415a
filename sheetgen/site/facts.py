"""Facts about an edition that the templates of its pages print."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sheetgen.layout import CardEdition, SheetEdition, zone_text
from sheetgen.layout.parts.bonus import ScoringBonus
from sheetgen.layout.sheet import Rulings
from sheetgen.layout.zone import Zone


@dataclass(frozen=True)
class EditionFacts:
    """What the pages of a sheet edition say about it beside its zones."""

    edition: SheetEdition

    @property
    def throws(self) -> int:
        """How often the active player rolls."""
        return len(self.edition.die_slots)

    @property
    def dice(self) -> int:
        """The number of dice."""
        return len(self.edition.dice)

    @property
    def players(self) -> list[int]:
        """The numbers of players that the edition is for, in order."""
        return sorted(self.edition.rounds.by_players)

    @property
    def slots_named(self) -> bool:
        """Whether the die slots carry labels."""
        return any(self.edition.die_slots)

    # Zones

    def _zones(self, condition: Callable[[Zone], bool]) -> list[str]:
        return [zone_id for zone_id, zone in self.edition.zones.items() if condition(zone)]

    @cached_property
    def crosses(self) -> list[str]:
        """The zones that take crosses."""
        return self._zones(lambda zone: zone.mark_kind != "number")

    @cached_property
    def numbers(self) -> list[str]:
        """The zones that take numbers."""
        return self._zones(lambda zone: zone.mark_kind == "number")

    @cached_property
    def several_zones(self) -> bool:
        """Whether a die has several zones, so that the player chooses one of them."""
        dice = [self.edition.die_of(zone_id) for zone_id in self.edition.zones]
        return len(set(dice)) < len(dice)

    @cached_property
    def has_black_badges(self) -> bool:
        """Whether badges leave the zone to the player: they are black, as those of actions are."""
        return any(str(badge).endswith(" any") for badge in self.badges)

    @cached_property
    def zones_per_die(self) -> int:
        """How many zones each die has, the wild one aside; 0 if some have more than others."""
        dice = [self.edition.die_of(zone_id) for zone_id in self.edition.zones]
        counts = {dice.count(die) for die in self.edition.dice if die != self.edition.wild or die in dice}
        return counts.pop() if len(counts) == 1 else 0

    @cached_property
    def circles(self) -> bool:
        """Whether a zone has cells to circle."""
        return self.any_circled(list(self.edition.zones))

    def any_circled(self, zones: list[str]) -> bool:
        """Return whether one of some zones has cells to circle, so that its marks are not all crosses."""
        return any(self.edition.zones[zone_id].stages > 1 for zone_id in zones)

    def zones_asking(self, question: str) -> list[str]:
        """Return the zones that raise a question, given by its id on the page of questions."""
        return zone_text.zones_asking(self.edition, question)

    @cached_property
    def multiplied(self) -> list[str]:
        """The zones with factors that number badges can go to."""
        targets = {badge.split(" ")[1] for badge in self.number_badges}
        return [zone_id for zone_id in self.zones_asking("number-badge") if targets & {zone_id, "any"}]

    # Clauses about badges

    @property
    def cross_clauses(self) -> tuple[str, ...]:
        """Those about free crosses."""
        return self.edition.clauses.get("free cross", ())

    @property
    def number_clauses(self) -> tuple[str, ...]:
        """Those about numbers to write, and about the choice of one of two bonuses."""
        return self.edition.clauses.get("free number", ())

    @property
    def choice_clauses(self) -> tuple[str, ...]:
        """Those about free choices."""
        return self.edition.clauses.get("free choice", ())

    # Badges and actions

    @cached_property
    def badges(self) -> list[str]:
        """Every single bonus that is printed somewhere, each once, in the order of the sheet."""
        singles = (single for _, bonus in self.edition.every_badge() for single in bonus.singles)
        return list(dict.fromkeys(map(str, singles)))

    @property
    def has_fox(self) -> bool:
        """Whether there are foxes."""
        return "fox" in self.badges

    @cached_property
    def scoring_badges(self) -> list[ScoringBonus]:
        """The kinds of badges that bring points at the end and are printed somewhere."""
        return [badge for badge in self.edition.scoring_badges if badge.name in self.badges]

    @cached_property
    def cross_badges(self) -> list[str]:
        """The badges for a free cross."""
        return [badge for badge in self.badges if badge.startswith("X ")]

    @cached_property
    def choice_badges(self) -> list[str]:
        """The badges for a free choice."""
        return [badge for badge in self.badges if badge.startswith("? ")]

    def choice_badge(self, zone: str) -> str:
        """Return the badge that gives a free choice in a zone: one of its own, or the one for any zone."""
        coloured = f"? {zone}"
        return coloured if coloured in self.badges else "? any"

    @property
    def fox_may_cost(self) -> bool:
        """Whether a zone may be negative while foxes are worth the lowest zone."""
        return self.has_fox and self.edition.foxes.fixed_points is None and bool(self.zones_asking("negative-fox"))

    @cached_property
    def number_badges(self) -> list[str]:
        """The badges with a number to write."""
        return [badge for badge in self.badges if badge[0].isdigit()]

    @cached_property
    def choices(self) -> list[str]:
        """The first badge of a round that offers a choice of two bonuses; empty if there is none."""
        return [str(bonus) for bonus in self.edition.rounds.bonuses if bonus is not None and " or " in str(bonus)][:1]

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of actions that have a track."""
        return [kind for name, action in self.edition.actions.items() for kind in action.tracks(name)]

    @cached_property
    def groups(self) -> list[str]:
        """The actions that offer several lists."""
        return [name for name, action in self.edition.actions.items() if action.lists]

    @property
    def has_ends(self) -> bool:
        """Whether some track ends with a badge."""
        return any(self._ends)

    @property
    def all_ends(self) -> bool:
        """Whether every track ends with a badge."""
        return all(self._ends)

    @property
    def _ends(self) -> list[bool]:
        tracks = (track for name, action in self.edition.actions.items() for track in action.tracks(name).values())
        return [track.end is not None for track in tracks]

    @property
    def changes(self) -> list[str]:
        """The kinds of actions that change the number of a die."""
        return [kind for kind in ("joker", "polish") if kind in self.kinds]

    @property
    def scores_on(self) -> str:
        """Where the points of all are written down: on the back of the `platter` or of a `sheet`, or on `paper`."""
        if self.edition.set_up.scores == "back of the platter":
            return "platter"
        return "sheet" if self.edition.back.takes_scores else "paper"

    # Rulings

    @cached_property
    def usual(self) -> dict[str, bool]:
        """For every ruling, whether the edition follows the default reading."""
        return {key: getattr(self.edition.rulings, key) == field.default for key, field in Rulings.model_fields.items()}


@dataclass(frozen=True)
class CardFacts:
    """What the pages of a card edition say about it."""

    edition: CardEdition

    @property
    def players(self) -> list[int]:
        """The numbers of players that the edition is for, in order."""
        return sorted(self.edition.rounds.by_players)

    @property
    def rounds(self) -> tuple[int, int]:
        """The fewest and the most rounds."""
        counts = self.edition.rounds.by_players.values()
        return min(counts), max(counts)

    @property
    def always(self) -> list[str]:
        """The ids of the cards that hold whatever the dice show."""
        return [card_id for card_id, card in self.edition.cards.items() if card.holds.always_holds]

    @property
    def grouped(self) -> dict[str, int]:
        """The cards that ask for several groups of equal dice, by id, with the number of dice in them."""
        groups = {card_id: getattr(card.holds, "groups", ()) for card_id, card in self.edition.cards.items()}
        return {card_id: sum(sizes) for card_id, sizes in groups.items() if len(sizes) > 1}
