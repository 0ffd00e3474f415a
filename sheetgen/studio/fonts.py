"""The fonts of the page: those of the sheets, found without reading them."""

from importlib.util import find_spec
from pathlib import Path

from sheetgen.drawing.text import FONT_FILES


def font_files() -> dict[str, Path]:
    """Every face as the page asks for it.

    >>> sorted(font_files())
    ['font-display.ttf', 'font-strong.ttf', 'font-text.ttf']
    """
    found = {}
    for name, (package, file) in FONT_FILES.items():
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        found[f"font-{name}.ttf"] = Path(spec.origin).parent / "files" / file
    return found
