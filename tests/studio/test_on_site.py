"""The studio as a page of a site, in a real browser: served and from disk, on a desk and on a phone."""

import base64
import json
import random
import re
import shlex
from pathlib import Path

import pytest

import sheetgen
from sheetgen.drawing.pages import draw_page
from sheetgen.i18n import languages
from sheetgen.resources import shipped_layouts
from sheetgen.studio.jobs import run_job
from sheetgen.studio.starts import start_names
from tests.site.serving import Server
from tests.site.test_offline import TAKEN_OVER
from tests.studio.on_site import MINE, PHONE, Visitor, address, exported, link_to, pixels, ready
from tests.studio.screen import CELLS, cell, replace_line, settled, wait


def test_a_first_visit_shows_a_sheet_at_once_draws_and_prints(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server, "#start=classic&do=print"))
    page.locator(".page").wait_for()
    assert page.locator("#loading-bar").is_visible() or page.evaluate("document.body.dataset.python") == "ready"
    ready(page)
    page.locator("#sheets").fill("5")
    made = exported(page, "pad")
    assert pixels(made) == pixels(sheetgen.pad("classic", sheets=5))


@pytest.mark.full
def test_write_see_and_be_told_what_is_wrong(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server))
    page.locator("#new-dialog[open]").wait_for()
    page.locator("[name=start][value=classic]").check()
    page.get_by_label("the whole sheet, every number").check()
    page.locator("#new-ok").click()
    ready(page)
    replace_line(page, "full columns: [10, 14, 16, 20]", "    points: {full columns: [12, 14, 16, 20]}")
    wait(page, f"{CELLS}.getElementById('yellow.star.column.1').textContent === '12'")
    page.mouse.click(*cell(page, "green.4"))
    wait(page, "document.getElementById('where').textContent.startsWith('green.4: line')")
    page.locator(".cm-content").press("Control+Home")
    replace_line(page, "wild: white", "wild: wite")
    page.locator("#problem-list .error").wait_for()
    assert "did you mean 'white'?" in page.locator("#problem-list").inner_text()
    replace_line(page, "wild: wite", "wild: white")
    wait(page, "document.getElementById('problems').dataset.worst !== 'error'")
    page.locator("#save").click()
    wait(page, "document.getElementById('state').textContent === 'saved'")
    # A reload opens it again, and shows it before Python is there; another tab hears of it.
    page.reload()
    page.locator(".page").wait_for()
    assert page.locator("#file").input_value() == "my-sheet.yaml"
    ready(page)
    other = visitor.open(address(server))
    ready(other)
    page.locator(".cm-content").press("Control+Home")
    replace_line(page, "title: That's Pretty Clever", "title: Our Clever")
    page.locator("#save").click()
    wait(other, "document.querySelector('.page').getAttribute('aria-label') === 'Our Clever'")


@pytest.mark.full
def test_pads_are_those_of_the_command_line(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server, "#start=classic"))
    ready(page)
    make = (
        "([id, theme, language]) => studioModules.api.ask('export', { name: `${id}.yaml`,"
        " text: studioData.starters[id].whole, view: { theme, language, side: 'front', solo: false },"
        " wish: { kind: 'pad', sheets: 3, paper: 'A4', 'both sides': false } }).then(({ made }) => made.data)"
    )
    for number, (name, file) in enumerate(start_names().items()):
        theme, language = ("light", "vivid", "ink", "safe")[number % 4], languages()[number % len(languages())]
        made = base64.b64decode(page.evaluate(make, [name, theme, language]))
        edition = name if name in shipped_layouts() else str(file)
        own = sheetgen.pad(edition, sheets=3, paper="A4", theme=theme, language=language)
        assert pixels(made) == pixels(own), name


