"""The site in a real browser, opened from disk: as a reader on a desk or a phone sees it."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheetgen.i18n import languages
from tests.matrix import first_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

# Whether a page fits the width of the screen, and how many main headings it has.
SEEN = "[document.documentElement.scrollWidth <= innerWidth, document.querySelectorAll('h1').length]"
OTHER_SWITCHES = [two for two in permutations(languages(), 2) if two != ("en", "de")]
DESK: "ViewportSize" = {"width": 1280, "height": 900}
PHONE: "ViewportSize" = {"width": 390, "height": 844}
NARROW: "ViewportSize" = {"width": 320, "height": 640}


class Watched:
    """A page with everything that it complained about or asked for."""

    def __init__(self, context: "BrowserContext") -> None:
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda told: self._hear(told.type, told.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._see(request.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _see(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:", "about:")):
            self.complaints.append(f"asks for {url}")


@pytest.fixture
def desk(browser: "Browser") -> Iterator[Watched]:
    context = browser.new_context(viewport=DESK, locale="en-GB")
    context.set_default_timeout(120_000)  # the machine may be busy
    yield Watched(context)
    context.close()


def address(site: Path, page: str) -> str:
    return (site / f"{page}.html").as_uri()


def test_pages_fit_a_desk_and_a_phone(desk: Watched, site: Path) -> None:
    for name in (
        "de/index",
        "es/double/turn",
        "en/cubed/blue",
        "de/objectives/cards",
        "en/ladders",
    ):
        desk.page.set_viewport_size(PHONE)
        desk.page.goto(address(site, name), wait_until="load")
        assert desk.page.evaluate(SEEN) == [True, 1], name
        desk.page.set_viewport_size(DESK)
        desk.page.wait_for_function(f"{SEEN}[0]", polling=100)  # a page takes a moment to follow the window
        assert desk.complaints == [], name


@pytest.mark.full
@pytest.mark.parametrize("language", languages())
def test_every_page_loads_without_a_complaint(desk: Watched, site: Path, language: str) -> None:
    """On a phone, where no page is wider than the screen.

    The editions' pages come from the same templates: each is seen in one language, each kind of them in all.
    """
    desk.page.set_viewport_size(PHONE)
    own = languages().index(language)
    pages = sorted((site / language).rglob("*.html"))
    seen = [path for i, path in enumerate(pages) if path.parent.name == language or i % len(languages()) == own]
    assert {path.parent.name for path in seen} == {path.parent.name for path in pages}
    for path in seen:
        desk.page.goto(path.as_uri(), wait_until="load")
        assert desk.page.evaluate(SEEN) == [True, 1], path
        assert desk.complaints == [], path


def test_fonts_and_pictures_are_seen(desk: Watched, site: Path) -> None:
    desk.page.goto(address(site, "en/classic/yellow"))
    desk.page.evaluate("document.fonts.ready")
    assert desk.page.evaluate("""document.fonts.check('16px "sheetgen-display"')""")
    assert desk.page.evaluate("""document.fonts.check('16px "Sheetgen Text"')""")
    picture = desk.page.locator("figure.paper svg").first
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert picture.get_attribute("aria-label") == "The yellow zone"
    # The shapes have their colours: a use without styles would be black.
    colours = desk.page.evaluate(
        """[...document.querySelectorAll(".sg-shared rect")].map(own => getComputedStyle(own).fill)"""
    )
    assert len(set(colours)) > 2


@pytest.mark.parametrize(
    ("own", "other"), [("en", "de"), *(pytest.param(*two, marks=pytest.mark.full) for two in OTHER_SWITCHES)]
)
def test_the_language_switch_keeps_the_page(desk: Watched, site: Path, own: str, other: str) -> None:
    desk.page.goto(address(site, f"{own}/classic/yellow"))
    desk.page.locator(".md-select button").hover()
    desk.page.locator(f'.md-select__link[hreflang="{other}"]').click()
    desk.page.wait_for_url(f"**/{other}/classic/yellow.html")
    assert desk.page.locator("html").get_attribute("lang") == other
    assert desk.complaints == []


def test_pages_of_the_same_title_say_their_edition(desk: Watched, site: Path) -> None:
    """Above the title and in the tab."""
    desk.page.goto(address(site, "fr/cubed/yellow"))
    assert desk.page.title() == "La zone jaune – Très futé à la puissance trois – Règles de Très futé"
    desk.page.locator(".edition-name a").click()
    desk.page.wait_for_url("**/fr/cubed/index.html")
    assert desk.page.locator(".edition-name").count() == 0


def test_a_stepper_goes_by_click_and_key(desk: Watched, site: Path) -> None:
    desk.page.goto(address(site, "en/classic/turn"))
    desk.page.locator(".example summary").first.click()
    stepper = desk.page.locator(".stepper").first
    steps, count = stepper.locator("li.step"), stepper.locator(".count")
    total = steps.count()
    assert total > 3
    shown = stepper.locator("li.step:visible")
    back, forth = stepper.locator("button").nth(0), stepper.locator("button").nth(1)
    assert (shown.count(), count.inner_text(), back.is_disabled()) == (1, f"Step 1 of {total}", True)
    first = shown.inner_text()
    forth.click()
    assert count.inner_text() == f"Step 2 of {total}"
    assert shown.inner_text() != first
    desk.page.keyboard.press("ArrowRight")
    assert count.inner_text() == f"Step 3 of {total}"
    desk.page.keyboard.press("ArrowLeft")
    desk.page.keyboard.press("ArrowLeft")
    assert count.inner_text() == f"Step 1 of {total}"
    assert shown.inner_text() == first
    for _ in range(total + 2):
        desk.page.keyboard.press("ArrowRight")
    assert count.inner_text() == f"Step {total} of {total}"
    assert forth.is_disabled()
    assert stepper.locator("ol").get_attribute("aria-live") == "polite"


def test_without_javascript_all_steps_are_listed(browser: "Browser", site: Path) -> None:
    context = browser.new_context(viewport=DESK, java_script_enabled=False)
    page = context.new_page()
    page.goto(address(site, "en/classic/turn"))
    page.locator(".example summary").first.click()
    stepper = page.locator(".stepper").first
    assert stepper.locator("li.step:visible").count() == stepper.locator("li.step").count() > 3
    assert stepper.locator("button").count() == 0
    page.goto(address(site, "index"))
    assert page.locator("li a").count() == len(languages())
    context.close()


@first_of(language=languages()[1:])
def test_the_root_goes_to_the_readers_language(browser: "Browser", site: Path, language: str) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()
    page.goto(address(site, "index"))
    page.wait_for_url(f"**/{language}/index.html")
    context.close()


def test_printing_gives_clean_pages(desk: Watched, site: Path, tmp_path: Path) -> None:
    """Rules alone, or with all steps of their examples: nothing cut off, no bars and buttons, always light."""
    import pypdfium2

    desk.page.emulate_media(color_scheme="dark")
    desk.page.goto(address(site, "en/classic/yellow"))
    sentences = [" ".join(told.split())[4:30] for told in desk.page.locator(".stepper .told").all_text_contents()]
    assert len(sentences) > 5
    pages = {}
    for examples in (False, True):
        desk.page.locator("#print-examples").set_checked(examples)
        path = tmp_path / f"yellow-{examples}.pdf"
        desk.page.pdf(path=path, format="A4", print_background=True)
        document = pypdfium2.PdfDocument(path)
        pages[examples] = len(document)
        text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
        assert "What you do" in text
        for other in ("Print with the examples", "Search", "Twice as Clever", "Step 1 of"):
            assert other not in text
        assert all((sentence in text) == examples for sentence in sentences)
        for page in document:
            picture = page.render(scale=0.5).to_pil().convert("L")
            for x in (0, picture.width - 6):
                edge = picture.crop((x, 0, x + 6, picture.height))
                assert edge.getextrema()[0] > 240, "something runs over the edge, or the paper is dark"
        document.close()
    assert pages[False] <= 3 < pages[True] <= 20


def test_the_asked_rule_is_marked_and_stays_with_the_language(browser: "Browser", site: Path) -> None:
    """On a phone: its link can be seen and followed, nothing covers it, dark stays dark."""
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(address(site, "en/classic/turn"))
    page.locator("label.md-header__button[for^=__palette]:visible").click()
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    link = page.locator("#clause-A4")
    assert link.evaluate("own => getComputedStyle(own, '::before').content") == '"A4"'
    link.click()
    page.wait_for_url("**#clause-A4")
    other = page.locator('.md-select__link[hreflang="fr"]')
    page.goto(page.url.replace("/en/", "/es/"))
    assert (other.get_attribute("href") or "").endswith("/fr/classic/turn.html#clause-A4")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"
    place = page.locator("li:has(> #clause-A4)")
    assert place.evaluate("own => getComputedStyle(own).backgroundColor") == "rgb(77, 66, 32)"
    page.wait_for_function("scrollY > 0", polling=100)
    header = page.locator(".md-header").bounding_box()
    seen = place.bounding_box()
    assert header is not None
    assert seen is not None
    assert header["y"] + header["height"] <= seen["y"] < PHONE["height"]
    context.close()


def test_examples_follow_the_rules_and_open_when_they_are_asked_for(desk: Watched, site: Path) -> None:
    desk.page.set_viewport_size(PHONE)
    for name in ("en/classic/turn", "en/double/solo", "en/objectives/index"):
        desk.page.goto(address(site, name))
        last = desk.page.locator(".clause").last.bounding_box()
        example = desk.page.locator(".example").first.bounding_box()
        assert last is not None
        assert example is not None
        assert last["y"] < example["y"]
        assert desk.page.locator(".example[open]").count() == 0
        assert desk.page.locator(".example h3").count() == desk.page.locator(".stepper").count() > 0
    anchor = desk.page.locator(".example h3").nth(1).get_attribute("id")
    desk.page.goto(address(site, "en/classic/turn"))  # or the browser would only scroll
    desk.page.goto(address(site, "en/objectives/index") + f"#{anchor}")
    desk.page.locator(f".example[open]:has(#{anchor})").wait_for()
    assert desk.page.locator(".example[open]").count() == 1
    desk.page.goto(address(site, "en/classic/index"))
    desk.page.locator("#search-open").click()
    desk.page.locator("#search-query").fill("every yellow number appears twice")
    desk.page.locator("#search-answers a[href*='classic/yellow.html#example-']").first.click()
    desk.page.wait_for_url("**/classic/yellow.html#example-*")
    desk.page.locator(".example[open]").wait_for()


def test_the_pages_of_an_edition_are_near_the_top_on_a_phone(desk: Watched, site: Path) -> None:
    for name, least in (("fr/classic/index", 13), ("de/objectives/index", 6)):
        desk.page.set_viewport_size(PHONE)
        desk.page.goto(address(site, name))
        links = desk.page.locator(".edition-pages a")
        assert links.count() >= least
        for link in links.all():
            box = link.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["y"] < PHONE["height"]
        desk.page.set_viewport_size(DESK)
        links.first.wait_for(state="hidden")


def test_words_beside_a_sign_stay_in_their_cell(desk: Watched, site: Path) -> None:
    """A cell that does not break is as wide as its sign and its words, however narrow the screen."""
    wider = "all => all.filter(own => own.scrollWidth > own.clientWidth + 1).map(own => own.textContent)"
    desk.page.set_viewport_size(PHONE)
    for language in languages():
        desk.page.goto(address(site, f"{language}/cubed/bonuses"))
        cells = desk.page.locator("#actions ~ * td:has(> .sign)")
        assert cells.count() >= 3
        assert cells.evaluate_all(wider) == [], language


def test_without_javascript_no_page_is_wider_than_a_phone(browser: "Browser", site: Path) -> None:
    context = browser.new_context(viewport=NARROW, java_script_enabled=False)
    page = context.new_page()
    for name in (
        "fr/index",
        "de/classic/turn",
        "es/ladders",
        "en/objectives/odds",
        "de/mix/ask",
        "es/objectives/ask",
        "de/day-and-night/summary",
    ):
        page.goto(address(site, name))
        assert page.evaluate(SEEN) == [True, 1], name
    context.close()
