"""A sheet edition: dice, rounds, actions, zones, solo play and how the sheet is arranged."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.layout.base import (
    FontFile,
    Model,
    Part,
    PlainName,
    ProvenanceField,
    TranslatableText,
    Translation,
    WithProvenance,
    part_reader,
    provenance_level,
)
from sheetgen.layout.nodes import Steps
from sheetgen.layout.parts.bonus import SCORING_BADGES, Bonus, BonusField, BonusOrNothing, ScoringBonus
from sheetgen.layout.problems import brief
from sheetgen.layout.symbols import SymbolPath
from sheetgen.layout.zone import ClauseId, Zone, read_clauses

Symbol = Literal[
    "sun", "drop", "leaf", "flame", "gem", "heart", "moon", "wave", "acorn", "bolt", "cloud", "flower", "none"
]
BonusTopic = Literal["free cross", "free number", "free choice"]
ActionKind = Literal["reroll", "return", "joker", "polish", "extra die"]
ACTION_KINDS: tuple[str, ...] = get_args(ActionKind)
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,23}$")]

MILLIMETRES = (20, 1000)
PAPERS = {
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "A6": (105.0, 148.0),
    "Letter": (215.9, 279.4),
    "Legal": (215.9, 355.6),
}
_SIZE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) *[x×] *([0-9]{1,4}(?:\.[0-9]{1,2})?)\Z")


def read_size(value: object) -> tuple[float, float]:
    """Return width and height in millimetres, from `120 x 171` or the name of a paper; raise PydanticCustomError."""
    if isinstance(value, str) and value in PAPERS:
        return PAPERS[value]
    match = _SIZE.match(value) if isinstance(value, str) else None
    if match:
        width, height = float(match[1]), float(match[2])
        least, most = MILLIMETRES
        if least <= width <= most and least <= height <= most:
            return width, height
    raise PydanticCustomError(
        "layout",
        "{found} is not a size: expected width x height in millimetres such as '120 x 171' (20 to 1000 each) "
        "or one of {papers}",
        {"found": brief(value), "papers": ", ".join(PAPERS)},
    )


SizeField = Annotated[
    tuple[float, float],
    PlainValidator(read_size),
    WithJsonSchema(
        {
            "type": "string",
            "examples": ["120 x 171", "A5"],
            "pattern": "|".join([_SIZE.pattern.replace(r"\Z", "$"), *(f"^{paper}$" for paper in PAPERS)]),
        }
    ),
]


RULES_URL_FIELDS = ("{lang}", "{edition}")  # what `drawing.qr_code` replaces
RULES_URL = r"^https?://[A-Za-z0-9[][!-~]*$"


def read_rules_url(value: object) -> str:
    """Return the address of a page with rules as it is; raise PydanticCustomError if a phone could not open it."""
    if isinstance(value, str) and re.match(RULES_URL, value) and _host_of(value):
        unknown = [name for name in re.findall(r"{.*?}", value) if name not in RULES_URL_FIELDS]
        if not unknown:
            return value
        raise PydanticCustomError(
            "layout",
            "nothing is known to put in place of {unknown} in the address {found}: expected {fields}",
            {"unknown": unknown[0], "found": brief(value), "fields": " or ".join(RULES_URL_FIELDS)},
        )
    raise PydanticCustomError(
        "layout",
        "{found} is not an address of rules: expected one that starts with https:// or http://, such as {example}",
        {"found": brief(value), "example": "'https://example.org/{lang}/{edition}'"},
    )


def _host_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:  # brackets without an address of the internet in them
        return None


RulesUrl = Annotated[
    str,
    PlainValidator(read_rules_url),
    WithJsonSchema({"type": "string", "pattern": RULES_URL, "examples": ["https://example.org/{lang}/{edition}"]}),
]


class Die(Model):
    """One die: how it looks."""

    colour: str = Field(
        pattern=r"^#[0-9A-Fa-f]{6}$",
        description="The colour as `#RRGGBB`; themes derive their tints from it.",
    )
    symbol: Symbol = Field(default="none", description="The sign that tells the zone apart without colour.")
    symbol_path: SymbolPath | None = Field(
        default=None,
        description="A sign of your own instead: the `d` of an SVG path, such as `M0 10 L5 0 L10 10 Z`. It is filled "
        "in one colour and made as large as its place, whatever its coordinates are.",
    )
    name: TranslatableText | None = Field(default=None, description="What the die is called; by default its key.")
    colour_name: TranslatableText | None = Field(
        default=None,
        description="What people call its colour, such as `yellow`, if its name does not say it; lists of dice do.",
    )

    @property
    def has_symbol(self) -> bool:
        """Whether a sign tells the die apart."""
        return self.symbol != "none" or self.symbol_path is not None


class Credits(Model):
    """Whose game it is."""

    author: PlainName = Field(description="Who invented the game.")
    illustration: PlainName | None = Field(default=None, description="Who illustrated it.")
    design: PlainName | None = Field(default=None, description="Who designed how it looks.")
    editing: PlainName | None = Field(default=None, description="Who edited it for the publisher.")
    publisher: PlainName | None = Field(default=None, description="Who publishes it.")
    year: int | None = Field(default=None, ge=1900, le=2999, description="When it first appeared.")


class SetUp(Model):
    """What the players lay out before the first round, and who begins; only `side` changes the sheet as well."""

    starts: Literal["by agreement", "the cleverest", "the lowest roll"] = Field(
        default="by agreement", description="Who is the active player of the first turn."
    )
    sheets: Literal["paper", "wipe-clean"] = Field(
        default="paper", description="What the game in the box is played on: paper sheets or wipe-clean boards."
    )
    side: TranslatableText | None = Field(
        default=None,
        description="The sign on the side of a two-sided board that is used, such as `blue star`. A fox or a star, in "
        "red or blue, is drawn beside the title of the sheet if it is named in English: `red fox`, `blue star`. For "
        "any other sign, and without one, a red fox is drawn there.",
    )
    dice_tower: bool = Field(default=False, description="Whether the dice are rolled through a dice tower.")
    scores: Literal["back of a sheet", "back of the platter"] = Field(
        default="back of a sheet", description="Where one player notes the points of all players at the end."
    )


class Rounds(WithProvenance):
    """How long a game lasts, and what each round brings."""

    by_players: dict[int, Annotated[int, Field(ge=1, le=12)]] = Field(
        description="The number of rounds by number of players: `{1: 6, 2: 6, 3: 5, 4: 4}`."
    )
    bonuses: Annotated[tuple[BonusOrNothing, ...], Field(strict=False)] = Field(
        default=(),
        description="The badge that every player takes at the start of round 1, 2, 3 …; `~` for none.",
    )

    @property
    def count(self) -> int:
        """The number of rounds printed on the sheet: the most that any number of players plays."""
        return max(self.by_players.values(), default=0)


Slot = Annotated[int, Field(ge=1, le=6)] | Literal["?"] | None
MAX_SLOTS = 16


def _read_slots(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        if not 1 <= value <= MAX_SLOTS:
            message = "expected 1 to {most} slots, found {found}"
            raise PydanticCustomError("layout", message, {"most": MAX_SLOTS, "found": brief(value)})
        return [None] * value
    if isinstance(value, list) and value and all(slot in range(1, 7) or slot == "?" for slot in value):
        return value
    message = 'expected a number of slots, or a list of what is printed in them (1 to 6 or "?"), found {found}'
    raise PydanticCustomError("layout", message, {"found": brief(value)})


Slots = Annotated[
    tuple[Slot, ...],
    Field(strict=False, max_length=MAX_SLOTS),
    BeforeValidator(_read_slots, json_schema_input_type=int | list[Annotated[int, Field(ge=1, le=6)] | Literal["?"]]),
]


class Track(WithProvenance):
    """One row of action slots."""

    slots: Slots = Field(description='How many slots, or what is printed in each: `[3, 4, 5, "?"]`.')
    end: BonusField | None = Field(
        default=None, description="The badge at the end of the track, earned when its last slot is unlocked."
    )


class Action(WithProvenance):
    """An action track, or a group of lists of which a badge unlocks one slot in a list of the player's choice."""

    slots: Slots | None = Field(
        default=None, description='How many slots, or what is printed in each: `[3, 4, 5, "?"]`.'
    )
    end: BonusField | None = Field(
        default=None, description="The badge at the end of the track, earned when its last slot is unlocked."
    )
    lists: dict[ActionKind, Track] | None = Field(
        default=None,
        description="Instead of `slots`: several lists; one badge unlocks a slot in one of them.",
    )
    name: TranslatableText | None = Field(
        default=None, description="What the action is called; the five known ones have names."
    )

    def tracks(self, name: str) -> dict[str, "Track | Action"]:
        """Return the rows of slots by the kind of action that they allow; `name` is the key of this action."""
        if self.lists is None:
            return {name: self}
        return {str(kind): track for kind, track in self.lists.items()}


