"""Translated templates compared with the English ones: the same sections, calls and links, and none out of date."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path

from sheetgen.files import write_file
from sheetgen.i18n import SOURCE, languages
from sheetgen.resources import data_folder

_SECTION = re.compile(r"^(?:#{1,6} .*\{: #(?P<id>[\w-]+).*\}|\{%-? *macro (?P<macro>\w+)\(.*)$")
_STAMP = re.compile(r"^\{#-? en: (?P<hash>[0-9a-f]{8}) -?#\}$")
_CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
# What a page must show and link to in every language; words may be put together differently.
_CALL = re.compile(
    r"\b(?P<name>clause|link|examples?|ladder|combinations|bands|differences|downloads|warning|command_line|rulings"
    r"|picture_(?:sheet|zone|panel|edition|cards?)|how_it_plays|\w+_table)\((?P<arguments>[^()]*)\)"
)
_URL = re.compile(r"\]\((?P<url>https?://[^)\s]+)\)")


@dataclass(frozen=True)
class Section:
    """A part of a template: from a heading with an id, or a macro, to the next."""

    id: str
    line: int
    text: str
    stamp: str  # the hash of the English section that it was translated from

    @property
    def hash(self) -> str:
        """A short hash of the text, whatever its white space."""
        return blake2b(" ".join(self.text.split()).encode(), digest_size=4).hexdigest()

    @property
    def must(self) -> Counter[str]:
        """Calls and links that every language has to have."""
        code = " ".join(_CODE.findall(self.text))
        calls = (f"{m['name']}({' '.join(m['arguments'].split())})" for m in _CALL.finditer(code))
        return Counter(dict.fromkeys([*calls, *(m["url"] for m in _URL.finditer(self.text))], 1))


def sections(path: Path) -> dict[str, Section]:
    """The sections of a template by id; what stands before the first one is called `start`."""
    found: dict[str, Section] = {}
    own_id, first, stamp, lines = "start", 1, "", list[str]()

    def close() -> None:
        text = "\n".join(lines).strip()
        if text:
            found[own_id] = Section(own_id, first, text, stamp)

    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        match = _SECTION.match(line)
        if match is not None:
            close()
            own_id, first, stamp, lines = match["id"] or f"macro {match['macro']}", number, "", []
        told = _STAMP.match(line.strip())
        if told is not None:
            stamp = told["hash"]
        else:
            lines.append(line)
    close()
    return found


def templates(language: str) -> list[str]:
    """The Jinja templates of a language, as paths below its folder."""
    folder = data_folder("docs") / language
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md.j2"))


@cache
def wordless_templates() -> frozenset[str]:
    """English templates without sections: they hold facts and no words, so all languages share them."""
    folder = data_folder("docs") / SOURCE
    return frozenset(name for name in templates(SOURCE) if set(sections(folder / name)) <= {"start"})


@lru_cache(maxsize=256)
def _outdated(template: str, language: str, _times: tuple[int, int]) -> tuple[str, ...]:
    english, own = (sections(data_folder("docs") / code / f"{template}.md.j2") for code in (SOURCE, language))
    return tuple(key for key, section in own.items() if key in english and section.stamp != english[key].hash)


def outdated_sections(template: str, language: str) -> tuple[str, ...]:
    """The sections whose English original has changed since they were translated."""
    paths = [data_folder("docs") / code / f"{template}.md.j2" for code in (SOURCE, language)]
    if not all(path.is_file() for path in paths):
        return ()
    first, second = (path.stat().st_mtime_ns for path in paths)
    return _outdated(template, language, (first, second))


def check_templates() -> Iterator[str]:
    """What is wrong with the translated templates, one line each."""
    english = templates(SOURCE)
    for language in languages():
        if language == SOURCE:
            continue
        own = templates(language)
        for name in english:
            if name not in own and name not in wordless_templates():
                yield f"docs/{language}/{name}: is missing; the page shows English instead"
        for name in own:
            shown = f"docs/{language}/{name}"
            if name not in english:
                yield f"{shown}: has no English original"
            else:
                yield from _compare(
                    shown, *(sections(data_folder("docs") / code / name) for code in (SOURCE, language))
                )


def _compare(shown: str, english: dict[str, Section], own: dict[str, Section]) -> Iterator[str]:
    for key in english:
        if key not in own:
            yield f"{shown}: section '{key}' is missing"
    for key, section in own.items():
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
            yield f"{place} has no stamp; when it is right, run 'sheetgen i18n stamp'"
        elif section.stamp != english[key].hash:
            yield f"{place} is out of date: the English one has changed; when it is right, run 'sheetgen i18n stamp'"


def stamp(path: Path, english: Path) -> int:
    """Note in a translated template which English sections it was made from; return how many notes changed."""
    originals, own = sections(english), sections(path)
    lines = [line for line in path.read_text("utf-8").splitlines() if _STAMP.match(line.strip()) is None]
    result: list[str] = []
    if "start" in own and "start" in originals:
        result.append(f"{{# en: {originals['start'].hash} #}}")
    for line in lines:
        result.append(line)
        match = _SECTION.match(line)
        if match is not None:
            key = match["id"] or f"macro {match['macro']}"
            if key in originals:
                result.append(f"{{# en: {originals[key].hash} #}}")
    write_file(path, "\n".join(result) + "\n")
    return sum(1 for key, section in own.items() if key in originals and section.stamp != originals[key].hash)
