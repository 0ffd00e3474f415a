"""Layouts: list, load, check, show, start a new one; translations; checks of options that all functions share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from sheetgen.errors import SheetgenError, WrongValueError, writing_to
from sheetgen.i18n import SOURCE, languages, translate
from sheetgen.layout import Layout, LayoutError, Problem, problems_of, read, read_from_text
from sheetgen.layout import load as _load
from sheetgen.layout.problems import Severity, printable, require_known
from sheetgen.layout.sheet import PAPERS
from sheetgen.layout.sheet import read_size as _read_size
from sheetgen.resources import data_folder, is_installed, shipped_layouts, shipped_variants

Edition = str | PathLike[str] | Layout
Size = str | tuple[float, float]  # a paper, "120 x 171", or width and height in millimetres
# Shows the progress of a long call: gets the number of all steps and a label; returns a context manager, which gives a
# function to call with the number of steps done since its last call.
Progress = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]


@contextmanager
def no_progress(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show nothing."""
    yield lambda steps: None


def editions() -> tuple[str, ...]:
    """Return the ids of the editions that come with sheetgen.

    >>> editions()
    ('classic', 'cubed', 'deluxe', 'double', 'mix', 'objectives')
    """
    return tuple(shipped_layouts())


def themes() -> tuple[str, ...]:
    """Return the names of the themes that sheets can be drawn in.

    >>> "safe" in themes()
    True
    """
    from sheetgen.drawing.themes import themes as all_themes

    return tuple(all_themes())


def list_known() -> dict[str, Any]:
    """Return everything that can be named in options: editions, languages, themes, papers, print profiles.

    The result is that of `sheetgen list --json`; each edition has its id, titles by language, kind and provenance.

    >>> known = list_known()
    >>> known["papers"], known["editions"][0]["id"], known["editions"][0]["titles"]["fr"]
    (['A4', 'A5', 'A6', 'Letter', 'Legal'], 'classic', 'Très futé')
    """
    from sheetgen.layout.base import provenance_level
    from sheetgen.press.profiles import profile_names

    layouts = [read(name) for name in shipped_layouts()]
    return {
        "editions": [
            {
                "id": layout.id,
                "titles": {language: translate(layout.edition.title, language) for language in languages()},
                "kind": layout.edition.kind,
                "provenance": provenance_level(layout.edition),
            }
            for layout in layouts
        ],
        "languages": list(languages()),
        "themes": list(themes()),
        "papers": list(PAPERS),
        "print profiles": profile_names(),
    }


def load(edition: Edition) -> Layout:
    """Read and check a layout; the result can be given to all functions that take an edition.

    Raise SheetgenError with every error that the layout has.

    >>> layout = load("classic")
    >>> layout.id, layout.edition.title, list(layout.edition.zones)
    ('classic', "That's Pretty Clever", ['yellow', 'blue', 'green', 'orange', 'purple'])
    >>> load("clasic")
    Traceback (most recent call last):
    sheetgen.layout.problems.UnknownNameError: clasic:1:1: there is no such edition or file; did you mean 'classic'?
    """
    return edition if isinstance(edition, Layout) else _load(fspath(edition))


def check(edition: str | PathLike[str]) -> list[Problem]:
    """Return all errors, warnings and notes about a layout; a wrong layout raises nothing.

    >>> [str(problem) for problem in check("nowhere.yaml")]
    ['nowhere.yaml:1:1: there is no such file']
    """
    return _problems(fspath(edition), languages())


def _problems(edition: str, shown: Sequence[str]) -> list[Problem]:
    """Return the problems of a layout that is shown in some languages."""
    try:
        layout = read(edition)
    except LayoutError as error:
        return list(error.problems)
    problems = problems_of(layout)
    if any(problem.severity is Severity.ERROR for problem in problems):
        return problems
    return problems + _unusable(layout, shown)


def require_usable(editions: Iterable[str], shown: Sequence[str]) -> None:
    """Raise LayoutError with all errors of layouts of one's own, before something long is made of them.

    What cannot be drawn in other languages than those in which they are shown does not matter.
    """
    ours = {*shipped_layouts(), *map(str, shipped_variants().values())}
    own = [edition for edition in editions if edition not in ours]
    found = [problem for edition in own for problem in _problems(edition, shown)]
    errors = [problem for problem in found if problem.severity is Severity.ERROR]
    if errors:
        raise LayoutError(errors)


