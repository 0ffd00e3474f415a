"""What every model of the layout language shares: strict keys, parts chosen by name, texts, provenance, a walk."""

import re
from collections.abc import Callable, Iterable, Iterator
from types import UnionType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from sheetgen.layout.nodes import Steps
from sheetgen.layout.problems import brief

BIDI_CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # what follows is read the other way round
PROVENANCE_LEVELS = ("certain", "inferred", "reconstructed")


class Model(BaseModel):
    """A block of a layout file: frozen, no unknown keys, `two words` in the file for `two_words` in Python."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        alias_generator=lambda name: name.replace("_", " "),
        validate_by_name=False,
        defer_build=True,
        # Lists in the file become tuples; strict mode alone would refuse them.
        arbitrary_types_allowed=False,
    )


def refuse_control_characters(text: str) -> str:
    """Return the text; raise PydanticCustomError at the first character that cannot be seen or turns the direction.

    Line breaks and tabs are allowed. This is the only check of control characters in values; `nodes` refuses those
    that YAML forbids in the text of a file.
    """
    for character in text:
        if (
            category(character) in ("Cc", "Cs", "Co", "Zl", "Zp") and character not in "\n\t"
        ) or character in BIDI_CONTROLS:
            raise PydanticCustomError(
                "layout", "has a control character (U+{code}); remove it", {"code": f"{ord(character):04X}"}
            )
    return text


def check_plain_name(name: str) -> str:
    """Return the name of a person or a firm; raise PydanticCustomError unless it is one line of 1 to 100 plain letters.

    Signs that mean something in HTML, Markdown or templates are refused: credits are printed on pages of all kinds.
    """
    if not 0 < len(name) <= 100 or any(character in "<>{}[]|`\\*_\n\t" for character in name):
        raise PydanticCustomError(
            "layout", "expected a name in up to 100 plain letters, found {found}", {"found": brief(name)}
        )
    return refuse_control_characters(name)


PlainName = Annotated[str, AfterValidator(check_plain_name)]
FONT_FILE = r"^[^/\\:\s][^/\\:\n]*(/[^/\\:\n]+)*\.([ot]tf|ttc|[OT]TF|TTC)$"


def check_font_file(path: str) -> str:
    """Return the path of a font; raise PydanticCustomError unless it is in the folder of the layout or below it.

    A layout may come from a stranger, so it cannot name files anywhere else.
    """
    if len(path) > 200 or not re.match(FONT_FILE, path) or {"..", "."} & set(path.split("/")):
        raise PydanticCustomError(
            "layout",
            "expected a font in the folder of this file or below it, such as 'faces/NotoSansJP.ttf', found {found}",
            {"found": brief(path)},
        )
    return refuse_control_characters(path)


FontFile = Annotated[str, AfterValidator(check_font_file), Field(max_length=200)]
Translation = Annotated[str, AfterValidator(refuse_control_characters)]


class TranslatableText(str):
    """A text that people read: English here, translated through `locales/` or the file's own `translations`."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accept a string of 1 to 400 characters, and keep the type so that `texts` can find it."""
        return core_schema.no_info_after_validator_function(
            lambda text: cls(refuse_control_characters(text)),
            core_schema.str_schema(min_length=1, max_length=400, strict=True),
        )


class Provenance(Model):
    """How sure a value is, and what exactly is meant."""

    level: Literal["certain", "inferred", "reconstructed"]
    note: TranslatableText | None = None


def _read_provenance(value: object) -> object:
    """Turn `level` or `{level: note}` into the fields of Provenance."""
    if isinstance(value, str):
        return {"level": value}
    if isinstance(value, dict) and len(value) == 1:
        ((level, note),) = value.items()
        return {"level": level, "note": note}
    raise PydanticCustomError(
        "layout", "expected certain, inferred or reconstructed, found {found}", {"found": brief(value)}
    )


ProvenanceField = Annotated[
    Provenance | None,
    BeforeValidator(_read_provenance),
    Field(
        default=None,
        description="How sure the values of this block are: `certain`, `inferred` or `reconstructed`; "
        "`{inferred: what exactly}` adds a note that the sheet, the rules page and `check` show.",
    ),
]


