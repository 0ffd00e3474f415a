"""Shared by the tests of security: the children of one process, and a layout that means harm."""

from pathlib import Path

import pytest
import yaml

from tests.faults.conftest import nursery as nursery

# Every way out of plain text that we could think of, each with a mark of its own where it would leave its trace.
SCRIPT = "<script>hit(1)</script>"
HANDLER = "\"><img src=x onerror='hit(2)'>"
TEMPLATE = "A{{7*7}}B {%if 1%}C{%endif%} {0.__class__} %s"
MARKDOWN = "[go](javascript:hit(3)) *em* `code` | {: onclick=hit(4) } <!--part:000000000000-->"
CLOSING = "]]></text></svg></title></style>&lt;b&gt;"
LITERAL = "</h1><svg onload=hit(5)>"
WAYS = (SCRIPT, HANDLER, TEMPLATE, MARKDOWN, CLOSING, LITERAL)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A layout whose every text is an attack, in English and in French."""
    texts = {
        "title": CLOSING,
        "about": f"{SCRIPT} {HANDLER} {TEMPLATE} {MARKDOWN} {LITERAL}",
        "yellow": SCRIPT,
        "blue": TEMPLATE,
        "green": "[x](javascript:hit(3))",
        "orange": "{: onclick=hit(4) }",
        "die": HANDLER,
        "action": "<b>*a*</b>",
        "label": LITERAL,
        "note": f"{SCRIPT} {MARKDOWN}",
    }
    layout = {
        "schema": 1,
        "extends": "classic",
        "title": texts["title"],
        "about": texts["about"],
        "provenance": {"inferred": texts["note"]},
        "zones": {name: {"name": texts[name]} for name in ("yellow", "blue", "green", "orange")},
        "dice": {"purple": {"name": texts["die"]}},
        "actions": {"reroll": {"name": texts["action"]}},
        "solo": {"ratings": [{"from": 0, "stars": 1, "label": texts["label"]}]},
        "translations": {
            "fr": {
                texts["title"]: f"{CLOSING} fr",
                texts["about"]: f"{texts['about']} fr",
                texts["yellow"]: LITERAL,
                # A text of ours, which a layout may translate as well.
                "The {zone} zone": "{zone} {zone.__class__} <script>hit(6)</script>",
                "Rounds": LITERAL,
            }
        },
    }
    path = tmp_path_factory.mktemp("hostile") / "hostile.yaml"
    path.write_text(yaml.safe_dump(layout, allow_unicode=True, sort_keys=False), "utf-8")
    return path