def _unusable(layout: Layout, shown: Sequence[str]) -> list[Problem]:
    """Return an error for each page that cannot be drawn in a language, and a warning for what players will miss.

    The theme is the one that needs most room. If a page can be drawn in the default theme, the error names the theme.
    """
    from sheetgen.drawing.faces import FontFileError
    from sheetgen.drawing.pages import draw_page, main_page, pages_of, remarks
    from sheetgen.drawing.scene import DrawingError, sharing
    from sheetgen.drawing.themes import strictest_theme

    problems: dict[str, Problem] = {}
    theme = strictest_theme()
    # Decks differ in colours and symbols, not in what has to fit: each card is drawn in the first of them.
    pages = {(page.kind, page.card): page for page in reversed(pages_of(layout))}
    with sharing():
        for page in reversed(pages.values()):
            for language in shown:
                try:
                    scene = draw_page(layout, page, language=language, theme=theme)
                except DrawingError as found:
                    error, where = (
                        found,
                        f"the {page.kind}" + (f" in the language {language}" if language != SOURCE else ""),
                    )
                    try:
                        draw_page(layout, page, language=language)
                        where += f" (theme {theme})"
                    except DrawingError as also:
                        error = also
                    path = (
                        (("font",) if isinstance(error, FontFileError) else ())
                        or _path_of_text(layout, error.text, language)
                        or _path_of_element(layout, error.element)
                        or (("back",) if page.kind == "back" else ("sheet",))
                    )
                    what = error.text or error.element or str(error)
                    problems.setdefault(what, layout.problem(path, f"{where} cannot be drawn: {error}"))
                    continue
                if language == SOURCE and page == main_page(layout):
                    for line in remarks(layout, scene):
                        problems[line] = layout.problem(("sheet",), line, severity=Severity.WARNING)
    if all(problem.severity is not Severity.ERROR for problem in problems.values()):
        problems |= _installed_fonts(layout)
    return list(problems.values())


def _installed_fonts(layout: Layout) -> dict[str, Problem]:
    """Return an info for each installed font that a layout is drawn with, by its path, at the first text with it."""
    from sheetgen.drawing.faces import fonts_in_use
    from sheetgen.drawing.pages import other_faces

    named = {str(path) for path in (layout.font, *fonts_in_use()) if path is not None}
    problems: dict[str, Problem] = {}
    for language in languages():
        for other in other_faces(layout, language):
            path = other.face.path
            if path not in named and path not in problems:
                name = Path(path).name
                message = f"{other.characters[:8]!r} is drawn with {name} of this computer, which others may lack"
                hint = f"copy it beside this file and write 'font: {name}'"
                steps = _path_of_text(layout, other.text, language)
                problems[path] = layout.problem(steps, message, hint, Severity.INFO)
    return problems


def _path_of_element(layout: Layout, element: str) -> tuple[str | int, ...]:
    """Return the path of what an element of a sheet shows; empty if it shows nothing of the layout."""
    from sheetgen.drawing.elements import steps_of
    from sheetgen.layout import SheetEdition

    edition = layout.edition
    return (steps_of(element, edition) or ()) if element and isinstance(edition, SheetEdition) else ()


def _path_of_text(layout: Layout, text: str, language: str) -> tuple[str | int, ...]:
    """Return the path of a text of a layout, as it is written or translated; empty if it is not one of its texts."""
    from sheetgen.layout.base import texts

    edition = layout.edition
    for path, each in texts(edition) if text else ():
        if text in (each, translate(each, language, edition.translations)):
            return path
    return ()


def show(edition: Edition) -> str:
    """Return a layout after `extends` as YAML, complete in itself. `load(edition).data()` is the same as data.

    >>> show("classic").splitlines()[0]
    'schema: 1'
    """
    from sheetgen.layout.loading import as_yaml

    return as_yaml(load(edition))