class WorthLowest(Part):
    """Each fox is worth as much as the player's lowest zone."""

    kind: Literal["worth the lowest zone"] = "worth the lowest zone"

    @property
    def fixed_points(self) -> int | None:
        """None: it depends on the zones."""
        return None

    def points_each(self, zones: Iterable[int]) -> int:
        """What a fox is worth beside these points of the zones."""
        return min(zones)


class WorthPoints(Part):
    """Each fox is worth a fixed number of points."""

    kind: Literal["worth"] = "worth"
    main = "points"
    points: int = Field(ge=-999, le=999, description="Points per fox.")

    @property
    def fixed_points(self) -> int | None:
        """The points of a fox, whatever the zones are worth."""
        return self.points

    def points_each(self, zones: Iterable[int]) -> int:
        """What a fox is worth beside these points of the zones."""
        return self.points


AnyFoxes = WorthLowest | WorthPoints
Foxes = Annotated[AnyFoxes, Field(discriminator="kind"), BeforeValidator(part_reader(AnyFoxes))]


class ScoreSource(NamedTuple):
    """Where points of a sheet come from: a zone, or the badges of one kind."""

    id: str  # the zone, or the plural of the badge, such as `foxes`
    badge: ScoringBonus | None = None


PRINTED_SPAN = r"^([<>] ?[0-9]{1,4}|[0-9]{1,4}-[0-9]{1,4})$"
_SPAN = re.compile(r"(?:(?P<sign>[<>]) ?(?P<limit>[0-9]{1,4})|(?P<least>[0-9]{1,4})-(?P<most>[0-9]{1,4}))\Z")


