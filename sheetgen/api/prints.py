"""Drawings, pads and decks, the calibration page, preflight, and building everything."""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from sheetgen import limits
from sheetgen.api.layouts import (
    Edition,
    Progress,
    Size,
    load,
    millimetres,
    no_progress,
    require_language,
    require_theme,
    require_usable,
)
from sheetgen.errors import SheetgenError, WrongValueError, require_between, writing_to
from sheetgen.i18n import languages as _all_languages
from sheetgen.layout import Layout, SheetEdition, index_by_id
from sheetgen.layout.problems import require_known

if TYPE_CHECKING:
    from sheetgen.drawing.pages import PageSpec
    from sheetgen.drawing.scene import Scene
    from sheetgen.press.build import Built
    from sheetgen.press.imposition import Size as MmSize
    from sheetgen.press.preflight import Report
    from sheetgen.press.profiles import Profile
    from sheetgen.site.tables import CommandHelp

Echo = Callable[[str], None]
FileKind = Literal["svg", "pdf", "png"]
FILE_KINDS: tuple[FileKind, ...] = ("svg", "pdf", "png")


def no_echo(line: str) -> None:
    """Print nothing."""


def python_warning(line: str) -> None:
    """Issue a UserWarning that names the line of the caller."""
    warnings.warn(line, stacklevel=3)


def draw(
    edition: Edition,
    kind: FileKind = "svg",
    *,
    language: str = "en",
    theme: str = "light",
    tally: bool | None = None,
    marks: Mapping[str, object] | str | None = None,
    solo: bool = False,
    back: bool = False,
    card: str | None = None,
    deck: str | None = None,
    size: Size | None = None,
    outline: bool = False,
    rules_url: str | None = None,
    code: bool | None = None,
    dpi: int = 150,
    font: str | PathLike[str] | None = None,
    warn: Echo = python_warning,
) -> bytes:
    """Draw a sheet as SVG, PDF or PNG; of an edition with cards its score sheet, a card or the back of a deck.

    `marks` are what is on the sheet, as data or as the text of a marks file; they must be those of a possible game.
    What players write to add them up is drawn too. `tally` adds or leaves out the strip to add up points (by default as
    the layout says), `outline` turns text into paths, `size` is in millimetres, `dpi` is for a PNG. A QR `code` leads
    to `rules_url`, by default the address in the layout, if there is one; `{lang}` and `{edition}` in it are replaced.
    `font` is the file of a font for scripts that ours lack. It is used before the one that the layout names, which is
    the default, and before an installed Noto.
    `warn` is called with a line for each thing that players will miss on the sheet: die slots that are too small for
    dice, a tally without room; by default it issues a UserWarning.

    Return the bytes of the file; raise SheetgenError for what cannot be drawn, and WrongValueError for options that
    exclude each other.

    >>> draw("classic", language="fr")[:5], draw("double", "pdf", solo=True)[:5], draw("objectives", "png")[1:4]
    (b'<?xml', b'%PDF-', b'PNG')
    """
    from sheetgen.drawing.faces import preferring_font
    from sheetgen.drawing.pages import choose_page, draw_page, remarks
    from sheetgen.formats import write_scene

    layout = load(edition)
    require_known("kind", kind, FILE_KINDS)
    require_between("dpi", dpi, limits.DOTS_PER_INCH)
    require_language(language)
    require_theme(theme)
    page = choose_page(layout, solo=solo, back=back, card=card, deck=deck, marks=marks is not None, tally=tally)
    address = _code_address(layout, page, _address(rules_url), code)
    with preferring_font(_path_of(font)):
        scene = draw_page(
            layout,
            page,
            theme=theme,
            language=language,
            size=None if size is None else millimetres(size),
            tally=tally,
            marks=None if marks is None else _marks_to_draw(layout, marks),
            rules_url=address,
        )
    for line in remarks(layout, scene, tally=tally):
        warn(line)
    if outline:
        from sheetgen.drawing.text import outlined

        scene = outlined(scene)
    return write_scene(scene, kind, dpi=dpi)


def _path_of(file: str | PathLike[str] | None) -> Path | None:
    return None if file is None else Path(file)


