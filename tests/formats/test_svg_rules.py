"""Every SVG keeps the rules of XML and SVG: names, children, values, ids and what refers to them."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest
from svgwrite.validator2 import get_validator

from tests.formats.pages import pages, svg_of

SVG = "{http://www.w3.org/2000/svg}"
PREFIXES = {
    "{http://www.w3.org/1999/xlink}": "xlink:",
    "{http://www.w3.org/XML/1998/namespace}": "xml:",
    "{http://www.inkscape.org/namespaces/inkscape}": "inkscape:",
}
# What came after the tables of SVG 1.1, or belongs to others.
LATER = {"svg": {"role", "lang", "aria-labelledby"}, "g": {"inkscape:groupmode", "inkscape:label"}}
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}
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


@pytest.mark.parametrize("part", range(4))
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
