"""Texts of a layout on pages: shown as they are written, never read as Markdown, HTML or a template.

A page is made in several steps, each of which gives some signs a meaning. So the signs of a layout's own texts go
through all of them in disguise, as letters of the private area, and are written as what they are at the very end.
"""

import re

SIGNS = '<>&"`*_{}[]|\\#~$'
_FIRST = 0xE000
_VEILS = {ord(sign): chr(_FIRST + ord(sign)) for sign in SIGNS} | {ord("\n"): " "}
_VEILED = re.compile(f"[{''.join(chr(_FIRST + ord(sign)) for sign in SIGNS)}]")


def veiled(text: str) -> str:
    """A text on its way to a page."""
    return text.translate(_VEILS)


def unveiled(html: str) -> str:
    """A finished page with every sign as a character that means nothing else.

    >>> unveiled(veiled("<b> & {{ 7 }}"))
    '&#60;b&#62; &#38; &#123;&#123; 7 &#125;&#125;'
    """
    return _VEILED.sub(lambda match: f"&#{ord(match[0]) - _FIRST};", html)
