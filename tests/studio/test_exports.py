"""Every export is made on the page and opened."""

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pikepdf
import pytest

from sheetgen.press.preflight import preflight
from sheetgen.press.profiles import load_profile
from sheetgen.resources import data_folder
from sheetgen.studio.jobs import run_job
from tests.matrix import first_of
from tests.studio.screen import CELLS, LIMIT, cell, wait

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MM = 72 / 25.4


def exported(page: "Page", kind: str, tmp_path: Path) -> Path:
    page.locator("#tab-export").click()
    with page.expect_download() as download:
        page.locator(f"[data-export={kind}]").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def size_of(page: pikepdf.Page) -> tuple[float, float]:
    left, bottom, right, top = (float(value) for value in page.trimbox)
    return (right - left) / MM, (top - bottom) / MM


def test_svg_is_what_is_on_screen(page: "Page", browser: "Browser", tmp_path: Path) -> None:
    page.locator("#language").select_option("fr")
    page.locator("#solo").check()
    wait(page, f"{CELLS}.getElementById('solo.1.active') !== null")
    path = exported(page, "svg", tmp_path)
    assert path.name == "mine-solo.svg"
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.get("lang") == "fr"
    assert {"yellow.r1c1", "solo.1.active"} <= {own.get("id") for own in root.iter()}
    seen = browser.new_page()
    seen.set_default_timeout(LIMIT * 1000)
    seen.goto(path.as_uri())
    assert seen.evaluate("document.documentElement.nodeName") == "svg"
    seen.close()


@pytest.mark.full
def test_marks_go_along_when_wanted(page: "Page", tmp_path: Path) -> None:
    page.locator("#tab-try").click()
    page.locator("#moves button").first.wait_for()
    page.locator("[name=mode][value=pencil]").check()
    page.mouse.click(*cell(page, "yellow.r1c1"))
    wait(page, f"{CELLS}.getElementById('mark.yellow.r1c1') !== null")
    assert "mark.yellow.r1c1" not in exported(page, "svg", tmp_path).read_text("utf-8")
    page.locator("#with-marks").check()
    wait(page, f"{CELLS}.getElementById('mark.yellow.r1c1') !== null")
    assert "mark.yellow.r1c1" in exported(page, "svg", tmp_path).read_text("utf-8")


