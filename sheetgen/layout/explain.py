"""Turns what the models object to into problems with a place and a suggestion."""

from collections.abc import Iterable, Sized
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sheetgen.layout.base import Part, alternatives
from sheetgen.layout.nodes import Block, KeyValue, Node, Steps, child, locate
from sheetgen.layout.problems import Position, Problem, brief, did_you_mean, join_with_or, printable
from sheetgen.layout.sheet import PRINTED_SPAN

MAX_PROBLEMS = 100

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
    """Return what a model refuses as problems in the words of the file, in its order.

    `root` is the tree that was validated, `model` the model that refused it. After MAX_PROBLEMS problems only their
    number is given: a hostile file may have very many.
    """
    problems: dict[tuple[Position, str, str], Problem] = {}
    errors = _without_consequences(error.errors(include_url=False), root)
    for details in errors[:MAX_PROBLEMS]:
        problem = _problem(details, root, model)
        problems[(problem.position, problem.path, problem.message)] = problem
    ordered = sorted(problems.values(), key=lambda problem: problem.position)
    if len(errors) > MAX_PROBLEMS:
        ordered.append(Problem(root.position, "", f"has {len(errors) - MAX_PROBLEMS} more problems"))
    return ordered


def _without_consequences(errors: list[ErrorDetails], root: Node) -> list[ErrorDetails]:
    """Return the errors without those that only follow from others."""
    paths = [locate(root, details["loc"])[1] for details in errors]
    above = {path[:i] for path in paths for i, sign in enumerate(path) if sign in "[."}
    inside = {details["loc"][:i] for details in errors for i in range(len(details["loc"]))}
    kept: list[ErrorDetails] = []
    refused: dict[str, int] = {}  # the path of a value that several types refused → the index of its error in `kept`
    for details, path in zip(errors, paths, strict=True):
        # Wrong items do not count, so a list of them also seems too short; and where one of several possible
        # types was looked into, the others need no mention.
        if details["type"] == "too_short" and details["loc"] in inside:
            continue
        if details["type"] in _TYPES and path in above:
            continue
        if details["type"] in _TYPES and path in refused:
            first = kept[refused[path]]
            first["ctx"] = {"or": [*first.get("ctx", {}).get("or", ()), _TYPES[details["type"]]]}
            continue
        if details["type"] in _TYPES and not _is_key(details["loc"]):
            refused[path] = len(kept)
        kept.append(details)
    return kept


def missing(key: object) -> str:
    """Return the message about a key that must be there."""
    return f"the key '{key}' is missing"


def _is_key(steps: Steps) -> bool:
    """Whether an error is about a key rather than its value."""
    return bool(steps) and steps[-1] == "[key]"


def _problem(details: ErrorDetails, root: Node, model: type[BaseModel]) -> Problem:
    steps, kind, context = details["loc"], details["type"], details.get("ctx", {})
    value = details.get("input")
    if kind in ("extra_forbidden", "invalid_key"):
        return _unknown_key(steps, root, model)
    position, path = _key_position(root, steps[:-1]) if _is_key(steps) else locate(root, steps)
    if kind == "missing":
        return Problem(position, path, missing(steps[-1]), _hint_for_missing(steps, root, model))
    if kind in ("union_tag_invalid", "literal_error"):
        tag = context.get("tag", value)
        expected: str = context.get("expected_tags", context.get("expected", ""))
        words = expected.split("'")[1::2] or [expected]  # words such as 'half or star' contain the separator
        return _unknown_word(tag, words, _word_position(root, steps, tag) or position, path)
    if kind in _TYPES:
        types = join_with_or(dict.fromkeys([_TYPES[kind], *context.get("or", ())]))
        return Problem(position, path, f"expected {types}, found {brief(value)}")
    if kind == "layout":
        return _refused(details, root, model)
    return Problem(position, path, _limits(kind, context, value) or details["msg"])


