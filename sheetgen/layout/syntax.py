"""What the YAML parser objects to, in the words of somebody who writes layouts."""

import yaml

from sheetgen.layout.problems import Mark, Problem, brief

# Words of the parser (those of libyaml and of its Python twin differ), what to say instead, what usually helps.
_WORDS = (
    ("'\\t'", "a tab cannot indent a line", "use spaces"),
    ("tab character", "a tab cannot indent a line", "use spaces"),
    ("end of stream", "the quote that opens here is never closed", "close it, or double a quote in the text"),
    ("',' or ']'", "expected , or ]", ""),
    ("',' or '}'", "expected , or }", ""),
    ("expected ':'", "a key without ':'", "write 'key: value'"),
    ("sequence entries", "a list cannot start here", "put its first - on a line of its own"),
    ("alphabetic or numeric", "expected a name behind * or &", "put the text in quotes"),
    ("escape", "\\ starts a sequence that YAML does not know", "use 'single quotes', or write \\\\"),
    ("document start", "expected nothing more here", "keep one layout per file"),
)


def syntax_problem(error: yaml.MarkedYAMLError, text: str, shown: str) -> Problem:
    """Say where the text stops being YAML, and what usually helps."""
    words, start, place = error.problem or "", error.context_mark, error.problem_mark or error.context_mark
    if place is None:
        return Problem(Mark(shown), "", f"is not YAML: {words}")
    before = text[: place.index].replace("\r", "\n").split("\n")[-1]
    rest = text[place.index : place.index + 200].split("\n")[0]
    message, suggestion = _by_place(words, before, rest) or _by_words(words)
    if start is not None:
        if "end of stream" in words or "expected ':'" in words:
            place = start  # the parser notices only lines later what went wrong here
        if message.startswith("expected , or"):
            suggestion = f"the {'[' if message.endswith(']') else '{'} of line {start.line + 1} is still open"
        if message == _UNLIKE:
            suggestion = f"the block of line {start.line + 1} is indented by {start.column} spaces"
    return Problem(Mark(shown, place.line + 1, place.column + 1), "", message, suggestion)


_UNLIKE = "is indented unlike its block"


def _by_place(words: str, before: str, rest: str) -> tuple[str, str] | None:
    """Tell by what stands there; `before` and `rest` are the line up to the place and from it on."""
    first = rest[:1]
    if "cannot start any token" in words:
        if first == "\t":
            return "a tab cannot indent a line", "use spaces"
        return f"a value cannot start with {first}", "put it in quotes"
    if first == "?" and ("content" in words or "keys are not allowed" in words):
        return "a value that starts with ? must stand in quotes", f'write "{brief(_word(rest))[1:-1]}"'
    if "mapping values" in words:
        if ": " in before:
            return "a second ':' in one value", "put the text in quotes"
        return _UNLIKE, "indent all keys of a block alike"
    if "expected key" in words or "block end" in words:
        if before.strip():
            return "expected the end of the value", 'put the whole text in "double quotes"'
        return _UNLIKE, "indent all keys of a block alike"
    if "content" in words:
        return f"expected a value, found {first}" if first.strip() else "expected a value", ""
    return None


def _by_words(words: str) -> tuple[str, str]:
    for part, message, suggestion in _WORDS:
        if part in words:
            return message, suggestion
    return f"is not YAML: {words}", ""


def _word(rest: str) -> str:
    """The word that should have stood in quotes, up to the end of its value."""
    for stop in (",", "}", "]", " #"):
        rest = rest.split(stop)[0]
    return rest.strip()
