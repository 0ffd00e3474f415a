"""Texts of HTML pages: which are messages, and that nothing else of a page changes."""

from io import BytesIO

import pytest

from sheetgen.i18n import in_context
from sheetgen.i18n.markup import extract_page, messages_of_page, translate_page

UNCHANGED = [
    '<p translate="no">a word <b title="a title">more</b></p>',
    '<input translate="no" placeholder="green.1">',
    "<!doctype html>\n<style>p { color: red }</style><script>run('all')</script>",
    "<kbd>U</kbd> <b>+</b> F6 12",
]
CHANGED = {
    "<p>\n  one &amp; two\n</p>": "<p>\n  ONE &amp; TWO\n</p>",
    '<input placeholder="your name" value="ada">': '<input placeholder="YOUR NAME" value="ada">',
}


@pytest.mark.parametrize(("page", "shown"), [*((page, page) for page in UNCHANGED), *CHANGED.items()])
def test_only_messages_change(page: str, shown: str) -> None:
    assert translate_page(page, str) == page
    assert translate_page(f"{page}<p>end</p>", str.upper) == f"{shown}<p>END</p>"


def test_a_translation_cannot_add_markup() -> None:
    page = '<p title="word">text</p>'
    assert translate_page(page, lambda _: '"<b>&') == '<p title="&quot;&lt;b&gt;&amp;">"&lt;b&gt;&amp;</p>'


def test_an_element_says_in_which_sense_its_text_is_meant() -> None:
    page = '<p data-context="cell" title="mark">write</p><p>write <b data-context="x" translate="no">no</b> on</p>'
    expected = [in_context("cell", "mark"), in_context("cell", "write"), "write", "on"]
    assert [message for _, message in messages_of_page(page)] == expected
    extracted = list(extract_page(BytesIO(page.encode()), (), (), {}))
    assert extracted[1] == (1, "in_context", ("cell", "write"), [])
    assert extracted[2] == (1, None, "write", [])


def test_messages_have_their_lines() -> None:
    page = '<p>first</p>\n<p aria-label="second">+</p>'
    assert messages_of_page(page) == [(1, "first"), (2, "second")]
    assert [line[0::2] for line in extract_page(BytesIO(page.encode()), (), (), {})] == [(1, "first"), (2, "second")]