def _unknown_key(steps: Steps, root: Node, model: type[BaseModel]) -> Problem:
    position, path = _key_position(root, steps)
    key, known = steps[-1], _known_keys(model, steps[:-1])
    suggestion = did_you_mean(str(key), known) or _elsewhere(steps, root, model) or _some(known)
    if key == "replace":
        suggestion = "write 'replace: true', or leave it out"
    elif key == "extends":
        suggestion = "it may stand only at the top of a layout"
    elif str(key).isdecimal() and isinstance(key, str) and "between cells" in known:
        suggestion = f"write the cell's number without quotes: {brief(key)[1:-1]}"
    return Problem(position, path, f"unknown key {brief(key)}", suggestion)


def _elsewhere(steps: Steps, root: Node, model: type[BaseModel]) -> str:
    """Return where a key belongs that is unknown here, if it does for the same name: green as a die, not as a zone."""
    if len(steps) != 3 or not isinstance(root, Block):
        return ""
    _, name, key = steps
    for block, entry in root.entries.items():
        if child(entry.node, name) is not None and key in _known_keys(model, (str(block), name)):
            return f"it belongs to {block}.{printable(str(name))}"
    return ""


def _unknown_word(word: object, known: list[str], position: Position, path: str) -> Problem:
    if not isinstance(word, str):
        return Problem(position, path, f"expected {join_with_or(known)}, found {brief(word)}")
    message = f"unknown word {brief(word)}, expected {join_with_or(known)}"
    return Problem(position, path, message, did_you_mean(word, known))


def _hint_for_missing(steps: Steps, root: Node, model: type[BaseModel]) -> str:
    """Return a suggestion for a missing key: its block may be that of a known name, misspelt."""
    if steps[-1] == "colour":
        return 'write it in quotes: "#FFD500"'  # without them it is a comment
    names = _entry_at(root, steps[:-2])
    is_name = any(get_origin(kind) is dict for kind in _types_at(model, steps[:-2]))
    if len(steps) < 3 or names is None or not is_name or not isinstance(names.node, Block):
        return ""
    others = (str(name) for name in names.node.entries if name != steps[-2])
    near = did_you_mean(str(steps[-2]), filter(str.isprintable, others))
    return near.replace("?", f" rather than {brief(steps[-2])}?")


def _refused(details: ErrorDetails, root: Node, model: type[BaseModel]) -> Problem:
    """Return the problem with a value that a validator of our own refuses, at the word that is wrong."""
    steps, value, context = details["loc"], details.get("input"), details.get("ctx", {})
    position, path = locate(root, steps)
    entry = _entry_at(root, steps)
    if isinstance(value, dict) and entry is not None and isinstance(entry.node, Block):
        names = [kind.model_fields["kind"].default for kind in _types_at(model, steps) if _is_part(kind)]
        if names and len(value) > 1:
            return _several_parts(entry.node, names, position, path)
        if "badge" in details["msg"] and len(value) == 1 and None in value.values():
            message = "a value that starts with ? must be in quotes"
            return Problem(position, path, message, f'write "? {printable(str(next(iter(value))))}"')
        if "name" in context:  # a part that takes no value
            position = locate(root, (*steps, context["name"]))[0]
        for key, inner in entry.node.entries.items():
            if context.get("found") == brief(key):
                position = inner.position
    return Problem(position, path, details["msg"])


def _several_parts(node: Block, names: list[str], position: Position, path: str) -> Problem:
    """Return the problem with a block that names several parts where one is expected: perhaps one is misspelt."""
    for key, entry in node.entries.items():
        if key not in names:
            return _unknown_word(str(key), names, entry.position, path)
    both = " and ".join(map(brief, node.entries))
    return Problem(position, path, f"expected the name of one rule, found {both}", "keep one of them")


