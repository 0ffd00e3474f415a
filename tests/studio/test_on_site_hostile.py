"""The studio of a site against layouts that nobody should send: made by chance, damaged, or never done with."""

import random
from typing import TYPE_CHECKING, Any

import pytest

from sheetgen.resources import shipped_layouts
from tests.fuzz.targets import friendly
from tests.promise.generate import KINDS
from tests.site.serving import Server
from tests.studio.on_site import Visitor, address, ready
from tests.studio.screen import replace_line, wait

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

LAYOUTS = 60  # of each kind
# Words that mean something to a YAML parser, a browser or Python.
HOSTILE = (
    *("<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "javascript:alert(3)", "</svg>", "&a", "*a"),
    *("<<: *a", "!!python/object/apply:os.system [ls]", "{" * 30, "[" * 50, "- " * 30, "'", '"', "\t", "\x00"),
    *("\ufeff", "\u202e", "%s", "999999999999", "-1", "1e400", "null", "extends: ../../etc/passwd", "? x", ": "),
    *("extends: classic.yaml", "#", "\n  "),
)
# Draws each layout with a game, shows the sheet on the page, and returns what was said and the milliseconds it took.
TRIED = """async (texts) => {
  const found = [];
  for (const text of texts) {
    const game = { players: ["A"], seed: 1, moves: [], dice: {}, orders: [], setting: [] };
    const before = performance.now();
    let said;
    try {
      const wish = { name: "chance.yaml", text, view: {}, game, guest: true };
      const { pages, problems } = await studioModules.api.ask("draw", wish);
      if (pages) studioModules.app.sheet.show(pages);
      said = { drawn: pages !== null, problems: problems.map((own) => [own.severity, own.message, own.suggestion]) };
    } catch (error) {
      said = { error: error.message };
    }
    found.push({ ...said, took: performance.now() - before });
  }
  return found;
}"""


def damaged(seed: int) -> str:
    """A shipped layout as text with some of its signs lost, doubled, exchanged, or hostile words put in."""
    chance = random.Random(seed)
    text = chance.choice([path.read_text("utf-8") for path in shipped_layouts().values()])
    for _ in range(chance.choice((1, 2, 4, 8))):
        place = chance.randrange(len(text))
        end = place + chance.choice((0, 1, 1, 5, 40))
        put = chance.choice(("", text[place : place + 60], chance.choice(HOSTILE), chr(chance.randrange(32, 0x2FF))))
        text = text[:place] + put + text[end:]
    return text


def try_layouts(page: "Page", texts: list[str]) -> list[dict[str, Any]]:
    """What the studio says about layouts, a few at a time."""
    return [said for i in range(0, len(texts), 20) for said in page.evaluate(TRIED, texts[i : i + 20])]


@pytest.mark.full
def test_layouts_made_by_chance_are_drawn_or_told(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server, "#start=meadow"))
    page.on("dialog", lambda dialog: visitor.heard.append(f"a script ran: {dialog.message}"))
    ready(page)
    for kind, make in {**KINDS, "damaged": damaged}.items():
        texts = [make(seed) for seed in range(LAYOUTS)]
        found = try_layouts(page, texts)
        for said in found:
            assert "error" not in said, said  # neither an exception nor a limit of time
            errors = [f"{message} {hint}" for severity, message, hint in said["problems"] if severity == "error"]
            assert said["drawn"] == (not errors)
            friendly(errors or ["drawn"])
        slowest = max(said["took"] for said in found)
        print(f"{kind}: {sum(said['drawn'] for said in found)} of {len(found)} drawn, slowest {slowest:.0f} ms")
        assert page.evaluate("document.body.dataset.python") == "ready"


@pytest.mark.full
def test_python_that_never_ends_is_ended_told_and_started_again(server: Server, visitor: Visitor) -> None:
    """No layout is known that takes long (tests/fuzz), so one is made: an endless loop of Python, put in here."""

    def put_in(route: "Route") -> None:
        answer = route.fetch()
        job = "return (request, text) => entry.answer(service, request, text);"
        endless = 'if (text.includes("never ends")) python.runPython("while True: pass"); '
        text, slow = answer.text(), job.replace("=> entry", f"=> {{ {endless}return entry") + " };"
        assert text.count(job) == 1
        route.fulfill(response=answer, body=text.replace(job, slow))

    visitor.context.route("**/worker.js*", put_in)
    page = visitor.open(address(server, "#start=meadow&do=change"))
    ready(page)
    assert page.evaluate("studioModules.python.LIMITS.draw") == 20
    replace_line(page, "title: Meadow Friends", "title: It never ends")
    wait(page, "document.body.dataset.busy === 'yes'")
    replace_line_at_once(page, "minutes: 15", "minutes: 16")  # the page itself goes on
    page.locator("#problem-list .error", has_text="stopped: this takes longer than 20 seconds").wait_for()
    replace_line(page, "title: It never ends", "title: It ends")
    wait(page, "document.querySelector('.page').getAttribute('aria-label') === 'It ends'")
    wait(page, "!document.querySelector('#problem-list .error')")


def replace_line_at_once(page: "Page", line: str, words: str) -> None:
    """As `replace_line`, while something is still being drawn."""
    page.evaluate(
        "([line, words]) => { const { text, view } = studioModules.app.editor; const from = text.indexOf(line);"
        " view.dispatch({ changes: { from, to: from + line.length, insert: words } }); }",
        [line, words],
    )
    page.locator(".cm-line", has_text=words).first.wait_for()