def _address(rules_url: str | None) -> str | None:
    """Return the address of the rules unchanged; raise WrongValueError if it is not an address."""
    from sheetgen.layout.sheet import read_rules_url

    try:
        return None if rules_url is None else read_rules_url(rules_url)
    except ValueError as error:
        raise WrongValueError(str(error)) from None


def _code_address(layout: Layout, page: "PageSpec", rules_url: str | None, code: bool | None) -> str | None:
    """Return the address for the code of a page, None for that of the layout, "" for none; raise WrongValueError."""
    if (rules_url or code) and page.kind not in ("front", "solo front"):
        raise WrongValueError("the code is on the front of a sheet: leave out --rules-url and --code")
    if code is False and rules_url is not None:
        raise WrongValueError("--no-code and --rules-url exclude each other")
    edition = layout.edition
    if code and not rules_url and isinstance(edition, SheetEdition) and not edition.sheet.rules_url:
        raise WrongValueError("there is no address that the code could lead to: add --rules-url")
    return "" if code is False else rules_url


def _marks_to_draw(layout: Layout, marks: Mapping[str, object] | str) -> dict[str, object]:
    """Return marks, rounds, actions and results for drawing; raise SheetgenError if no game can lead there."""
    from sheetgen.api.games import sheet_with_marks

    player, rounds = sheet_with_marks(layout, marks)
    return {"marks": player.marks(), "rounds": rounds, "actions": player.actions(), "results": player.results()}


def page_name(
    edition: Edition,
    *,
    marks: bool = False,
    solo: bool = False,
    back: bool = False,
    card: str | None = None,
    deck: str | None = None,
    tally: bool | None = None,
) -> str:
    """Return the default name of the file of a page, without its ending; raise WrongValueError as `draw` does.

    >>> page_name("classic", solo=True), page_name("objectives", card="pair")
    ('classic-solo', 'objectives-pair-blue')
    """
    from sheetgen.drawing.pages import choose_page

    layout = load(edition)
    page = choose_page(layout, solo=solo, back=back, card=card, deck=deck, marks=marks, tally=tally)
    return f"{layout.id}{page.file_suffix}"


