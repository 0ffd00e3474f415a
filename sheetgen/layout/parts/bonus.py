"""bonus: what a badge gives, and which marks earn it."""

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from sheetgen.layout.base import Noted
from sheetgen.layout.problems import brief


@dataclass(frozen=True, slots=True)
class Unlock:
    """Unlock one slot of an action."""

    action: str

    def __str__(self) -> str:
        return self.action


@dataclass(frozen=True, slots=True)
class Fox:
    """A fox, worth points at the end."""

    def __str__(self) -> str:
        return "fox"


@dataclass(frozen=True, slots=True)
class FreeCross:
    """A cross of the player's choice in a zone; zone None: in any zone that takes crosses."""

    zone: str | None

    def __str__(self) -> str:
        return f"X {self.zone or 'any'}"


@dataclass(frozen=True, slots=True)
class FreeNumber:
    """A number to write into the next cell of a zone; zone None: of any zone that takes numbers."""

    number: int
    zone: str | None

    def __str__(self) -> str:
        return f"{self.number} {self.zone or 'any'}"


@dataclass(frozen=True, slots=True)
class FreeChoice:
    """A ?: a number of the player's choice in a zone; zone None: in any zone."""

    zone: str | None

    def __str__(self) -> str:
        return f"? {self.zone or 'any'}"


SingleBonus = Unlock | Fox | FreeCross | FreeNumber | FreeChoice


@dataclass(frozen=True, slots=True)
class Either:
    """One of several bonuses, as the player likes."""

    options: tuple[SingleBonus, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))


Bonus = SingleBonus | Either

_FORM = re.compile(r"(?P<what>X|\?|[0-9]{1,2}) +(?P<zone>[a-z][a-z0-9_-]*)\Z")
_ACTION = re.compile(r"[a-z][a-z ]*\Z")


def parse_bonus(text: str) -> Bonus:
    """Read a badge as it is called.

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
    if text == "fox":
        return Fox()
    if _ACTION.match(text):
        return Unlock(text)
    raise ValueError(text)


def singles(bonus: Bonus) -> tuple[SingleBonus, ...]:
    """Every single bonus in a badge."""
    return bonus.options if isinstance(bonus, Either) else (bonus,)


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
        "{found} is not a badge: expected an action, fox, X blue, ? blue, 6 purple (any for a free zone) "
        "or two of them with 'or'",
        {"found": brief(value)},
    )


BonusField = Annotated[
    Bonus,
    PlainValidator(_read_bonus),
    WithJsonSchema(
        {
            "type": "string",
            "examples": ["reroll", "extra die", "fox", "X blue", "? any", "6 purple", "X any or 6 any"],
            "description": "An action to unlock, `fox`, `X zone` a free cross, `? zone` a free choice, `6 zone` a "
            "number to write; `any` for a zone of one's choice, `or` between two.",
        }
    ),
]
BonusOrNothing = Annotated[
    Bonus | None,
    PlainValidator(lambda value: None if value is None else _read_bonus(value)),
    WithJsonSchema({"type": ["string", "null"], "description": "A badge, or `~` for none."}),
]
BonusList = Annotated[tuple[BonusOrNothing, ...], Field(strict=False)]


class BonusRules(Noted):
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
    """Let cell numbers stand beside the words: `{3: reroll, 7: fox}`."""
    if not isinstance(value, dict):
        return value
    numbered = {key: own for key, own in value.items() if isinstance(key, int)}
    worded = {key: own for key, own in value.items() if not isinstance(key, int)}
    if numbered and isinstance(worded.get("cells", {}), dict):
        worded["cells"] = {**worded.get("cells", {}), **numbered}
    return worded


BonusRulesField = Annotated[BonusRules, BeforeValidator(_read_rules)]