def test_pdf_of_unsaved_text(page: "Page", tmp_path: Path) -> None:
    page.locator(".cm-line", has_text="title: That").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Shift+Home")
    page.keyboard.insert_text("title: Unsaved Sea")
    wait(page, f"{CELLS}.textContent.includes('Unsaved Sea')")
    path = exported(page, "pdf", tmp_path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 1
        assert str(pdf.docinfo["/Title"]) == "Unsaved Sea"
        assert size_of(pdf.pages[0]) == pytest.approx((120, 171), abs=0.1)


@pytest.mark.full
def test_both_sides_are_two_pages_of_a_pdf(page: "Page", tmp_path: Path) -> None:
    page.locator("#side").select_option("both")
    wait(page, "document.querySelectorAll('.page').length === 2")
    with pikepdf.open(exported(page, "pdf", tmp_path)) as pdf:
        assert len(pdf.pages) == 2
    exported(page, "svg", tmp_path)
    assert "first of 2 pages" in (page.locator("#report").text_content() or "")


@pytest.mark.full
def test_a_pad_for_home(page: "Page", tmp_path: Path) -> None:
    page.locator("#tab-export").click()
    page.locator("#sheets").fill("7")
    page.locator("#both-sides").check()
    path = exported(page, "pad", tmp_path)
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 8  # two sheets on each A4 page, fronts and backs
        assert sorted(size_of(pdf.pages[0])) == pytest.approx([210, 297], abs=0.1)


@first_of(profile=["press-x4", "press-x1a"])
def test_a_pad_for_a_print_shop_with_its_report(page: "Page", tmp_path: Path, profile: str) -> None:
    page.locator("#tab-export").click()
    page.locator("#sheets").fill("3")
    page.locator("#profile").select_option(profile)
    path = exported(page, "press", tmp_path)
    report = preflight(path, load_profile(profile))
    assert report.is_clean
    assert report.pages == 3
    shown = page.locator("#report li").all_text_contents()
    assert shown == [own.line(path.name) for own in report.objections] or shown == [
        f"{path.name}: nothing to object to ({profile}, 3 pages)"
    ]


@pytest.mark.full
def test_rules_pages(page: "Page", browser: "Browser", tmp_path: Path) -> None:
    page.locator("#tab-export").click()
    page.locator("#rules-languages label", has_text="Français").click()
    path = exported(page, "rules", tmp_path)
    with ZipFile(BytesIO(path.read_bytes())) as archive:
        archive.extractall(tmp_path / "pages")
    folder = tmp_path / "pages" / "mine"
    assert {path.name for path in folder.iterdir() if len(path.name) == 2} == {"en", "fr"}
    # The designer's own site: without pages about the program.
    assert sorted(path.stem for path in (folder / "fr").glob("*.html")) == ["about", "index"]
    assert (
        "sheetgen"
        not in (folder / "en" / "index.html")
        .read_text("utf-8")
        .replace("· sheetgen<", "")
        .split("</main>")[0]
        .split("<main")[1]
    )
    start = folder / "en" / "mine" / "index.html"
    assert start.is_file()
    seen = browser.new_page()
    seen.set_default_timeout(LIMIT * 1000)
    seen.goto(start.as_uri())
    assert "Pretty Clever" in seen.title()
    assert seen.locator("svg").count() > 0
    seen.close()


def test_a_layout_with_errors_is_not_exported(page: "Page") -> None:
    page.locator(".cm-line", has_text="wild: white").first.click()
    page.keyboard.press("End")
    page.keyboard.press("Shift+Home")
    page.keyboard.insert_text("wild: nothing")
    page.locator(".cm-lintRange-error").wait_for()
    page.locator("#tab-export").click()
    page.locator("[data-export=pdf]").click()
    wait(page, "document.getElementById('export-state').textContent.includes('has errors; fix them first')")


TWO = {"players": ["Ada", "Bob"], "seed": 3}


def played_by_two(folder: Path) -> tuple[dict[str, Any], list[set[str]]]:
    """A game in which the second player decides, and both have marks; the ids of the marks on each sheet."""
    text = (folder / "mine.yaml").read_text("utf-8")
    data: dict[str, Any] = {"text": text, "name": "mine.yaml", "folder": str(folder)}
    game: dict[str, Any] = {**TWO, "moves": [], "bots": ["greedy", "greedy"]}
    moves = run_job("bots", {**data, "game": game})["told"]["moves"]
    for count in range(len(moves), 0, -1):
        log = {**TWO, "moves": moves[:count]}
        drawn = run_job("draw", {**data, "game": log, "seats": [0, 1]})
        marks = [set(re.findall(r'id="(mark\.[a-z]+\.[^"]+)"', page["svg"])) for page in drawn["pages"]]
        if drawn["game"]["actor"] == 1 and all(marks) and marks[0] != marks[1]:
            return {**data, "game": log}, marks
    raise AssertionError("the second player never decides")


def made(data: dict[str, Any], kind: str, seats: list[int]) -> tuple[bytes, list[str]]:
    file = run_job("export", {**data, "seats": seats, "wish": {"kind": kind}})["made"]
    return b64decode(file["data"]), file["report"]


def test_of_several_sheets_a_picture_holds_that_of_the_player_who_decides_and_a_pdf_all(folder: Path) -> None:
    data, (first, second) = played_by_two(folder)
    for seats, marks in (([], second), ([0], first), ([0, 1], second)):
        svg, report = made(data, "svg", seats)
        assert set(re.findall(r'id="(mark\.[a-z]+\.[^"]+)"', svg.decode())) == marks
        assert report == (
            ["It holds the sheet of the player who decides; choose PDF for all."] if len(seats) > 1 else []
        )
        with pikepdf.open(BytesIO(made(data, "pdf", seats)[0])) as pdf:
            assert len(pdf.pages) == max(1, len(seats))


def test_a_marked_sheet_on_two_pages_is_exported_as_it_is_shown(folder: Path) -> None:
    text = (data_folder("layouts") / "variants" / "day-and-night.yaml").read_text("utf-8")
    data = {"text": text, "name": "big.yaml", "folder": str(folder), "game": {"players": ["Ada"], "seed": 3}}
    shown = run_job("draw", data)["pages"]
    with pikepdf.open(BytesIO(made(data, "pdf", [])[0])) as pdf:
        assert len(pdf.pages) == len(shown) == 2
