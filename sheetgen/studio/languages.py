"""The page of the studio in each language: its HTML, with the texts that its scripts need."""

import json
from functools import cache
from pathlib import Path

from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.i18n.catalogues import texts_of_files

WEB = Path(__file__).parent / "web"
_SCRIPTS = "sheetgen/studio/web/"
_MANY = 200  # no language has a rule for plurals that needs larger numbers to show all its forms


@cache
def page(language: str) -> str:
    """Return the page in a language; `{nonce}` in it is still to be replaced."""
    html = (WEB / "index.html").read_text("utf-8")
    if language != SOURCE:
        from sheetgen.i18n.markup import translate_page

        html = translate_page(html, lambda text: translate(text, language))
    # A browser ends the element at the first `</script`, wherever it is.
    texts = json.dumps(script_texts(language), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return html.replace("{language}", language).replace("{texts}", texts)


def script_texts(language: str) -> dict[str, object]:
    """Return the texts of the scripts: plain ones, those that depend on a number, and which form a number takes.

    Forms are by the names that browsers have for them: `Intl.PluralRules` says which number is `one` and which `other`.
    """
    plain, plurals = texts_of_files(language, _SCRIPTS, ".js")
    forms = {"one": 0, "other": 1}
    if language != SOURCE:
        from babel import Locale

        category = Locale.parse(language).plural_form
        forms = {category(number): plurals.form(number) for number in range(_MANY)}
    counted = {one: list(texts) for (one, _), texts in plurals.texts.items()}
    return {"language": language, "texts": plain, "plurals": counted, "forms": forms}


def accepted_language(header: str) -> str:
    """Return the language that a browser prefers among ours, from its header Accept-Language; else English.

    >>> accepted_language("ja, de-AT;q=0.9, fr;q=0.8"), accepted_language("pt-BR"), accepted_language("")
    ('de', 'en', 'en')
    """
    wanted: dict[str, float] = {}
    for part in header.split(","):
        name, _, quality = part.partition(";q=")
        code = name.strip().lower().partition("-")[0]
        if code in languages() and code not in wanted:
            wanted[code] = float(quality) if quality.strip().replace(".", "", 1).isdecimal() else 1.0
    return max(wanted, key=lambda code: wanted[code], default=SOURCE)
