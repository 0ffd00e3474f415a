"""bonus: what a badge gives, and which marks earn it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Protocol, TypeVar

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.i18n import later, later_plural
from sheetgen.layout.base import WithProvenance
from sheetgen.layout.problems import brief
from sheetgen.layout.sentences import Sentence, ZoneName, counted, sentence

if TYPE_CHECKING:
    from sheetgen.layout.sheet import SheetEdition

# How a badge is drawn: with an icon of its own, or as a cross, a question mark, a number, or the icon of its action.
Glyph = Literal["icon", "cross", "choice", "number", "action"]
# What a badge does when it is earned: it is counted for points at the end, unlocks an action, or marks a cell of the
# player's choice.
Effect = Literal["points", "action", "mark"]
M = TypeVar("M")


class Earner(Protocol):
    """The sheet that receives a bonus; each kind of bonus calls one of the methods."""

    def earn_points(self, bonus: "ScoringBonus") -> None:
        """Count a badge that brings points at the end."""

    def earn_action(self, bonus: "Unlock") -> None:
        """Unlock the next slot of the action of a bonus."""

    def earn_mark(self, bonus: "Bonus") -> None:
        """Keep a bonus until the player has chosen its cell."""


class BonusTarget(Protocol[M]):
    """A zone in which a bonus may make a mark; each method lists the possible marks."""

    def any_open_cell(self) -> list[M]:
        """Return the marks with a cross in any open cell."""

    def with_number(self, number: int) -> list[M]:
        """Return the marks with a given number."""

    def with_free_choice(self) -> list[M]:
        """Return the marks with a number of the player's choice."""


@dataclass(frozen=True, slots=True)
class BonusWords:
    """What a badge gives in words: a message with fields, and the values for the fields."""

    message: str
    number: int | None = None  # fills {number}
    zone: str | None = None  # the name of this zone fills {zone}
    action: str | None = None  # the name of this action fills {action}


class Bonus(ABC):
    """What a badge gives; `str()` is how a layout file writes it."""

    __slots__ = ()
    effect: ClassVar[Effect]

    @property
    def singles(self) -> tuple["SingleBonus", ...]:
        """The bonuses of which the player chooses one; several only for bonuses with `or`."""
        raise NotImplementedError

    @property
    def unlocks(self) -> str | None:
        """The action of which a slot is unlocked, or None."""
        return None

    @abstractmethod
    def earned_by(self, earner: Earner) -> None:
        """Call the method of the earner that fits the bonus."""


class SingleBonus(Bonus):
    """A badge without a choice between several."""

    __slots__ = ()
    glyph: ClassVar[Glyph]

    @property
    def singles(self) -> tuple["SingleBonus", ...]:
        """The bonus itself."""
        return (self,)

    @property
    def glyph_text(self) -> str:
        """The text of the glyph `number` or `choice`, the name of an `icon` or `action`; empty for others."""
        return ""

    @property
    def target(self) -> str | None:
        """The zone that is marked; None for any zone, and for badges that mark none."""
        return None

    @property
    def fixed_number(self) -> int | None:
        """The number that is written; None if the bonus writes none or the player chooses."""
        return None

    @property
    def free(self) -> bool:
        """Whether the player chooses the number."""
        return False

    def may_mark(self, *, writes: bool) -> bool:
        """Return whether it can mark a zone that takes numbers (`writes`), or one that takes crosses."""
        return False

    def marks_in(self, zone: BonusTarget[M]) -> list[M]:
        """Return the marks that are possible in a zone; empty for bonuses that mark no cell."""
        return []

    @abstractmethod
    def words(self) -> BonusWords:
        """Return what the badge gives, as a message for readers."""


@dataclass(frozen=True, slots=True)
class Unlock(SingleBonus):
    """Unlock one slot of an action."""

    action: str
    glyph: ClassVar[Glyph] = "action"
    effect: ClassVar[Effect] = "action"

    def __str__(self) -> str:
        return self.action

    @property
    def glyph_text(self) -> str:
        """The name of the action, whose icon is drawn."""
        return self.action

    @property
    def unlocks(self) -> str:
        """The action of which a slot is unlocked."""
        return self.action

    def earned_by(self, earner: Earner) -> None:
        """Unlock a slot."""
        earner.earn_action(self)

    def words(self) -> BonusWords:
        """The name of the action."""
        return BonusWords(later("the action “{action}”"), action=self.action)