def _limits(kind: str, context: dict[str, Any], value: object) -> str:
    match kind:
        case "greater_than_equal":
            return f"must be at least {context['ge']:g}, found {brief(value)}"
        case "greater_than":
            return f"must be more than {context['gt']:g}, found {brief(value)}"
        case "less_than_equal":
            return f"must be at most {context['le']:g}, found {brief(value)}"
        case "too_long":
            length = len(value) if isinstance(value, Sized) else context["actual_length"]  # pydantic may stop counting
            return f"expected at most {context['max_length']} entries, found {length}"
        case "too_short" if context["actual_length"] == 0:
            return "must not be empty"
        case "too_short":
            return f"expected at least {context['min_length']} entries, found {context['actual_length']}"
        case "string_pattern_mismatch":
            return f"{brief(value)} does not fit here: expected {_PATTERNS.get(context['pattern'], context['pattern'])}"
        case "string_too_short":
            return "is an empty text"
        case "string_too_long":
            return f"is longer than {context['max_length']} characters"
    return ""


_PATTERNS = {
    r"^[a-z][a-z0-9_-]{0,23}$": "a short name of small letters and digits, starting with a letter",
    r"^#[0-9A-Fa-f]{6}$": "a colour such as '#FFD500' (in quotes)",
    r"^[A-Z][0-9]{1,2}$": "a clause such as C6",
    r"^[a-z0-9-]+\.[a-z0-9_-]+$": "a zone of an edition such as cubed.brown",
    PRINTED_SPAN: "limits such as 240-260, '> 320' or '< 179'",
}


def _entry_at(root: Node, steps: Steps) -> KeyValue | None:
    """Return what is at the end of a path; steps that the file does not have are skipped, as in `locate`."""
    entry, node = None, root
    for step in steps:
        below = child(node, step)
        if below is not None:
            entry, node = below, below.node
    return entry


def _key_position(root: Node, steps: Steps) -> tuple[Position, str]:
    """Return the position of a key itself rather than of its value, and the path of its block."""
    position, path = locate(root, steps[:-1])
    outer = _entry_at(root, steps[:-1])
    entry = child(outer.node if outer else root, steps[-1])
    return (entry.position if entry else position), path


def _word_position(root: Node, steps: Steps, word: object) -> Position | None:
    """Return the position of a word that the file writes as a key, as in `points: {by count: [...]}`; else None."""
    outer = _entry_at(root, steps)
    entry = child(outer.node, word) if outer and isinstance(word, (str, int)) else None
    return entry.position if entry and outer and isinstance(outer.node, Block) else None


def _some(known: Iterable[str]) -> str:
    return f"known here: {', '.join(sorted(known))}" if known else ""


def _known_keys(model: type[BaseModel], steps: Steps) -> set[str]:
    """Return the keys that the model at the end of a path knows."""
    return {
        field.alias or name
        for kind in _types_at(model, steps)
        if _is_model(kind)
        for name, field in kind.model_fields.items()
        if name != "kind" or kind.__name__.endswith("Edition")
    }


def _types_at(model: type[BaseModel], steps: Steps) -> list[Any]:
    """Return the types that a value at the end of a path may have."""
    types: list[Any] = [model]
    for step in steps:
        types = [inner for outer in types for inner in _step(outer, step)]
    return types


def _step(kind: Any, step: str | int) -> list[Any]:
    """Return the types one step below a type: a field, a list's items, a dict's values, or one part of a union."""
    types: list[Any] = []
    for option in alternatives(kind):
        if _is_model(option):
            field = next((f for n, f in option.model_fields.items() if step in (n, f.alias)), None)
            if field is not None:
                types += alternatives(field.annotation)
            elif "kind" in option.model_fields and option.model_fields["kind"].default == step:
                types.append(option)  # the name of a part is a step of its own
        elif get_origin(option) is dict:
            types += alternatives(get_args(option)[1])
        elif get_origin(option) in (tuple, list):
            types += alternatives(get_args(option)[0])
    return types


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Part)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