@overload
def pad(edition: Edition, *, backs: Literal["apart"], **options: Any) -> tuple[bytes, bytes]: ...
@overload
def pad(
    edition: Edition,
    *,
    sheets: int | None = None,
    paper: Size = "A4",
    up: int | None = None,
    scale: float | Literal["fit"] | None = None,
    exact: bool = False,
    big: bool = False,
    duplex: Literal["long", "short", "none"] | None = None,
    back: str | None = None,
    solo: bool = False,
    scores: bool = False,
    profile: str = "home",
    theme: str = "light",
    language: str = "en",
    size: Size | None = None,
    guides: Literal["marks", "lines", "none"] = "marks",
    back_offset: tuple[float, float] = (0.0, 0.0),
    numbered: bool = False,
    imprint: str = "",
    pad_edge: Literal["top", "bottom", "left", "right"] | None = None,
    pad_margin: float = 8.0,
    icc: str | PathLike[str] | None = None,
    rules_url: str | None = None,
    code: bool | None = None,
    font: str | PathLike[str] | None = None,
    backs: Literal["together"] = "together",
    echo: Echo = no_echo,
    warn: Echo = python_warning,
) -> bytes: ...
def pad(  # type: ignore[misc]  # the options of the first overload are those of the second
    edition: Edition,
    *,
    sheets: int | None = None,
    paper: Size = "A4",
    up: int | None = None,
    scale: float | Literal["fit"] | None = None,
    exact: bool = False,
    big: bool = False,
    duplex: Literal["long", "short", "none"] | None = None,
    back: str | None = None,
    solo: bool = False,
    scores: bool = False,
    profile: str = "home",
    theme: str = "light",
    language: str = "en",
    size: Size | None = None,
    guides: Literal["marks", "lines", "none"] = "marks",
    back_offset: tuple[float, float] = (0.0, 0.0),
    numbered: bool = False,
    imprint: str = "",
    pad_edge: Literal["top", "bottom", "left", "right"] | None = None,
    pad_margin: float = 8.0,
    icc: str | PathLike[str] | None = None,
    rules_url: str | None = None,
    code: bool | None = None,
    font: str | PathLike[str] | None = None,
    backs: Literal["together", "apart"] = "together",
    echo: Echo = no_echo,
    warn: Echo = python_warning,
) -> bytes | tuple[bytes, bytes]:
    """Print a pad, or a deck of cards, as PDF; the options are those of `sheetgen pad`.

    `sheets` are 75 by default; of a deck it is how often each card is printed, by default once. `up` are the sheets
    on a page, by default all that fit. Sheets grow to what the paper holds, unless they are to be `exact`, in their
    native size; `scale` is another size in percent, or "fit" to shrink just enough; `big` lays one sheet out for the
    whole page. `paper`, `size`, `back_offset`
    (right and down) and `pad_margin` are in millimetres. `profile` is a print profile or its file, `icc` another colour
    profile for a press, `font` is as of `draw`. A QR `code` on each sheet leads to `rules_url`, by default the address
    in the profile or the layout, if there is one; `{lang}` and `{edition}` in it are replaced.

    `echo` is called with a line that says how many sheets are on a page, in which size, on how many pages; `warn` as of
    `draw`.

    Return the bytes of the PDF, or with `backs="apart"` those of the fronts and those of the backs. Raise SheetgenError
    for what cannot be printed, and WrongValueError for options that exclude each other.

    >>> pad("classic", sheets=4, language="fr", paper="Letter")[:5]
    b'%PDF-'
    """
    from sheetgen.drawing.faces import preferring_font
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    require_language(language)
    require_theme(theme)
    for option, word, allowed_words in (
        ("duplex", duplex, ("long", "short", "none")),
        ("guides", guides, ("marks", "lines", "none")),
        ("pad_edge", pad_edge, ("top", "bottom", "left", "right")),
        ("backs", backs, ("together", "apart")),
    ):
        if word is not None:
            require_known(option, word, allowed_words)
    for option, number, allowed in (
        ("sheets", sheets, limits.SHEETS),
        ("up", up, limits.SHEETS_ON_A_PAGE),
        ("scale", None if scale == "fit" else scale, limits.SCALE),
        ("back_offset", back_offset[0], limits.BACK_OFFSET),
        ("back_offset", back_offset[1], limits.BACK_OFFSET),
        ("pad_margin", pad_margin, limits.PAD_MARGIN),
    ):
        if number is not None:
            require_between(option, number, allowed)
    layout, print_profile = load(edition), load_profile(profile)
    options = PadOptions(
        layout,
        sheets=sheets,
        paper=millimetres(paper),
        up=up,
        scale=scale if scale is None or scale == "fit" else scale / 100,
        exact=exact,
        big=big,
        duplex=duplex,
        back=back,
        draw_summary=_summary_drawer(layout, language, theme, print_profile) if back == "summary" else None,
        solo=solo,
        scores=scores,
        profile=print_profile,
        theme=theme,
        language=language,
        size=None if size is None else millimetres(size),
        guides=guides,
        back_offset=back_offset,
        numbered=numbered,
        imprint=imprint,
        pad_edge=pad_edge,
        pad_margin=pad_margin,
        icc=None if icc is None else Path(icc),
        rules_url=_address(rules_url),
        code=code,
        backs=backs,
    )
    with preferring_font(_path_of(font)):
        result = make_pad(options)
    echo(result.summary)
    for line in result.remarks:
        warn(line)
    return result.pdf if result.backs_pdf is None else (result.pdf, result.backs_pdf)


def _summary_drawer(layout: Layout, language: str, theme: str, profile: "Profile") -> "Callable[[MmSize], Scene]":
    """Return what draws the summary of an edition for the back of a sheet of a size in millimetres."""
    from sheetgen.book.summary import summary_scene
    from sheetgen.drawing.text import LEAST_POINTS

    least = profile.type if profile.is_press else LEAST_POINTS
    return lambda size: summary_scene(layout, size, language=language, theme=theme, least=least)


