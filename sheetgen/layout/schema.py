"""The layout language described from its models: the JSON Schema for editors, the reference page for readers.

`python -m sheetgen.layout.schema layouts/schema.json docs/en/layout-reference.md` writes both.

The schema gives completion, hover and a first check while typing. A file that extends another may leave out or null any
key, so it requires nothing; `sheetgen check` does, because it sees the resolved layout.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sheetgen.files import write_file
from sheetgen.layout.base import PROVENANCE_LEVELS, Part, Provenance, TranslatableText, alternatives
from sheetgen.layout.cards import CardEdition
from sheetgen.layout.parts.cells import Cells
from sheetgen.layout.parts.points import Points
from sheetgen.layout.sheet import SheetEdition

Schema = dict[str, Any]

_EXTENDS = {
    "type": "string",
    "description": "The layout that this one changes: the id of a shipped edition, or a file beside it. "
    "Keys merge deeply, `null` deletes, `replace: true` in a block takes nothing from the parent.",
}
_HEAD = """\
# Layout reference

*This page is written by `make generate` from the models; do not edit it by hand.*

A layout is one YAML file. It says everything about an edition: how it is played, scored, drawn and printed.
Run `sheetgen new my.yaml --from classic` to start one and `sheetgen check my.yaml` to hear what is wrong with it.

- `extends` names the layout that yours changes: the id of a shipped edition, or a file beside yours. Keys merge deeply,
  lists, values and parts replace, `null` deletes, and `replace: true` in a block takes nothing from the parent.
- Scalars are YAML 1.2: `no` is a word, `true` and `false` are the only booleans. Tags are refused; anchors are fine.
- A *part* is written as its name (`accepts: same number`), with its value (`points: {by count: [1, 2, 4]}`) or with
  options (`accepts: {higher than the one before: {restart after: 6}}`).
- A cell is called `yellow.r2c3` in a grid and `green.4` in a row, counted from 1.

