"""What the pages of an edition say, in every language: rules that differ between editions, and readings of ours."""

import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from sheetgen.drawing import icons
from sheetgen.i18n import languages
from sheetgen.layout import SheetEdition
from sheetgen.layout.parts.bonus import SCORING_BADGES, ScoringBonus, ScoringWords
from sheetgen.site.build import open_site, plan_site
from sheetgen.site.pages import Site
from sheetgen.site.templates import render

# The rules of each edition in words that only they use, by language.
TOWER = {
    "en": "dice tower",
    "fr": "tour à dés",
    "de": "Würfelturm",
    "es": "torre de dados",
    "it": "torre dei dadi",
}
STARTS = {
    "the cleverest": {
        "en": "cleverest",
        "fr": "plus malin",
        "de": "Cleverste",
        "es": "más listo",
        "it": "più furbo",
    },
    "the lowest roll": {
        "en": "rolls lowest",
        "fr": "plus petit",
        "de": "niedrigste Augenzahl",
        "es": "resultado más bajo",
        "it": "risultato più basso",
    },
    "by agreement": {
        "en": "Decide together",
        "fr": "ensemble",
        "de": "gemeinsam",
        "es": "Entre todos",
        "it": "decide insieme",
    },
}
SIDES = {
    "deluxe": {
        "en": "blue star",
        "fr": "étoile bleue",
        "de": "blauer Stern",
        "es": "estrella azul",
        "it": "stella blu",
    },
    "mix": {"en": "red fox", "fr": "renard rouge", "de": "roter Fuchs", "es": "zorro rojo", "it": "volpe rossa"},
}
READINGS = {
    "en": "Our reading",
    "fr": "Notre lecture",
    "de": "Unsere Lesart",
    "es": "Nuestra lectura",
    "it": "La nostra interpretazione",
}
OTHER_READINGS = {
    "en": "The other reading",
    "fr": "L’autre lecture",
    "de": "Die andere Lesart",
    "es": "La otra lectura",
    "it": "L’altra interpretazione",
}


@cache
def site_in(language: str) -> Site:
    return open_site(plan_site(with_downloads=False), language)


@cache
def text_of(path: str, language: str) -> str:
    site = site_in(language)
    return render(site, next(page for page in site.pages if page.path == path)).text


def section(path: str, anchor: str, language: str) -> str:
    """A section of a page, from its heading to the next one."""
    found = re.search(rf"\{{: #{anchor}(?: \.on-screen)? \}}(.*?)(\n#|\Z)", text_of(path, language), re.DOTALL)
    assert found is not None, f"{path}#{anchor}"
    return found[1]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("edition", "starts"),
    [
        ("classic", "the cleverest"),
        ("double", "the cleverest"),
        ("cubed", "the lowest roll"),
        ("deluxe", "by agreement"),
        ("mix", "by agreement"),
    ],
)
def test_set_up(edition: str, starts: str, language: str) -> None:
    """F0 Who starts; on which side of the board, with the tower of the box, deluxe and mix are played."""
    text = section(f"{edition}/index", "set-up", language)
    assert [rule for rule, words in STARTS.items() if words[language] in text] == [starts]
    assert (TOWER[language] in text) == (edition in SIDES)
    assert [own for own, names in SIDES.items() if names[language] in text] == [own for own in SIDES if own == edition]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix"])
