"""`sheetgen list`."""

import json
from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_json(run: Run) -> None:
    result = run("list", "--json")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["languages"] == ["en", "de", "es", "fr"]
    assert data["themes"] == ["light", "vivid", "ink", "safe", "grey"]
    assert data["papers"] == ["A4", "A5", "A6", "Letter", "Legal"]
    assert data["print profiles"][:4] == ["home", "single", "press-x4", "press-x1a"]
    assert [set(edition) for edition in data["editions"]] == [{"id", "titles", "kind", "provenance"}] * 6
    editions = {edition["id"]: edition for edition in data["editions"]}
    assert {key: (own["kind"], own["provenance"]) for key, own in editions.items()} == {
        "classic": ("sheet", "certain"),
        "cubed": ("sheet", "certain"),
        "deluxe": ("sheet", "inferred"),
        "double": ("sheet", "certain"),
        "mix": ("sheet", "reconstructed"),
        "objectives": ("cards", "inferred"),
    }
    assert editions["classic"]["titles"] == {
        "en": "That's Pretty Clever",
        "de": "Ganz schön clever",
        "es": "Muy listo",
        "fr": "Très futé",
    }


def test_one_line_per_edition(run: Run) -> None:
    result = run("list")
    assert (result.code, result.err) == (0, "")
    *editions, empty, languages, themes, papers, profiles = result.out.splitlines()
    assert [line.split()[:3] for line in editions] == [
        ["classic", "sheet", "certain"],
        ["cubed", "sheet", "certain"],
        ["deluxe", "sheet", "inferred"],
        ["double", "sheet", "certain"],
        ["mix", "sheet", "reconstructed"],
        ["objectives", "cards", "inferred"],
    ]
    assert editions[0].endswith("That's Pretty Clever · Ganz schön clever · Muy listo · Très futé")
    assert (empty, languages) == ("", "languages: en, de, es, fr")
    assert themes == "themes: light, vivid, ink, safe, grey"
    assert papers == "papers: A4, A5, A6, Letter, Legal"
    assert profiles.startswith("print profiles: home, single, press-x4, press-x1a")
