"""Texts in several languages: English in the code and the layouts, the others in `locales/`."""

from sheetgen.i18n.catalogues import (
    FIELD,
    SOURCE,
    catalogue,
    fill_fields,
    in_context,
    is_grouped,
    languages,
    later,
    later_plural,
    translate,
    translate_plural,
)

__all__ = [
    "FIELD",
    "SOURCE",
    "catalogue",
    "fill_fields",
    "in_context",
    "is_grouped",
    "languages",
    "later",
    "later_plural",
    "translate",
    "translate_plural",
]