def rulebook(
    editions: Edition | Sequence[Edition],
    *,
    language: str = "en",
    paper: Size = "A4",
    booklet: bool = False,
    theme: str = "light",
    profile: str = "home",
    examples: Literal["all", "few", "none"] = "few",
    summary: bool = False,
    icc: str | PathLike[str] | None = None,
    font: str | PathLike[str] | None = None,
    echo: Echo = no_echo,
) -> bytes:
    """Print the rules of an edition, or of several in one book, as PDF; the options are those of `sheetgen rulebook`.

    What the rules pages of the site say is what the book says. `paper` is the size of a page in millimetres, or of a
    `booklet` the size of the paper that is printed on both sides and folded. `examples` are the worked examples: all of
    them, a few for each zone and topic, or none. `summary` makes one page for each edition instead of a book.
    `profile`, `icc` and `font` are as of `pad`. `echo` is called with a line that says how many pages there are.

    Return the bytes of the PDF; raise SheetgenError for what cannot be printed, and WrongValueError for options that
    exclude each other.

    >>> rulebook("classic", summary=True, language="fr")[:5]
    b'%PDF-'
    """
    from sheetgen.book.rulebook import BookOptions, make_rulebook, make_summary
    from sheetgen.drawing.faces import preferring_font
    from sheetgen.press.profiles import load_profile

    require_language(language)
    require_theme(theme)
    require_known("examples", examples, ("all", "few", "none"))
    if summary and booklet:
        raise WrongValueError("--summary and --booklet exclude each other: a summary is one page")
    named = [editions] if isinstance(editions, str | PathLike | Layout) else list(editions)
    options = BookOptions(
        tuple(load(edition) for edition in named),
        language=language,
        paper=millimetres(paper),
        booklet=booklet,
        theme=theme,
        profile=load_profile(profile),
        examples=examples,
        icc=None if icc is None else Path(icc),
    )
    with preferring_font(_path_of(font)):
        book = (make_summary if summary else make_rulebook)(options)
    echo(book.summary)
    return book.pdf


def calibration_page(
    *,
    paper: Size = "A4",
    duplex: Literal["long", "short"] | None = None,
    profile: str = "home",
    language: str = "en",
) -> bytes:
    """Return a PDF of two pages to print double-sided, on which the `back_offset` of a printer is read in millimetres.

    `duplex` is the edge on which the paper turns, by default the long one.

    >>> calibration_page(duplex="short")[:5]
    b'%PDF-'
    """
    from sheetgen.press.page_marks import make_calibration
    from sheetgen.press.profiles import load_profile

    require_language(language)
    edge = duplex or "long"
    if edge not in ("long", "short"):
        raise WrongValueError("there is nothing to measure without backs: --duplex long or short")
    return make_calibration(millimetres(paper), edge, load_profile(profile), language)


def proof_page(
    edition: Edition,
    *,
    paper: Size = "A4",
    up: int | None = None,
    scale: float | Literal["fit"] | None = None,
    exact: bool = False,
    big: bool = False,
    solo: bool = False,
    profile: str = "home",
    language: str = "en",
    size: Size | None = None,
) -> bytes:
    """Return a PDF of one page to choose theme and size with, before a pad is printed; the options are those of `pad`.

    It has rulers, outlines of dice beside the die slot of the sheet, and cells to write in, in every theme. Raise
    SheetgenError and WrongValueError as `pad` does.

    >>> proof_page("classic", paper="Letter")[:5]
    b'%PDF-'
    """
    from sheetgen.press.pads import PadOptions
    from sheetgen.press.profiles import load_profile
    from sheetgen.press.proof import make_proof

    require_language(language)
    for option, number, allowed in (
        ("up", up, limits.SHEETS_ON_A_PAGE),
        ("scale", None if scale == "fit" else scale, limits.SCALE),
    ):
        if number is not None:
            require_between(option, number, allowed)
    options = PadOptions(
        load(edition),
        paper=millimetres(paper),
        up=up,
        scale=scale if scale is None or scale == "fit" else scale / 100,
        exact=exact,
        big=big,
        solo=solo,
        profile=load_profile(profile),
        language=language,
        size=None if size is None else millimetres(size),
    )
    return make_proof(options)


