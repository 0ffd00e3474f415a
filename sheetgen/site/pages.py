"""The list of pages, and what the pages of one language share: editions, pictures, HTML parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.i18n import SOURCE, later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.layout.base import provenance_level
from sheetgen.layout.loading import Edition
from sheetgen.press.build import PRESS_FILES, FileKinds
from sheetgen.resources import data_folder
from sheetgen.site.ask import AskedSheet
from sheetgen.site.examples import HowMany
from sheetgen.site.experts import EXPERTS, play_of
from sheetgen.site.facts import EditionFacts
from sheetgen.site.pictures import Pictures
from sheetgen.site.publisher import OPTIONAL_PAGES, OURS, Publisher
from sheetgen.site.tables import CommandHelp

if TYPE_CHECKING:
    from sheetgen.site.embed import EmbeddedExample

# Pages of no edition, in the order in which readers need them: the first comes before the editions in the navigation.
PLAYERS_PAGES = ("index", "print", "gallery", "compare", "ladders", "figures", "glossary", "design", "about", "imprint")
DEVELOPERS_PAGES = ("publish", "command-line", "library", "layout-reference", "records")
SUMMARY = "summary"  # on one page, to print and lay on the table
ZONE = "zone"  # stands for one page per zone
ASK = "ask"  # the drawn sheet, whose parts say their rules
SHEET = ("index", SUMMARY, ASK, "turn", ZONE, "bonuses", "end", "solo", "count", "questions", EXPERTS)
CARDS = ("index", SUMMARY, ASK, "cards", "odds", "two-players", "count")
GALLERY = "gallery"  # needs the studio
VARIANTS = later("Variants")
MORE = later("More")
DEVELOPERS = later("For developers")


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

    @property
    def is_summary(self) -> bool:
        """Whether it is a summary that is printed on one sheet of paper."""
        return self.template.endswith(f"/{SUMMARY}")

    @property
    def is_about_experts(self) -> bool:
        """Whether it shows how the expert plays a sheet."""
        return self.template.endswith(f"/{EXPERTS}")

    @property
    def repeats_rules(self) -> bool:
        """Whether all its rules stand on other pages."""
        return self.is_summary or self.template.endswith(f"/{ASK}")


def template_file(template: str, language: str) -> Path | None:
    """Return the file of a template in a language, Jinja or plain Markdown; None if there is none."""
    folder = data_folder("docs") / language
    return next((path for ending in (".md.j2", ".md") if (path := folder / f"{template}{ending}").is_file()), None)


def all_pages(layouts: Sequence[Layout], publisher: Publisher = OURS, *, has_studio: bool = False) -> list[SitePage]:
    """Return every page that the publisher wants and that has an English template, in the order of the navigation."""
    pages = [SitePage("index", "index")]
    for layout in layouts:
        pages += [page for page in edition_pages(layout) if not page.is_about_experts or EXPERTS in publisher.pages]
    left_out = {name for name in OPTIONAL_PAGES if name not in publisher.pages}
    if not has_studio:
        left_out.add(GALLERY)
    if not publisher.has_imprint_page:
        left_out.add("imprint")
    pages += [SitePage(name, name) for name in (*PLAYERS_PAGES[1:], *DEVELOPERS_PAGES) if name not in left_out]
    return [page for page in pages if template_file(page.template, SOURCE) is not None]


def edition_pages(layout: Layout) -> Iterator[SitePage]:
    """Yield the pages of one edition."""
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
        elif (name != "solo" or edition.solo is not None) and (name != EXPERTS or play_of(layout) is not None):
            yield SitePage(f"{layout.id}/{name}", f"edition/{name}", layout)


class TemplateError(ValueError):
    """A template uses something that its page does not have."""


@dataclass(frozen=True)
class EditionEntry:
    """An edition as templates see it."""

    id: str
    title: str
    about: str
    kind: str
    edition: Edition
    layout: Layout

    @property
    def circles(self) -> bool:
        """Whether a zone of the edition has cells to circle."""
        return isinstance(self.edition, SheetEdition) and EditionFacts(self.edition).circles

    @property
    def is_certain(self) -> bool:
        """Whether none of its values is inferred or reconstructed."""
        return provenance_level(self.edition) == "certain"


@dataclass
class Site:
    """What all pages of one language share."""

    language: str
    layouts: Sequence[Layout]
    pages: Sequence[SitePage]
    shipped: frozenset[str]  # ids of the editions whose examples exist
    languages: Sequence[str] = ()
    commands: Sequence[CommandHelp] = ()
    publisher: Publisher = OURS
    has_studio: bool = False
    gallery: Sequence[Layout] = ()  # layouts without pages, which only the gallery shows
    parts: dict[str, str] = field(default_factory=dict)
    asked: dict[str, AskedSheet] = field(default_factory=dict)  # by the path of their page
    embeds: "dict[str, EmbeddedExample]" = field(default_factory=dict)  # by the addresses of their pages
    examples: HowMany = "all"
    files: FileKinds = PRESS_FILES  # the files to print that a page lists

    @cached_property
    def editions(self) -> Sequence[Layout]:
        """The shipped editions; on a site without any, all layouts."""
        return [layout for layout in self.layouts if layout.id in self.shipped] or self.layouts

    @property
    def best_known(self) -> Layout:
        """The edition with which the others are compared: the first one."""
        return self.editions[0]

    @cached_property
    def variants(self) -> Sequence[Layout]:
        """The layouts that are not among the editions."""
        edition_ids = {layout.id for layout in self.editions}
        return [layout for layout in self.layouts if layout.id not in edition_ids]

    @cached_property
    def pictures(self) -> Pictures:
        """The pictures of this language."""
        return Pictures(self.language)

    @cached_property
    def paths(self) -> frozenset[str]:
        """The addresses of all pages."""
        return frozenset(page.path for page in self.pages)

    def put(self, html: str, *, inline: bool = False) -> str:
        """Keep a piece of HTML and return a placeholder for it, so that Markdown need not process it, which is slow."""
        part_id = blake2b(html.encode(), digest_size=6).hexdigest()
        self.parts[part_id] = html
        # Markdown makes a block of a comment at the start of a line, so inline parts need an element.
        return f'<span data-part="{part_id}"></span>' if inline else f"<!--part:{part_id}-->"
