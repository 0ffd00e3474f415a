"""From templates to Markdown: one tree per language, and the HTML parts that are put in later."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sheetgen.i18n import SOURCE
from sheetgen.resources import data_folder
from sheetgen.site.context import Context
from sheetgen.site.model import Site, TemplateError
from sheetgen.site.pages import Page, template_file
from sheetgen.site.parity import outdated_sections, wordless_templates

if TYPE_CHECKING:
    from jinja2 import Environment


class PageError(ValueError):
    """A page that cannot be rendered: its template, the line and the reason."""


@dataclass(frozen=True)
class Rendered:
    """The Markdown of a page, and the language that it is really written in."""

    page: Page
    text: str
    language: str


@cache
def environment(language: str) -> "Environment":
    """The templates of a language; only its own, since macros of two languages must not mix."""
    from jinja2 import (
        ChoiceLoader,
        Environment,
        FileSystemLoader,
        FunctionLoader,
        StrictUndefined,
    )

    from sheetgen.site.compiled import CompiledTemplates

    docs = data_folder("docs")

    def shared(name: str) -> tuple[str, str, None] | None:
        path = docs / SOURCE / name
        return (path.read_text("utf-8"), str(path), None) if name in wordless_templates() else None

    return Environment(
        loader=ChoiceLoader([FileSystemLoader(docs / language), FunctionLoader(shared)]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown, not HTML
        bytecode_cache=CompiledTemplates(),
        auto_reload=True,
        extensions=["jinja2.ext.do"],
    )


def render(site: Site, page: Page) -> Rendered:
    """Render one page; a language without it shows the English one with a notice."""
    language = site.language if template_file(page.template, site.language) is not None else SOURCE
    file = template_file(page.template, language)
    if file is None:
        raise PageError(f"docs/{language}/{page.template}.md.j2: there is no such template")
    context = Context(site, page, language)
    shown = f"docs/{file.relative_to(data_folder('docs')).as_posix()}"
    text = _render_template(context, page, language, shown) if file.suffix == ".j2" else file.read_text("utf-8")
    return Rendered(page, _with_notice(site, page, language, text), language)


def _render_template(context: Context, page: Page, language: str, shown: str) -> str:
    from jinja2 import TemplateError as JinjaError
    from jinja2 import TemplateSyntaxError

    try:
        template = environment(language).get_template(f"{page.template}.md.j2")
        return template.render(context.names())
    except TemplateSyntaxError as error:
        raise PageError(f"docs/{language}/{error.name}:{error.lineno}:1: {error.message}") from None
    except (JinjaError, TemplateError, TypeError, KeyError, AttributeError, ValueError) as error:
        place = _place(error, language) or f"{shown}:1"
        raise PageError(f"{place}:1: {page.path}: {error}") from error


def _place(error: BaseException, language: str) -> str:
    """The innermost line of a template in a traceback."""
    found, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".md.j2"):
            folder = str(data_folder("docs"))
            found = f"docs{name.removeprefix(folder)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def _with_notice(site: Site, page: Page, language: str, text: str) -> str:
    words = Context(site, page, site.language).words
    if language != site.language:
        notice = words.tr("This page is not translated yet; here it is in English.")
    elif site.language != SOURCE and outdated_sections(page.template, site.language):
        notice = words.tr("The English page has changed since this translation was made.")
    else:
        return text
    head, newline, rest = text.lstrip("\n").partition("\n")
    block = f'!!! note "{notice}"\n'
    return f"{head}{newline}\n{block}\n{rest}" if head.startswith("# ") else _after_title(text, block)


def _after_title(text: str, block: str) -> str:
    lines = text.split("\n")
    place = next((i for i, line in enumerate(lines) if line.startswith("# ")), -1) + 1
    return "\n".join([*lines[:place], "", block, "", *lines[place:]])