@dataclass(frozen=True, slots=True)
class ScoringWords:
    """The messages about a kind of badge that brings points at the end; pairs are singular and plural of {n}."""

    one: str  # what a single badge is: "a fox"
    heading: str  # the row or box in which its points are added up
    earned: tuple[str, str]  # {name} earns one and has {n} now
    points: str  # its {points}, after those of the zones
    each: tuple[str, str]  # what each is worth: {n} points
    together: tuple[str, str]  # what all are worth: {n} points
    per_sheet: str  # in a report: {count} and {points} of an average sheet
    on_a_sheet: str  # the title of a chart: how many there are on a sheet
    in_game: str  # what one does with it before the end
    lowest: str  # what each is worth at the end if that is the lowest zone; {example} is 3 × 14 points


@dataclass(frozen=True, slots=True)
class TallyLabels:
    """What a sheet prints where the badges of a kind are added up: count × each = points."""

    count: str  # the message beside the blank for the number of badges
    each: str | None  # the message beside the blank for the points of each; None if they are fixed
    fixed: int | None  # the points of each, to be printed; None if the player writes them


@dataclass(frozen=True, slots=True)
class CountingBadge:
    """How a script counts a badge: its points, or those of the lowest zone, but never less than `least`."""

    points: int | None
    least: int | None = None


class ScoringBonus(SingleBonus):
    """A badge that is counted, and brings points at the end: so many for each."""

    __slots__ = ()
    glyph: ClassVar[Glyph] = "icon"
    effect: ClassVar[Effect] = "points"
    name: ClassVar[str]  # as layouts write it; also the name of its icon in `drawing.icons`
    plural: ClassVar[str]  # the id of its points in scores, records and drawings
    on_every_sheet: ClassVar[bool] = False  # whether it is counted where no such badge is printed, too
    texts: ClassVar[ScoringWords]

    def __str__(self) -> str:
        return self.name

    @property
    def glyph_text(self) -> str:
        """The name of its icon."""
        return self.name

    @abstractmethod
    def fixed_points(self, edition: "SheetEdition") -> int | None:
        """Return what each is worth whatever the zones are worth; None if it is worth the lowest zone."""

    def points_each(self, edition: "SheetEdition", zones: Iterable[int]) -> int:
        """Return what each is worth beside these points of the zones."""
        fixed = self.fixed_points(edition)
        return min(zones) if fixed is None else fixed

    def counting(self, edition: "SheetEdition") -> CountingBadge:
        """Return the same as `points_each`, for the script that counts sheets in a browser."""
        return CountingBadge(self.fixed_points(edition))

    def tally_labels(self, edition: "SheetEdition") -> TallyLabels:
        """Return what is printed where its points are added up."""
        fixed = self.fixed_points(edition)
        return TallyLabels(self.texts.heading, later("lowest") if fixed is None else None, fixed)

    def in_game(self, edition: "SheetEdition", below_zero: Sequence[str]) -> tuple[Sentence, ...]:
        """Return what the badge does before the end; `below_zero` are the zones that can be worth less than 0."""
        return (sentence(self.texts.in_game),)

    def at_end(self, edition: "SheetEdition", below_zero: Sequence[str]) -> tuple[Sentence, ...]:
        """Return what each badge is worth at the end; `below_zero` are the zones that can be worth less than 0."""
        fixed = self.fixed_points(edition)
        if fixed is None:
            return (sentence(self.texts.lowest, example=3 * 14),)
        return (counted(*self.texts.each, fixed),)

    def earned_by(self, earner: Earner) -> None:
        """Count the badge."""
        earner.earn_points(self)

    def words(self) -> BonusWords:
        """One such badge."""
        return BonusWords(self.texts.one)


