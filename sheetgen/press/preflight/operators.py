"""The operators of content streams: what each needs and what it does to a run."""

from collections.abc import Callable

from sheetgen.press.preflight.colours import CMYK, GRAY, RGB
from sheetgen.press.preflight.geometry import OutOfRangeError
from sheetgen.press.preflight.run import Run
from sheetgen.press.preflight.tokens import DamagedError, Name, Value, instructions

WHOLE = "expected a content stream that can be read to its end"
IGNORED = frozenset(("J", "j", "M", "d", "ri", "i", "MP", "DP", "BMC", "BDC", "EMC", "BX", "EX", "d0", "d1"))
TYPES: dict[str, type] = {"n": float, "N": Name, "s": bytes, "a": list, "d": dict}
Action = Callable[..., None]
OPERATORS: dict[str, tuple[str, Action]] = {
    "q": ("", Run.save),
    "Q": ("", Run.restore),
    "cm": ("nnnnnn", Run.concat),
    "w": ("n", lambda run, width: run.set(line_width=abs(width))),
    "gs": ("N", Run.settings),
    "g": ("n", lambda run, *values: run.device(GRAY, False, *values)),
    "G": ("n", lambda run, *values: run.device(GRAY, True, *values)),
    "rg": ("nnn", lambda run, *values: run.device(RGB, False, *values)),
    "RG": ("nnn", lambda run, *values: run.device(RGB, True, *values)),
    "k": ("nnnn", lambda run, *values: run.device(CMYK, False, *values)),
    "K": ("nnnn", lambda run, *values: run.device(CMYK, True, *values)),
    "cs": ("N", lambda run, name: run.space(False, name)),
    "CS": ("N", lambda run, name: run.space(True, name)),
    "sc": ("*", lambda run, *values: run.colour(False, *values)),
    "scn": ("*", lambda run, *values: run.colour(False, *values)),
    "SC": ("*", lambda run, *values: run.colour(True, *values)),
    "SCN": ("*", lambda run, *values: run.colour(True, *values)),
    "m": ("nn", Run.move),
    "l": ("nn", Run.line),
    "c": ("nnnnnn", Run.curve),
    "v": ("nnnn", Run.curve_from_here),
    "y": ("nnnn", Run.curve_to_there),
    "h": ("", Run.close),
    "re": ("nnnn", Run.rectangle),
    "W": ("", Run.clip),
    "W*": ("", Run.clip),
    "n": ("", lambda run: run.paint(False, False)),
    "f": ("", lambda run: run.paint(True, False)),
    "F": ("", lambda run: run.paint(True, False)),
    "f*": ("", lambda run: run.paint(True, False, True)),
    "S": ("", lambda run: run.paint(False, True)),
    "s": ("", lambda run: run.paint(False, True, close=True)),
    "B": ("", lambda run: run.paint(True, True)),
    "B*": ("", lambda run: run.paint(True, True, True)),
    "b": ("", lambda run: run.paint(True, True, close=True)),
    "b*": ("", lambda run: run.paint(True, True, True, close=True)),
    "BT": ("", Run.begin_text),
    "ET": ("", Run.end_text),
    "Tf": ("Nn", Run.choose_font),
    "Td": ("nn", Run.next_line),
    "TD": ("nn", Run.next_line_leading),
    "T*": ("", Run.new_line),
    "Tm": ("nnnnnn", Run.place_text),
    "Tj": ("s", Run.show),
    "'": ("s", Run.show_on_new_line),
    '"': ("nns", Run.show_spaced),
    "TJ": ("a", Run.show_pieces),
    "Tc": ("n", lambda run, value: run.set(letter_space=value)),
    "Tw": ("n", lambda run, value: run.set(word_space=value)),
    "Tz": ("n", lambda run, value: run.set(stretch=value / 100)),
    "TL": ("n", lambda run, value: run.set(leading=value)),
    "Tr": ("n", lambda run, value: run.set(mode=int(value))),
    "Ts": ("n", lambda run, value: run.set(rise=value)),
    "Do": ("N", Run.draw),
    "sh": ("N", Run.shade),
    "BI": ("d", Run.inline_image),
}


def feed(run: Run, data: bytes) -> None:
    """Run a stream; where it is damaged, that is noted and the rest of it is left."""
    try:
        for operator, operands in instructions(data, run.waiting):
            run.walker.budget.spend()
            if operator not in IGNORED:
                _do(run, operator, operands)
    except (DamagedError, OutOfRangeError) as error:
        run.note("damaged", f"content that cannot be read: {error}", WHOLE)
        run.waiting.clear()


def _do(run: Run, operator: str, operands: list[Value]) -> None:
    if operator not in OPERATORS:
        raise DamagedError(f"{operator!r} is not an operator")
    kinds, method = OPERATORS[operator]
    given = operands if kinds == "*" else operands[len(operands) - len(kinds) :]
    if kinds != "*" and (
        len(operands) < len(kinds)
        or not all(isinstance(operand, TYPES[kind]) for operand, kind in zip(given, kinds, strict=True))
    ):
        raise DamagedError(f"the operator {operator} without what it needs")
    method(run, *given)
