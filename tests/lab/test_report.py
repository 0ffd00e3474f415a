"""The report: self-contained, in every language, with every cell of the sheet in its heat map."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sheetgen.engine.fast.core import core
from sheetgen.i18n import languages, translate
from sheetgen.lab import report, texts
from sheetgen.lab.players import BOTS
from sheetgen.lab.report import as_html, companions
from sheetgen.lab.results import SimulationResult, as_dict, marks
from sheetgen.lab.simulation import SimulationPlan, run
from sheetgen.lab.tally import PERCENTILES, Tally
from sheetgen.layout import Layout, load, read_from_text
from tests.lab.conftest import SHEETS

needs_core = pytest.mark.skipif(core().library is None, reason=core().reason)


class Reader(HTMLParser):
    """Collects texts, and checks that what opens also closes."""

    EMPTY = frozenset({"meta", "rect", "path", "circle", "use", "line"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY or tag == "rect":
            self.open.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)


def result_of(layout: Layout, players: int = 1, games: int = 30) -> SimulationResult:
    plan = SimulationPlan(layout, players, "random", seed=2, games=games)
    return SimulationResult(plan, run(plan), 1.0)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_cell_is_on_the_heat_map_with_its_share(sheet: str) -> None:
    result = result_of(load(sheet))
    page = as_html(result)
    told = dict(re.findall(r"<title>([a-z]+\.[a-z0-9]+): ([0-9.]+)%</title>", page))
    assert told == {cell: f"{estimate.value * 100:.1f}" for cell, estimate in marks(result).items()}


def test_the_command_on_the_page_names_the_file_but_not_its_folder(tmp_path: Path) -> None:
    """Reports are passed on, and folders say whose they are."""
    path = tmp_path / "my sheet.yaml"
    path.write_text("extends: classic\ntitle: Mine\n", encoding="utf-8")
    assert "<code>sheetgen simulate &#x27;my sheet.yaml&#x27; --games 30 " in as_html(result_of(load(str(path))))
    assert "<code>sheetgen simulate classic --games 30 " in as_html(result_of(load("classic")))


@pytest.mark.parametrize("language", languages())
def test_it_needs_nothing_from_elsewhere_and_speaks_the_language(classic: Layout, language: str) -> None:
    result = result_of(classic)
    reader = read(as_html(result, language))
    assert all(address.startswith(("#", "data:")) for address in reader.addresses)
    text = " ".join(reader.texts)
    titles = {
        "en": "That's Pretty Clever: how it plays",
        "fr": "Très futé",
        "de": "Ganz schön clever",
        "es": "Muy listo",
        "it": "Ganz schön clever",
    }
    assert titles[language] in text
    whole, part = f"{result.mean.value:.1f}".split(".")
    assert f"{whole}{'.' if language == 'en' else ','}{part}" in text
    head = translate("Where marks are made", language)
    assert head in text
    assert (head == "Where marks are made") == (language == "en")


@pytest.mark.parametrize(
    ("language", "share"),
    [("en", "{}%"), ("de", "{}\xa0%"), ("fr", "{}\xa0%"), ("es", "{}\xa0%"), ("it", "{}%")],
)
def test_numbers_are_written_as_the_language_writes_them(classic: Layout, language: str, share: str) -> None:
    result = result_of(classic, players=2)
    texts = read(as_html(result, language)).texts
    for percent in PERCENTILES:
        assert share.format(percent) in texts
    point = "." if language == "en" else ","
    for cell, estimate in marks(result).items():
        assert f"{cell}: {share.format(f'{estimate.value * 100:.1f}'.replace('.', point))}" in texts
    other = "," if language == "en" else "."
    assert [text for text in texts if re.search(rf"[0-9]\{other}[0-9]", text)] == []


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_english_is_left(classic: Layout, language: str) -> None:
    sources = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (report, texts))
    source = set(re.findall(r'(?:tr|later)\(\s*"([^"]+)"', sources))
    # A word may be English and the translation of another one, as French "Place".
    english = {text for text in source if "{" not in text} - {translate(text, language) for text in source}
    assert len(english) > 20
    told = {text.strip() for text in read(as_html(result_of(classic, players=2), language)).texts}
    assert english & told == set()


@needs_core
@pytest.mark.parametrize("language", languages())
def test_other_bots_stand_beside_it(classic: Layout, language: str) -> None:
    result = result_of(classic, games=30)
    others = [SimulationResult(plan, run(plan), 1.0) for plan in companions(result.plan)]
    bots = [other.plan.bot for other in others]
    assert bots in (["greedy", "expert"], ["greedy", "planner", "expert"]), "the planner only if it has learned it"
    texts = read(as_html(result, language, others=others)).texts
    for other in others:
        assert (other.plan.seed, other.plan.games) == (result.plan.seed, 30), "the same dice"
        who = translate(BOTS[other.plan.bot].who, language)
        assert who[:1].upper() + who[1:] in texts
        point = "." if language == "en" else ","
        assert f"{other.mean.value:.1f} ± {other.mean.margin:.1f}".replace(".", point) in texts
    heading = translate("Other bots", language)
    assert heading in texts
    assert heading not in read(as_html(result, language)).texts
    means = {other.plan.bot: other.mean.value for other in others}
    assert means["greedy"] + 50 < means["expert"]


def test_nobody_learns_for_a_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHEETGEN_CACHE", str(tmp_path))
    own = read_from_text("extends: classic\ntitle: Own\nactions: {reroll: {slots: 5}}\n", tmp_path / "own.yaml", "own")
    assert [plan.bot for plan in companions(SimulationPlan(own, 1, "random", 1, 1000))] == ["greedy"]
    assert [plan.bot for plan in companions(SimulationPlan(own, 1, "greedy", 1, 1000))] == []


def test_company_and_interruption_are_told(classic: Layout) -> None:
    whole = result_of(classic, players=3)
    part = SimulationResult(SimulationPlan(classic, 3, "random", 2, games=500), whole.tally, 1.0)
    assert "Interrupted: 30 of 500 games were played." in as_html(part)
    assert "Interrupted" not in as_html(whole)
    assert ">Seats<" in as_html(whole)
    assert as_dict(part)["complete"] is False


def test_figures_do_not_depend_on_the_time_taken(classic: Layout) -> None:
    one, other = (as_dict(SimulationResult(result_of(classic).plan, result_of(classic).tally, t)) for t in (1.0, 9.0))
    for figures in (one, other):
        del figures["seconds"], figures["games_per_second"]
    assert one == other


def test_figures_are_those_of_a_recount(classic: Layout) -> None:
    result = result_of(classic, games=40)
    figures = as_dict(result)
    totals = sorted(result.totals.counts.elements())
    assert (figures["min"], figures["max"]) == (totals[0], totals[-1])
    assert figures["mean"] == pytest.approx(sum(totals) / 40, abs=1e-4)
    assert isinstance(figures["zones"], dict)
    fox_points = figures["fox_points"]
    assert isinstance(fox_points, float)
    assert sum(figures["zones"].values()) + fox_points == pytest.approx(figures["mean"], abs=1e-3)
    assert Tally() != result.tally


def test_zones_agree_with_their_heading(classic: Layout) -> None:
    """In Spanish and French a zone is feminine, unlike the colour of a die."""
    result = result_of(classic)
    assert {"Zona", "Amarilla", "Morada"} <= set(read(as_html(result, "es")).texts)
    assert {"Zone", "Verte", "Bleue"} <= set(read(as_html(result, "fr")).texts)
