"""Layouts as YAML text: a resolved one for `show`, a starter for `new`."""

import yaml

from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.layout.loading import Layout
from sheetgen.layout.sheet import SheetEdition
from sheetgen.resources import data_folder

WIDTH = 110


class _Dumper(yaml.SafeDumper):
    """Writes lists and short blocks on one line, as a person would."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _flow_where_short(node: yaml.Node) -> yaml.Node:
    if isinstance(node, yaml.CollectionNode):
        children = [part for item in node.value for part in (item if isinstance(item, tuple) else (item,))]
        nested = any(isinstance(child, yaml.CollectionNode) and not child.flow_style for child in children)
        length = sum(len(str(child.value)) + 4 for child in children)
        deep = any(isinstance(child, yaml.CollectionNode) and isinstance(node, yaml.SequenceNode) for child in children)
        node.flow_style = not nested and not deep and length < 80
    return node


def as_yaml(layout: Layout) -> str:
    """The resolved layout in the words of the file.

    >>> "full columns: [10, 14, 16, 20]" in as_yaml(__import__("sheetgen.layout").layout.read("classic"))
    True
    """
    data = layout.data()
    assert isinstance(data, dict)
    # One dump per key keeps the top level one key a line, however short its value is.
    return "".join(f"{key}:{_below(value)}" for key, value in data.items())


def _below(value: object) -> str:
    text: str = yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH)
    if isinstance(value, (dict, list)) and not text.startswith(("{", "[")):
        return "\n" + "".join(f"  {line}\n" for line in text.splitlines())
    return " " + text.removesuffix("...\n")


_Dumper.add_representer(dict, lambda dumper, value: _flow_where_short(dumper.represent_dict(value.items())))
_Dumper.add_representer(type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", "~"))
_Dumper.add_representer(list, lambda dumper, value: _flow_where_short(dumper.represent_list(value)))


def starter(layout: Layout, parent: str) -> str:
    """A small layout of one's own on top of a parent, with hints where to go on."""
    schema = data_folder("layouts") / "schema.json"
    edition = layout.edition
    title = _in_one_line(f"My {edition.title}")
    titles = {language: translate("My own sheet", language) for language in languages() if language != SOURCE}
    lines = [
        f"# yaml-language-server: $schema={schema}",
        f"# A layout of your own on top of {layout.id}. Whatever you do not say here is as there:",
        f"# `sheetgen show {parent}` prints it all. Try `sheetgen check` on this file after every change.",
        "schema: 1",
        f"extends: {_in_one_line(parent)}",
        f"title: {title}",
        "translations:               # the same text in other languages",
        *(f"  {language}: {{{title}: {_in_one_line(own)}}}" for language, own in titles.items()),
        "",
    ]
    if isinstance(edition, SheetEdition):
        zone, points = _first_ladder(layout)
        lines += [
            "# Write only what you change. To try it, take away a # below:",
            "# rounds:",
            "#   bonuses: [reroll, extra die]     # what rounds 1 and 2 bring",
            "# zones:",
            f"#   {zone}:",
            f"#     points: {points}",
            "# foxes: {worth: 10}                 # each fox is worth ten points",
            "# back: null                         # null takes away what the parent says",
            "",
        ]
    else:
        card = next(iter(edition.cards))
        lines += [
            "# Write only what you change. To try it, take away a # below:",
            "# cards:",
            f"#   {card}: {{points: 2}}",
            "#   high: {name: High, rule: Twenty or more in all., holds: {sum at least: 20}, points: 3}",
            "",
        ]
    return "\n".join(lines)


def _first_ladder(layout: Layout) -> tuple[str, str]:
    """A zone to begin with, and how it scores now."""
    data = layout.data()
    assert isinstance(data, dict)
    zone, block = next(iter(data["zones"].items()))
    return zone, _in_one_line(block["points"])


def _in_one_line(value: object) -> str:
    """Write a value so that it fits behind a key or a #, quoted where need be.

    >>> _in_one_line({"by count": [1, 2, 4]}), _in_one_line("a: b")
    ('{by count: [1, 2, 4]}', "'a: b'")
    """
    # A list of one item is flow text without the `...` that ends a bare scalar, and it quotes commas too.
    text: str = yaml.dump(
        [value],
        Dumper=yaml.SafeDumper,
        default_flow_style=True,
        allow_unicode=True,
        sort_keys=False,
        width=10**6,
    )
    return text.strip()[1:-1]
