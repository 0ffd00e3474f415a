"""The script behind completion and hover: it finds the path of every value as the layout room finds it."""

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from sheetgen.layout.nodes import Block, Listing, Node, Scalar, read_text
from sheetgen.resources import shipped_layouts, shipped_variants
from tests.studio.screen import LIMIT
from tests.studio.studio_process import studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FILES = {**shipped_layouts(), **shipped_variants()}
Steps = tuple[str, ...]

PATHS = """async ([text, places]) => {
    const { contextAt } = await import('/schema.js');
    return places.map(place => { const { path, kind } = contextAt(text, place); return [path, kind]; });
}"""
MEANINGS = """async ([text, places]) => {
    const { meaning } = await import('/schema.js');
    return places.map(place => meaning(text, place)?.title ?? null);
}"""


def values(node: Node, steps: Steps = ()) -> Iterator[tuple[Steps, Scalar]]:
    """Every value with its path; items of lists as the script calls them."""
    if isinstance(node, Scalar):
        yield steps, node
    elif isinstance(node, Listing):
        for item in node.items:
            yield from values(item, (*steps, "[]"))
    else:
        for key, entry in node.entries.items():
            yield from values(entry.node, (*steps, str(key)))


def keys(node: Node, steps: Steps = ()) -> Iterator[tuple[Steps, int, int]]:
    """Every key with its path and place."""
    if isinstance(node, Listing):
        for item in node.items:
            yield from keys(item, (*steps, "[]"))
    elif isinstance(node, Block):
        for key, entry in node.entries.items():
            yield (*steps, str(key)), entry.position.line, entry.position.column
            yield from keys(entry.node, (*steps, str(key)))


def offset(text: str, line: int, column: int) -> int:
    """Where a place lies in the text; layouts have no characters beyond the basic plane."""
    return sum(len(own) + 1 for own in text.split("\n")[: line - 1]) + column - 1


@pytest.fixture(scope="module")
def page(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator["Page"]:
    """One page for all: nothing is typed here, only the script is asked."""
    folder = tmp_path_factory.mktemp("studio") / "designs"
    folder.mkdir()
    shutil.copyfile(shipped_layouts()["classic"], folder / "mine.yaml")
    with studio(folder, "mine.yaml") as running:
        context = browser.new_context()
        context.set_default_timeout(LIMIT * 1000)
        own = context.new_page()
        own.goto(running.address)
        own.wait_for_selector("body[data-drawn]")
        yield own
        context.close()


@pytest.mark.parametrize("name", FILES)
def test_every_value_has_the_path_that_the_layout_room_finds(page: "Page", name: str) -> None:
    text = FILES[name].read_text("utf-8")
    expected = [
        (list(steps), offset(text, own.position.line, own.position.column) + 1)
        for steps, own in values(read_text(text, name))
        if own.value is not None
    ]
    found = page.evaluate(PATHS, [text, [place for _, place in expected]])
    wrong = [
        (path, steps, kind)
        for (steps, _), (path, kind) in zip(expected, found, strict=True)
        if path != steps or (kind != "value" and steps[-1] != "[]")
    ]
    assert wrong == []


@pytest.mark.parametrize("name", FILES)
def test_every_key_of_the_language_is_explained(page: "Page", name: str) -> None:
    text = FILES[name].read_text("utf-8")
    # Names that somebody chose, and texts to translate, are no words of the language; the keys of `clauses` are those
    # that stand beside it, where they are explained.
    named = {"zones", "dice", "decks", "cards", "actions", "each entry", "lists", "provenance", "clauses"}
    told = [
        (steps, offset(text, line, column) + 1)
        for steps, line, column in keys(read_text(text, name))
        if not steps[-1].isdecimal() and not named.intersection(steps[-2:-1]) and steps[-1] != "replace"
        if steps[0] != "translations" or len(steps) == 1
    ]
    found = page.evaluate(MEANINGS, [text, [place for _, place in told]])
    silent = [steps for (steps, _), title in zip(told, found, strict=True) if title is None]
    assert silent == []
    wrong = [
        (steps, title)
        for (steps, _), title in zip(told, found, strict=True)
        if title != " › ".join(step for step in steps if step != "[]")
    ]
    assert wrong == []


SIBLINGS = """async ([text, places]) => {
    const { siblings } = await import('/schema.js');
    return places.map(place => [...siblings(text, place)]);
}"""


def blocks_of(node: Node) -> Iterator[Block]:
    """Every block, however deep."""
    if isinstance(node, Listing):
        for item in node.items:
            yield from blocks_of(item)
    elif isinstance(node, Block):
        yield node
        for entry in node.entries.values():
            yield from blocks_of(entry.node)


@pytest.mark.parametrize("name", FILES)
def test_the_keys_beside_a_key_are_those_that_the_layout_room_finds(page: "Page", name: str) -> None:
    text = FILES[name].read_text("utf-8")
    places, expected = [], []
    for block in blocks_of(read_text(text, name)):
        for key, entry in block.entries.items():
            places.append(offset(text, entry.position.line, entry.position.column))
            expected.append(sorted(str(own) for own in block.entries if own != key))
    found = page.evaluate(SIBLINGS, [text, places])
    wrong = [
        (place, own, wanted)
        for place, own, wanted in zip(places, found, expected, strict=True)
        if sorted(own) != wanted
    ]
    assert wrong == []


def test_what_is_there_already_is_not_offered(page: "Page") -> None:
    offered = """async ([text, place]) => {
        const { completions } = await import('/schema.js');
        return completions(text, place).options.map(own => own.label);
    }"""
    text = FILES["classic"].read_text("utf-8").replace("minutes: 30\n", "minutes: 30\nmay\n")
    labels = page.evaluate(offered, [text, text.index("may\n") + 3])
    assert "may waive" in labels
    assert not {"wild", "title", "zones", "foxes"} & set(labels)
    text = "schema: 1\nextends: classic\nzones:\n  blue: {cells: 11, or}\n"
    labels = page.evaluate(offered, [text, text.index("or}") + 2])
    assert "order" in labels
    assert "cells" not in labels
    # The names of what is extended: the page is that of classic.
    text = "schema: 1\nextends: classic\nzones:\n  blue: {cells: 11}\n  gr\n"
    labels = page.evaluate(offered, [text, text.index("gr\n") + 2])
    assert {"green", "purple"} <= set(labels)
    assert "blue" not in labels
