"""Templates of the pages: renders them to Markdown, and compares translated ones with the English."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen.errors import SheetgenError
from sheetgen.files import write_file
from sheetgen.i18n import SOURCE, languages
from sheetgen.resources import cache_folder, data_folder
from sheetgen.site.context import Context
from sheetgen.site.pages import Site, SitePage, TemplateError, template_file

if TYPE_CHECKING:
    from jinja2 import Environment, FileSystemBytecodeCache


# Of Python-Markdown, for all pages; mkdocs adds a table of contents.
MARKDOWN_EXTENSIONS = (
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
)


class PageError(SheetgenError, ValueError):
    """A page that cannot be rendered: its template, the line and the reason."""


@dataclass(frozen=True)
class Rendered:
    """The Markdown of a page, and its language, which is English if the page is not translated."""

    page: SitePage
    text: str
    language: str


def bytecode_cache() -> "FileSystemBytecodeCache | None":
    """Return the cache of compiled templates on disk; None if its folder cannot be written."""
    from pickle import UnpicklingError

    from jinja2 import FileSystemBytecodeCache
    from jinja2.bccache import Bucket

    class CompiledTemplates(FileSystemBytecodeCache):
        """The cache of the library, which also ignores a file that was cut off."""

        def load_bytecode(self, bucket: Bucket) -> None:
            try:
                super().load_bytecode(bucket)
            except (UnpicklingError, EOFError):
                bucket.reset()

    folder = cache_folder() / "templates"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return CompiledTemplates(str(folder)) if os.access(folder, os.W_OK) else None


@cache
def environment(language: str) -> "Environment":
    """Return the Jinja environment of a language; it has no templates of others, whose macros must not mix."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(data_folder("docs") / language),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown, not HTML
        bytecode_cache=bytecode_cache(),
        auto_reload=True,
    )


def render(site: Site, page: SitePage) -> Rendered:
    """Return a page as Markdown, in English with a notice if it is not translated; raise PageError."""
    language = site.language if template_file(page.template, site.language) is not None else SOURCE
    file = template_file(page.template, language)
    if file is None:
        raise PageError(f"docs/{language}/{page.template}.md.j2: there is no such template")
    context = Context(site, page, language)
    shown = f"docs/{file.relative_to(data_folder('docs')).as_posix()}"
    text = _render_template(context, page, language, shown) if file.suffix == ".j2" else file.read_text("utf-8")
    return Rendered(page, _with_notice(site, page, language, text), language)


def _render_template(context: Context, page: SitePage, language: str, shown: str) -> str:
    from jinja2 import TemplateError as JinjaError
    from jinja2 import TemplateSyntaxError

    try:
        names = context.names()
        names["words"] = context.forms = environment(language).get_template("words.md.j2").make_module(names)
        return environment(language).get_template(f"{page.template}.md.j2").render(names)
    except TemplateSyntaxError as error:
        raise PageError(f"docs/{language}/{error.name}:{error.lineno}:1: {error.message}") from None
    except (JinjaError, TemplateError, TypeError, KeyError, AttributeError, ValueError) as error:
        place = _template_line(error, language) or f"{shown}:1"
        raise PageError(f"{place}:1: {page.path}: {error}") from error


def _template_line(error: BaseException, language: str) -> str:
    """Return the innermost line of a template in the traceback of an error, as `file:line`; empty if there is none."""
    position, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".md.j2"):
            folder = str(data_folder("docs"))
            position = f"docs{name.removeprefix(folder)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return position


def _with_notice(site: Site, page: SitePage, language: str, text: str) -> str:
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
    index = next((i for i, line in enumerate(lines) if line.startswith("# ")), -1) + 1
    return "\n".join([*lines[:index], "", block, "", *lines[index:]])


_SECTION = re.compile(r"^(?:#{1,6} .*\{: #(?P<id>[\w-]+).*\}|\{%-? *macro (?P<macro>\w+)\(.*)$")
_STAMP = re.compile(r"^\{#-? en: (?P<hash>[0-9a-f]{8}) -?#\}$")
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
# What a page must show and link to in every language; words may be put together differently.
_CALL = re.compile(
    r"\b(?P<name>clause|link|examples?|ladder|combinations|bands|downloads|warning|command_line|rulings"
    r"|picture_(?:sheet|zone|panel|edition|cards?)|how_it_plays|sheet_counter|sheet_to_ask|\w+_table)\((?P<arguments>[^()]*)\)"
)
_URL = re.compile(r"\]\((?P<url>https?://[^)\s]+)\)")


