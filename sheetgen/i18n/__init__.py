"""Texts in several languages: English in the code and the layouts, the others in `locales/`."""

from sheetgen.i18n.catalogues import SOURCE, catalogue, filled, languages, later, translate, translate_plural

__all__ = ["SOURCE", "catalogue", "filled", "languages", "later", "translate", "translate_plural"]
