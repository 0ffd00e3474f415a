"""Commands that make files to print or to read: sheet, pad, rulebook, preflight, build, site."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import sheetgen
from sheetgen import limits
from sheetgen.cli.interrupts import expect_interrupt
from sheetgen.cli.options import (
    EditionsOption,
    ListingOption,
    NumberRange,
    PlaceParameter,
    ScaleParameter,
    SheetsPerPageParameter,
    SizeParameter,
    complete_backs,
    complete_editions,
    complete_files,
    complete_profiles,
    language_option,
    languages_option,
    list_papers,
    theme_option,
)
from sheetgen.cli.output import (
    ErrorHandlingCommand,
    ErrorHandlingGroup,
    counted,
    echo_note,
    errors_naming_files,
    keep_watching,
    print_json,
    progress,
    read_input,
    require_output,
    warning_about,
    write_result,
)

if TYPE_CHECKING:
    from sheetgen.layout import Layout

FORMATS = ("svg", "pdf", "png")
# The options of `pad` that apply to its single pages
CALIBRATION = ("paper", "duplex", "profile", "language")
PROOF = ("paper", "up", "scale", "exact", "big", "solo", "profile", "language", "size")
_WHY = {("--proof", "--theme"): ": the proof shows all themes"}
_FILE_PER_LANGUAGE = languages_option("The language of the texts; repeated, a file for each.", default=("en",))
_PROFILE = click.option(
    "--profile",
    default="home",
    show_default=True,
    shell_complete=complete_profiles,
    help="A print profile (see `sheetgen list`) or its file.",
)
_RULES_URL = click.option(
    "--rules-url",
    metavar="URL",
    help="The address for a QR code on each sheet; {lang} and {edition} are filled in.",
)
_CODE = click.option(
    "--code/--no-code",
    default=None,
    help="Print the QR code; by default if there is an address.",
)
_FONT = click.option(
    "--font",
    type=PlaceParameter(),
    help="A font for scripts that ours lack, used before that of the layout and an installed Noto.",
)


@click.command("sheet", cls=ErrorHandlingCommand)
@click.argument("edition", shell_complete=complete_editions)
@click.option("--format", "kind", type=click.Choice(FORMATS), help="By default from the ending of -o, or svg.")
@language_option()
@theme_option("The theme (see `sheetgen list`).")
@click.option("--tally/--no-tally", default=None, help="Draw a strip for adding up the points, or none.")
@click.option(
    "--marks",
    metavar="FILE",
    shell_complete=complete_files,
    help="A marks file (`-` for standard input): draw a filled sheet with its points.",
)
@click.option("--solo", is_flag=True, help="The sheet for solo play, with the rating, or with --back its other side.")
@click.option("--back", is_flag=True, help="Draw the back of the sheet or of the cards.")
@click.option("--card", metavar="ID", help="For an edition with cards: draw this card.")
@click.option("--deck", metavar="COLOUR", help="The deck for --card and its --back; by default the first.")
@click.option("--size", type=SizeParameter(), help="Width x height in mm, or a paper: A5, A6.")
@click.option("--outline", is_flag=True, help="Draw text as paths, so that the file needs no fonts.")
@_RULES_URL
@_CODE
@_FONT
@click.option(
    "--dpi", type=click.IntRange(*limits.DOTS_PER_INCH), default=150, show_default=True, help="Dots per inch of a PNG."
)
@click.option("-o", "--output", type=PlaceParameter(), help="The file to write; by default EDITION.FORMAT.")
@click.option("--watch", is_flag=True, help="Draw again whenever the layout changes; stop with Ctrl-C.")
def sheet_command(
    edition: str, kind: str | None, marks: str | None, output: Path | None, watch: bool, **options: Any
) -> None:
    """Draw the sheet of EDITION as SVG, PDF or PNG."""
    if watch:
        keep_watching(sheet_command, (edition, marks))
        return
    chosen: Any = kind or (output.suffix.lstrip(".").lower() if output is not None else "svg")
    if chosen not in FORMATS:
        raise click.UsageError(f"{output}: the ending says no format; add --format svg, pdf or png")
    layout = sheetgen.load(edition)
    page = {option: options[option] for option in ("solo", "back", "card", "deck", "tally")}
    name = sheetgen.page_name(layout, marks=marks is not None, **page)
    path = Path(f"{name}.{chosen}") if output is None else output
    require_output(path, layout)
    with errors_naming_files(edition, marks):
        text = None if marks is None else read_input(marks)
        content = sheetgen.draw(layout, chosen, marks=text, warn=warning_about(edition), **options)
    write_result(path, content)
    click.echo(f"{path}")


@click.command("pad", cls=ErrorHandlingCommand)
@click.argument("edition", required=False, shell_complete=complete_editions)
@click.option(
    "--sheets", type=click.IntRange(*limits.SHEETS), help="How many sheets; by default 75, or each card of a deck once."
)
@click.option("--paper", cls=ListingOption, listing=list_papers, type=SizeParameter(), default="A4", show_default=True)
@click.option(
    "--up",
    type=SheetsPerPageParameter(),
    default="auto",
    show_default=True,
    help="Sheets per page: 1, 2, 4 …, or auto for as many as fit.",
)
@click.option(
    "--scale",
    type=ScaleParameter(),
    help="Percent, or `fit` to shrink just enough; by default sheets grow to fill the paper.",
)
@click.option("--big", is_flag=True, help="Lay out one sheet for the whole page, with larger cells.")
@click.option("--exact", is_flag=True, help="Keep the native size of the sheets, even if larger ones would fit.")
@click.option(
    "--duplex", type=click.Choice(["long", "short", "none"]), help="Print backs for paper that turns on this edge."
)
@click.option(
    "--back",
    metavar="WHAT",
    shell_complete=complete_backs,
    help="What the backs show: score, solo, summary, blank or an EDITION; by default the back of the sheet.",
)
@click.option("--solo", is_flag=True, help="Sheets for solo play.")
@click.option("--scores", is_flag=True, help="For an edition with cards: score sheets instead of cards.")
@_PROFILE
@theme_option("The theme (see `sheetgen list`).")
@_FILE_PER_LANGUAGE
@click.option("--size", type=SizeParameter(), help="The size of a sheet or card: a paper, or W x H in mm.")
@click.option(
    "--guides",
    type=click.Choice(["marks", "lines", "none"]),
    default="marks",
    help="How to show where to cut, at home.",
)
@click.option(
    "--back-offset",
    nargs=2,
    type=NumberRange(*limits.BACK_OFFSET),
    default=(0.0, 0.0),
    metavar="X Y",
    help="Move the backs by this much, in mm.",
)
@click.option("--number", "numbered", is_flag=True, help="Number the sheets, in order once cut and stacked.")
@click.option("--imprint", metavar="TEXT", default="", help="Your own line at the foot of every sheet.")
@click.option(
    "--pad-edge", type=click.Choice(["top", "bottom", "left", "right"]), help="Leave a strip for the glue at this edge."
)
@click.option(
    "--pad-margin",
    type=NumberRange(*limits.PAD_MARGIN),
    default=8.0,
    show_default=True,
    help="The width of the strip in mm.",
)
@click.option("--icc", type=PlaceParameter(), help="A different colour profile for the press.")
@_RULES_URL
@_CODE
@_FONT
@click.option(
    "--backs",
    type=click.Choice(["together", "apart"]),
    default="together",
    help="Put the backs into the same file, or a separate one.",
)
@click.option("--calibrate", is_flag=True, help="Instead of a pad, make the page that measures --back-offset.")
@click.option("--proof", is_flag=True, help="Instead of a pad, make one page for choosing theme and size.")
@click.option(
    "-o",
    "--output",
    type=PlaceParameter(),
    help="The file to write; by default named by edition, language and paper.",
)
def pad_command(
    edition: str | None, calibrate: bool, proof: bool, languages: tuple[str, ...], output: Path | None, **options: Any
) -> None:
    """Make a pad of EDITION, or its deck of cards, as PDF.

    \b
    First         sheetgen pad classic --proof
    At home       sheetgen pad classic --lang fr --paper A4
    Both sides    sheetgen pad deluxe --duplex long
    Print shop    sheetgen pad classic --profile press-x4 --theme vivid --back score
    """  # noqa: D301
    if calibrate and proof:
        raise click.UsageError("--calibrate and --proof exclude each other")
    if edition is None and not calibrate:
        raise click.UsageError("EDITION is missing; see `sheetgen list`")
    _refuse_other_format(output)
    single = "--calibrate" if calibrate else "--proof" if proof else "-o" if output is not None else ""
    made: dict[Path, tuple[bytes, list[str]]] = {}
    for language in _each_language(languages, single):
        options["language"] = language
        if calibrate:
            path = Path("calibration.pdf") if output is None else output
            require_output(path)
            made[path] = sheetgen.calibration_page(**_options_of_page("--calibrate", CALIBRATION, options)), []
            continue
        layout = sheetgen.load(str(edition))
        if proof:
            path = Path(f"{layout.id}-proof.pdf") if output is None else output
            require_output(path, layout)
            with errors_naming_files(str(edition)):
                made[path] = sheetgen.proof_page(layout, **_options_of_page("--proof", PROOF, options)), []
            continue
        made |= _pad_files(layout, str(edition), output, options)
    for file, (content, lines) in made.items():
        write_result(file, content)
        click.echo(": ".join([str(file), *lines]))


def _pad_files(
    layout: "Layout", edition: str, output: Path | None, options: Mapping[str, Any]
) -> dict[Path, tuple[bytes, list[str]]]:
    """The file of a pad, or the two for fronts and backs, each with the lines that say what is in it."""
    lines: list[str] = []
    path = Path(_pad_name(layout, options)) if output is None else output
    require_output(path, layout)
    behind = path.with_name(f"{path.stem}-backs{path.suffix}")
    if options["backs"] == "apart":
        require_output(behind, layout)
    with errors_naming_files(edition):
        _refuse_paper(options["profile"])
        pad: bytes | tuple[bytes, bytes] = sheetgen.pad(
            layout, echo=lines.append, warn=warning_about(edition), **options
        )
    contents = (pad,) if isinstance(pad, bytes) else pad
    return {file: (content, lines) for file, content in zip((path, behind), contents, strict=False)}


def _each_language(languages: Sequence[str], single: str) -> list[str]:
    """The languages, each once.

    Raise click.UsageError for several if there can be only one file, because of the option `single`.
    """
    each = list(dict.fromkeys(languages))
    if single and len(each) > 1:
        raise click.UsageError(f"{single} makes one file, but --lang is given for {len(each)}: {', '.join(each)}")
    return each


def _refuse_other_format(output: Path | None) -> None:
    """Raise click.UsageError if the name of a PDF says that it is a picture."""
    if output is not None and (ending := output.suffix.lstrip(".").lower()) in FORMATS and ending != "pdf":
        raise click.UsageError(
            f"{output}: this is a PDF, and the ending says {ending}; write {output.with_suffix('.pdf')}"
        )


@click.command("rulebook", cls=ErrorHandlingCommand)
@click.argument("editions", nargs=-1, required=True, metavar="EDITION...", shell_complete=complete_editions)
@_FILE_PER_LANGUAGE
@click.option("--paper", cls=ListingOption, listing=list_papers, type=SizeParameter(), default="A4", show_default=True)
@click.option("--booklet", is_flag=True, help="Two pages on each side of the paper, to fold and staple.")
@theme_option("The theme of the pictures (see `sheetgen list`).")
@_PROFILE
@click.option(
    "--examples",
    type=click.Choice(["all", "few", "none"]),
    default="few",
    show_default=True,
    help="How many worked examples.",
)
@click.option("--summary", is_flag=True, help="Instead of a book, the rules of each edition on one page.")
@click.option("--icc", type=PlaceParameter(), help="A different colour profile for the press.")
@_FONT
@click.option(
    "-o",
    "--output",
    type=PlaceParameter(),
    help="The file to write; by default named by edition, language and paper.",
)
def rulebook_command(
    editions: tuple[str, ...], languages: tuple[str, ...], output: Path | None, **options: Any
) -> None:
    """Make a book of the rules of EDITION as PDF; several editions share one book.

    \b
    To read       sheetgen rulebook classic --lang fr
    To fold       sheetgen rulebook classic --booklet
    Two games     sheetgen rulebook classic double --booklet
    One page      sheetgen rulebook classic --summary
    Print shop    sheetgen rulebook classic --paper A5 --profile press-x4
    """  # noqa: D301
    _refuse_other_format(output)
    layouts = [sheetgen.load(edition) for edition in editions]
    names = "-".join(layout.id for layout in layouts)
    kind = "summary" if options["summary"] else "booklet" if options["booklet"] else "rulebook"
    made: dict[Path, tuple[bytes, list[str]]] = {}
    for language in _each_language(languages, "" if output is None else "-o"):
        lines: list[str] = []
        path = output or Path(f"{names}-{language}-{kind}-{_paper_name(options['paper'])}.pdf")
        require_output(path, *layouts)
        with errors_naming_files(" ".join(editions)):
            made[path] = sheetgen.rulebook(layouts, language=language, echo=lines.append, **options), lines
    for file, (content, lines) in made.items():
        write_result(file, content)
        click.echo(": ".join([str(file), *lines]))


def _pad_name(layout: "Layout", options: Mapping[str, Any]) -> str:
    """The name of a pad, as `build` names it: by edition, language, what it is, and the paper or the print profile."""
    from sheetgen.layout import CardEdition
    from sheetgen.press.profiles import load_profile

    solo = "-solo" if options["solo"] else ""
    cards = isinstance(layout.edition, CardEdition)
    kind = "scores" if options["scores"] else "deck" if cards else "pad"
    has_paper = not load_profile(options["profile"]).single
    profile = "" if options["profile"] == "home" else f"-{Path(options['profile']).stem}"
    paper = f"-{_paper_name(options['paper'])}" if has_paper else ""
    return f"{layout.id}-{options['language']}{solo}-{kind}{profile}{paper}.pdf"


def _paper_name(size: tuple[float, float]) -> str:
    """The name of a paper, or its width and height in millimetres."""
    from sheetgen.layout.sheet import PAPERS

    return next((name for name, paper in PAPERS.items() if paper == size), f"{size[0]:g}x{size[1]:g}")


def _refuse_paper(profile: str) -> None:
    """Raise click.UsageError if options about paper were typed for a profile without any."""
    from sheetgen.press.profiles import load_profile

    context = click.get_current_context()
    for name in ("paper", "guides"):
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and load_profile(profile).single:
            raise click.UsageError(
                f"this print profile has pages as large as its sheets: leave out --{name}, or use --profile home"
            )


def _options_of_page(page: str, names: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a single page takes; raise click.UsageError if another one was typed."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and name in options and name not in names:
            option = max(parameter.opts, key=len)
            raise click.UsageError(f"{page} and {option} exclude each other{_WHY.get((page, option), '')}")
    return {name: options[name] for name in names}


@click.command("preflight", cls=ErrorHandlingCommand)
@click.argument("files", nargs=-1, required=True, metavar="FILE.pdf...", shell_complete=complete_files)
@click.option(
    "--profile",
    default="press-x4",
    show_default=True,
    shell_complete=complete_profiles,
    help="A print profile, or your own profile file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON, for scripts.")
def preflight_command(files: tuple[str, ...], profile: str, as_json: bool) -> None:
    """Report what a print shop would object to in PDFs, with page and place.

    Places are millimetres from the top left of the trim. Objections make the exit code 1; warnings do not. With --json,
    several files make a list.
    """
    reports = {file: sheetgen.preflight(file, profile=profile) for file in files}
    if as_json:
        data = [
            {
                "file": file,
                "profile": profile,
                "pages": report.pages,
                "clean": report.is_clean,
                "objections": [objection.as_dict() for objection in report.objections],
            }
            for file, report in reports.items()
        ]
        print_json(data if len(data) > 1 else data[0])
        sys.exit(0 if all(report.is_clean for report in reports.values()) else 1)
    for file, report in reports.items():
        for objection in report.objections:
            click.echo(objection.line(file), err=objection.severity == "error")
        if report.is_clean:
            click.echo(f"{file}: nothing to object to ({profile}, {counted(report.pages, 'page')})")
    sys.exit(0 if all(report.is_clean for report in reports.values()) else 1)


_STUDIO = click.option(
    "--studio/--no-studio",
    default=None,
    help="With a studio that runs in the reader's browser; by default if npm and pip can fetch what it needs.",
)


@click.command("build", cls=ErrorHandlingCommand)
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=complete_editions)
@languages_option("Only this language. May be repeated.")
@click.option("--jobs", type=click.IntRange(*limits.PROCESSES), help="How many processes; by default one per core.")
@click.option("--site/--no-site", default=True, help="Also build the rules site, into site/.")
@click.option("--prune", is_flag=True, help="Remove what earlier builds made of other editions and languages.")
@_STUDIO
@_FONT
@click.option(
    "-o",
    "--output",
    type=PlaceParameter(),
    default=Path("output"),
    show_default=True,
    help="The folder to build into.",
)
def build_command(output: Path, **options: Any) -> None:
    """Build everything into a folder: sheets, pads, decks and previews of all editions in all languages, and the site.

    Without EDITION, the shipped variants are built, too. Only what has changed is built again; what earlier builds made
    of other editions and languages stays.
    """
    from sheetgen.cli.app import cli
    from sheetgen.site.tables import read_commands

    result = sheetgen.build(output=output, commands=read_commands(cli), progress=progress, echo=echo_note, **options)
    removed = f", {result.removed} removed" if result.removed else ""
    click.echo(f"{output / 'index.html'}: {result.made} files made, {result.kept} unchanged{removed}")


_LAYOUTS = click.option(
    "--layout",
    "layouts",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_files,
    help="Your own layout; replaces ours if it has the same name. May be repeated.",
)
_LANGUAGES = languages_option("Only this language. May be repeated.", metavar="LANG")
_CONFIG = click.option(
    "--config",
    type=PlaceParameter(),
    shell_complete=complete_files,
    metavar="FILE",
    help="A publisher's file: title, logo, colours, address, imprint, languages, editions, pages.",
)
_ONLY = click.option(
    "--only",
    cls=EditionsOption,
    multiple=True,
    metavar="EDITION,...",
    shell_complete=complete_editions,
    help="Only these editions: ids and layout files, with commas between them. May be repeated.",
)


@click.group("site", cls=ErrorHandlingGroup)
def site_command() -> None:
    """Build or serve the rules site."""


@site_command.command("build")
@_LAYOUTS
@_LANGUAGES
@_ONLY
@_CONFIG
@click.option(
    "-o",
    "--output",
    type=PlaceParameter(),
    default=Path("output/site"),
    show_default=True,
    help="The folder for the site; its contents are replaced.",
)
@_STUDIO
@_FONT
@click.option(
    "--gallery",
    type=PlaceParameter(),
    metavar="DIR",
    help="A folder of layouts for the gallery, to play, print and change in the studio.",
)
def site_build(output: Path, **options: Any) -> None:
    """Build the rules site of all editions, in all languages.

    \b
    A variant of your own     sheetgen site build --layout mine.yaml
    Two games, nothing else   sheetgen site build --only classic,mine.yaml --lang fr
    A site of your own        sheetgen site build --config site.yaml

    Every picture, table and example is computed; if the engine disagrees with an example, the build stops and names its
    file and line. Your own layouts get the same pages.
    """  # noqa: D301
    from sheetgen.cli.app import cli
    from sheetgen.site.tables import read_commands

    pages = sheetgen.build_site(
        output=output, commands=read_commands(cli), progress=progress, echo=echo_note, **options
    )
    click.echo(f"{output / 'index.html'}: {pages} pages")


@site_command.command("serve")
@_LAYOUTS
@_LANGUAGES
@_ONLY
@_CONFIG
@click.option(
    "--port", type=click.IntRange(*limits.PORTS), default=8000, show_default=True, help="0 for any free port."
)
def site_serve(**options: Any) -> None:
    """Serve the site on this machine while you write; changed pages are rebuilt at once.

    It follows your layouts, the publisher's file and its logo.
    """
    from sheetgen.cli.app import cli
    from sheetgen.site.tables import read_commands

    expect_interrupt()
    sheetgen.serve_site(commands=read_commands(cli), echo=click.echo, **options)
