"""`sheetgen build`."""

import os
from pathlib import Path

import click

from sheetgen import limits
from sheetgen.cli import completing
from sheetgen.cli.output import fail, known_word, problems_told, progress, write_result


@click.command("build")
@click.argument("editions", nargs=-1, metavar="[EDITION]...", shell_complete=completing.editions)
@click.option(
    "--lang",
    "chosen",
    multiple=True,
    shell_complete=completing.languages,
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
def command(editions: tuple[str, ...], chosen: tuple[str, ...], jobs: int | None, site: bool, output: Path) -> None:
    """Build everything into a folder: sheets, pads, decks and previews of all editions in all languages, and the site.

    Without EDITION the variants that come along are built, too. Only what changed is drawn again.
    """
    from sheetgen.i18n import languages
    from sheetgen.layout import by_name, load
    from sheetgen.press.building import JobFailedError, build
    from sheetgen.press.collection import jobs_of
    from sheetgen.press.index import index_page
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
    from sheetgen.cli.frame import cli
    from sheetgen.resources import shipped_layouts
    from sheetgen.site.build import SiteError, build_site, plan
    from sheetgen.site.reference import read_commands

    own = [edition for edition in editions if edition not in shipped_layouts()]
    try:
        build_site(plan(chosen, own), output / "site", read_commands(cli), earlier=output)
    except SiteError as error:
        fail("\n".join(error.problems))
    except OSError as error:
        fail(f"{output / 'site'}: cannot be written: {error.strerror or error}")