@dataclass(frozen=True)
class Section:
    """A section of a template: from a heading with an id, or from a macro, to the next one."""

    id: str
    line: int
    text: str
    stamp: str  # the hash of the English section that it was translated from

    @property
    def hash(self) -> str:
        """A short hash of the text that does not depend on white space."""
        return blake2b(" ".join(self.text.split()).encode(), digest_size=4).hexdigest()

    @property
    def must(self) -> Counter[str]:
        """The calls and links that the section must have in every language."""
        code = " ".join(_CODE.findall(self.text))
        calls = (f"{m['name']}({' '.join(m['arguments'].split())})" for m in _CALL.finditer(code))
        return Counter(dict.fromkeys([*calls, *(m["url"] for m in _URL.finditer(self.text))], 1))


def sections(path: Path) -> dict[str, Section]:
    """Return the sections of a template by id; the text before the first one is the section `start`."""
    result: dict[str, Section] = {}
    section_id, first, stamp, lines = "start", 1, "", list[str]()

    def close() -> None:
        text = "\n".join(lines).strip()
        if text:
            result[section_id] = Section(section_id, first, text, stamp)

    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        match = _SECTION.match(line)
        if match is not None:
            close()
            section_id, first, stamp, lines = match["id"] or f"macro {match['macro']}", number, "", []
        stamped = _STAMP.match(line.strip())
        if stamped is not None:
            stamp = stamped["hash"]
        else:
            lines.append(line)
    close()
    return result


def templates(language: str) -> list[str]:
    """Return the Jinja templates of a language, as paths below its folder."""
    folder = data_folder("docs") / language
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md.j2"))


@lru_cache(maxsize=256)
def _outdated(template: str, language: str, _times: tuple[int, int]) -> tuple[str, ...]:
    english, translated = (sections(data_folder("docs") / code / f"{template}.md.j2") for code in (SOURCE, language))
    return tuple(key for key, section in translated.items() if key in english and section.stamp != english[key].hash)


def outdated_sections(template: str, language: str) -> tuple[str, ...]:
    """Return the ids of the sections whose English original has changed since they were translated."""
    paths = [data_folder("docs") / code / f"{template}.md.j2" for code in (SOURCE, language)]
    if not all(path.is_file() for path in paths):
        return ()
    first, second = (path.stat().st_mtime_ns for path in paths)
    return _outdated(template, language, (first, second))


def check_templates() -> Iterator[str]:
    """Yield what is wrong with the translated templates, one line each."""
    english = templates(SOURCE)
    for language in languages():
        if language == SOURCE:
            continue
        translated = templates(language)
        for name in english:
            if name not in translated:
                yield f"docs/{language}/{name}: is missing; the page shows English instead"
        for name in translated:
            shown = f"docs/{language}/{name}"
            if name not in english:
                yield f"{shown}: has no English original"
            else:
                yield from _compare(
                    shown, *(sections(data_folder("docs") / code / name) for code in (SOURCE, language))
                )


def _compare(shown: str, english: dict[str, Section], translated: dict[str, Section]) -> Iterator[str]:
    for key in english:
        if key not in translated:
            yield f"{shown}: section '{key}' is missing"
    for key, section in translated.items():
        place = f"{shown}:{section.line}:1: section '{key}'"
        if key not in english:
            if not key.startswith("macro "):  # a language may need macros of its own for its grammar
                yield f"{place} does not exist in English"
            continue
        for lacking in english[key].must - section.must:
            yield f"{place} lacks {lacking}"
        for extra in section.must - english[key].must:
            yield f"{place} has {extra}, which the English one has not"
        if not section.stamp:
            yield f"{place} has no stamp; when it is right, run 'sheetgen i18n stamp {shown}'"
        elif section.stamp != english[key].hash:
            yield (
                f"{place} is out of date: the English one has changed; when it is right, run "
                f"'sheetgen i18n stamp {shown}'"
            )


def stamp(path: Path, english: Path) -> int:
    """Write the hashes of the English sections into a translated template; return how many have changed."""
    originals, translated = sections(english), sections(path)
    lines = [line for line in path.read_text("utf-8").splitlines() if _STAMP.match(line.strip()) is None]
    result: list[str] = []
    if "start" in translated and "start" in originals:
        result.append(f"{{# en: {originals['start'].hash} #}}")
    for line in lines:
        result.append(line)
        match = _SECTION.match(line)
        if match is not None:
            key = match["id"] or f"macro {match['macro']}"
            if key in originals:
                result.append(f"{{# en: {originals[key].hash} #}}")
    write_file(path, "\n".join(result) + "\n")
    return sum(1 for key, section in translated.items() if key in originals and section.stamp != originals[key].hash)
