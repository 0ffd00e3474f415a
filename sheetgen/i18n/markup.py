"""The texts of an HTML page: which of them are messages, and the page with their translations.

A page is written in English. Each of its texts, and each `title`, `aria-label` and `placeholder`, is a message of the
catalogues, except within elements that HTML itself keeps from translators: those with `translate="no"`. An element
whose text means something else elsewhere says in which sense it is meant: `data-context="cell"`.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from html.parser import HTMLParser
from typing import IO, Any

from sheetgen.i18n.catalogues import CONTEXT, in_context

CONTEXT_ATTRIBUTE = "data-context"
ATTRIBUTES = ("title", "aria-label", "placeholder")
_CODE = ("script", "style")
# Elements without an end.
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_WORD = re.compile(r"[^\W\d_]{2}")
_EDGES = re.compile(r"(\s*)(.*?)(\s*)\Z", re.DOTALL)
Translate = Callable[[str], str]


def translate_page(page: str, translate: Translate) -> str:
    """Return a page with all its messages translated; everything else stays as it is, byte by byte.

    >>> translate_page('<p title="Ctrl+S">Save <b translate="no">SVG</b> &amp; go</p>', str.upper)
    '<p title="CTRL+S">SAVE <b translate="no">SVG</b> &amp; GO</p>'
    """
    writer = _PageWriter(translate)
    writer.feed(page)
    writer.close()
    return "".join(writer.written)


def messages_of_page(page: str) -> list[tuple[int, str]]:
    """Return the messages of a page in their order, each with its line, and with its context as `in_context` does.

    >>> messages_of_page('<button aria-label="Larger">+</button>')
    [(1, 'Larger')]
    """
    writer = _PageWriter(str)
    writer.feed(page)
    writer.close()
    return writer.messages


def extract_page(
    stream: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str | None, str | tuple[str, str], list[Any]]]:
    """Yield the messages of an HTML page in the form that Babel expects from an extractor."""
    for line, message in messages_of_page(stream.read().decode("utf-8")):
        context, _, text = message.rpartition(CONTEXT)
        # With a context it is extracted as if Python code had called the function.
        yield (line, in_context.__name__, (context, text), []) if context else (line, None, text, [])


class _PageWriter(HTMLParser):
    """Writes a page anew while it is read, and remembers its messages."""

    def __init__(self, translate: Translate) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self.messages: list[tuple[int, str]] = []
        self._translate = translate
        self._kept: list[str] = []  # the open elements whose texts are not translated
        self._context = ""  # of the element that was opened last

    def handle_decl(self, decl: str) -> None:
        self.written.append(f"<!{decl}>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        keeps = tag in _CODE or ("translate", "no") in attrs
        self._context = dict(attrs).get(CONTEXT_ATTRIBUTE) or ""
        text = self.get_starttag_text() or ""
        if not self._kept and not keeps:
            for name, value in attrs:
                if name in ATTRIBUTES and value:
                    text = text.replace(f'{name}="{escape(value)}"', f'{name}="{escape(self._message(value))}"')
        self.written.append(text)
        if (self._kept or keeps) and tag not in _VOID:
            self._kept.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._kept and tag == self._kept[-1]:
            self._kept.pop()
        self._context = ""
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._kept and self._kept[-1] in _CODE:
            self.written.append(data)
            return
        before, text, after = _EDGES.match(data).groups()  # type: ignore[union-attr]  # it matches every text
        shown = text if self._kept else self._message(text)
        self.written.append(before + escape(shown, quote=False) + after)

    def _message(self, text: str) -> str:
        """Return a text translated; one without a word, such as `+` or `F6`, is no message."""
        if _WORD.search(text) is None:
            return text
        message = in_context(self._context, text) if self._context else text
        self.messages.append((self.getpos()[0], message))
        return self._translate(message)
