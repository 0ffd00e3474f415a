"""The page in all languages: every text is a message, every message is translated, and nothing is too wide for it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po

from sheetgen.drawing.themes import themes
from sheetgen.i18n import catalogue, in_context, languages, translate
from sheetgen.i18n.catalogues import CONTEXT, PSEUDO, pseudo
from sheetgen.i18n.maintenance import KEYWORDS
from sheetgen.i18n.markup import messages_of_page, translate_page
from sheetgen.resources import data_folder
from sheetgen.studio.languages import WEB, accepted_language, page, script_texts
from sheetgen.studio.server import LANGUAGE_COOKIE
from tests.studio.screen import CELLS, LIMIT, cell, replace_line, settled, still, wait
from tests.studio.studio_process import Running, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

OTHERS = tuple(language for language in languages() if language != "en")
SCRIPTS = [path for path in sorted(WEB.glob("*.js")) if path.name != "codemirror.js"]
# Words that are the same in another language, such as names and loanwords.
SAME = 25
# Texts on the page that are no messages of it: names, addresses, what the layout, the engine and the browser say.
DATA = "[translate=no], kbd, #editor, #file, #language, #interface, #new-starts, #problem-list, #where, #situation, "
DATA += "#dice, #fresh, #refused, #refused-rules, #moves, #log, #scores tbody, #players, #choices, #report, "
DATA += "#rules-languages"


def messages() -> set[str]:
    """Everything that the page and its scripts say, from the template of the catalogues."""
    with (data_folder("locales") / "sheetgen.pot").open("rb") as stream:
        return {
            in_context(message.context, text) if message.context else text
            for message in read_po(stream)
            if any(file.startswith("sheetgen/studio/web/") for file, _ in message.locations)
            for text in ([message.id] if isinstance(message.id, str) else message.id)
        }


# What is a message


def test_every_text_of_the_page_is_in_the_catalogues() -> None:
    source = (WEB / "index.html").read_text("utf-8")
    assert {text for _, text in messages_of_page(source)} <= messages()
    assert translate_page(source, lambda text: translate(text, "en")) == source


def test_every_text_of_the_scripts_is_in_the_catalogues() -> None:
    """Babel reads JavaScript by words; a call that it overlooks, in a nested template for example, is no message."""
    known = messages()
    for path in SCRIPTS:
        said = re.findall(r'\bn?tr\("((?:[^"\\]|\\.)*)"', path.read_text("utf-8"))
        assert [text for text in said if text not in known] == [], path.name
        with path.open("rb") as stream:
            calls = list(extract_javascript(stream, KEYWORDS, [], {"parse_template_string": True}))
        assert len(calls) == len(said), path.name


# What shows a text to the user, and must not get a text of its own.
SHOWING = re.compile(
    r"(?:\.(?:textContent|title|placeholder|innerText|ariaLabel) = |setAttribute\(\"(?:aria-label|title)\", |"
    r"\b(?:notice|showState|item|row|alert|confirm|StudioError)\()(?P<shown>[^\n]*)"
)


def test_no_script_shows_words_that_are_no_message() -> None:
    for path in SCRIPTS:
        for match in SHOWING.finditer(path.read_text("utf-8")):
            shown = re.sub(r"\bn?tr\((?:\"[^\"]*\"(?:, )?)+", "", match["shown"])
            shown = re.sub(r"\$\{[^}]*\}|\$\(\"[^\"]*\"\)|=== \"[^\"]*\"|join\(\"[^\"]*\"\)|\"(?:td|th)\"", "", shown)
            literals = re.findall(r"\"([^\"]*)\"|`([^`]*)`", shown.partition("; ")[0])
            words = [text for pair in literals for text in pair if re.search(r"[A-Za-z]{2}", text)]
            assert words == [], f"{path.name}: {match[0]}"


def test_every_theme_has_a_name() -> None:
    (names,) = re.findall(r"const THEMES = \{(.*?)\}", (WEB / "app.js").read_text("utf-8"), re.DOTALL)
    assert sorted(re.findall(r"(\w+): tr\(", names)) == sorted(themes())


# What the server sends


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_in_another_language(language: str) -> None:
    html = page(language)
    assert f'<html lang="{language}">' in html
    texts = script_texts(language)
    assert texts["forms"] == {"one": 0, "other": 1}
    sent = re.findall(r'<script type="application/json" id="texts">(.*?)</script>', html)
    assert [json.loads(own) for own in sent] == [texts]
    assert len(sent[0]) < len(json.dumps(dict(catalogue(language)))) / 8  # its own texts, not all of them
    source = (WEB / "index.html").read_text("utf-8")
    shown = [text.rpartition(CONTEXT)[2] for _, text in messages_of_page(html)]
    assert shown == [catalogue(language)[text] for _, text in messages_of_page(source)]
    same = {text for text in messages() if catalogue(language).get(text) == text}
    assert len(same) < SAME, same


def test_english_needs_no_catalogue() -> None:
    """The first picture must not wait for what is not needed."""
    assert script_texts("en") == {"language": "en", "texts": {}, "plurals": {}, "forms": {"one": 0, "other": 1}}
    assert messages_of_page(page("en")) == messages_of_page((WEB / "index.html").read_text("utf-8"))


def test_texts_cannot_end_their_element(monkeypatch: pytest.MonkeyPatch) -> None:
    from sheetgen.studio import languages as module

    monkeypatch.setattr(module, "script_texts", lambda language: {"texts": {"a": "</script><script>alert(1)"}})
    html = module.page.__wrapped__("en")
    assert "</script><script>alert" not in html
    (sent,) = re.findall(r'id="texts">(.*?)</script>', html)
    assert json.loads(sent)["texts"]["a"] == "</script><script>alert(1)"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-CH, en;q=0.7", "de"),
        ("nl, fr;q=0.3, es;q=0.9", "es"),
        ("it-CH, de;q=0.9", "it"),
        ("de;q=zero", "de"),
        ("*", "en"),
    ],
)
def test_the_language_of_the_browser(header: str, language: str) -> None:
    assert accepted_language(header) == language


def test_a_chosen_language_is_remembered_and_comes_before_that_of_the_browser(running: Running) -> None:
    def shown(path: str, **headers: str) -> str:
        status, body = running.request(
            "GET", path, headers={name.replace("_", "-"): own for name, own in headers.items()}
        )
        assert status == 200
        (language,) = re.findall(rb'<html lang="(\w+)">', body)
        return str(language.decode())

    assert shown("/") == "en"
    assert shown("/", Accept_Language="fr-CA,fr;q=0.9") == "fr"
    cookie = f"other=1; {LANGUAGE_COOKIE}=de"
    assert shown("/", Accept_Language="fr", Cookie=cookie) == "de"
    assert shown("/?lang=es", Accept_Language="fr", Cookie=cookie) == "es"
    for odd in ("/?lang=../..", "/?lang=qps", "/?lang=", "/?lang=de%00", "/?"):
        assert shown(odd, Cookie=f"{LANGUAGE_COOKIE}=../../etc") == "en"


def test_a_language_of_the_command_is_in_the_address(folder: Path) -> None:
    with studio(folder, "mine.yaml", "--lang", "fr") as started:
        assert urlsplit(started.address).query == "lang=fr"
        assert urlsplit(started.address).fragment == f"key={started.key}"


# In a browser


OVERFLOWING = """[...document.querySelectorAll('button, select, label, h2, p, legend, summary, li, td, .group, .tabs')]
  .filter(e => e.checkVisibility() && e.clientWidth && getComputedStyle(e).display !== 'inline')
  .filter(e => e.scrollWidth > e.clientWidth + 1 && !['auto', 'scroll'].includes(getComputedStyle(e).overflowX))
  .map(e => e.outerHTML)"""


@pytest.fixture
def german(browser: "Browser", running: Running) -> Iterator["Page"]:
    """The page in a German browser; whatever it complains about is an error."""
    heard: list[str] = []
    own = browser.new_context(viewport={"width": 1280, "height": 800}, locale="de-AT").new_page()
    own.on("pageerror", lambda error: heard.append(str(error)))
    own.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    own.set_default_timeout(LIMIT * 1000)
    own.goto(running.address)
    own.wait_for_selector("body[data-drawn]")
    yield own
    own.context.close()
    assert [words for words in heard if "Failed to load resource" not in words] == []


def test_writing_and_playing_in_german(german: "Page") -> None:
    own = german
    assert own.evaluate("document.documentElement.lang") == "de"
    wait(own, f"{CELLS}.textContent.includes('Ganz schön clever')")  # the sheet, too, unless another was chosen
    replace_line(own, "wild: white", "wild: wite")
    own.locator(".cm-lintRange-error").wait_for()
    assert own.locator("#problems-title").text_content() == "1 Fehler, 0 Warnungen"
    replace_line(own, "wild: wite", "wild: white")
    wait(own, "document.getElementById('problems-title').textContent === 'Keine Probleme'")
    own.locator("#tab-try").click()
    own.locator("#moves button").first.wait_for()
    own.locator("#set-dice summary").click()
    own.locator("#dice-words").fill("Y2 B1 G3 O4 P5 W6")
    own.locator("#dice-form button").click()
    wait(own, "document.querySelector('.die[data-die=green]')?.textContent === '3'")
    settled(own)
    assert (own.locator("#situation").text_content() or "").startswith("Runde 1 von 6. Du:")
    assert own.locator(".die[data-die=green]").get_attribute("aria-label") == "Grün 3 (Gewürfelt)"
    own.mouse.click(*cell(own, "green.4"))
    wait(own, "document.getElementById('refused').textContent.startsWith('Die grüne 3: ')")
    own.locator(".die[data-die=green]").click()
    own.mouse.click(*cell(own, "green.1"))
    wait(own, f"{CELLS}.getElementById('mark.green.1') !== null")
    assert "Grün" in own.locator("#scores th").all_text_contents()
    own.locator("#tab-export").click()
    with own.expect_download():
        own.locator("[data-export=svg]").click()
    own.locator("#export-state", has_text="ist fertig").wait_for()
    # Another language: the text that is not saved and the game are still there, without a word about it.
    replace_line(own, "minutes: 30", "minutes: 31")
    with own.expect_navigation(url="**/?lang=fr"):
        own.locator("#interface").select_option("fr")
    own.wait_for_selector("html[lang=fr] body[data-drawn]")
    assert own.locator("#save").text_content() == "Enregistrer"
    assert own.locator("#state").text_content() == "non enregistré"
    assert own.locator("#notice").is_hidden()
    assert own.locator(".cm-line", has_text="minutes: 31").count() == 1
    own.locator("#tab-try").click()
    wait(own, f"{CELLS}.getElementById('mark.green.1') !== null")
    own.reload()
    assert own.evaluate("document.documentElement.lang") == "fr"


def test_every_text_in_sight_is_a_message_and_has_room(browser: "Browser", running: Running) -> None:
    """The pseudo language is a third longer, and puts every message into brackets."""
    source = (WEB / "index.html").read_text("utf-8")
    nonce = re.findall(r'name="nonce" content="([^"]+)"', running.request("GET", "/")[1].decode())[0]
    texts = {"language": "en", "texts": {text: pseudo(text) for text in messages()}, "plurals": {}}
    texts["plurals"] = {text: [pseudo(text)] * 2 for text in messages() if "{n}" in text}
    texts["forms"] = {"one": 0, "other": 1}
    fields = {"{language}": PSEUDO, "{nonce}": nonce, "{texts}": json.dumps(texts).replace("<", "\\u003c")}
    html = translate_page(source, pseudo)
    for name, value in fields.items():
        html = html.replace(name, value)

    def answer(route: "Route") -> None:
        route.fulfill(response=route.fetch(), body=html)

    bare = (
        "([data]) => { const skip = (e) => e.closest(data) || !e.checkVisibility();"
        " const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const found = [];"
        " while (walk.nextNode()) { const own = walk.currentNode, text = own.data.trim();"
        "  if (/[a-z]{2}/i.test(text) && !text.startsWith('[') && !skip(own.parentElement)) found.push(text); }"
        " for (const name of ['title', 'aria-label', 'placeholder'])"
        " for (const e of document.querySelectorAll(`[${name}]`))"
        "  if (/[a-z]{2}/i.test(e.getAttribute(name)) && !e.getAttribute(name).startsWith('[') && !e.closest(data)"
        "   && !e.matches('.page, #file')) found.push(e.getAttribute(name));"
        " return found; }"
    )
    for width in (1280, 375):
        context = browser.new_context(viewport={"width": width, "height": 800})
        own = context.new_page()
        own.set_default_timeout(LIMIT * 1000)
        own.route(re.compile(r"/(\?.*)?$"), answer)
        own.goto(running.address)
        own.wait_for_selector("body[data-drawn]")
        assert own.locator("#save").text_content() == pseudo("Save")
        views = ["[data-view=write]", "[data-view=see]", "[data-view=play]", "[data-view=print]"]
        for part in views if width == 375 else ["#tab-design", "#tab-try", "#tab-export"]:
            own.locator(part).click()
            still(own)
            assert own.evaluate(bare, [DATA]) == []
            assert own.evaluate(OVERFLOWING) == []
            assert own.evaluate("document.documentElement.scrollWidth") <= width
        for dialog in ("new", "rules", "share", "as", "choice", "number", "conflict"):
            own.evaluate(f"document.getElementById('{dialog}-dialog').showModal()")
            assert own.evaluate(bare, [DATA]) == []
            assert own.evaluate(OVERFLOWING) == []
            own.keyboard.press("Escape")
        context.close()
