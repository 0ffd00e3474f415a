"""The page at the root: goes to the reader's language, and lists all of them without a script."""

import json
from collections.abc import Sequence
from html import escape

from sheetgen.site.words import Words, own_name


def root_page(languages: Sequence[str]) -> str:
    """A page that needs nothing but itself."""
    titles = {own: escape(Words(own).tr("Clever rules")) for own in languages}
    items = "".join(
        f'<li><a href="{own}/index.html" hreflang="{own}" lang="{own}">{escape(own_name(own))} – {title}</a></li>'
        for own, title in titles.items()
    )
    first = titles[languages[0]]
    known = json.dumps(list(languages))
    return f"""<!doctype html>
<html lang="{languages[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{first}</title>
<style>body{{font:1.2rem/1.6 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}}
@media(prefers-color-scheme:dark){{body{{background:#1b1d22;color:#eee}}a{{color:#9cc4ff}}}}</style>
<script>
const known = {known};
const wanted = (navigator.languages || [navigator.language]).map(own => own.slice(0, 2));
const found = wanted.find(own => known.includes(own));
if (found && !location.hash) location.replace(found + "/index.html");
</script>
</head>
<body>
<main>
<h1>{first}</h1>
<ul>{items}</ul>
</main>
</body>
</html>
"""
