"""The file of a publisher: whose site it is, what it shows, where it is published.

It is read like a layout, with all its problems at once. Everything in it is optional. Paths are relative to the file
and stay in its folder.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import AfterValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from sheetgen.drawing.themes import contrast, readable_on, until_contrast
from sheetgen.errors import WrongValueError
from sheetgen.i18n import languages as all_languages
from sheetgen.layout.base import Model, refuse_control_characters
from sheetgen.layout.explain import explain
from sheetgen.layout.nodes import Block, Steps, locate, plain, read_file
from sheetgen.layout.problems import LayoutError, Problem, brief, did_you_mean, join_with_or, printable
from sheetgen.resources import shipped_layouts, shipped_variants
from sheetgen.site.logo import LogoError, SiteLogo, read_logo
from sheetgen.site.words import Words

# The pages beside those of the editions that a publisher may choose, each with the other ones that it links to.
OPTIONAL_PAGES: Mapping[str, tuple[str, ...]] = {
    "print": (),
    "gallery": (),  # on a site with the studio
    "compare": (),
    "ladders": (),
    "figures": (),
    "experts": (),  # one page for each edition
    "glossary": (),
    "design": ("print", "publish", "command-line", "layout-reference", "records"),
    "publish": (),
    "command-line": ("print", "design", "library", "layout-reference", "records"),
    "library": ("print", "command-line", "layout-reference", "records"),
    "layout-reference": (),
    "records": (),
}
# What a publisher's site has by default: no page about the program.
DEFAULT_PAGES = ("gallery", "compare", "ladders", "figures", "experts", "glossary")
MAX_TITLE = 80  # characters
READABLE = 4.5  # the least contrast of text
HEADER = "#23262D"
HEADER_TEXT = ("#15171B", "#FFFFFF")  # one of them can be read on any colour
LIGHT_PAGE, DARK_PAGE = "#F4F3EF", "#23262D"  # the grounds of links that are hardest to read on: those of cards
FEEDBACK_FIELDS = ("{clause}", "{edition}", "{title}", "{lang}", "{page}")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?(/[A-Za-z0-9._~%-]+)*/?\Z")
_LINK = re.compile(r"(https?://[A-Za-z0-9]|mailto:[^\s@]+@[A-Za-z0-9])[!-~]*\Z")
_FIELD = re.compile(r"{[^}]*}")


def _refuse(message: str, **values: str) -> PydanticCustomError:
    return PydanticCustomError("layout", message, values)


def _read_line(text: str) -> str:
    if "\n" in text:
        raise _refuse("expected one line, found {found}", found=brief(text))
    return refuse_control_characters(text)


def _read_language(code: str) -> str:
    if code not in all_languages():
        raise _refuse(
            "there is no language {found}; known are {known}", found=brief(code), known=", ".join(all_languages())
        )
    return code


def _read_page(name: str) -> str:
    if name not in OPTIONAL_PAGES:
        hint = did_you_mean(name, OPTIONAL_PAGES) or f"known are {', '.join(OPTIONAL_PAGES)}"
        raise _refuse("there is no page {found} to choose; {hint}", found=brief(name), hint=hint)
    return name


def _read_address(address: str) -> str:
    """Return the address with a slash at its end."""
    if _ADDRESS.match(address) is None or {".", ".."} & set(address.split("/")):
        raise _refuse(
            "{found} is not an address for a site: expected one such as 'https://example.org/rules', "
            "without ? and #, other signs than ASCII as %xx",
            found=brief(address),
        )
    return address.rstrip("/") + "/"


def _read_feedback(address: str) -> str:
    unknown = [name for name in _FIELD.findall(address) if name not in FEEDBACK_FIELDS]
    if unknown:
        raise _refuse(
            "nothing is known to put in place of {unknown}: expected {known}",
            unknown=brief(unknown[0]),
            known=join_with_or(FEEDBACK_FIELDS),
        )
    return _read_link(address)


def _read_link(address: str) -> str:
    if _LINK.match(address) is None or any(sign in address for sign in "\"'<>`\\"):
        raise _refuse(
            "{found} is not an address that a reader may be sent to: expected one that starts with https://, http:// "
            "or mailto:",
            found=brief(address),
        )
    return address


def _one_of(words: Callable[[], Iterable[str]]) -> Any:
    """Return what adds the possible words to the JSON Schema; they are only asked for when it is made."""
    return Field(json_schema_extra=lambda schema: schema.update(enum=[*words()]))


Language = Annotated[str, AfterValidator(_read_language), _one_of(all_languages)]
Line = Annotated[str, Field(min_length=1, max_length=MAX_TITLE), AfterValidator(_read_line)]
Lines = Annotated[str, Field(min_length=1, max_length=4000), AfterValidator(refuse_control_characters)]
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]


class SiteColours(Model):
    """The colours of a site; what is left out is derived."""

    header: Colour = Field(default=HEADER, description="The bar at the top, and the background of the icon.")
    text: Colour | None = Field(default=None, description="The text on it; by default white or nearly black.")
    links: Colour | None = Field(default=None, description="Links and the line under titles; lightened in the dark.")

    @property
    def on_header(self) -> str:
        """The colour of text on the header."""
        return self.text or readable_on(self.header, *HEADER_TEXT)

    @property
    def dark_links(self) -> str:
        """The colour of links in the dark, light enough to be read; empty if none is given."""
        return until_contrast(self.links, DARK_PAGE, READABLE) if self.links is not None else ""


class Publisher(Model):
    """Whose site it is, what it shows, and where it is published."""

    title: Line | dict[Language, Line] | None = Field(
        default=None, description="The title of the site: one text for all languages, or one for each."
    )
    address: Annotated[str, AfterValidator(_read_address)] | None = Field(
        default=None,
        description="Where the site will be, such as `https://example.org/rules`. With it, pages name their canonical "
        "address and translations, links to them show a picture, and there are `sitemap.xml` and `robots.txt`.",
    )
    logo: str | None = Field(default=None, max_length=300, description="An SVG or PNG file.")
    colours: SiteColours | None = Field(default=None, description="Colours of the header and of links.")
    languages: Annotated[tuple[Language, ...], Field(strict=False, max_length=20)] = Field(
        default=(), description="The languages of the site, the first one first; by default all."
    )
    editions: Annotated[tuple[str, ...], Field(strict=False, max_length=100)] = Field(
        default=(), description="Ids of shipped editions and variants, and layout files; by default all shipped ones."
    )
    pages: Annotated[
        tuple[Annotated[str, AfterValidator(_read_page), _one_of(lambda: OPTIONAL_PAGES)], ...], Field(strict=False)
    ] = Field(
        default=DEFAULT_PAGES, description="Pages beside those of the editions: " + ", ".join(OPTIONAL_PAGES) + "."
    )
    imprint: Lines | dict[Language, Lines] | None = Field(
        default=None, description="The text of a page about who publishes the site, or the address of such a page."
    )
    feedback: Annotated[str, Field(max_length=400), AfterValidator(_read_feedback)] | None = Field(
        default=None,
        description="Where readers report a mistake: a `mailto:` address or a form. Each rule gets a link to it; "
        + ", ".join(f"`{field}`" for field in FEEDBACK_FIELDS)
        + " in it are filled in.",
    )
    rules_as_of: Line | dict[Language, Line] | None = Field(
        default=None, description="The version or date of the rules, shown at the foot of every page."
    )

    @property
    def is_ours(self) -> bool:
        """Whether it is the site of the project itself: nobody gave it a title."""
        return self.title is None

    def title_in(self, language: str) -> str:
        """Return the title of the site in a language."""
        return text_in(self.title, language) or Words(language).tr("Clever rules")

    def rules_as_of_in(self, language: str) -> str:
        """Return the version or date of the rules in a language; empty if none is given."""
        return text_in(self.rules_as_of, language)

    def imprint_in(self, language: str) -> str:
        """Return the imprint in a language, a text or an address; empty if there is none."""
        return text_in(self.imprint, language).strip()

    @property
    def has_imprint_page(self) -> bool:
        """Whether the imprint is a text, which has a page of its own."""
        return self.imprint is not None and not any(is_link(text) for text in _all_texts(self.imprint))

    def feedback_about(self, **values: str) -> str:
        """Return the address for feedback with its fields filled in, percent-encoded; empty if there is none."""
        address = self.feedback or ""
        return _FIELD.sub(lambda match: quote(values[match[0][1:-1]], safe=""), address)


def text_in(texts: str | Mapping[str, str] | None, language: str) -> str:
    """Return a text for all languages, or that of one; empty if there is none."""
    if texts is None:
        return ""
    return texts if isinstance(texts, str) else texts.get(language, "")


def _all_texts(texts: str | Mapping[str, str]) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts.values())


def is_link(text: str) -> bool:
    """Whether a text is nothing but an address."""
    return re.match(r"(?:https?|mailto|javascript|data):\S*\Z", text.strip(), re.IGNORECASE) is not None


OURS = Publisher(pages=tuple(OPTIONAL_PAGES))


def publisher_schema() -> dict[str, Any]:
    """Return the JSON Schema of a publisher's file, for editors; files and colours are checked when it is read."""
    schema = Publisher.model_json_schema()
    schema["title"] = "sheetgen site"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def load_publisher(file: Path) -> Publisher:
    """Return what a publisher's file says, with the paths of layouts resolved; raise LayoutError with all problems."""
    shown = printable(str(file))
    root = read_file(file, shown)
    if not isinstance(root, Block):
        raise LayoutError([Problem(root.position, "", "expected a block of keys", "start with 'title: My rules'")])
    try:
        publisher = Publisher.model_validate(plain(root))
    except ValidationError as error:
        raise LayoutError(explain(error, root, Publisher)) from None
    problems = [
        Problem(*locate(root, steps), message, suggestion)
        for steps, message, suggestion in _problems(publisher, file.parent)
    ]
    if problems:
        raise LayoutError(sorted(problems, key=lambda problem: problem.position))
    editions = tuple(_edition(name, file.parent) or name for name in publisher.editions)
    logo = str(file.parent / publisher.logo) if publisher.logo is not None else None
    return publisher.model_copy(update={"editions": editions, "logo": logo})