@dataclass(frozen=True, slots=True)
class Fox(ScoringBonus):
    """A fox, worth what `foxes` of the layout says."""

    name: ClassVar[str] = later("fox")
    plural: ClassVar[str] = "foxes"
    on_every_sheet: ClassVar[bool] = True  # scripts read `foxes` of every score
    texts: ClassVar[ScoringWords] = ScoringWords(
        one=later("a fox"),
        heading=later("Foxes"),
        earned=later_plural("{name} earns a fox and now has {n} fox.", "{name} earns a fox and now has {n} foxes."),
        points=later("foxes {points}"),
        each=later_plural("Each fox is worth {n} point.", "Each fox is worth {n} points."),
        together=later_plural("All foxes together are worth {n} point.", "All foxes together are worth {n} points."),
        per_sheet=later("{foxes} foxes per sheet, worth {points} points together."),
        on_a_sheet=later("Foxes on a sheet"),
        in_game=later("A fox does nothing during the game. Circle it when you earn it."),
        lowest=later(
            "Count your foxes. **Each one is worth as many points as your lowest zone.** With three foxes and 14 "
            "points in your lowest zone, that is {example} points. If one of your zones has 0 points, your foxes are "
            "worth nothing."
        ),
    )

    def fixed_points(self, edition: "SheetEdition") -> int | None:
        """The points that the layout gives to a fox."""
        return edition.foxes.fixed_points

    def points_each(self, edition: "SheetEdition", zones: Iterable[int]) -> int:
        """The points of the layout, or of the lowest zone, which a ruling may keep from being negative (X10)."""
        each = edition.foxes.points_each(zones)
        return max(each, 0) if self._is_never_negative(edition) else each

    def _is_never_negative(self, edition: "SheetEdition") -> bool:
        return edition.foxes.fixed_points is None and edition.rulings.negative_fox == "is zero"

    def counting(self, edition: "SheetEdition") -> CountingBadge:
        """The points of the layout, or of the lowest zone with the ruling for negative ones."""
        return CountingBadge(self.fixed_points(edition), 0 if self._is_never_negative(edition) else None)

    def in_game(self, edition: "SheetEdition", below_zero: Sequence[str]) -> tuple[Sentence, ...]:
        """What to do with it, and a warning of zones that can be worth less than 0."""
        sentences = ScoringBonus.in_game(self, edition, below_zero)  # a class with slots is made anew: no super()
        if not below_zero or self.fixed_points(edition) is not None:
            return sentences
        zones = tuple(ZoneName(zone) for zone in below_zero)
        if edition.rulings.negative_fox == "is zero":
            warning = counted(
                "But beware: {zones} can be worth less than 0, and then your foxes are worth nothing.",
                "But beware: {zones} can be worth less than 0, and then your foxes are worth nothing.",
                len(zones),
                zones=zones,
            )
        else:
            warning = counted(
                "But beware: {zones} can be worth less than 0, and then each fox *costs* you points.",
                "But beware: {zones} can be worth less than 0, and then each fox *costs* you points.",
                len(zones),
                zones=zones,
            )
        return (*sentences, replace(warning, ruling="negative-fox").on_same_line())

    def at_end(self, edition: "SheetEdition", below_zero: Sequence[str]) -> tuple[Sentence, ...]:
        """The points of the layout, or of the lowest zone, with what a negative zone means (X10)."""
        (worth,) = ScoringBonus.at_end(self, edition, below_zero)
        worth = replace(worth, clauses=("X10",))
        if self.fixed_points(edition) is not None:
            return (worth,)
        nothing = edition.rulings.negative_fox == "is zero"
        text = (
            later("If a zone is negative, foxes are worth 0.")
            if nothing
            else later("If a zone is negative, each fox *costs* you as much.")
        )
        negative = (sentence(text, ruling="negative-fox", follows="same line"),) if below_zero else ()
        advice = sentence("So do not neglect any zone: every point in your lowest zone counts again for each fox.")
        return (worth, *negative, replace(advice, follows="paragraph", detail=True))


# Every badge that brings points at the end, in the order in which scores list them.
SCORING_BADGES: tuple[ScoringBonus, ...] = (Fox(),)
_SCORING_BY_NAME = {badge.name: badge for badge in SCORING_BADGES}