class Rating(Model):
    """One line of the solo rating."""

    from_: int = Field(alias="from", ge=-9999, le=9999, description="The least score of this band.")
    stars: float | None = Field(default=None, ge=0, le=5, description="Stars printed beside it, in halves.")
    label: TranslatableText = Field(description="What the sheet says to the player.")
    printed: Annotated[str, Field(pattern=PRINTED_SPAN)] | None = Field(
        default=None,
        description="The limits as the rulebook prints them, where they overlap or leave a gap: `240-260`, `> 320`, "
        "`< 179`.",
    )

    def printed_span(self, above: int | None) -> tuple[float, float]:
        """Return the least and the most score that the rulebook gives to this band.

        `above` is the least score of the next better band, None for the best one.
        """
        match = _SPAN.match(self.printed) if self.printed is not None else None
        if match is None:
            return self.from_, inf if above is None else above - 1
        if match["sign"]:
            limit = int(match["limit"])
            return (limit + 1, inf) if match["sign"] == ">" else (-inf, limit - 1)
        return int(match["least"]), int(match["most"])


@dataclass(frozen=True)
class DisputedScore:
    """A score that the printed table gives to two bands or to none: the band of our reading, and the other one."""

    score: int
    is_gap: bool
    ours: Rating
    other: Rating