class WithProvenance(Model):
    """A block that may say how sure it is."""

    provenance: ProvenanceField = None


class Part(Model):
    """One of several named ways to do a thing, such as `same number`.

    In a file a part is its name, `name: its main value`, or `name: {options}`.
    """

    kind: str
    # The field that `name: value` fills, and whether that value is itself a block.
    main: ClassVar[str] = ""
    main_is_block: ClassVar[bool] = False


def parts_of(union: object) -> dict[str, type[Part]]:
    """Return the classes of a union of parts by the name that a layout file uses for them."""
    members: tuple[type[Part], ...] = get_args(union)
    return {member.model_fields["kind"].default: member for member in members}


def part_reader(union: UnionType) -> Callable[[object], object]:
    """Return a validator that turns `name`, `{name: value}` or `{name: {options}}` into the fields of a part.

    It raises PydanticCustomError if the value has none of these forms. A name that is not in the union passes: the
    discriminator of the union refuses it, with all names that it knows.
    """
    table = parts_of(union)

    def read(value: object) -> object:
        if isinstance(value, str):
            return {"kind": value}
        if isinstance(value, dict) and len(value) == 1:
            ((name, argument),) = value.items()
            return part_fields(table, name, argument)
        if isinstance(value, Part):
            return value
        raise PydanticCustomError("layout", "expected the name of one rule, found {found}", {"found": brief(value)})

    return read


def part_fields(table: dict[str, type[Part]], name: object, argument: object) -> dict[str, object]:
    """Return the fields of the part called `name`; raise PydanticCustomError if it takes no value but has one."""
    part = table.get(name) if isinstance(name, str) else None
    if part is None or argument is True:
        return {"kind": name}
    if isinstance(argument, dict) and not part.main_is_block:
        return {**argument, "kind": name}
    if not part.main:
        raise PydanticCustomError(
            "layout", "'{name}' takes no value, found {found}", {"name": name, "found": brief(argument)}
        )
    return {"kind": name, part.main: argument}


def alternatives(annotation: Any) -> list[Any]:
    """Return the types that an annotation allows: the members of a union, without what `Annotated` adds.

    >>> alternatives(Annotated[int, "from 1 on"] | None)
    [<class 'int'>, <class 'NoneType'>]
    """
    if get_origin(annotation) is Annotated:
        return alternatives(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return [inner for member in get_args(annotation) for inner in alternatives(member)]
    return [annotation]


def walk(value: object, steps: Steps = ()) -> Iterator[tuple[Steps, object]]:
    """Yield a value and all values below it, each with its path in the words of the file."""
    yield steps, value
    inner: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, BaseModel):
        inner = ((field.alias or name, getattr(value, name)) for name, field in type(value).model_fields.items())
    elif isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, tuple):
        inner = enumerate(value)
    for step, each in inner:
        if isinstance(each, (BaseModel, dict, tuple)):
            yield from walk(each, (*steps, step))
        else:
            yield (*steps, step), each


def texts(edition: BaseModel) -> Iterator[tuple[Steps, TranslatableText]]:
    """Yield every text to translate of an edition, with its path."""
    return ((steps, value) for steps, value in walk(edition) if isinstance(value, TranslatableText))


def provenance_notes(edition: BaseModel) -> Iterator[tuple[Steps, Provenance]]:
    """Yield the provenance of every block that is not certain, with the path of the block."""
    for steps, value in walk(edition):
        if isinstance(value, Provenance) and value.level != "certain":
            yield steps[:-1], value


def provenance_level(edition: BaseModel) -> str:
    """Return one of PROVENANCE_LEVELS for a whole edition: that of its least certain block.

    The arrangement of the sheet does not count, since it changes nothing about the game.
    """
    levels = [note.level for steps, note in provenance_notes(edition) if steps[:1] != ("sheet",)]
    return max(levels, key=PROVENANCE_LEVELS.index, default="certain")