def test_equal_dice_alone(edition: str, language: str) -> None:
    """S2 Of equal dice the nearest to the platter, or to the dice tower where there is one."""
    for page, anchor in (("solo", "passive"), ("questions", "equal-dice")):
        assert (TOWER[language] in section(f"{edition}/{page}", anchor, language)) == (edition in SIDES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix"])
def test_every_reading_of_ours_has_another_one(edition: str, language: str) -> None:
    """A sentence that is our reading is marked and leads to a question with both readings; no question is idle."""
    site = site_in(language)
    pages = [page.path for page in site.pages if page.layout is not None and page.layout.id == edition]
    marked = {
        anchor
        for path in pages
        for anchor in re.findall(rf"\[{READINGS[language]}\]\([^)]*questions\.md#([a-z-]+)\)", text_of(path, language))
    }
    rulings = text_of(f"{edition}/questions", language).partition("{: #rulings }")[2]
    questions = dict(re.findall(r"\n### [^\n]*\{: #([a-z-]+)(?: \.on-screen)? \}(.*?)(?=\n###|\Z)", rulings, re.DOTALL))
    for text in questions.values():
        assert text.count(READINGS[language]) == text.count(OTHER_READINGS[language]) >= 1
    linked = {"rating-limits"}  # from a sentence of its own below the table of ratings
    assert marked - set(questions) == set()
    assert set(questions) - marked - linked == set()


@pytest.mark.parametrize("language", languages())
def test_a_list_of_badges_shows_only_those_of_the_sheet(language: str) -> None:
    """Deluxe has no ? for orange: a free choice there comes from the black ? alone."""
    site = site_in(language)
    words = section("deluxe/bonuses", "choice", language)
    parts = [site.parts[part] for part in re.findall(r'data-part="([0-9a-f]+)"', words)]
    labels = [re.search(r'aria-label="([^"]*)"', part) for part in parts]
    assert len(parts) == 6
    assert labels[3] is not None
    assert labels[5] is not None
    assert labels[3][1] == labels[5][1]
    assert len({label[1] for label in labels if label is not None}) == 5


@pytest.mark.parametrize("language", languages())
def test_each_note_below_the_comparison_is_on_a_line_of_its_own(language: str) -> None:
    """A tag at the end of a line takes the end of the line with it, unless the template says otherwise."""
    assert len(re.findall("^- ", text_of("compare", language), re.MULTILINE)) == 3


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("edition", ["classic", "double", "cubed", "deluxe", "mix", "objectives"])
def test_every_example_names_its_rules(edition: str, language: str) -> None:
    """Below its title, with links to the sentences that state them."""
    pages = [page.path for page in site_in(language).pages if page.layout is not None and page.layout.id == edition]
    text = "\n".join(text_of(path, language) for path in pages)
    titles = re.findall(r'id="(example-[^"]+)">[^<]+</h3></summary><p class="example-rules">(.*?)</p>', text)
    assert len(titles) == text.count("example-title") >= 9
    for anchor, rules in titles:
        assert re.search(r'href="[^"]*#clause-([A-Z]\d+)">\1</a>', rules), anchor


def test_dice_are_rolled() -> None:
    """One word for one thing: English pages of rules say roll, never throw; anchors and file names keep their words."""
    site = site_in("en")
    pages = [page.path for page in site.pages if page.layout is not None]
    told = {
        path: re.findall(r".{0,30}(?<![-#\w])[Tt]hr(?:ow|ows|own|ew|owing)\b(?!-).{0,30}", text_of(path, "en"))
        for path in pages
    }
    assert {path: found for path, found in told.items() if found} == {}
    parts = re.findall(r">[^<]*\b[Tt]hr(?:ow|ows|own|ew)\b[^<]*<", "".join(site.parts.values()))
    assert parts == []


@pytest.mark.parametrize("language", languages())
def test_figures_and_commands_have_a_page_of_their_own(language: str) -> None:
    """Pages of an edition are for players at the table; what computer players reached is told elsewhere."""
    site = site_in(language)
    sheets = [layout.id for layout in site.layouts if isinstance(layout.edition, SheetEdition)]
    assert re.findall(r"\n## [^\n]*\{: #([a-z-]+) \}", text_of("figures", language)) == sheets
    assert text_of("figures", language).count("sheetgen simulate") == len(sheets)
    for page in site.pages:
        if page.layout is not None:
            assert "```sh" not in text_of(page.path, language), page.path
    for sheet in sheets:
        assert f"figures.md#{sheet})" in text_of(f"{sheet}/index", language)


class Owl(ScoringBonus):
    """A badge that no edition has, worth a fixed number of points."""

    __slots__ = ()
    name = "owl"
    plural = "owls"
    texts = ScoringWords(
        one="an owl",
        heading="Owls",
        earned=("{name} earns an owl and has {n} owl now.", "{name} earns an owl and has {n} owls now."),
        points="owls {points}",
        each=("Each owl is worth {n} point.", "Each owl is worth {n} points."),
        together=("All owls together are worth {n} point.", "All owls together are worth {n} points."),
        per_sheet="{owls} owls per sheet, worth {points} points together.",
        on_a_sheet="Owls on a sheet",
        in_game="An owl sleeps during the game.",
        lowest="Each owl is worth your lowest zone: {example} points.",
    )

    def fixed_points(self, edition: SheetEdition) -> int | None:
        return 7


def test_every_kind_of_scoring_badge_has_its_sections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owl = Owl()
    monkeypatch.setitem(import_module("sheetgen.layout.parts.bonus")._SCORING_BY_NAME, "owl", owl)
    monkeypatch.setattr("sheetgen.layout.sheet.SCORING_BADGES", (*SCORING_BADGES, owl))
    monkeypatch.setitem(icons.BADGES, "owl", icons.BADGES["fox"])
    file = tmp_path / "owls.yaml"
    german = "{Owls: Eulen, An owl sleeps during the game.: Eine Eule schläft im Spiel.}"
    file.write_text(
        "schema: 1\nextends: classic\ntitle: Owls\nzones:\n  green: {bonus: {4: owl}}\n"
        f"translations:\n  de: {german}\n",
        "utf-8",
    )
    for language, heading, sleeps, total in (
        ("en", "Owls", "An owl sleeps during the game.", "the sum of all zones and foxes and owls."),
        ("de", "Eulen", "Eine Eule schläft im Spiel.", "die Summe aller Bereiche und Füchse und Eulen."),
    ):
        site = open_site(plan_site(layouts=[str(file)], with_downloads=False), language)
        pages = {page.path: page for page in site.pages if page.path.startswith("owls/")}
        bonuses, end = (render(site, pages[f"owls/{name}"]).text for name in ("bonuses", "end"))
        assert f"### {heading} {{: #owl }}" in bonuses
        assert sleeps in bonuses
        assert "end.md#owls" in bonuses or "end.html#owls" in bonuses
        assert f"## {heading} {{: #owls }}\n\nEach owl is worth 7 points.\n" in end
        assert total in end
        assert "{: #foxes }" in end


CHOICES = {
    "en": "in one of the zones of its colour (you choose which)",
    "de": "in einem der beiden Bereiche seiner Farbe",
    "es": "en una de las zonas de su color (tú eliges cuál)",
    "fr": "dans l’une des zones de sa couleur (à vous de choisir)",
    "it": "in una delle zone del suo colore (scegli tu quale)",
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("edition", "said"), [("classic", 0), ("tide-pool", 0), ("day-and-night", 1)])
def test_a_die_with_several_zones_leaves_the_choice_to_the_player(edition: str, said: int, language: str) -> None:
    """A2, P1: active and passive, and in the first lines of the game; never where each die has one zone."""
    text = CHOICES[language]
    assert text_of(f"{edition}/turn", language).count(text) == 2 * said
    assert text_of(f"{edition}/index", language).count(text) == said


CIRCLED = {"en": "circle", "de": "kreis", "es": "rode", "fr": "entour", "it": "cerchi"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("edition", "circles"), [("classic", False), ("mix", False), ("tide-pool", True)])
def test_cells_are_circled_only_where_a_zone_has_such_cells(edition: str, circles: bool, language: str) -> None:
    """A2 A cross or a number; a circle only where cells are circled first and crossed later."""
    assert (CIRCLED[language] in section(f"{edition}/turn", "active", language)) == circles


ONE_MARK = {
    "en": ("only one cross.", "only one mark."),
    "de": ("nur ein Kreuz.", "nur eine Markierung."),
    "es": ("una sola cruz.", "una sola marca."),
    "fr": ("une seule croix.", "une seule marque."),
    "it": ("una sola croce.", "un solo segno."),
}
FURTHER = {
    "en": ("further crosses", "further marks"),
    "de": ("weitere Kreuze", "weitere Markierungen"),
    "es": ("más cruces", "más marcas"),
    "fr": ("autres croix", "autres marques"),
    "it": ("altre croci", "altri segni"),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("circled", "is_mark"), [("yellow", False), ("turquoise", True)])
def test_questions_about_a_zone_call_its_marks_as_the_zone_does(
    circled: str, is_mark: bool, language: str, tmp_path: Path
) -> None:
    """Equal dice help in turquoise: whether yellow has cells to circle does not matter for it."""
    file = tmp_path / "own.yaml"
    file.write_text(
        f"schema: 1\nextends: cubed\ntitle: Own\nzones:\n  {circled}: {{order: anywhere, marks: circle then cross}}\n",
        "utf-8",
    )
    site = open_site(plan_site(layouts=[str(file)], with_downloads=False), language)
    text = render(site, next(page for page in site.pages if page.path == "own/questions")).text
    assert [words in text for words in ONE_MARK[language]] == [not is_mark, is_mark]
    assert [words in text for words in FURTHER[language]] == [not is_mark, is_mark]


TO_ROWS = {
    "en": "a die of roll I marks row I, one of roll II marks row II",
    "de": "Ein Würfel aus Wurf I gehört in Zeile I, einer aus Wurf II in Zeile II",
    "es": "un dado de la tirada I marca la fila I; uno de la tirada II, la fila II",
    "fr": "un dé du lancer I remplit la ligne I, un dé du lancer II la ligne II",
    "it": "un dado del lancio I segna la riga I, uno del lancio II la riga II",
}
BETWEEN_ROWS = {
    "en": "row I and row II, column 1",
    "de": "Zeile I und Zeile II, Spalte 1",
    "es": "fila I y fila II, columna 1",
    "fr": "lignes I et II, colonne 1",
    "it": "riga I e riga II, colonna 1",
}


@pytest.mark.parametrize("language", languages())
def test_rows_that_belong_to_die_slots_are_named_as_they_are_printed(language: str) -> None:
    """T1: the sheet of cubed prints I, II and III beside the rows of yellow."""
    text = text_of("cubed/yellow", language)
    assert TO_ROWS[language] in text
    assert BETWEEN_ROWS[language] in text


MOST_MARKS = {
    "en": "up to three marks at once this way, as a passive player up to four.",
    "de": "bis zu drei Markierungen auf einmal, als passiver bis zu vier.",
    "es": "hasta tres marcas de una vez; como jugador pasivo, hasta cuatro.",
    "fr": "jusqu’à trois marques en une fois\u202f; en tant que joueur passif, jusqu’à quatre.",
    "it": "fino a tre segni in una volta, come giocatore passivo fino a quattro.",
}
JUST_NOW = {
    "en": "even if you circled it just now",
    "de": "auch wenn du sie gerade erst eingekreist hast",
    "es": "aunque acabes de rodearlo",
    "fr": "même si vous venez de l’entourer",
    "it": "anche se l’hai appena cerchiato",
}


@pytest.mark.parametrize("language", languages())
def test_how_many_marks_equal_dice_bring_depends_on_the_cells(language: str) -> None:
    """In Pearls each number appears twice, to be circled and crossed: four marks, more than three slots."""
    text = text_of("tide-pool/pearl", language)
    assert MOST_MARKS[language] in text
    assert JUST_NOW[language] in text


DICE_OF_VARIANTS = {
    "meadow": {
        "en": "sun (yellow), leaf (green), flower (pink) and white",
        "de": "Sonne (Gelb), Blatt (Grün), Blume (Rosa) und Weiß",
        "es": "sol (amarillo), brote (verde), flor (rosa) y blanco",
        "fr": "soleil (jaune), feuille (vert), fleur (rose) et blanc",
        "it": "sole (giallo), foglia (verde), fiore (rosa) e bianco",
    },
    "tide-pool": {
        "en": "sand (yellow), sea (blue), kelp (green), coral (red), pearl (purple) and white",
        "de": "Sand (Gelb), Meer (Blau), Tang (Grün), Koralle (Rot), Perle (Lila) und Weiß",
        "es": "arena (amarillo), mar (azul), alga (verde), coral (rojo), perla (morado) y blanco",
        "fr": "sable (jaune), mer (bleu), algue (vert), corail (rouge), perle (violet) et blanc",
        "it": "sabbia (giallo), mare (blu), alga (verde), corallo (rosso), perla (viola) e bianco",
    },
    "day-and-night": {
        "en": "amber, rose, teal, indigo and white",
        "de": "Bernstein, Rosa, Petrol, Indigo und Weiß",
        "es": "ámbar, rosa, turquesa, índigo y blanco",
        "fr": "ambre, rose, sarcelle, indigo et blanc",
        "it": "ambra, rosa, turchese, indaco e bianco",
    },
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("variant", DICE_OF_VARIANTS)
def test_the_set_up_says_which_dice_to_look_for(variant: str, language: str) -> None:
    """A die called `pearl` could be of any colour: its colour is said beside it, also in the table of dice."""
    text = section(f"{variant}/index", "set-up", language)
    assert DICE_OF_VARIANTS[variant][language] in text
    coloured = re.findall(r"\w(\w+ \(\w+\))", DICE_OF_VARIANTS[variant][language])
    assert all(text.count(name) == 2 for name in coloured)
    assert bool(coloured) == (variant != "day-and-night")


@pytest.mark.parametrize(
    ("path", "anchor", "said"),
    [
        ("mix/blue", "see", "when you complete a line that earns a bonus."),
        ("deluxe/yellow", "see", "when you complete a line that earns a bonus or points."),
        ("day-and-night/amber-day", "see", "when you complete a line that earns a bonus."),
        ("cubed/yellow", "see", "The six tinted cells, those with a dark corner, are the only ones open to passive"),
        ("cubed/turquoise", "see", "Only the 17 tinted cells, those with a dark corner, count for the badges."),
        ("cubed/index", "at-a-glance", "keep an eye on the other players' rolls"),
        ("cubed/bonuses", "track-end", "Every track ends with a badge."),
        ("double/bonuses", "track-end", "Every track ends with a badge."),
        ("meadow/bonuses", "track-end", "The track ends with a badge."),
        ("day-and-night/index", "sheet", "**Zones**: two for each colour except white."),
        ("cubed/index", "sheet", "**Zones**: one for each colour except white."),
        ("cubed/turquoise", "bonus", "column 4: the 4, twice"),
        ("day-and-night/index", "set-up", "in Teal by day and Teal by night, added to the teal die"),
    ],
)
def test_sentences_follow_the_layout(path: str, anchor: str, said: str) -> None:
    assert said in section(path, anchor, "en")
