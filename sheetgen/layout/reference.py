"""The reference page of the layout language, written from the models: every key, every part, every word."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sheetgen.files import write_file
from sheetgen.layout.base import Part, Provenance
from sheetgen.layout.cards import CardEdition
from sheetgen.layout.parts.cells import Cells
from sheetgen.layout.parts.points import Points
from sheetgen.layout.sheet import SheetEdition

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


def undescribed() -> list[str]:
    """Keys and parts that nobody has described; a test keeps this empty."""
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


# The file writes these in a shorter form, which the key that holds them describes.
_WRITTEN_SHORTER: tuple[type[BaseModel], ...] = (Cells, Provenance)


def all_models() -> list[type[BaseModel]]:
    """Every model of the language, in the order of reading."""
    found: list[type[BaseModel]] = []

    def visit(model: type[BaseModel]) -> None:
        if model in found:
            return
        found.append(model)
        for field in model.model_fields.values():
            for inner in _models_in(field.annotation):
                visit(inner)

    visit(SheetEdition)
    visit(CardEdition)
    return found


def as_text() -> str:
    """The whole page."""
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
    """Name the form of a value, with a link where it has a section of its own."""
    words: list[str] = []
    for kind in _options(field.annotation):
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


def _options(kind: Any) -> Iterator[Any]:
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _options(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for option in get_args(kind):
            yield from _options(option)
    else:
        yield kind


def _models_in(kind: Any) -> Iterator[type[BaseModel]]:
    for option in _options(kind):
        if isinstance(option, type) and issubclass(option, BaseModel):
            yield option
        elif get_origin(option) in (tuple, list, dict):
            for argument in get_args(option):
                yield from _models_in(argument)


def _parts_in(kind: Any) -> list[type[Part]]:
    return [model for model in _models_in(kind) if issubclass(model, Part)]


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), as_text())