"""
# The file writes these in a shorter form, which the key that holds them describes.
_WRITTEN_SHORTER: tuple[type[BaseModel], ...] = (Cells, Provenance)


def json_schema() -> Schema:
    """Return the JSON Schema of both kinds of layout."""
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
    rewritten["$defs"] = {name: schema for name, schema in rewritten["$defs"].items() if name not in parts}
    return rewritten


def schema_text() -> str:
    """Return the schema as the text of `layouts/schema.json`."""
    return json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"


def _schema_of(model: type[BaseModel]) -> Schema:
    return model.model_json_schema(by_alias=True, mode="validation")


def _all_parts(base: type[Part]) -> list[type[Part]]:
    return [cls for child in base.__subclasses__() for cls in (child, *_all_parts(child))]


def _argument(name: str, definitions: Schema, parts: dict[str, type[Part]]) -> Schema:
    """Return the schema of the value behind the name of a part: true, its main value, or a block of options."""
    properties = definitions[name]["properties"]
    options = {key: value for key, value in properties.items() if key != "kind"}
    described = {"description": definitions[name].get("description", "")}
    if not options:
        return {"const": True, **described}
    block = {"type": "object", "properties": options, "additionalProperties": False}
    main = parts[name].main
    if main:
        return {"anyOf": [properties[main.replace("_", " ")], block], **described}
    return {**block, **described}


def _choice(mapping: dict[str, str], definitions: Schema, parts: dict[str, type[Part]]) -> Schema:
    """Return the schema of one part of several: its name alone, or its name with a value or options."""
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
    """Return a schema that asks for a value of exactly one of the words; others may be null, to delete them."""
    return {"oneOf": [{"required": [word], "properties": {word: {"not": {"type": "null"}}}} for word in words]}


def _as_points(target: Schema, items: Schema, definitions: Schema, parts: dict[str, type[Part]]) -> None:
    """Change the schema of points in place: a file writes one name, or a block of several parts that add up."""
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
    """Return a schema of the models as one of the file, which writes parts, titles and blocks in another form."""
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
    """Change the schema of a block in place, so that it may extend another: nothing required, `null`, `replace`."""
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


def undescribed() -> list[str]:
    """Return the keys and parts without a description; a test keeps this empty."""
    missing = []
    for model in all_models():
        if not (model.__doc__ or "").strip():
            missing.append(model.__name__)
        missing += [
            f"{model.__name__}.{name}"
            for name, field in model.model_fields.items()
            if not field.description and name != "kind" and model not in _WRITTEN_SHORTER
        ]
    return missing


def all_models() -> list[type[BaseModel]]:
    """Return every model of the language, in the order of reading."""
    models: list[type[BaseModel]] = []

    def visit(model: type[BaseModel]) -> None:
        if model in models:
            return
        models.append(model)
        for field in model.model_fields.values():
            for inner in _models_in(field.annotation):
                visit(inner)

    visit(SheetEdition)
    visit(CardEdition)
    return models


def reference_text() -> str:
    """Return the reference page as Markdown, the text of `docs/en/layout-reference.md`."""
    blocks = [model for model in all_models() if not issubclass(model, Part) and model not in _WRITTEN_SHORTER]
    return _HEAD + "\n".join(_section(model) for model in blocks)


def _section(model: type[BaseModel]) -> str:
    lines = [f"## {_title(model)} {{: #{model.__name__.lower()} }}", "", _first_paragraph(model), ""]
    if model is not Points:
        lines += ["| key | takes | meaning |", "|---|---|---|"]
        for name, field in model.model_fields.items():
            lines.append(f"| `{field.alias or name}` | {_takes(field)} | {_meaning(field)} |")
        lines.append("")
    for name, field in model.model_fields.items():
        if options := _parts_in(field.annotation):
            key = "points" if model is Points else field.alias or name
            lines += [f"### {key} {{: #{model.__name__.lower()}-{key.replace(' ', '-')} }}", ""]
            lines += [
                "| name | takes | meaning |",
                "|---|---|---|",
                *(_part_row(option) for option in options),
                "",
            ]
    return "\n".join(lines)


def _title(model: type[BaseModel]) -> str:
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in model.__name__).strip()
    return words.capitalize()


def _first_paragraph(model: type[BaseModel]) -> str:
    return " ".join((model.__doc__ or "").strip().split("\n\n")[0].split())


def _meaning(field: FieldInfo) -> str:
    required = " **Required.**" if field.is_required() else ""
    return f"{field.description or ''}{required}".replace("|", "\\|").replace("\n", " ")


def _part_row(part: type[Part]) -> str:
    fields = {name: field for name, field in part.model_fields.items() if name != "kind"}
    takes = "; ".join(
        f"{'its value' if name == part.main else f'`{field.alias or name}`'}: {field.description}"
        for name, field in fields.items()
    )
    return f"| `{part.model_fields['kind'].default}` | {takes or '–'} | {_first_paragraph(part)} |".replace("\n", " ")


def _takes(field: FieldInfo) -> str:
    """Return the form of a value in words, with a link where it has a section of its own."""
    words: list[str] = []
    for kind in alternatives(field.annotation):
        if kind is type(None):
            continue
        if isinstance(kind, type) and issubclass(kind, Part):
            words.append("a part")
        elif kind in _WRITTEN_SHORTER or not (isinstance(kind, type) and issubclass(kind, BaseModel)):
            words.append(_simple(kind))
        else:
            words.append(f"[block](#{kind.__name__.lower()})")
    return " or ".join(dict.fromkeys(words))


def _simple(kind: Any) -> str:
    names = {
        str: "text",
        TranslatableText: "text",
        int: "number",
        float: "number",
        bool: "true or false",
        Cells: "cells",
        Provenance: "provenance",
    }
    if kind in names:
        return names[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(f"`{word}`" for word in arguments)
    if origin in (tuple, list):
        return "list"
    if origin is dict:
        inner = list(_models_in(arguments[1]))
        link = f" of [blocks](#{inner[0].__name__.lower()})" if inner else ""
        return f"names{link}"
    return (
        "badge" if getattr(kind, "__module__", "").endswith("bonus") else getattr(kind, "__name__", str(kind)).lower()
    )


def _models_in(kind: Any) -> Iterator[type[BaseModel]]:
    for option in alternatives(kind):
        if isinstance(option, type) and issubclass(option, BaseModel):
            yield option
        elif get_origin(option) in (tuple, list, dict):
            for argument in get_args(option):
                yield from _models_in(argument)


def _parts_in(kind: Any) -> list[type[Part]]:
    return [model for model in _models_in(kind) if issubclass(model, Part)]


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), schema_text())
    write_file(Path(sys.argv[2]), reference_text())