@pytest.mark.full
def test_every_export_and_what_needs_a_desk(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server, "#start=meadow&do=print"))
    ready(page)
    assert exported(page, "svg").startswith(b"<?xml")
    assert exported(page, "pdf").startswith(b"%PDF")
    png = exported(page, "png")
    drawn = draw_page(sheetgen.load(str(start_names()["meadow"])), "front")
    assert png.startswith(b"\x89PNG")
    width = int.from_bytes(png[16:20], "big")
    assert width == round(drawn.width / 25.4 * 300)
    page.locator("[data-export=press]").click()
    page.locator("#export-state", has_text="sheetgen pad meadow.yaml --profile press-x4").wait_for()
    page.locator("[data-export=rules]").click()
    page.locator("#export-state", has_text="sheetgen site build --layout meadow.yaml").wait_for()


@pytest.mark.full
def test_changes_on_the_sheet_and_advice_are_those_of_the_desk(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server, "#start=classic&do=change"))
    ready(page)
    page.mouse.click(*cell(page, "green.badge.7"))
    page.locator("#touch [data-badge='? any']").click()
    wait(page, "studioModules.app.editor.text.includes('? any')")
    # A version of it is kept in the browser, through a reload.
    page.locator("#versions").click()
    page.locator("#version-list strong", has_text="? any").wait_for()
    page.reload()
    page.wait_for_selector("body[data-recalled]")
    ready(page)
    page.locator("#versions").click()
    page.locator("#version-list .thumbnail").nth(1).wait_for()
    assert page.locator("#version-list strong").last.text_content() == "As it was opened"
    page.keyboard.press("Escape")
    text = page.evaluate("studioData.starters.classic.whole")
    game = {"players": ["Ada"], "seed": 3, "moves": []}
    zone = {"die": "blue", "cells": 6, "order": "left to right", "accepts": "anything", "points": "sum"}
    for question, more in (
        ("edit", {"change": {"do": "remove cells", "zone": "green", "axis": "cell", "at": 3}}),
        ("edit", {"change": {"do": "move panel", "panel": "green", "row": 99}}),
        ("touch", {"element": "yellow.r1c1"}),
        ("palette", {"change": {"name": "lake", "zone": zone}}),
        ("advise", {"game": game, "wish": {"bot": "greedy"}}),
        ("bots", {"game": {**game, "bots": ["greedy"]}}),
        ("clause", {"element": "C4"}),
        ("changes", {"before": text.replace("7: fox", "7: reroll")}),
    ):
        data = {"name": "mine.yaml", "text": text, "language": "en", **more}
        there = page.evaluate("([question, data]) => studioModules.api.ask(question, data)", [question, data])
        here = run_job(question, {**data, "folder": "."})
        assert there == json.loads(json.dumps(here)), question


@pytest.mark.full
def test_a_whole_solo_game_by_taps(server: Server, phone: Visitor) -> None:
    page = phone.open(address(server, "#start=meadow&do=play"))
    ready(page)
    page.locator("#moves button").first.wait_for()
    framed = (
        "() => [...document.querySelectorAll('.page')]"
        ".flatMap(host => [...host.shadowRoot.querySelectorAll('.legal rect')])"
        ".map(rect => rect.getBoundingClientRect()).map(box => [box.x + box.width / 2, box.y + box.height / 2])"
    )
    # A cell that cannot be marked says why, beside the sheet.
    page.locator("#refused").evaluate("own => own.closest('section').scrollTop = 0")
    legal = {move["cell"] for move in page.evaluate("studioModules.app.play.position.moves")}
    far = next(name for name in (f"leaf.{n}" for n in range(8, 1, -1)) if name not in legal)
    page.evaluate("id => studioModules.app.sheet.reveal(id)", far)
    page.touchscreen.tap(*cell(page, far))
    wait(page, "document.getElementById('refused').textContent.length > 10")
    assert page.locator("#refused").is_visible()
    chance = random.Random(4)
    taps = 0
    while not page.evaluate("studioModules.app.play.position.over"):
        before = page.evaluate("studioModules.app.play.game.moves.length")
        height = page.evaluate("document.getElementById('pages').getBoundingClientRect().bottom")
        top = page.evaluate("document.getElementById('pages').getBoundingClientRect().top")
        seen = [place for place in page.evaluate(framed) if top < place[1] < height]
        if seen:
            page.touchscreen.tap(*chance.choice(seen))
            taps += 1
            wait(
                page,
                "document.getElementById('choice-dialog').open"
                " || studioModules.app.play.seen === studioModules.app.play.round",
            )
            if page.locator("#choice-dialog[open]").count():
                page.locator("#choices button").first.tap()
        else:
            page.locator("#moves button").first.tap()
        wait(page, f"studioModules.app.play.game.moves.length > {before}")
        settled(page)
    assert taps > 10
    assert page.locator("#total-row").is_visible() or page.locator("#scores").inner_text()


