"""A pseudo language: every text is longer and accented, so that what is not translated shows."""

import re

PSEUDO = "qps"
_LETTERS = str.maketrans("aceinouyAEIOU", "áçéíñóúýÁÉÍÓÚ")
_FIELD = re.compile(r"(\{[^}]*\})")


def pseudo(text: str) -> str:
    """A text in the pseudo language; fields to fill in stay as they are.

    >>> pseudo("{n} points")
    '[{n} póíñts ···]'
    """
    parts = [part if part.startswith("{") else part.translate(_LETTERS) for part in _FIELD.split(text)]
    return f"[{''.join(parts)} {'·' * (len(text) * 35 // 100)}]"