def schema(*, site: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of the layout language, for editors; with `site`, that of a publisher's file.

    >>> schema()["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    >>> list(schema(site=True)["properties"])[:3]
    ['title', 'address', 'logo']
    """
    if site:
        from sheetgen.site.publisher import publisher_schema

        return publisher_schema()
    from sheetgen.layout.schema import json_schema

    return json_schema()


def new(file: str | PathLike[str], edition: str | PathLike[str], *, force: bool = False) -> Path:
    """Start a new layout: write a small commented file that extends an edition, and return its path.

    The edition is a shipped one or a file in the same folder. Raise SheetgenError if the file exists (unless `force`),
    cannot be written, or is not called .yaml.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     load(new(f"{folder}/mine.yaml", "classic")).edition.title
    "My That's Pretty Clever"
    """
    from sheetgen.files import write_file
    from sheetgen.layout.loading import starter

    file, parent = Path(file), fspath(edition)
    if file.suffix not in (".yaml", ".yml"):
        example = f"; try {file.with_suffix('.yaml')}" if file.name.strip(".") else ""
        raise SheetgenError(f"{printable(str(file))}: a layout's name ends in .yaml{example}")
    if not force and _exists(file):
        raise SheetgenError(f"{file}: exists already; choose another name or add --force")
    layout = load(parent)
    shipped = parent in shipped_layouts()
    if not shipped and Path(parent).parent.resolve() != file.parent.resolve():
        raise SheetgenError(
            f"{parent}: a parent must be a shipped edition or lie beside {file.name}; copy it there first"
        )
    text = starter(layout, parent if shipped else Path(parent).name)
    # Raises an error for what cannot be read back, such as a layout that extends itself.
    read_from_text(text, file, str(file))
    with writing_to(file):
        write_file(file, text)
    return file


def _exists(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # such as a name that is too long: writing raises the error
        return False


def check_translations() -> list[str]:
    """Return what is missing, out of date or wrong in the translations of texts and pages: one line each.

    >>> check_translations()
    []
    """
    from sheetgen.i18n.maintenance import check_catalogues
    from sheetgen.i18n.terms import check_terms
    from sheetgen.site.templates import check_templates

    return [*check_catalogues(layout_texts()), *check_templates(), *check_terms()]


def new_translation(language: str) -> Path:
    """Start a language: write its catalogue with every text, to be translated; return its file.

    For a checkout of sheetgen. Raise SheetgenError for a language that exists or is unknown.
    """
    from sheetgen.i18n.maintenance import new_catalogue

    _require_checkout()
    with writing_to(data_folder("locales")):
        return new_catalogue(language, layout_texts())


def update_translations() -> list[str]:
    """Collect all texts into locales/sheetgen.pot and every catalogue; return one line per language.

    For a checkout of sheetgen: raise SheetgenError for an installed package, whose files nobody should change.
    """
    from sheetgen.i18n.maintenance import update_catalogues

    _require_checkout()

    with writing_to(data_folder("locales")):
        return list(update_catalogues(layout_texts()))


def stamp_translation(file: str | PathLike[str]) -> int:
    """Note in a translated page template that it agrees with the present English one.

    Return the number of sections stamped anew; raise SheetgenError for a file that is no translated page.
    """
    from sheetgen.site.templates import stamp

    _require_checkout()
    docs = data_folder("docs").resolve()
    try:
        language, *rest = Path(file).resolve().relative_to(docs).parts
    except ValueError:
        raise SheetgenError(f"{printable(fspath(file))}: is not a page below {docs.name}/") from None
    if not Path(file).is_file():
        raise SheetgenError(f"{printable(fspath(file))}: there is no such file")
    english = docs.joinpath(SOURCE, *rest)
    if language == SOURCE or not english.is_file():
        raise SheetgenError(f"{fspath(file)}: has no English original")
    with writing_to(Path(file)):
        return stamp(Path(file), english)


def _require_checkout() -> None:
    """Raise SheetgenError if the texts are those of an installed package."""
    if is_installed():
        raise SheetgenError(
            f"{data_folder('locales')}: belongs to an installed package, which stays as it is; use a checkout"
        )


def layout_texts() -> dict[str, list[str]]:
    """Return every text of the shipped layouts, with the files that it is in."""
    from sheetgen.layout.base import texts

    files: dict[str, list[str]] = {}
    for name in shipped_layouts():
        for _, text in texts(read(name).edition):
            files.setdefault(text, []).append(f"layouts/{name}.yaml")
    return files


def millimetres(size: Size) -> tuple[float, float]:
    """Return width and height of a paper by name, of "120 x 171", or of a pair; raise WrongValueError."""
    text = size if isinstance(size, str) else " x ".join(f"{side:g}" for side in size)
    paper = next((name for name in PAPERS if name.lower() == text.lower()), text)
    try:
        return _read_size(paper)
    except ValueError as error:
        raise WrongValueError(str(error)) from None


def require_language(language: str) -> str:
    """Return the code of a language as it is; raise WrongValueError if there is no such language."""
    return require_known("language", language, languages())


def require_theme(theme: str) -> str:
    """Return the name of a theme as it is; raise WrongValueError if there is no such theme."""
    return require_known("theme", theme, themes())


__all__ = [
    "Edition",
    "Layout",
    "LayoutError",
    "Problem",
    "Progress",
    "SheetgenError",
    "Size",
    "WrongValueError",
    "check",
    "check_translations",
    "editions",
    "languages",
    "layout_texts",
    "list_known",
    "load",
    "millimetres",
    "new",
    "new_translation",
    "no_progress",
    "require_language",
    "require_theme",
    "schema",
    "show",
    "stamp_translation",
    "themes",
    "update_translations",
]
