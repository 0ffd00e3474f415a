"""Turns what the models object to into problems with a place and a suggestion."""

from collections.abc import Iterable
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sheetgen.layout.nodes import Node, child, locate
from sheetgen.layout.problems import Problem, brief, did_you_mean, listed

_TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "bool_type": "true or false",
    "dict_type": "a block of keys",
    "model_type": "a block of keys",
    "model_attributes_type": "a block of keys",
    "tuple_type": "a list",
    "list_type": "a list",
    "finite_number": "a number",
    "none_required": "nothing",
}


def explain(error: ValidationError, root: Node, model: type[BaseModel]) -> list[Problem]:
    """Say what is wrong in the words of the file, in the order of the file."""
    problems = {}
    errors = error.errors(include_url=False)
    for details in errors:
        # Wrong items do not count, so a list of them also seems too short: the items say enough.
        if details["type"] == "too_short" and any(_below(other["loc"], details["loc"]) for other in errors):
            continue
        problem = _problem(details, root, model)
        problems[(problem.mark, problem.path, problem.message)] = problem
    return sorted(problems.values(), key=lambda p: (p.mark.file, p.mark.line, p.mark.column))


def _below(inner: tuple[str | int, ...], outer: tuple[str | int, ...]) -> bool:
    return len(inner) > len(outer) and inner[: len(outer)] == outer


def _problem(details: ErrorDetails, root: Node, model: type[BaseModel]) -> Problem:
    steps, kind, context = details["loc"], details["type"], details.get("ctx", {})
    found = details.get("input")
    if kind == "extra_forbidden":
        key = str(steps[-1])
        mark, path = _key_place(root, steps)
        known = _known_keys(model, steps[:-1])
        return Problem(mark, path, f"unknown key {brief(key)}", did_you_mean(key, known) or _some(known))
    mark, path = locate(root, steps)
    if kind == "missing":
        return Problem(mark, path, f"the key '{steps[-1]}' is missing")
    if kind in ("union_tag_invalid", "literal_error"):
        tag = context.get("tag", found)
        expected = context.get("expected_tags", context.get("expected", ""))
        words = [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(", ")]
        words = _words_with_or(expected, words)
        return Problem(
            mark, path, f"unknown word {brief(tag)}, expected {listed(words)}", did_you_mean(str(tag), words)
        )
    if kind in _TYPES:
        return Problem(mark, path, f"expected {_TYPES[kind]}, found {brief(found)}")
    return Problem(mark, path, _limits(kind, context, found) or details["msg"])


def _words_with_or(expected: str, words: list[str]) -> list[str]:
    """Words such as 'half or star' contain the separator: read the quoted list instead."""
    quoted = expected.split("'")[1::2]
    return quoted or words


def _limits(kind: str, context: dict[str, Any], found: object) -> str:
    match kind:
        case "greater_than_equal":
            return f"must be at least {context['ge']}, found {brief(found)}"
        case "greater_than":
            return f"must be more than {context['gt']}, found {brief(found)}"
        case "less_than_equal":
            return f"must be at most {context['le']}, found {brief(found)}"
        case "too_long":
            return f"expected at most {context['max_length']} entries, found {context['actual_length']}"
        case "too_short":
            return f"expected at least {context['min_length']} entries, found {context['actual_length']}"
        case "string_pattern_mismatch":
            return f"{brief(found)} does not fit here: expected {_PATTERNS.get(context['pattern'], context['pattern'])}"
        case "string_too_short":
            return "is an empty text"
        case "string_too_long":
            return f"is longer than {context['max_length']} characters"
    return ""


_PATTERNS = {
    r"^[a-z][a-z0-9_-]{0,23}$": "a short name of small letters and digits, starting with a letter",
    r"^#[0-9A-Fa-f]{6}$": "a colour such as '#FFD500' (in quotes)",
}


def _key_place(root: Node, steps: tuple[str | int, ...]) -> tuple[Any, str]:
    """The place of a key itself rather than of its value."""
    mark, path = locate(root, steps[:-1])
    node = root
    for step in steps[:-1]:
        entry = child(node, step)
        node = entry.node if entry else node
    entry = child(node, steps[-1])
    return (entry.mark if entry else mark), path


def _some(known: Iterable[str]) -> str:
    return f"known here: {', '.join(sorted(known))}" if known else ""


def _known_keys(model: type[BaseModel], steps: tuple[str | int, ...]) -> set[str]:
    """The keys of the model at the end of a path."""
    types: list[Any] = [model]
    for step in steps:
        types = [inner for outer in types for inner in _step(outer, step)]
    return {
        field.alias or name
        for kind in types
        if _is_model(kind)
        for name, field in kind.model_fields.items()
        if name != "kind" or kind.__name__.endswith("Edition")
    }


def _step(kind: Any, step: str | int) -> list[Any]:
    """The types below one step of a path: a field, a list's items, a dict's values, or one part of a union."""
    found: list[Any] = []
    for option in _options(kind):
        if _is_model(option):
            field = next((f for n, f in option.model_fields.items() if step in (n, f.alias)), None)
            if field is not None:
                found += _options(field.annotation)
            elif "kind" in option.model_fields and option.model_fields["kind"].default == step:
                found.append(option)  # the name of a part is a step of its own
        elif get_origin(option) is dict:
            found += _options(get_args(option)[1])
        elif get_origin(option) in (tuple, list):
            found += _options(get_args(option)[0])
    return found


def _options(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        return _options(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return [inner for option in get_args(kind) for inner in _options(option)]
    return [kind]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