class Solo(WithProvenance):
    """How to play solo."""

    rounds: int = Field(default=6, ge=1, le=12, description="Rounds, each once active and once passive.")
    platter: int = Field(
        default=3,
        ge=1,
        le=6,
        description="In the passive half all dice are rolled, and this many of the lowest go to the platter.",
    )
    nearest_to: Literal["the platter", "the dice tower"] = Field(
        default="the platter", description="Of equal dice, the one nearest to this place goes to the platter."
    )
    others: Literal["nowhere", "on the slots", "on the slots, nearest on top"] = Field(
        default="nowhere", description="Where the other dice of the passive roll go."
    )
    ratings: Annotated[tuple[Rating, ...], Field(strict=False)] = Field(
        default=(), description="The rating bands, best first."
    )

    def rating(self, score: int) -> Rating | None:
        """The band of a score; the last one also takes everything below it."""
        return next((band for band in self.ratings if score >= band.from_), self.ratings[-1] if self.ratings else None)

    @property
    def printed_spans(self) -> tuple[tuple[float, float], ...]:
        """Return the least and the most score that the rulebook gives to each band."""
        better = (None, *(band.from_ for band in self.ratings))
        return tuple(band.printed_span(above) for band, above in zip(self.ratings, better, strict=False))

    @property
    def disputed_scores(self) -> tuple[DisputedScore, ...]:
        """Return the scores that the printed table gives to two bands or to none, highest first."""
        disputed = []
        for (upper, (least, _)), (lower, (_, most)) in pairwise(zip(self.ratings, self.printed_spans, strict=True)):
            if least - most == 1:
                continue
            score = int(most if least <= most else most + 1)
            ours, other = (upper, lower) if score >= upper.from_ else (lower, upper)
            disputed.append(DisputedScore(score, least > most, ours, other))
        return tuple(disputed)


class Rulings(Model):
    """Our reading where a rulebook leaves room; a group may print its own."""

    lost_throw: Literal["dice stay", "dice leave"] = Field(
        default="dice stay",
        description="A8: after a lost roll, the same dice are rolled next, or they go to the platter.",
    )
    last_resort: Literal["as they lie", "with actions"] = Field(
        default="as they lie",
        description="P2: whether a platter die counts as usable only as it lies, or also with joker and polish.",
    )
    simultaneous_bonuses: Literal["in any order", "in printed order"] = Field(
        default="in any order", description="X1: the order in which bonuses earned at once are taken."
    )
    returns: Literal["several", "one"] = Field(
        default="several", description="X5: how many return actions may be used before one roll."
    )
    negative_fox: Literal["counts", "is zero"] = Field(
        default="counts", description="X10: what a fox is worth when the lowest zone is negative."
    )
    equal_dice: Literal["player chooses", "at random"] = Field(
        default="player chooses",
        description="S2: which of several equal dice lies nearest to the platter in solo play.",
    )
    number_badge: Literal["multiplied", "as printed"] = Field(
        default="multiplied",
        description="C8: whether a number badge is multiplied by the factor of its cell.",
    )
    last_sweep: Literal["no", "yes"] = Field(
        default="no",
        description="D2: whether dice that leave only because the last roll is over may be swept.",
    )
    free_row: Literal["any row", "tinted cells"] = Field(
        default="any row", description="T2: where a ? may mark in a zone with `order: row by throw`."
    )
    extra_die_matches: Literal["where it lies", "none"] = Field(
        default="where it lies",
        description="T3: whether an extra die of a zone with matching dice also counts equal dice beside it.",
    )


Panel = str
Column = Annotated[tuple[Panel, ...], Field(strict=False, min_length=1)]
Weight = Annotated[float, Field(gt=0, le=100)]


class Row(Model):
    """One horizontal strip of the sheet."""

    panels: Annotated[tuple[Panel | Column, ...], Field(strict=False, min_length=1, max_length=6)] = Field(
        description="From left to right: `rounds`, `dice`, `actions` or a zone; a list stacks panels in one column."
    )
    height: Weight = Field(default=1, description="How tall the strip is compared with the others.")
    widths: Annotated[tuple[Weight, ...], Field(strict=False)] | None = Field(
        default=None, description="How wide each panel is compared with its neighbours; by default all alike."
    )

    @property
    def flat(self) -> tuple[str, ...]:
        """All panels of the strip."""
        return tuple(name for panel in self.panels for name in ((panel,) if isinstance(panel, str) else panel))


