"""Texts in the languages of the gettext catalogues, in plural forms, and in a pseudo language for tests."""

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sheetgen.errors import SheetgenError
from sheetgen.files import write_file
from sheetgen.resources import cache_folder, data_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

_Text = TypeVar("_Text", bound=str)
PSEUDO = "qps"
_LETTERS = str.maketrans("aceinouyAEIOU", "áçéíñóúýÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\})")
SOURCE = "en"
FIELD = re.compile(r"(\{[A-Za-z_]+(?::[a-z_]+)?\})")
# Stands between the context and the text of a message, as in the compiled catalogues of gettext.
CONTEXT = "\x04"
# Languages with `minimumGroupingDigits` of 2 in CLDR, which browsers follow, but not Babel.
_FOUR_DIGITS_TOGETHER = frozenset(("bg", "es", "et", "hu", "hy", "it", "ka", "lv", "pl", "pt_PT", "sl", "sq"))
MOST_PLURALS = 6  # no language has more forms
MOST_KEPT = 4  # packed catalogues of a language in the cache folder: of several versions of sheetgen
PACKED_VERSION = 1  # raise it when the content of packed catalogues changes: those in the cache folder are made again
PACKED = ".json"  # the suffix of a packed catalogue, which is read instead of the other where there is one


def pseudo(text: str) -> str:
    """Return a text in the pseudo language, accented and a third longer; fields to fill in stay as they are.

    >>> pseudo("{n} points")
    '[{n} póíñts ···]'
    """
    parts = [part if part.startswith("{") else part.translate(_LETTERS) for part in _FIELD.split(text)]
    return f"[{''.join(parts)} {'·' * (len(text) * 35 // 100)}]"


class CatalogueError(SheetgenError, ValueError):
    """A catalogue that cannot be read, in one line with its file."""


@dataclass(frozen=True)
class Plurals:
    """The texts of a language that depend on a number, and which of their forms a number takes."""

    form: Callable[[int], int]
    texts: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


def catalogue_path(language: str) -> Path:
    """Return the file of the catalogue of a language."""
    return data_folder("locales") / language / "LC_MESSAGES" / "sheetgen.po"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first.

    >>> languages()[:1]
    ('en',)
    """
    catalogues = data_folder("locales").glob("*/LC_MESSAGES/sheetgen.*")
    translated = sorted({path.parent.parent.name for path in catalogues if path.suffix in (".po", PACKED)})
    return (SOURCE, *translated)


def texts_of_files(language: str, folder: str, suffix: str) -> tuple[dict[str, str], Plurals]:
    """Return the translations of a language that some files need: those of a folder of the project, by their suffix."""
    if language == SOURCE:
        return _read(language)
    plain, counted = _read(language)
    used = {
        _key(message)
        for message in _open(language)
        if any(file.startswith(folder) and file.endswith(suffix) for file, _ in message.locations)
    }
    forms = {texts: forms for texts, forms in counted.texts.items() if texts in used}
    return {text: plain[text] for text in plain if text in used}, Plurals(counted.form, forms)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the finished translations of a language by their English text; English has none, being the source.

    A message with a context is found by what `in_context` returns.

    >>> catalogue("fr")["That's Pretty Clever"]
    'Très futé'
    """
    return _read(language)[0]


@cache
def plurals(language: str) -> Plurals:
    """Return the finished translations of texts that depend on a number.

    >>> plurals("fr").form(0), plurals("fr").form(2), plurals("en").form(0)
    (0, 1, 1)
    """
    return _read(language)[1]


def open_catalogue(language: str, *, places: bool = True) -> "Catalog":
    """Return the catalogue of a language; raise CatalogueError if it cannot be read or is damaged.

    Without `places` the lines that say which files use a text are not read, which takes half the time.
    """
    shown = f"locales/{language}/LC_MESSAGES/sheetgen.po"
    try:
        data = catalogue_path(language).read_bytes()
    except OSError as error:
        raise CatalogueError(f"{shown}: cannot be read: {error.strerror or error}") from None
    # An empty line takes the place of each, so that errors keep their line numbers.
    return parse_catalogue(data if places else re.sub(rb"(?m)^#: .*$", b"", data), language, shown)


