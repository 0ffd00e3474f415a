"""Commands that draw and print: sheet, pad, preflight, build."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sheetgen import limits
from sheetgen.cli.options import (
    Scale,
    Size,
    Up,
    complete_backs,
    complete_editions,
    complete_files,
    complete_languages,
    complete_profiles,
    language_option,
    theme_option,
)
from sheetgen.cli.output import (
    drawing_told,
    fail,
    known_word,
    print_json,
    problems_told,
    progress,
    read_input,
    write_result,
)

if TYPE_CHECKING:
    from sheetgen.drawing.scene import Scene
    from sheetgen.layout import Layout
    from sheetgen.press.imposition import Flip
    from sheetgen.press.pads import PadOptions


@click.command("sheet")
@click.argument("edition", shell_complete=complete_editions)
@click.option(
    "--format", "kind", type=click.Choice(["svg", "pdf", "png"]), help="By default as the ending of -o, else svg."
)
@language_option()
@theme_option("How it looks; `sheetgen list` names the themes.")
@click.option("--tally/--no-tally", default=None, help="A strip to add up the points at the foot, where there is room.")
@click.option(
    "--marks",
    metavar="FILE",
    shell_complete=complete_files,
    help="A marks file (`-` for standard input): draw what is on a sheet.",
)
@click.option("--solo", is_flag=True, help="The sheet for one player, with its rating; --back has the rest of it.")
@click.option("--back", is_flag=True, help="The back of a sheet or of a deck of cards.")
@click.option("--card", metavar="ID", help="Of an edition with cards: draw this card.")
@click.option("--deck", metavar="COLOUR", help="The deck of --card and of its --back; by default the first.")
@click.option("--size", type=Size(), help="Width x height in millimetres, or a paper: A5, A6.")
@click.option("--outline", is_flag=True, help="Text as paths, so that the file needs no font.")
@click.option(
    "--dpi", type=click.IntRange(*limits.DOTS_PER_INCH), default=150, show_default=True, help="Dots per inch of a PNG."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write; by default EDITION.FORMAT here.")
@click.option("--watch", is_flag=True, help="Draw again whenever the layout changes; stop with Ctrl-C.")
def sheet_command(
    edition: str,
    kind: str | None,
    language: str,
    theme: str,
    tally: bool | None,
    marks: str | None,
    solo: bool,
    back: bool,
    card: str | None,
    deck: str | None,
    size: tuple[float, float] | None,
    outline: bool,
    dpi: int,
    output: Path | None,
    watch: bool,
) -> None:
    """Draw the sheet of EDITION as SVG, PDF or PNG."""
    if watch:
        from sheetgen.cli.watching import keep_watching

        keep_watching(sheet_command, (edition, marks))
        return
    from sheetgen.drawing.pages import choose_page, draw_page
    from sheetgen.drawing.themes import themes
    from sheetgen.formats import write_scene
    from sheetgen.i18n import languages
    from sheetgen.layout import SheetEdition, load

    known_word("language", language, languages())
    known_word("theme", theme, themes())
    chosen = kind or (output.suffix.lstrip(".") if output is not None else "svg")
    if chosen not in ("svg", "pdf", "png"):
        raise click.UsageError(f"{output}: the ending says no format; add --format svg, pdf or png")
    with problems_told():
        layout = load(edition)
    two_pages = isinstance(layout.edition, SheetEdition) and layout.edition.has_two_pages
    _agree(marks=marks is not None and not two_pages, solo=solo, back=back, tally=bool(tally))
    name = layout.id
    with drawing_told(edition, marks):
        if layout.edition.kind == "cards" or card is not None or deck is not None:
            if marks is not None or solo or tally:
                raise click.UsageError("--marks, --solo and --tally are for sheets, not for cards")
            name, scene = card_scene(layout, card, deck, back=back, theme=theme, language=language, size=size)
        else:
            page = choose_page(layout, solo=solo, back=back)
            name += page.file_suffix
            drawn = None if marks is None else _marks_on(layout, marks)
            scene = draw_page(layout, page, theme=theme, language=language, size=size, tally=tally, marks=drawn)
    if outline:
        from sheetgen.drawing.text import outlined

        scene = outlined(scene)
    path = output or Path(f"{name}.{chosen}")
    write_result(path, write_scene(scene, chosen, dpi=dpi))
    click.echo(f"{path}")


def _agree(*, marks: bool, solo: bool, back: bool, tally: bool) -> None:
    """Refuse options that do not go together."""
    if marks and back:
        raise click.UsageError("marks are on the front of a sheet: leave out --marks or --back")
    if tally and (solo or back):
        other = "--solo" if solo else "--back"
        raise click.UsageError(
            f"the tally is on the front of a sheet for several players: leave out --tally or {other}"
        )


def _marks_on(layout: "Layout", file: str) -> dict[str, object]:
    """Read a marks file; the engine says whether a game can leave such a sheet, and what it has unlocked."""
    from sheetgen.engine import MarksError, read_marks, rules_of, sheet_from

    rules = rules_of(layout)
    try:
        marks = read_marks(read_input(file), rules)
        player = sheet_from(marks, rules)
    except MarksError as error:
        fail("\n".join(f"{file}: {reason}" for reason in error.reasons))
    return {"marks": player.marks(), "rounds": marks.rounds, "actions": player.actions()}


def card_scene(
    layout: "Layout",
    card: str | None,
    deck: str | None,
    *,
    back: bool,
    theme: str,
    language: str,
    size: tuple[float, float] | None,
) -> tuple[str, "Scene"]:
    """A scene with the name for its file; without a deck, that of the first one."""
    from sheetgen.drawing.pages import choose_page, draw_page, has_page
    from sheetgen.layout.problems import UnknownWordError

    if not has_page(layout, "card face"):
        raise click.UsageError(f"{layout.id} has no cards: --card and --deck are for editions with cards")
    if card is not None and back:
        raise click.UsageError("--card and --back exclude each other: all cards of a deck share one back")
    if deck is not None and card is None and not back:
        raise click.UsageError("--deck needs --card or --back: the score sheet is for all decks")
    page = choose_page(layout, back=back, card=card, deck=deck)
    try:
        scene = draw_page(layout, page, theme=theme, language=language, size=size)
        return f"{layout.id}{page.file_suffix}", scene
    except UnknownWordError as error:
        raise click.UsageError(str(error)) from None


@click.command("pad")
@click.argument("edition", required=False, shell_complete=complete_editions)
@click.option(
    "--sheets", type=click.IntRange(*limits.SHEETS), help="How many: 75 by default; of a deck, each card once."
)
@click.option(
    "--paper", type=Size(), default="A4", show_default=True, help="A4, Letter, A5, A6, Legal, or W x H in mm."
)
@click.option(
    "--up", type=Up(), default="auto", show_default=True, help="Sheets on a page: 1, 2, 4 …; auto: all that fit."
)
@click.option(
    "--scale", type=Scale(), default="100", show_default=True, help="Percent, or `fit` to shrink just enough."
)
@click.option(
    "--duplex", type=click.Choice(["long", "short", "none"]), help="Print backs; the paper turns on this edge."
)
@click.option(
    "--back",
    metavar="WHAT",
    shell_complete=complete_backs,
    help="score, solo, blank or an EDITION; by default what belongs to the sheet.",
)
@click.option("--solo", is_flag=True, help="Sheets for one player.")
@click.option("--scores", is_flag=True, help="Of an edition with cards: score sheets instead of the cards.")
@click.option(
    "--profile",
    default="home",
    show_default=True,
    shell_complete=complete_profiles,
    help="A print profile (see `sheetgen list`) or its file.",
)
@theme_option("How it looks (see `sheetgen list`).")
@language_option()
@click.option("--size", type=Size(), help="The size of a sheet or card: a paper, or W x H in mm.")
@click.option("--guides", type=click.Choice(["marks", "lines", "none"]), default="marks", help="Where to cut, at home.")
@click.option("--back-offset", nargs=2, type=click.FloatRange(-50, 50), metavar="X Y", help="Move backs, in mm.")
@click.option("--number", "numbered", is_flag=True, help="Number the sheets; in order once cut and stacked.")
@click.option("--imprint", metavar="TEXT", default="", help="A line of your own at the foot of every sheet.")
@click.option("--pad-edge", type=click.Choice(["top", "bottom", "left", "right"]), help="Leave a strip to glue at.")
@click.option("--pad-margin", type=click.FloatRange(1, 40), default=8.0, show_default=True, help="Its width in mm.")
@click.option("--icc", type=click.Path(path_type=Path), help="Another colour profile for a press.")
@click.option(
    "--backs", type=click.Choice(["together", "apart"]), default="together", help="Backs in a file of their own."
)
@click.option("--calibrate", is_flag=True, help="Instead of a pad: the page that measures --back-offset.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Where to write; by default EDITION-pad.pdf here."
)
def pad_command(edition: str | None, calibrate: bool, output: Path | None, **options: Any) -> None:
    """Print a pad of EDITION, or its deck of cards, as PDF.

    \b
    At home       sheetgen pad classic --lang fr --paper A4
    Both sides    sheetgen pad deluxe --duplex long
    Print shop    sheetgen pad classic --profile press-x4 --theme vivid --back score
    """  # noqa: D301
    from sheetgen.drawing.themes import themes
    from sheetgen.i18n import languages

    known_word("language", options["language"], languages())
    known_word("theme", options["theme"], themes())
    if calibrate:
        _calibrate(output or Path("calibration.pdf"), options)
    elif edition is None:
        raise click.UsageError("which EDITION? See `sheetgen list`")
    else:
        _pad(edition, output, options)


def _calibrate(path: Path, options: dict[str, Any]) -> None:
    from sheetgen.press.page_marks import make_calibration
    from sheetgen.press.profiles import load_profile

    if options["duplex"] == "none":
        raise click.UsageError("there is nothing to measure without backs: --duplex long or short")
    with problems_told():
        profile = load_profile(options["profile"])
    flip: Flip = options["duplex"] or "long"
    write_result(path, make_calibration(options["paper"], flip, profile, options["language"]))
    click.echo(f"{path}")


def _pad(edition: str, output: Path | None, options: dict[str, Any]) -> None:
    from sheetgen.press import PressError
    from sheetgen.press.pads import make_pad

    with problems_told(), drawing_told(edition):
        wanted = _pad_options(edition, options)
        path = output or Path(f"{wanted.layout.id}-pad.pdf")
        try:
            pad = make_pad(wanted)
        except PressError as error:
            fail(f"{edition}: {error}")
    files = {path: pad.pdf}
    if pad.backs_pdf is not None:
        files[path.with_name(f"{path.stem}-backs{path.suffix}")] = pad.backs_pdf
    for file, content in files.items():
        write_result(file, content)
        click.echo(f"{file}")


def _pad_options(edition: str, options: dict[str, Any]) -> "PadOptions":
    """What the options ask for; refuses those that exclude each other."""
    from sheetgen.layout import load
    from sheetgen.press.pads import PadOptions, PadOptionsError
    from sheetgen.press.profiles import load_profile

    layout, profile = load(edition), load_profile(options.pop("profile"))
    back_offset = options.pop("back_offset") or (0.0, 0.0)
    try:
        return PadOptions(layout, profile=profile, back_offset=back_offset, **options)
    except PadOptionsError as error:
        raise click.UsageError(str(error)) from None


@click.command("preflight")
@click.argument("file", metavar="FILE.pdf", shell_complete=complete_files)
@click.option(
    "--profile",
    "name",
    default="press-x4",
    show_default=True,
    shell_complete=complete_profiles,
    help="A print profile, or a file of your own.",
)
@click.option("--json", "as_json", is_flag=True, help="The report for scripts.")
def preflight_command(file: str, name: str, as_json: bool) -> None:
    """Say what a print shop would object to in a PDF, with page and place.

    Places are millimetres from the top left of the trim. Objections make the exit code 1; warnings do not.
    """
    from sheetgen.layout.problems import Severity
    from sheetgen.press.preflight import UnreadableError, preflight
    from sheetgen.press.profiles import load_profile

    with problems_told():
        profile = load_profile(name)
    try:
        report = preflight(Path(file), profile)
    except UnreadableError as error:
        fail(f"{file}: {error}")
    if as_json:
        objections = [objection.as_dict() for objection in report.objections]
        print_json(
            {"file": file, "profile": name, "pages": report.pages, "clean": report.is_clean, "objections": objections}
        )
    else:
        for objection in report.objections:
            click.echo(objection.line(file), err=objection.severity is Severity.ERROR)
        if report.is_clean:
            pages = f"{report.pages} page{'' if report.pages == 1 else 's'}"
            click.echo(f"{file}: nothing to object to ({name}, {pages})")
    sys.exit(0 if report.is_clean else 1)


@click.command("build")
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=complete_editions)
@click.option(
    "--lang",
    "chosen",
    multiple=True,
    shell_complete=complete_languages,
    help="Only this language; may be given several times.",
)
@click.option("--jobs", type=click.IntRange(*limits.PROCESSES), help="Processes side by side; by default one per core.")
@click.option("--site/--no-site", default=True, help="Whether to build the rules site as well, into site/.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("output"),
    show_default=True,
    help="The folder to build into.",
)
def build_command(
    editions: tuple[str, ...], chosen: tuple[str, ...], jobs: int | None, site: bool, output: Path
) -> None:
    """Build everything into a folder: sheets, pads, decks and previews of all editions in all languages, and the site.

    Without EDITION the variants that come along are built, too. Only what changed is drawn again.
    """
    from sheetgen.i18n import languages
    from sheetgen.layout import by_name, load
    from sheetgen.press.build import JobFailedError, build, index_page, jobs_of
    from sheetgen.resources import shipped_layouts, shipped_variants

    for language in chosen:
        known_word("language", language, languages())
    with problems_told():
        everything = (*shipped_layouts(), *map(str, shipped_variants().values()))
        layouts = {name: load(name) for name in by_name(editions or everything).values()}
    wanted = [
        job for lang in chosen or languages() for name, own in layouts.items() for job in jobs_of(name, own, lang)
    ]
    try:
        output.mkdir(parents=True, exist_ok=True)
        with progress(len(wanted), "Building") as step:
            result = build(wanted, output, workers=jobs or os.cpu_count() or 1, done=lambda _: step(1))
    except JobFailedError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{output}: cannot be written: {error.strerror or error}")
    if site:
        _site(editions, chosen, output)
    write_result(output / "index.html", index_page(wanted, has_site=site))
    removed = f", {result.removed} removed" if result.removed else ""
    click.echo(f"{output / 'index.html'}: {result.made} files made, {result.kept} unchanged{removed}")


def _site(editions: tuple[str, ...], chosen: tuple[str, ...], output: Path) -> None:
    """The rules site beside the collection, whose files it offers."""
    from sheetgen.cli.app import cli
    from sheetgen.resources import shipped_layouts
    from sheetgen.site.build import SiteError, build_site, plan_site
    from sheetgen.site.tables import read_commands

    own = [edition for edition in editions if edition not in shipped_layouts()]
    try:
        build_site(plan_site(chosen, own), output / "site", read_commands(cli), earlier=output)
    except SiteError as error:
        fail("\n".join(error.problems))
    except OSError as error:
        fail(f"{output / 'site'}: cannot be written: {error.strerror or error}")
