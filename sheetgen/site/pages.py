"""Which pages there are: across all editions, per sheet edition, per card edition."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sheetgen.i18n import SOURCE, later
from sheetgen.layout import Layout, SheetEdition
from sheetgen.resources import data_folder

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
class Page:
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


def all_pages(layouts: Sequence[Layout]) -> list[Page]:
    """Every page, in the order of the navigation; those without an English template do not exist."""
    pages = [Page("index", "index")]
    for layout in layouts:
        pages += edition_pages(layout)
    pages += [Page(name, name) for name in ACROSS[1:]]
    return [page for page in pages if template_file(page.template, SOURCE) is not None]


def edition_pages(layout: Layout) -> Iterator[Page]:
    """The pages of one edition."""
    edition = layout.edition
    if not isinstance(edition, SheetEdition):
        for name in CARDS:
            if name != "two-players" or edition.variant_for_two is not None:
                yield Page(f"{layout.id}/{name}", f"cards/{name}", layout)
        return
    for name in SHEET:
        if name == ZONE:
            for zone in edition.zones:
                yield Page(f"{layout.id}/{zone}", "edition/zone", layout, zone)
        elif name != "solo" or edition.solo is not None:
            yield Page(f"{layout.id}/{name}", f"edition/{name}", layout)


def topic_of(clauses: Sequence[str], name: str, edition: SheetEdition) -> str:
    """Where an example belongs: a zone, or turn, passive, bonuses, actions, end or solo.

    Its name may begin with a zone; otherwise its first clause decides.
    """
    first_word = name.partition("-")[2].partition("-")[0]
    if first_word in edition.zones:
        return f"zone {first_word}"
    first = clauses[0] if clauses else "A1"
    letter, number = first[0], int(first[1:])
    if letter in "FABPXES":
        by_letter = {"F": "turn", "A": "turn", "B": "turn", "P": "passive", "X": "actions", "E": "end", "S": "solo"}
        special = {"X1": "bonuses", "X10": "end", "F1": "end", "F4": "end"}
        return special.get(first, by_letter[letter])
    numbers = {
        int(zone.clause[1:]): name for name, zone in edition.zones.items() if zone.clause and zone.clause[0] == letter
    }
    if not numbers or number > max(numbers):
        return "bonuses"
    return f"zone {numbers[max(own for own in numbers if own <= number)]}" if number >= min(numbers) else "bonuses"