class MarkBonus(SingleBonus):
    """A badge that marks a cell."""

    __slots__ = ()
    effect: ClassVar[Effect] = "mark"
    zone: str | None

    @property
    def target(self) -> str | None:
        """The zone that is marked, or None for any."""
        return self.zone

    def earned_by(self, earner: Earner) -> None:
        """Keep the bonus until the player has chosen a cell."""
        earner.earn_mark(self)


@dataclass(frozen=True, slots=True)
class FreeCross(MarkBonus):
    """A cross of the player's choice in a zone; zone None: in any zone that takes crosses."""

    zone: str | None
    glyph: ClassVar[Glyph] = "cross"

    def __str__(self) -> str:
        return f"X {self.zone or 'any'}"

    def may_mark(self, *, writes: bool) -> bool:
        """Zones that take crosses."""
        return not writes

    def marks_in(self, zone: BonusTarget[M]) -> list[M]:
        """A cross in any open cell."""
        return zone.any_open_cell()

    def words(self) -> BonusWords:
        """A cross, and in which zone."""
        if self.zone is None:
            return BonusWords(later("a cross in any zone"))
        return BonusWords(later("a free cross in {zone}"), zone=self.zone)


@dataclass(frozen=True, slots=True)
class FreeNumber(MarkBonus):
    """A number to write into the next cell of a zone; zone None: of any zone that takes numbers."""

    number: int
    zone: str | None
    glyph: ClassVar[Glyph] = "number"

    def __str__(self) -> str:
        return f"{self.number} {self.zone or 'any'}"

    @property
    def glyph_text(self) -> str:
        """The number as text."""
        return str(self.number)

    @property
    def fixed_number(self) -> int:
        """The number that is written."""
        return self.number

    def may_mark(self, *, writes: bool) -> bool:
        """Zones that take numbers."""
        return writes

    def marks_in(self, zone: BonusTarget[M]) -> list[M]:
        """The number in every open cell that accepts it."""
        return zone.with_number(self.number)

    def words(self) -> BonusWords:
        """The number, and in which zone."""
        if self.zone is None:
            return BonusWords(later("a {number} for any zone"), number=self.number)
        return BonusWords(later("a {number} for {zone}"), number=self.number, zone=self.zone)


@dataclass(frozen=True, slots=True)
class FreeChoice(MarkBonus):
    """A ?: a number of the player's choice in a zone; zone None: in any zone."""

    zone: str | None
    glyph: ClassVar[Glyph] = "choice"

    def __str__(self) -> str:
        return f"? {self.zone or 'any'}"

    @property
    def glyph_text(self) -> str:
        """A question mark."""
        return "?"

    @property
    def free(self) -> bool:
        """True: the player chooses the number."""
        return True

    def may_mark(self, *, writes: bool) -> bool:
        """All zones."""
        return True

    def marks_in(self, zone: BonusTarget[M]) -> list[M]:
        """Every number that the zone allows as a free choice."""
        return zone.with_free_choice()

    def words(self) -> BonusWords:
        """A question mark, and for which zone."""
        if self.zone is None:
            return BonusWords(later("a ? for any zone"))
        return BonusWords(later("a ? for {zone}"), zone=self.zone)


@dataclass(frozen=True, slots=True)
class Either(Bonus):
    """One of several bonuses, as the player likes."""

    options: tuple[SingleBonus, ...]
    effect: ClassVar[Effect] = "mark"

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))

    @property
    def singles(self) -> tuple[SingleBonus, ...]:
        """The options."""
        return self.options

    def earned_by(self, earner: Earner) -> None:
        """Keep the bonus until the player has chosen an option and a cell."""
        earner.earn_mark(self)


_FORM = re.compile(r"(?P<what>X|\?|[0-9]{1,2}) +(?P<zone>[a-z][a-z0-9_-]*)\Z")
_ACTION = re.compile(r"[a-z][a-z ]*\Z")