def preflight(file: str | PathLike[str], *, profile: str = "press-x4") -> "Report":
    """Say what a print shop would object to in a PDF: return a report with `pages`, `is_clean` and `objections`.

    Each objection has its page and its place in millimetres from the top left of the trim. Raise SheetgenError for a
    file that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     shop = Path(folder, "shop.pdf")
    ...     _ = shop.write_bytes(pad("classic", sheets=1, profile="press-x4"))
    ...     report = preflight(shop)
    >>> report.pages, report.is_clean, report.objections
    (1, True, ())
    """
    from sheetgen.press.preflight import UnreadableError
    from sheetgen.press.preflight import preflight as check_pdf
    from sheetgen.press.profiles import load_profile

    print_profile = load_profile(profile)
    try:
        return check_pdf(Path(file), print_profile)
    except UnreadableError as error:
        raise SheetgenError(f"{fspath(file)}: {error}") from None


def build(
    editions: Sequence[str | PathLike[str]] = (),
    *,
    languages: Sequence[str] = (),
    jobs: int | None = 1,
    site: bool = True,
    studio: bool | None = None,
    prune: bool = False,
    font: str | PathLike[str] | None = None,
    output: str | PathLike[str] = "output",
    commands: "Sequence[CommandHelp]" = (),
    progress: Progress = no_progress,
    echo: Callable[[str], None] = print,
) -> "Built":
    """Build everything into a folder: sheets, pads, decks, rulebooks, previews, and the rules site in `site`.

    Without editions all shipped ones and the variants that come along are built, without languages all of them. Only
    what changed is drawn again. What earlier builds made of other editions and languages stays, unless `prune`. While
    another build works in the folder, this one waits. `jobs` are processes side by side (None: one per core); the site
    always uses one process per core. More than one process needs `if __name__ == "__main__":` around the call in a
    script. `commands` are what the page about the command line describes; `studio`, `font` and `echo` are as for
    `build_site`.

    Return how many files were `made`, `kept` and `removed`; raise SheetgenError for what cannot be built or written,
    and for a folder that holds anything else.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     build(["classic"], languages=["fr"], site=False, output=folder)
    Built(made=14, kept=0, removed=0)
    """
    from sheetgen.book.files import FILES
    from sheetgen.drawing.faces import preferring_font
    from sheetgen.files import alone_in, write_file
    from sheetgen.press.build import SITE, index_page, linked_files, require_build_folder
    from sheetgen.press.build import build as build_files
    from sheetgen.resources import shipped_layouts, shipped_variants

    for language in languages:
        require_language(language)
    if jobs is not None:
        require_between("jobs", jobs, limits.PROCESSES)
    folder, names = Path(output), [fspath(edition) for edition in editions]
    everything = (*shipped_layouts(), *map(str, shipped_variants().values()))
    layouts = {name: load(name) for name in index_by_id(names or everything).values()}

    def waiting() -> None:
        echo(f"{folder}: another build works here; waiting for it")

    with preferring_font(_path_of(font)), writing_to(folder):
        require_usable(names, languages or _all_languages())
        files = [
            job
            for language in languages or _all_languages()
            for name, layout in layouts.items()
            for job in FILES.jobs_of(name, layout, language)
        ]
        folder.mkdir(parents=True, exist_ok=True)
        require_build_folder(folder)
        with alone_in(folder, waiting):
            with progress(len(files), "Building") as step:
                built = build_files(
                    files,
                    folder,
                    workers=jobs or os.cpu_count() or 1,
                    done=lambda _: step(1),
                    run=FILES.run,
                    prune=prune,
                )
            rules = folder / SITE
            if site:
                from sheetgen.site.build import build_site, plan_site
                from sheetgen.studio.browser.site import add_studio

                # A site is one whole: the languages that it has already are built again.
                others = [language for language in _all_languages() if (rules / language).is_dir() and not prune]
                chosen = tuple(dict.fromkeys([*languages, *others])) if languages else ()
                user_layouts = [name for name in names if name not in shipped_layouts()]
                plan, parts = add_studio(plan_site(chosen, user_layouts, files=FILES), studio, echo)
                with writing_to(rules):
                    build_site(plan, rules, commands, earlier=folder, parts=parts)
            with writing_to(folder / "index.html"):
                has_site = (rules / "index.html").is_file()
                write_file(folder / "index.html", index_page(linked_files(folder), has_site=has_site))
    return built


__all__ = ["build", "calibration_page", "draw", "pad", "page_name", "preflight", "proof_page", "rulebook"]