def _read_row(value: object) -> object:
    if isinstance(value, str):
        return {"panels": [value]}
    if isinstance(value, list):
        return {"panels": value}
    return value


RowField = Annotated[Row, BeforeValidator(_read_row, json_schema_input_type=str | list[Any] | Row)]
Rows = Annotated[tuple[RowField, ...], Field(strict=False, min_length=1, max_length=20)]


class Arrangement(WithProvenance):
    """The sheet: its size and its panels, row by row. Nothing is placed by coordinates."""

    size: SizeField = Field(
        default=(120.0, 171.0),
        description="Width x height in millimetres (`120 x 171`), or a paper: "
        + ", ".join(f"`{paper}`" for paper in PAPERS)
        + ".",
    )
    rows: Rows = Field(description="The strips of the sheet from top to bottom.")
    page_names: Annotated[tuple[TranslatableText, ...], Field(strict=False, max_length=2)] = Field(
        default=(), description="What the two pages of a sheet that continues on its back are called: `[Day, Night]`."
    )
    tally: bool = Field(default=True, description="Whether a strip to add up the points stands at the foot.")
    rules_url: RulesUrl | None = Field(
        default=None,
        description="The address of the rules; a QR code on the sheet leads there. `{lang}` in it is the language of "
        "the sheet, `{edition}` the id of the layout.",
    )


class ScoreTable(Part):
    """A table to add up the points of several players and games."""

    kind: Literal["score table"] = "score table"
    takes_scores: ClassVar[bool] = True  # whether players write their points there
    players: int = Field(default=4, ge=1, le=8, description="Columns per game.")
    games: int = Field(default=3, ge=1, le=8, description="Games on one back.")


class OtherEdition(Part):
    """The front of another edition."""

    kind: Literal["edition"] = "edition"
    main = "id"
    takes_scores: ClassVar[bool] = False
    id: str = Field(description="The other edition.")


class MorePanels(Part):
    """A second page of the same sheet."""

    kind: Literal["rows"] = "rows"
    main = "rows"
    takes_scores: ClassVar[bool] = False
    rows: Rows = Field(description="The strips of the second page from top to bottom.")


AnyBack = ScoreTable | OtherEdition | MorePanels
Back = Annotated[AnyBack, Field(discriminator="kind"), BeforeValidator(part_reader(AnyBack))]


