"""Texts in several languages: English in the code and the layouts, the others in `locales/`."""

from sheetgen.i18n.catalogues import catalogue, languages, translate

__all__ = ["catalogue", "languages", "translate"]