def parse_bonus(text: str) -> Bonus:
    """Return the bonus that a text in a layout or record names; raise ValueError if it names none.

    >>> parse_bonus("X blue"), parse_bonus("? any"), parse_bonus("6 purple"), parse_bonus("fox")
    (FreeCross(zone='blue'), FreeChoice(zone=None), FreeNumber(number=6, zone='purple'), Fox())
    """
    options = [_parse_single(option.strip()) for option in text.split(" or ")]
    return options[0] if len(options) == 1 else Either(tuple(options))


def _parse_single(text: str) -> SingleBonus:
    if match := _FORM.match(text):
        zone = None if match["zone"] == "any" else match["zone"]
        if match["what"] == "X":
            return FreeCross(zone)
        if match["what"] == "?":
            return FreeChoice(zone)
        return FreeNumber(int(match["what"]), zone)
    if text in _SCORING_BY_NAME:
        return _SCORING_BY_NAME[text]
    if _ACTION.match(text):
        return Unlock(text)
    raise ValueError(text)


def _read_bonus(value: object) -> Bonus:
    if isinstance(value, Bonus):
        return value
    try:
        if isinstance(value, str) and len(value) < 80:
            return parse_bonus(value)
    except ValueError:
        pass
    raise PydanticCustomError(
        "layout",
        "{found} is not a badge: expected an action, {scoring}, X blue, ? blue, 6 purple (any for a free zone) "
        "or two of them with 'or'",
        {"found": brief(value), "scoring": ", ".join(_SCORING_BY_NAME)},
    )


BonusField = Annotated[
    Bonus,
    PlainValidator(_read_bonus),
    WithJsonSchema(
        {
            "type": "string",
            "examples": ["reroll", "extra die", *_SCORING_BY_NAME, "X blue", "? any", "6 purple", "X any or 6 any"],
            "description": f"An action to unlock, {', '.join(f'`{name}`' for name in _SCORING_BY_NAME)}, `X zone` a "
            "free cross, `? zone` a free choice, `6 zone` a number to write; `any` for a zone of one's choice, `or` "
            "between two.",
        }
    ),
]
BonusOrNothing = Annotated[
    Bonus | None,
    PlainValidator(lambda value: None if value is None else _read_bonus(value)),
    WithJsonSchema({"type": ["string", "null"], "description": "A badge, or `~` for none."}),
]
BonusList = Annotated[tuple[BonusOrNothing, ...], Field(strict=False)]


class BonusRules(WithProvenance):
    """The badges of a zone and what earns them."""

    cells: dict[int, BonusField] = Field(
        default_factory=dict,
        description="A badge under a cell, by the cell's number; the numbers may also stand directly under `bonus`.",
    )
    only_from: Annotated[tuple[int | None, ...], Field(strict=False)] | None = Field(
        default=None,
        description="Per cell the least entry that earns its badge (`~`: any entry); a smaller one loses it.",
    )
    rows: BonusList | None = Field(default=None, description="One badge per full row, from the top; `~` for none.")
    columns: BonusList | None = Field(
        default=None, description="One badge per full column, from the left; `~` for none."
    )
    diagonal: BonusField | None = Field(
        default=None, description="A badge for the diagonal from the top left to the bottom right corner."
    )
    between_cells: BonusList | None = Field(
        default=None, description="Badges between neighbours of a row, earned when both cells are marked."
    )
    between_rows: Annotated[tuple[BonusList, ...], Field(strict=False)] | None = Field(
        default=None,
        description="Badges between a cell and the one below, one list per pair of rows, earned when both are marked.",
    )
    needs: Literal["all cells", "tinted cells", "circles"] = Field(
        default="all cells",
        description="What must be marked in a row or column: `all cells`, only its `tinted cells`, or all `circles` "
        "(the first stage of `circle then cross`).",
    )


def _read_rules(value: object) -> object:
    """Move numbers among the keys, as in `{3: reroll, 7: fox}`, to the key `cells`."""
    if not isinstance(value, dict):
        return value
    numbered = {key: badge for key, badge in value.items() if isinstance(key, int)}
    worded = {key: item for key, item in value.items() if not isinstance(key, int)}
    if numbered and isinstance(worded.get("cells", {}), dict):
        worded["cells"] = {**worded.get("cells", {}), **numbered}
    return worded


BonusRulesField = Annotated[BonusRules, BeforeValidator(_read_rules)]
