"""Which pages there are, and what the pages of one language share: editions, pictures, HTML that is set aside."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from sheetgen.i18n import SOURCE, later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.loading import Edition
from sheetgen.resources import data_folder
from sheetgen.site.pictures import Pictures
from sheetgen.site.tables import CommandHelp

# The first leads; the others follow the editions.
ACROSS = (
    "index",
    "ladders",
    "glossary",
    "print",
    "design",
    "command-line",
    "library",
    "layout-reference",
    "records",
    "about",
)
ZONE = "zone"  # stands for one page per zone
SHEET = ("index", "turn", ZONE, "bonuses", "end", "solo", "questions")
CARDS = ("index", "cards", "odds", "two-players")
VARIANTS = later("Variants")
MORE = later("More")


@dataclass(frozen=True)
class SitePage:
    """A page to render: its address without ending, its template, and what it is about."""

    path: str
    template: str
    layout: Layout | None = field(default=None, repr=False)
    zone: str = ""

    @property
    def source(self) -> str:
        """The Markdown file, from the top of the language's tree."""
        return f"{self.path}.md"


def template_file(template: str, language: str) -> Path | None:
    """The file of a template in a language: a Jinja one or plain Markdown; None where there is none."""
    folder = data_folder("docs") / language
    return next((path for ending in (".md.j2", ".md") if (path := folder / f"{template}{ending}").is_file()), None)


def all_pages(layouts: Sequence[Layout]) -> list[SitePage]:
    """Every page, in the order of the navigation; those without an English template do not exist."""
    pages = [SitePage("index", "index")]
    for layout in layouts:
        pages += edition_pages(layout)
    pages += [SitePage(name, name) for name in ACROSS[1:]]
    return [page for page in pages if template_file(page.template, SOURCE) is not None]


def edition_pages(layout: Layout) -> Iterator[SitePage]:
    """The pages of one edition."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        for name in CARDS:
            if name != "two-players" or edition.variant_for_two is not None:
                yield SitePage(f"{layout.id}/{name}", f"cards/{name}", layout)
        return
    for name in SHEET:
        if name == ZONE:
            for zone in edition.zones:
                yield SitePage(f"{layout.id}/{zone}", "edition/zone", layout, zone)
        elif name != "solo" or edition.solo is not None:
            yield SitePage(f"{layout.id}/{name}", f"edition/{name}", layout)


class TemplateError(ValueError):
    """A template asks for something that is not there."""


@dataclass(frozen=True)
class EditionEntry:
    """An edition as templates see it."""

    id: str
    title: str
    about: str
    kind: str
    edition: Edition
    layout: Layout


@dataclass
class Site:
    """What all pages of one language share."""

    language: str
    layouts: Sequence[Layout]
    pages: Sequence[SitePage]
    shipped: frozenset[str]  # ids of the editions whose examples exist
    languages: Sequence[str] = ()
    commands: Sequence[CommandHelp] = ()
    parts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def editions(self) -> Sequence[Layout]:
        """The shipped editions; on a site without any, all that there is."""
        return [layout for layout in self.layouts if layout.id in self.shipped] or self.layouts

    @cached_property
    def variants(self) -> Sequence[Layout]:
        """What stands beside the editions."""
        known = {layout.id for layout in self.editions}
        return [layout for layout in self.layouts if layout.id not in known]

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures of this language."""
        return Pictures(self.language)

    @cached_property
    def paths(self) -> frozenset[str]:
        """The addresses of all pages."""
        return frozenset(page.path for page in self.pages)

    def put(self, html: str, *, inline: bool = False) -> str:
        """Set HTML aside; return what holds its place in the Markdown, which would take long to walk through it."""
        own_id = blake2b(html.encode(), digest_size=6).hexdigest()
        self.parts[own_id] = html
        # At the start of a line Markdown takes a comment for a block.
        return f'<span data-part="{own_id}"></span>' if inline else f"<!--part:{own_id}-->"