def parse_catalogue(data: bytes, language: str, shown: str) -> "Catalog":
    """Return a catalogue from the bytes of its file; raise CatalogueError, with `shown` as its name, at any damage.

    Nothing is skipped: what is not read would be lost when the file is written again.
    """
    from gettext import c2py

    from babel.messages.catalog import Catalog
    from babel.messages.pofile import PoFileError, PoFileParser

    class _LimitedCatalog(Catalog):
        """Refuses what the library would make room for: as many forms of every text as the file says there are."""

        @property
        def num_plurals(self) -> int:
            number = super().num_plurals
            if not 1 <= number <= MOST_PLURALS:
                raise ValueError(f"expected 1 to {MOST_PLURALS} plural forms, found {number}")
            return number

    try:
        catalog = _LimitedCatalog(locale=language)
        PoFileParser(catalog, ignore_obsolete=False, abort_invalid=True).parse(BytesIO(data))
        c2py(catalog.plural_expr)
    except PoFileError as error:
        raise CatalogueError(f"{shown}:{error.lineno + 1}:1: is damaged: {_line(error.args[0])}") from None
    except UnicodeDecodeError:
        raise CatalogueError(f"{shown}: is not UTF-8 text") from None
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError) as error:
        # A damaged head makes the library fail in many ways; all of them are this one error.
        raise CatalogueError(f"{shown}: has a damaged head: {_line(error)}") from None
    return catalog


def _line(error: object) -> str:
    return "".join(c if c.isprintable() else " " for c in str(error))[:120]


@cache
def _open(language: str) -> "Catalog":
    return open_catalogue(language)