class SheetEdition(Model):
    """Everything about an edition that is played on a sheet."""

    # schema and extends steer the loader; they are listed so that editors know them.
    schema_: Literal[1] = Field(alias="schema", description="The version of the layout language: 1.")
    kind: Literal["sheet"] = Field(
        default="sheet",
        description="`sheet` for a sheet played with coloured dice, `cards` for a deck of objectives.",
    )
    title: TranslatableText = Field(
        description="The title in English; other languages come from `locales/` or `translations`."
    )
    about: TranslatableText | None = Field(
        default=None, description="One sentence that says what is special about the edition."
    )
    credits: Credits | None = Field(default=None, description="Whose game it is.")
    age: int | None = Field(default=None, ge=1, le=99, description="The least age of players.")
    minutes: int | None = Field(default=None, ge=1, le=999, description="How long a game takes.")
    provenance: ProvenanceField = None
    dice: dict[Name, Die] = Field(description="The dice by colour, each with how it looks.", min_length=1, max_length=9)
    wild: str | None = Field(default=None, description="The die that stands for any colour.")
    die_slots: Annotated[tuple[str, ...], Field(strict=False, min_length=1, max_length=6)] = Field(
        default=("", "", ""),
        description="The slots for the dice taken, one per roll, with what is printed on them: "
        '`["", "", ""]` or `[I, II, III]`.',
    )
    set_up: SetUp = Field(default_factory=SetUp, description="What is laid out before the first round, and who begins.")
    rounds: Rounds = Field(description="How many rounds, and what each brings.")
    actions: dict[str, Action] = Field(
        default_factory=dict,
        description="The action tracks: `reroll`, `return`, `joker`, `polish`, `extra die`, or a named group of lists.",
    )
    zones: dict[Name, Zone] = Field(description="The zones by name.", min_length=1, max_length=12)
    clauses: Annotated[
        dict[BonusTopic, Annotated[tuple[ClauseId, ...], Field(strict=False)]],
        BeforeValidator(read_clauses, json_schema_input_type=dict[BonusTopic, ClauseId | list[ClauseId]]),
    ] = Field(
        default_factory=dict,
        description="The clauses of the rules that say what badges do: `free cross`, `free number`, `free choice`.",
    )
    foxes: Foxes = Field(default_factory=WorthLowest, description="What a fox is worth at the end.")
    may_waive: Annotated[tuple[Literal["active", "passive"], ...], Field(strict=False)] = Field(
        default=(), description="Who may leave a usable die: `active`, `passive`, both or nobody."
    )
    solo: Solo | None = Field(default=None, description="How to play solo, and the rating of the result.")
    rulings: Rulings = Field(
        default_factory=Rulings, description="Readings of the rules where the rulebook leaves room."
    )
    back: Back = Field(default_factory=ScoreTable, description="What is on the back of the sheet.")
    sheet: Arrangement = Field(description="How the sheet is arranged.")
    font: FontFile | None = Field(
        default=None,
        description="The file of a font for scripts that ours lack, such as `faces/NotoSansJP.ttf`: beside this "
        "file or in a folder below it. Without it an installed Noto font is used. Text from right to left "
        "cannot be drawn.",
    )
    translations: dict[str, dict[str, Translation]] = Field(
        default_factory=dict,
        description="Texts of this file in other languages: `fr: {English text: texte français}`. Where an adjective "
        "has to agree, `amber (zone)` is the word beside a zone and `amber (die)` the one beside the number on a die.",
    )

    @property
    def most_rounds(self) -> int:
        """The most rounds that a game can have, with several players or solo."""
        return max(self.rounds.count, self.solo.rounds if self.solo is not None else 0)

    @property
    def has_two_pages(self) -> bool:
        """Whether the sheet continues on its back."""
        return isinstance(self.back, MorePanels)

    def every_badge(self) -> Iterator[tuple[Steps, Bonus]]:
        """Yield all badges of the sheet with their paths: of zones, rounds, ends of tracks."""
        for name, zone in self.zones.items():
            for badge in zone.badges:
                yield ("zones", name, "bonus", *badge.path), badge.bonus
        for i, bonus in enumerate(self.rounds.bonuses):
            if bonus is not None:
                yield ("rounds", "bonuses", i), bonus
        for name, action in self.actions.items():
            for kind, track in action.tracks(name).items():
                if track.end is not None:
                    yield ("actions", name, "lists", kind, "end"), track.end

    @cached_property
    def provenance_level(self) -> str:
        """One of PROVENANCE_LEVELS: that of the least certain block, but for the arrangement of the sheet."""
        return provenance_level(self)

    @cached_property
    def scoring_badges(self) -> tuple[ScoringBonus, ...]:
        """The kinds of badges that bring points at the end: those that are printed, and those that always count."""
        printed = {single for _, bonus in self.every_badge() for single in bonus.singles}
        return tuple(badge for badge in SCORING_BADGES if badge.on_every_sheet or badge in printed)

    @cached_property
    def score_sources(self) -> tuple[ScoreSource, ...]:
        """Where points come from, in the order in which they are added up: zones, then badges."""
        return (*map(ScoreSource, self.zones), *(ScoreSource(badge.plural, badge) for badge in self.scoring_badges))

    def slot_label(self, number: int) -> str:
        """Return what is printed on a die slot, counted from 1; its number if nothing is."""
        label = self.die_slots[number - 1] if number <= len(self.die_slots) else ""
        return label or str(number)

    def die_of(self, zone: str) -> str:
        """Return the name of the die that marks a zone."""
        return self.zones[zone].die or zone

    def earlier_with_die(self, zone: str) -> int:
        """Return how many zones before a zone have the same die; its badges and its tag show as many dots."""
        die, names = self.die_of(zone), list(self.zones)
        return sum(self.die_of(name) == die for name in names[: names.index(zone)])
