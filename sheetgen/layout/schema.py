"""The JSON Schema of the layout language, for editors: completion, hover and a first check while typing.

It is generated from the models. A file that extends another may leave out or null any key, so the schema
requires nothing; `sheetgen check` does, because it sees the resolved layout.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sheetgen.files import write_file
from sheetgen.layout.base import PROVENANCE_LEVELS, Part
from sheetgen.layout.cards import CardEdition
from sheetgen.layout.parts.points import Points
from sheetgen.layout.sheet import SheetEdition

Schema = dict[str, Any]

_EXTENDS = {
    "type": "string",
    "description": "The layout that this one changes: the id of a shipped edition, or a file beside it. "
    "Keys merge deeply, `null` deletes, `replace: true` in a block takes nothing from the parent.",
}


def json_schema() -> Schema:
    """Build the schema of both kinds of layout."""
    sheet, cards = _schema_of(SheetEdition), _schema_of(CardEdition)
    definitions = {**cards.pop("$defs"), **sheet.pop("$defs")}
    parts = {cls.__name__: cls for cls in _all_parts(Part)}
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "sheetgen layout",
        "description": "A layout says everything about an edition: how it is played, scored, drawn and printed.",
        "if": {"properties": {"kind": {"const": "cards"}}, "required": ["kind"]},
        "then": cards,
        "else": sheet,
        "$defs": definitions,
    }
    for top in (sheet, cards):
        top["properties"] = {
            "schema": top["properties"].pop("schema"),
            "extends": _EXTENDS,
            **top["properties"],
        }
    points = definitions[Points.__name__]["properties"]["parts"]["items"]
    _as_points(definitions[Points.__name__], points, definitions, parts)
    definitions["Cell"] = definitions["Cells"]["properties"]["row"]["anyOf"][0]["items"]
    definitions["Cells"] = _CELLS
    definitions["Provenance"] = _PROVENANCE
    badges = definitions["BonusRules"]
    badges["patternProperties"] = {"^[0-9]+$": badges["properties"]["cells"]["additionalProperties"]}
    rewritten: Schema = _rewrite(schema, definitions, parts)
    rewritten["$defs"] = {name: own for name, own in rewritten["$defs"].items() if name not in parts}
    return rewritten


def as_text() -> str:
    """Write the schema as the file that is shipped."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def _schema_of(model: type[BaseModel]) -> Schema:
    return model.model_json_schema(by_alias=True, mode="validation")


def _all_parts(base: type[Part]) -> list[type[Part]]:
    return [cls for child in base.__subclasses__() for cls in (child, *_all_parts(child))]


def _argument(name: str, definitions: Schema, parts: dict[str, type[Part]]) -> Schema:
    """Say what may stand behind a part's name."""
    own = definitions[name]["properties"]
    options = {key: value for key, value in own.items() if key != "kind"}
    described = {"description": definitions[name].get("description", "")}
    if not options:
        return {"const": True, **described}
    block = {"type": "object", "properties": options, "additionalProperties": False}
    main = parts[name].main
    if main:
        return {"anyOf": [own[main.replace("_", " ")], block], **described}
    return {**block, **described}


def _choice(mapping: dict[str, str], definitions: Schema, parts: dict[str, type[Part]]) -> Schema:
    """One part: its name alone, or its name with a value or options."""
    names = {word: reference.rsplit("/", 1)[1] for word, reference in mapping.items()}
    alone = [
        {"const": word, "description": definitions[name].get("description", "")}
        for word, name in names.items()
        if not definitions[name].get("required")
    ]
    spelled = {
        "type": "object",
        "properties": {word: _argument(name, definitions, parts) for word, name in names.items()},
        "additionalProperties": False,
        **_exactly_one(names),
    }
    return {"anyOf": [*alone, spelled]}


def _exactly_one(words: Iterable[str]) -> Schema:
    """Give just one of the words a value; a null that deletes the parent's word may stand beside it."""
    return {"oneOf": [{"required": [word], "properties": {word: {"not": {"type": "null"}}}} for word in words]}


def _as_points(target: Schema, items: Schema, definitions: Schema, parts: dict[str, type[Part]]) -> None:
    """Points are written as a block of several parts beside each other, or as one name."""
    choice = _choice(items["discriminator"]["mapping"], definitions, parts)
    *alone, spelled = choice["anyOf"]
    spelled.pop("oneOf")
    spelled["properties"]["provenance"] = target["properties"]["provenance"]
    description = target["description"]
    target.clear()
    target.update({"anyOf": [*alone, spelled], "description": description})


_PROVENANCE = {
    "anyOf": [
        {"enum": list(PROVENANCE_LEVELS)},
        {
            "type": "object",
            "properties": {level: {"type": "string"} for level in PROVENANCE_LEVELS},
            "additionalProperties": False,
            **_exactly_one(PROVENANCE_LEVELS),
        },
    ]
}
_CELLS = {
    "anyOf": [
        {"type": "integer", "minimum": 1},
        {"type": "array", "items": {"$ref": "#/$defs/Cell"}},
        {"type": "array", "items": {"type": "array", "items": {"$ref": "#/$defs/Cell"}}},
    ]
}


def _rewrite(node: Any, definitions: Schema, parts: dict[str, type[Part]]) -> Any:
    """Say what the file writes instead of what the models hold."""
    if isinstance(node, list):
        return [_rewrite(item, definitions, parts) for item in node]
    if not isinstance(node, dict):
        return node
    if "discriminator" in node:
        described = {"description": node["description"]} if "description" in node else {}
        return _rewrite(
            {**_choice(node["discriminator"]["mapping"], definitions, parts), **described}, definitions, parts
        )
    result = {
        key: _rewrite(value, definitions, parts) for key, value in node.items() if key not in ("title", "default")
    }
    if "title" in node and not isinstance(node["title"], str):
        result["title"] = _rewrite(node["title"], definitions, parts)  # a key that is called title
    if "$schema" in node:
        result["title"] = node["title"]
    keys = ("properties", "patternProperties", "additionalProperties")
    if result.get("type") == "object" and any(isinstance(result.get(key), dict) for key in keys):
        _as_block(result)
    return result


def _as_block(block: Schema) -> None:
    """Let a block lie on top of a parent's: nothing is required, `null` deletes, `replace` starts anew."""
    block.pop("required", None)
    block["properties"] = {key: _or_null(value) for key, value in block.get("properties", {}).items()}
    block["properties"]["replace"] = {
        "const": True,
        "description": "Take nothing from the parent in this block.",
    }
    if "patternProperties" in block:
        block["patternProperties"] = {
            pattern.replace("^", "^(?!replace$)", 1): _or_null(value)
            for pattern, value in block["patternProperties"].items()
        }
        block.setdefault("additionalProperties", False)
    if isinstance(block.get("additionalProperties"), dict):
        block["additionalProperties"] = _or_null(block["additionalProperties"])


def _or_null(value: Schema) -> Schema:
    described = {"description": value["description"]} if "description" in value else {}
    return {"anyOf": [value, {"type": "null"}], **described}


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), as_text())