@cache
def _read(language: str) -> tuple[dict[str, str], Plurals]:
    if language in (SOURCE, PSEUDO):
        return {}, Plurals(lambda n: int(n != 1))
    packed = catalogue_path(language).with_suffix(PACKED)
    if packed.is_file():
        return _unpacked(packed.read_bytes())
    kept = _kept_path(language)
    try:
        return _unpacked(kept.read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        pass  # not there yet, or damaged: it is made again
    messages = open_catalogue(language, places=False)
    plain, counted = _read_messages(messages, messages.plural_expr)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_file(kept, _packed(plain, counted, messages.plural_expr).encode())
        own = sorted(kept.parent.glob(f"{language}-*{PACKED}"), key=lambda path: path.stat().st_mtime)
        for old in own[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        pass  # it is read from its source again the next time
    return plain, counted


def _kept_path(language: str) -> Path:
    """Return where the packed catalogue of a language is kept: it depends on its text and on the packed format."""
    folder = cache_folder() / "catalogues"
    try:
        source = catalogue_path(language).read_bytes()
    except OSError:
        source = b""  # whoever opens it says what is wrong
    return folder / f"{language}-v{PACKED_VERSION}-{blake2b(source, digest_size=8).hexdigest()}{PACKED}"


def _unpacked(packed: bytes) -> tuple[dict[str, str], Plurals]:
    """Return the texts of a packed catalogue; raise ValueError, KeyError or TypeError if it is damaged."""
    from gettext import c2py

    data = json.loads(packed)
    forms = {(one, many): tuple(texts) for one, many, *texts in data["plurals"]}
    return data["texts"], Plurals(c2py(data["form"]), forms)


def packed_catalogue(language: str, modules: Container[str]) -> str:
    """Return the finished translations of a language as JSON, which is read in a tenth of the time.

    Only those that some of the given modules, by their paths in the project, or layouts and other data files use.
    """
    messages = open_catalogue(language)
    used = [own for own in messages if any(file in modules or file.endswith(".yaml") for file, _ in own.locations)]
    plain, counted = _read_messages(used, messages.plural_expr)
    return _packed(plain, counted, messages.plural_expr)


def _packed(plain: Mapping[str, str], counted: Plurals, form: str) -> str:
    plurals = [[*key, *texts] for key, texts in counted.texts.items()]
    return json.dumps({"texts": plain, "plurals": plurals, "form": form}, ensure_ascii=False)


def _read_messages(messages: "Iterable[Message]", plural_expr: str) -> tuple[dict[str, str], Plurals]:
    from gettext import c2py

    plain: dict[str, str] = {}
    counted: dict[tuple[str, str], tuple[str, ...]] = {}
    for message in messages:
        if not message.id or message.fuzzy:
            continue
        key = _key(message)
        if isinstance(key, str):
            if isinstance(message.string, str) and message.string:
                plain[key] = message.string
        elif isinstance(message.string, tuple | list) and all(message.string):
            counted[key] = tuple(message.string)
    return plain, Plurals(c2py(plural_expr), counted)


def _key(message: "Message") -> str | tuple[str, str]:
    """Return what a message is found by: its text with its context, or both forms of a text with plurals."""
    if not isinstance(message.id, str):
        return message.id[0], message.id[1]
    return in_context(message.context, message.id) if message.context else message.id


def in_context(context: str, text: _Text) -> _Text:
    """Return the message for one of several meanings of a text; the call marks both for the catalogues.

    Whoever translates the message gets the translation for this context, else that of the text alone. The result is of
    the type of the text, so that a text from a layout still counts as one.

    >>> translate("blue", "fr"), translate(in_context("zone", "blue"), "fr")
    ('bleu', 'bleue')
    """
    return type(text)(f"{context}{CONTEXT}{text}")


def own_translation(text: str, language: str, translations: Mapping[str, Mapping[str, str]] | None) -> str | None:
    """Return what a layout itself gives as the translation of a message, or None.

    A layout writes a text with its context as `blue (zone)`.
    """
    own = translations.get(language) if translations else None
    if not own:
        return None
    context, _, plain = text.rpartition(CONTEXT)
    return own.get(f"{plain} ({context})", own.get(plain)) if context else own.get(text)


def translate(text: str, language: str, translations: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Return a text in a language: from the translations of a layout, else from the catalogue, else in English.

    >>> translate("That's Pretty Clever", "de")
    'Ganz schön clever'
    """
    own = own_translation(text, language, translations)
    if own is not None:
        return own
    plain = text.rpartition(CONTEXT)[2]
    if language == PSEUDO:
        return pseudo(plain)
    known = catalogue(language)
    return known.get(text) or known.get(plain, plain)


def translate_plural(
    one: str, many: str, number: int, language: str, translations: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """Return a text that depends on a number, in the form that the language has for it.

    >>> translate_plural("{n} point", "{n} points", 1, "en"), translate_plural("{n} point", "{n} points", 0, "en")
    ('{n} point', '{n} points')
    """
    known = plurals(language)
    forms = known.texts.get((one, many))
    if forms is None:
        return translate(one if number == 1 else many, language, translations)
    return forms[min(known.form(number), len(forms) - 1)]


def is_grouped(value: float, language: str) -> bool:
    """Whether a language separates the thousands of a number. In some, four digits stay together, as in 2000.

    >>> is_grouped(2000, "de"), is_grouped(2000, "es"), is_grouped(20_000, "es")
    (True, False, True)
    """
    return language not in _FOUR_DIGITS_TOGETHER or abs(value) >= 10_000


def later(text: str) -> str:
    """Return the text as it is: the call only marks it for the catalogues; it is translated where it is used."""
    return text


def later_plural(one: str, many: str) -> tuple[str, str]:
    """Return both forms as they are: the call only marks them for the catalogues, as `later` does."""
    return one, many


def fill_fields(text: str, **values: object) -> str:
    """Return a text with its fields filled: {name} by the value, {Name} by the value with a large first letter.

    Only names are looked up: a text from outside cannot ask for more.

    >>> fill_fields("{Colour} is a {colour} zone", colour="blue")
    'Blue is a blue zone'
    """
    large = {key.capitalize(): value[:1].upper() + value[1:] for key, value in values.items() if isinstance(value, str)}
    known = {**large, **values}
    return FIELD.sub(lambda field: str(known.get(field[0][1:-1], field[0])), text)