def require_texts(publisher: Publisher, languages: Iterable[str]) -> None:
    """Raise WrongValueError if a text of the publisher is missing in one of the languages that a site is built in."""
    for key, message in _missing_texts(publisher, languages):
        raise WrongValueError(f"the publisher's file: {key} {message}")


def _missing_texts(publisher: Publisher, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the keys that lack a text, with a message."""
    for key in ("title", "imprint", "rules as of"):
        texts = getattr(publisher, key.replace(" ", "_"))
        for language in languages if isinstance(texts, dict) else ():
            if language not in texts:
                yield key, f"has no text in '{language}'"


Found = Iterator[tuple[Steps, str, str]]  # path, message, suggestion


def _problems(publisher: Publisher, folder: Path) -> Found:
    """Yield what does not fit together, and files that cannot be used."""
    yield from _problems_of_texts(publisher)
    if publisher.colours is not None:
        yield from _problems_of_colours(publisher.colours)
    for index, page in enumerate(publisher.pages):
        missing = [other for other in OPTIONAL_PAGES[page] if other not in publisher.pages]
        if missing:
            message = f"'{page}' links to pages that are left out: {', '.join(missing)}"
            yield ("pages", index), message, "add them, or leave it out"
    for index, name in enumerate(publisher.editions):
        if _edition(name, folder) is None:
            known = [*shipped_layouts(), *shipped_variants()]
            suggestion = did_you_mean(name, known) or f"shipped are {', '.join(known)}; your own end in .yaml"
            message = f"there is no edition or layout {brief(name)} in the folder of this file"
            yield ("editions", index), message, suggestion
    if publisher.logo is not None:
        try:
            _logo(publisher.logo, folder)
        except LogoError as error:
            yield ("logo",), str(error), error.suggestion


def _problems_of_texts(publisher: Publisher) -> Found:
    for key, message in _missing_texts(publisher, publisher.languages or all_languages()):
        yield (key,), message, "add it, or list the languages under 'languages'"
    imprints = _all_texts(publisher.imprint or "")
    for text in filter(is_link, imprints):
        try:
            _read_link(text.strip())
        except PydanticCustomError as error:
            yield ("imprint",), error.message(), ""
    if len(set(map(is_link, imprints))) > 1:
        yield ("imprint",), "is a text in one language and an address in another", "use the same for all"


def _problems_of_colours(colours: SiteColours) -> Found:
    if contrast(colours.on_header, colours.header) < READABLE:
        found = f"{colours.on_header} on {colours.header} is {contrast(colours.on_header, colours.header):.1f}:1"
        better = until_contrast(colours.on_header, colours.header, READABLE)
        yield ("colours", "text"), f"cannot be read: {found}, expected {READABLE}:1", f"leave it out, or try {better!r}"
    if colours.links is not None and contrast(colours.links, LIGHT_PAGE) < READABLE:
        found = f"{colours.links} on the pages is {contrast(colours.links, LIGHT_PAGE):.1f}:1"
        better = until_contrast(colours.links, LIGHT_PAGE, READABLE)
        yield ("colours", "links"), f"cannot be read: {found}, expected {READABLE}:1", f"try {better!r}"


def _inside(name: str, folder: Path) -> Path | None:
    """Return a file in a folder or below it; None if there is none, or it is elsewhere, also by a symbolic link."""
    try:
        path = (folder / name).resolve()
        return path if path.is_file() and path.is_relative_to(folder.resolve()) else None
    except (OSError, ValueError):  # such as a name that is too long
        return None


def _edition(name: str, folder: Path) -> str | None:
    """Return a shipped edition by id, a shipped variant or a layout as a path; None if there is none."""
    if name in shipped_layouts():
        return name
    if name in shipped_variants():
        return str(shipped_variants()[name])
    found = _inside(name, folder) if name.endswith((".yaml", ".yml")) else None
    return str(found) if found is not None else None


def _logo(name: str, folder: Path) -> SiteLogo:
    path = _inside(name, folder)
    if path is None:
        raise LogoError(f"there is no file {brief(name)} in the folder of this file", "copy the logo there")
    return read_logo(path)