@pytest.mark.full
def test_a_link_is_a_variant_there_and_back(server: Server, visitor: Visitor, phone: Visitor) -> None:
    page = visitor.open(address(server, link_to(MINE)))
    ready(page)
    assert page.locator("#guest-title").inner_text() == "Foxy Clever"
    page.locator("#guest-rules").click()
    page.locator("#rules-text h3").first.wait_for()
    page.locator("#rules-dialog [data-close]").click()
    page.locator("#share").click()
    page.locator("#share-dialog[open]").wait_for()
    link = page.locator("#share-link").input_value()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/studio/index\.html#name=foxy\.yaml&layout=[\w-]+", link)
    assert len(link) < 250
    there = phone.open(link)
    ready(there)
    assert there.evaluate("studioModules.app.editor.text") == MINE
    there.locator("#guest-take").tap()
    there.locator("#as-ok").tap()
    wait(there, "document.getElementById('file').value === 'foxy.yaml' && !location.hash")
    there.reload()
    ready(there)
    assert there.locator("#file").input_value() == "foxy.yaml"


HOSTILE = {
    "no base64": "#layout=%00%ff<script>",
    "no deflate": "#layout=AAAAAAAA",
    "broken off": link_to(MINE)[:-9],
    "no text": "#layout=" + base64.urlsafe_b64encode(b"\x01\x02\x00\xfd\xff\xff\xfe").decode().rstrip("="),
    "a bomb": link_to("0" * 50_000_000),
    "long": "#layout=" + "A" * 450_000,
    "empty": "#layout=",
    "unknown": "#start=constructor",
    "a folder": "#start=../../secret",
}


@pytest.mark.full
def test_damaged_and_hostile_links_get_one_line(server: Server, visitor: Visitor) -> None:
    chance = random.Random(7)
    fuzzed = {}
    for number in range(12):
        signs = list(link_to(MINE))
        for _ in range(4):
            signs[chance.randrange(8 + len("#name=foxy.yaml"), len(signs))] = chance.choice("AZaz09-_")
        fuzzed[f"fuzzed {number}"] = "".join(signs)
    page = visitor.open(address(server))
    page.locator("#new-dialog[open]").wait_for()
    told = page.evaluate(
        "async (links) => { const out = {}; for (const [name, hash] of Object.entries(links)) {"
        " history.replaceState(null, '', hash);"
        " try { const found = await studioModules.api.arrival(); out[name] = found === null ? 'nothing' : ''; }"
        " catch (error) { out[name] = error.message; } }"
        " history.replaceState(null, '', location.pathname); return out; }",
        {**HOSTILE, **fuzzed},
    )
    damaged = "This link is damaged: the layout in it cannot be read."
    large = "This link holds more than a layout may have."
    assert {name: told[name] for name in HOSTILE} == {
        **dict.fromkeys(("no base64", "no deflate", "broken off", "no text", "empty"), damaged),
        **dict.fromkeys(("a bomb", "long"), large),
        "unknown": "This site has no sheet constructor.",
        "a folder": "This site has no sheet ../../secret.",
    }
    assert {told[name] for name in fuzzed} <= {damaged, ""}
    hostile = "schema: 1\nextends: classic\ntitle: <img src=x onerror=alert(1)>\nabout: '<script>alert(2)</script>'\n"
    page = visitor.open(address(server, link_to(hostile, "../x.yaml")))
    page.on("dialog", lambda dialog: visitor.heard.append("a script ran"))
    ready(page)
    assert page.locator("#guest-title").inner_text() == "<img src=x onerror=alert(1)>"
    assert page.locator("#file").input_value() == "shared.yaml"
    # What only shipped sheets can be asked for, and values that no field of the page has.
    settings = "&do=change&go=%3Cscript%3E&paper=__proto__&theme=%22%3E%3Cimg%3E&language=xx&sheets=1e999"
    page.goto("about:blank")  # else only the fragment would change, and the page loads itself anew at some moment
    page.goto(address(server, link_to(MINE, "constructor.yaml") + settings))
    ready(page)
    assert page.locator("#guest-title").inner_text() == "Foxy Clever"
    assert page.locator("#notice-text").is_hidden()
    assert [page.locator(f"#{field}").input_value() for field in ("theme", "language")] == ["light", "en"]
    page.goto(address(server, HOSTILE["no deflate"], "de.html"))
    page.locator("#notice-text", has_text="Dieser Link ist beschädigt").wait_for()


