"""What the pages of one language share: the editions, the pages, the pictures, and the HTML that is set aside."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

from sheetgen.layout import Layout
from sheetgen.layout.loading import Edition
from sheetgen.site.pages import Page
from sheetgen.site.pictures import Pictures
from sheetgen.site.reference import Command


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
    pages: Sequence[Page]
    shipped: frozenset[str]  # ids of the editions whose examples exist
    languages: Sequence[str] = ()
    commands: Sequence[Command] = ()
    parts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def editions(self) -> Sequence[Layout]:
        """The shipped editions; on a site without any, all that there is."""
        return [own for own in self.layouts if own.id in self.shipped] or self.layouts

    @cached_property
    def variants(self) -> Sequence[Layout]:
        """What stands beside the editions."""
        known = {own.id for own in self.editions}
        return [own for own in self.layouts if own.id not in known]

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
