"""SVG: valid, small, self-contained, with the names that the rest of the project relies on."""

import re
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
from svgwrite.validator2 import get_validator

from sheetgen.drawing.marks import with_marks
from sheetgen.drawing.scene import Group, Paint, Path, Scene, Text, line
from sheetgen.formats.svg_document import as_svg
from tests.drawing.measures import EDITIONS, LANGUAGES, THEMES, addresses, drawn, groups, layout_of, played, texts
from tests.formats.pages import pages, svg_of
from tests.matrix import each_once, first_of

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "defs", "style", "g", "rect", "circle", "path", "text", "use"}


def read(edition: str, language: str = "en", theme: str = "light") -> tuple[str, ElementTree.Element]:
    text = as_svg(drawn(edition, language, theme))
    return text, ElementTree.fromstring(text.encode())


@each_once(edition=EDITIONS, theme=THEMES)
def test_is_plain_svg_of_the_right_size(edition: str, theme: str) -> None:
    _, root = read(edition, theme=theme)
    scene = drawn(edition, theme=theme)
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == (f"{scene.width:g}mm", f"{scene.height:g}mm")
    assert root.get("viewBox") == f"0 0 {scene.width:g} {scene.height:g}"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
    for element in root.iter():
        for name, value in element.attrib.items():
            assert "nan" not in value.lower().split(), (name, value)
            assert "inf" not in value.lower().split(), (name, value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ids_are_the_addresses_of_cells(edition: str) -> None:
    _, root = read(edition)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert addresses(edition) <= set(ids)
    assert {group.id for group in groups(drawn(edition).items) if group.id} <= set(ids)


@each_once(edition=EDITIONS, language=LANGUAGES[:-1])
def test_says_what_it_is(edition: str, language: str) -> None:
    _, root = read(edition, language)
    scene = drawn(edition, language)
    assert (root.get("role"), root.get("lang")) == ("img", language)
    named = {element.get("id"): element.text for element in root if element.get("id")}
    labels = (root.get("aria-labelledby") or "").split()
    assert [named[label] for label in labels] == [scene.title, scene.description]
    assert root[0].tag == f"{SVG}title"


def bare_size(scene: Scene) -> int:
    return len(re.sub(r"url\(data:font/woff2;base64,[^)]*\)", "", as_svg(scene)).encode())


@each_once(edition=EDITIONS, theme=THEMES)
def test_is_small_without_its_fonts(edition: str, theme: str) -> None:
    assert bare_size(drawn(edition, theme=theme, size=None)) < 60_000
    assert bare_size(drawn(edition, "de", theme, size=None, page="solo front")) < 60_000


@pytest.mark.parametrize("edition", EDITIONS)
def test_is_small_with_the_marks_of_a_game(edition: str) -> None:
    scene = with_marks(drawn(edition), layout_of(edition), played(edition), theme="light")
    assert bare_size(scene) < 60_000


@pytest.mark.parametrize("edition", EDITIONS)
def test_refers_to_nothing_outside(edition: str) -> None:
    text, root = read(edition)
    assert not re.findall(r"url\((?!data:font/woff2;base64,)", text)
    assert "@import" not in text
    assert "<!DOCTYPE" not in text
    assert "<!ENTITY" not in text
    ids = {element.get("id") for element in root.iter()}
    for element in root.iter():
        assert not [name for name in element.attrib if name.startswith("on")]
        links = [value for name, value in element.attrib.items() if name.endswith("href")]
        assert all(link[0] == "#" and link[1:] in ids for link in links)
    names = re.findall(r' xmlns(?::\w+)?="([^"]+)"', text)
    assert re.findall(r"\w+://[^\"' ]+", text) == names


@pytest.mark.parametrize("edition", EDITIONS)
def test_texts_are_texts(edition: str) -> None:
    _, root = read(edition, "fr")
    written = [element.text for element in root.iter(f"{SVG}text")]
    assert written == [text.text for _, text in texts(drawn(edition, "fr"))]


def test_special_characters_are_escaped() -> None:
    nasty = "<script>&amp;\"'</title>"
    scene = drawn("classic")
    text = next(text for _, text in texts(scene))
    group = Group("a.1", (replace(text, text=nasty),), nasty)
    source = as_svg(replace(scene, items=(group,), title=nasty, description=nasty))
    root = ElementTree.fromstring(source.encode())
    assert "<script" not in source
    found = [element.text for element in root.iter() if element.text == nasty]
    assert len(found) == 4
    assert isinstance(group.items[0], Text)


def test_is_the_same_on_every_run() -> None:
    assert as_svg(drawn("mix")) == as_svg(drawn.__wrapped__("mix"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_panels_are_layers_for_drawing_programs(edition: str) -> None:
    _, root = read(edition)
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    layers = {group.get(f"{inkscape}label") for group in root if group.get(f"{inkscape}groupmode") == "layer"}
    assert {"rounds", "dice", "actions", *layout_of(edition).edition.zones} <= layers  # type: ignore[union-attr]


# The rules of XML and SVG: names, children, values, ids and what refers to them


PREFIXES = {
    "{http://www.w3.org/1999/xlink}": "xlink:",
    "{http://www.w3.org/XML/1998/namespace}": "xml:",
    "{http://www.inkscape.org/namespaces/inkscape}": "inkscape:",
}
# What came after the tables of SVG 1.1, or belongs to others.
LATER = {"svg": {"role", "lang", "aria-labelledby"}, "g": {"inkscape:groupmode", "inkscape:label"}}
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "z": 0}
NUMBER = re.compile(r"[ ,]?([+-]?(?:\d+\.?\d*|\.\d+))")
RULES = get_validator("full")
check_value = cache(RULES.check_svg_attribute_value)  # the same few values occur again and again
check_child = cache(RULES.check_valid_children)


def short(name: str) -> str:
    for long, prefix in PREFIXES.items():
        name = name.replace(long, prefix)
    return name


def check_path(data: str) -> None:
    """The grammar of path data: known commands with whole sets of numbers, a move first."""
    assert data[:1] in ("m", "M")
    for code, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", data):
        wanted = ARGUMENTS[code.lower()]
        numbers = NUMBER.findall(rest)
        assert NUMBER.sub("", rest).strip() == "", (code, rest)
        assert len(numbers) % wanted == 0 and numbers if wanted else not numbers, (code, rest)


def check(source: str) -> None:
    root = ElementTree.fromstring(source.encode())
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    known = set(ids)
    assert len(ids) == len(known)
    classes = set(re.findall(r"\.(k\w+)\{", "".join(root.itertext())))
    for element in root.iter():
        assert element.tag.startswith(SVG), element.tag
        name = element.tag.removeprefix(SVG)
        for child in element:
            check_child(name, child.tag.removeprefix(SVG))
        for long, value in element.attrib.items():
            attribute = short(long)
            if attribute == "d":
                check_path(value)
            elif attribute not in LATER.get(name, ()):
                check_value(name, attribute, value)
            if attribute == "id":
                assert re.fullmatch(r"[A-Za-z_][\w.-]*", value), value
            if attribute.endswith("href"):
                assert value.startswith("#"), value
                assert value[1:] in known, value
            if attribute == "class":
                assert set(value.split()) <= classes, value
            if attribute == "aria-labelledby":
                assert set(value.split()) <= known, value


@first_of(part=range(4))
def test_every_svg_keeps_the_rules(part: int) -> None:
    for name in list(pages())[part::4]:
        check(svg_of(name))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("</svg>", "</g>"),
        ("</svg>", "<rect><g/></rect></svg>"),
        ("</svg>", '<rect rx="wide"/></svg>'),
        ("</svg>", '<rect onclick="1" colour="red"/></svg>'),
        ("</svg>", '<path d="m1 2l3"/></svg>'),
        ("</svg>", '<path d="l1 2"/></svg>'),
        ("</svg>", '<use xlink:href="#nowhere"/></svg>'),
        ("</svg>", '<g id="zone-yellow"/></svg>'),
        ("</svg>", '<circle class="missing" r="1"/></svg>'),
        ("</svg>", "<blink/></svg>"),
    ],
)
def test_a_broken_rule_would_be_noticed(good: str, bad: str) -> None:
    text = svg_of("classic-en")
    with pytest.raises((AssertionError, ElementTree.ParseError, TypeError, ValueError, KeyError)):
        check(text.replace(good, bad))


def test_equal_long_lines_of_one_path_are_written_once() -> None:
    zigzag = [line([(float(x), y + x % 2) for x in range(30)], Paint()).commands for y in (1.0, 4.0, 7.0)]
    commands = tuple(command for commands in zigzag for command in commands)

    def written(paint: Paint) -> tuple[int, int]:
        text = as_svg(Scene(40, 10, (Path(commands, paint),), "", "", "en"))
        return text.count("<path "), text.count("<use ")

    assert written(Paint(stroke="#000000", width=0.2)) == (1, 3)
    assert written(Paint(fill="#000000")) == (1, 0)  # parts of a filled path may be holes