@pytest.mark.full
def test_it_works_after_one_visit_with_the_server_gone(studio_site: Path, visitor: Visitor) -> None:
    server = Server(studio_site)
    page = visitor.open(address(server, "#start=meadow"))
    ready(page)
    page.evaluate(TAKEN_OVER)
    server.stop()
    page.reload()
    ready(page)
    assert page.evaluate(f"{CELLS}.getElementById('leaf.1') !== null")
    page.goto(address(server, "#start=classic", "de.html"))
    ready(page)
    assert page.locator("#save").inner_text() == "Speichern"


@pytest.mark.full
def test_from_disk_it_draws_and_prints(studio_site: Path, visitor: Visitor) -> None:
    page = visitor.open((studio_site / "studio" / "en.html").as_uri() + "#start=meadow&do=print")
    page.locator(".page").wait_for()
    ready(page)
    page.locator("#sheets").fill("4")
    own = sheetgen.pad(str(start_names()["meadow"]), sheets=4)
    assert pixels(exported(page, "pad")) == pixels(own)


@pytest.mark.full
def test_a_game_is_framed_and_docked_on_a_phone(server: Server, phone: Visitor) -> None:
    page = phone.open(address(server, "#start=classic&do=play"))
    ready(page)
    page.locator("#moves button").first.wait_for()
    for part in ("write", "see", "print", "play"):
        page.locator(f"[data-view={part}]").tap()
        settled(page)
    # The frames are there although the sheet was hidden while the game was drawn.
    assert page.evaluate(f"{CELLS}.querySelectorAll('.legal rect').length") > 3
    for where in ("#situation", "div#dice"):
        box = page.locator(where).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"]


def test_a_deleted_layout_leaves_no_game_to_a_new_one_of_its_name(server: Server, visitor: Visitor) -> None:
    page = visitor.open(address(server))
    moves = "studioModules.app.play.game?.moves.length"
    for game in range(2):
        page.locator("#new-starts .thumbnail").first.wait_for()
        page.locator("#new-name").fill("my sheet.yaml")
        page.locator("#new-ok").click()
        wait(page, "document.body.dataset.recalled === 'my sheet.yaml'")
        settled(page)
        page.locator("#tab-try").click()
        page.locator("#moves button").first.wait_for()
        settled(page)
        assert page.evaluate(moves) == 0
        if game == 0:
            page.locator("#moves button").first.click()
            wait(page, f"{moves} === 1")
            settled(page)
            # A command for a name with a space can be typed as it is told.
            page.locator("#tab-export").click()
            page.locator("[data-export=rulebook]").click()
            told = page.locator("#export-state").text_content() or ""
            assert shlex.split(told[told.index("sheetgen rulebook") :]) == ["sheetgen", "rulebook", "my sheet.yaml"]
            page.locator("#tab-design").click()
            page.locator("#delete").click()
            page.evaluate("delete document.body.dataset.recalled")
            page.locator("#notice-actions button", has_text="Delete").click()
