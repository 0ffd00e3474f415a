"""Content streams read piece by piece: operators with their operands, without holding a whole page in memory."""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sheetgen.press.preflight.geometry import FAR

DELIMITERS = rb"\x00\t\n\f\r ()<>\[\]{}/%"
SPACE = re.compile(rb"(?:[\x00\t\n\f\r ]+|%[^\r\n]*)+")
NUMBER = re.compile(rb"[+-]*(?:\d+\.?\d*|\.\d+)(?=[" + DELIMITERS + rb"]|$)")
NAME = re.compile(rb"/([^" + DELIMITERS + rb"]*)")
WORD = re.compile(rb"[^" + DELIMITERS + rb"]+")
HEX = re.compile(rb"<([0-9A-Fa-f\x00\t\n\f\r ]*)>")
STRING_PART = re.compile(rb"[()\\]")
IMAGE_END = re.compile(rb"[\x00\t\n\f\r ]EI(?=[\x00\t\n\f\r ]|$)")
ESCAPED = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
WORDS: dict[bytes, object] = {b"true": True, b"false": False, b"null": None}
MAX_OPERANDS = 1000
MAX_DEPTH = 20


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


# Names, strings as bytes, numbers as floats, arrays as lists, and the few words that stand for values.
Value: TypeAlias = object


class Instruction(NamedTuple):
    """One operator with what it is given; `operator` is empty where the stream ends on operands."""

    operator: str
    operands: list[Value]


class DamagedError(Exception):
    """A stream that cannot be read on."""


def instructions(data: bytes, waiting: list[Value]) -> Iterator[Instruction]:
    """Every operator of a stream; what stands after the last one stays in `waiting`, for the next stream."""
    operands, position = waiting, 0
    while True:
        position = _skip(data, position)
        if position >= len(data):
            return
        if data[position] in b"+-.0123456789/(<[":
            value, position = _value(data, position, 0)
            operands.append(value)
            if len(operands) > MAX_OPERANDS:
                raise DamagedError("more operands than any operator takes")
            continue
        found = WORD.match(data, position)
        if found is None:
            raise DamagedError(f"a stray {chr(data[position])!r}")
        position, word = found.end(), found.group()
        if word in WORDS:
            operands.append(WORDS[word])
        elif word == b"BI":
            keys, position = _inline_image(data, position)
            yield Instruction("BI", [keys])
            operands.clear()
        else:
            yield Instruction(word[:20].decode("latin-1"), operands)
            operands.clear()


def _skip(data: bytes, position: int) -> int:
    found = SPACE.match(data, position)
    return found.end() if found else position


def _value(data: bytes, position: int, depth: int) -> tuple[Value, int]:
    """One operand and where it ends."""
    if depth > MAX_DEPTH:
        raise DamagedError("lists nested too deeply")
    first = data[position : position + 1]
    if first == b"/":
        found = NAME.match(data, position)
        assert found is not None
        raw = re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code.group(1), 16)]), found.group(1))
        return Name(raw.decode("utf-8", "replace")), found.end()
    if first == b"(":
        return _string(data, position)
    if data.startswith(b"<<", position):
        return _dictionary(data, position + 2, b">>", depth)
    if first == b"<":
        found = HEX.match(data, position)
        if found is None:
            raise DamagedError("a string of hexadecimal digits that does not end")
        digits = SPACE.sub(b"", found.group(1)).decode()
        return bytes.fromhex(digits + "0" * (len(digits) % 2)), found.end()
    if first == b"[":
        return _array(data, position + 1, depth)
    found = NUMBER.match(data, position)
    if found is not None:
        number = float(found.group().lstrip(b"+-")[:30])
        if number > FAR:
            raise DamagedError("a number out of range")
        return -number if b"-" in found.group() else number, found.end()
    found = WORD.match(data, position)
    if found is not None and found.group() in WORDS:
        return WORDS[found.group()], found.end()
    shown = found.group()[:20].decode("latin-1") if found else first.decode("latin-1")
    raise DamagedError(f"{shown!r} where a value should be")


def _array(data: bytes, position: int, depth: int) -> tuple[list[Value], int]:
    values: list[Value] = []
    while True:
        position = _skip(data, position)
        if position >= len(data):
            raise DamagedError("a list that does not end")
        if data[position : position + 1] == b"]":
            return values, position + 1
        value, position = _value(data, position, depth + 1)
        values.append(value)


def _dictionary(data: bytes, position: int, end: bytes, depth: int) -> tuple[dict[str, Value], int]:
    values: dict[str, Value] = {}
    while True:
        position = _skip(data, position)
        if position >= len(data):
            raise DamagedError("a dictionary that does not end")
        if data.startswith(end, position):
            return values, position + len(end)
        key, position = _value(data, position, depth + 1)
        if not isinstance(key, Name):
            raise DamagedError("a dictionary without keys")
        position = _skip(data, position)
        if position >= len(data):
            raise DamagedError("a dictionary that does not end")
        values[key], position = _value(data, position, depth + 1)


def _string(data: bytes, position: int) -> tuple[bytes, int]:
    start, depth, position = position + 1, 1, position + 1
    while depth:
        found = STRING_PART.search(data, position)
        if found is None:
            raise DamagedError("a string that does not end")
        mark, position = found.group(), found.end()
        if mark == b"\\":
            position += 1
        else:
            depth += 1 if mark == b"(" else -1
    raw = data[start : position - 1]
    return (ESCAPED.sub(_unescaped, raw) if b"\\" in raw else raw), position


def _unescaped(found: re.Match[bytes]) -> bytes:
    code = found.group(1)
    if code[:1].isdigit() and code[:1] < b"8":
        return bytes([int(code, 8) & 255])
    return ESCAPES.get(code, code)


def _inline_image(data: bytes, position: int) -> tuple[dict[str, Value], int]:
    keys, position = _dictionary(data, position, b"ID", 0)
    found = IMAGE_END.search(data, position)
    if found is None:
        raise DamagedError("an inline image that does not end")
    return keys, found.end()
