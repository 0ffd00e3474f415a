"""The rules site and the studio: build the site, or serve either of them on this machine.

Layouts are imported inside of functions only: the studio starts without them, in half the time.
"""

import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen import limits
from sheetgen.errors import SheetgenError, require_between, writing_to

if TYPE_CHECKING:
    from sheetgen.api.layouts import Progress
    from sheetgen.site.build import SitePlan
    from sheetgen.site.tables import CommandHelp

Echo = Callable[[str], None]


def build_site(
    layouts: Sequence[str | PathLike[str]] = (),
    *,
    languages: Sequence[str] = (),
    only: Sequence[str | PathLike[str]] = (),
    config: str | PathLike[str] | None = None,
    output: str | PathLike[str] = "output/site",
    studio: bool | None = None,
    gallery: str | PathLike[str] | None = None,
    font: str | PathLike[str] | None = None,
    commands: "Sequence[CommandHelp]" = (),
    progress: "Progress | None" = None,
    echo: Echo = print,
) -> int:
    """Build the rules site of all editions and of further layouts; return the number of pages.

    `config` is the file of a publisher, which says whose site it is and what it shows. `only` names the editions to
    build instead of all, by id or file. Without languages those of the publisher are built, by default all. `progress`
    shows how far it is. What the folder held before is replaced; raise SheetgenError for a folder
    that holds anything but a site, for an example that the engine disagrees with, and for what cannot be written.
    With `studio` the site has a page on which readers design, play and print in their browser; if what it needs cannot
    be fetched, that is an error. By default it is left out then, and `echo` is called with a line that says so. The
    layouts of the folder `gallery` are shown in the gallery, beside ours; raise SheetgenError if it has none, or if
    there is no studio. `font` is the file of a font for scripts that ours lack, as for `draw`.
    `commands` are what the page about the command line describes. Languages are built in processes: a script needs
    `if __name__ == "__main__":` around the call.
    """
    from sheetgen.api.layouts import no_progress, require_usable
    from sheetgen.drawing.faces import preferring_font
    from sheetgen.site import build
    from sheetgen.studio.browser.site import add_studio

    plan = _plan(layouts, languages, only, config, with_downloads=True)
    if gallery is not None:
        plan = replace(plan, gallery=_gallery(Path(gallery)))
        studio = True if studio is None else studio
        if not studio:
            raise SheetgenError("a gallery needs the studio: leave out --no-studio")
    plan, parts = add_studio(plan, studio, echo)
    preferring = preferring_font(Path(font) if font is not None else None)
    with preferring, writing_to(Path(output)):
        require_usable(plan.layouts, plan.languages)
        with (progress or no_progress)(build.steps_of(plan), "Building the site") as step:
            return build.build_site(plan, Path(output), commands, done=step, parts=parts)


def _gallery(folder: Path) -> tuple[str, ...]:
    """Return the layouts of a folder; raise SheetgenError if there are none, or if one has errors."""
    from sheetgen.api.layouts import load

    files = sorted(str(path) for path in folder.glob("*.y*ml")) if folder.is_dir() else []
    if not files:
        raise SheetgenError(f"{folder}: has no layouts for the gallery")
    for file in files:
        load(file)
    return tuple(files)


def serve_site(
    layouts: Sequence[str | PathLike[str]] = (),
    *,
    languages: Sequence[str] = (),
    only: Sequence[str | PathLike[str]] = (),
    config: str | PathLike[str] | None = None,
    port: int = 8000,
    commands: "Sequence[CommandHelp]" = (),
    echo: Echo = print,
) -> None:
    """Show the site on this machine until Ctrl-C; a changed page is built anew at once.

    It follows templates, examples, layouts and the publisher's file.
    `config` and `only` are those of `build_site`. Port 0 finds a free one; `echo` is called with every line to print,
    the address first. Raise SheetgenError for a page that cannot be built and for a port that cannot be used.
    """
    from sheetgen.site.serve import serve

    require_between("port", port, limits.PORTS)

    def make_plan() -> "SitePlan":
        return _plan(layouts, languages, only, config, with_downloads=False)

    try:
        serve(make_plan, port, commands, echo, Path(config) if config is not None else None)
    except OSError as error:
        raise SheetgenError(f"port {port}: {error.strerror or error}") from None


def _plan(
    layouts: Sequence[str | PathLike[str]],
    languages: Sequence[str],
    only: Sequence[str | PathLike[str]],
    config: str | PathLike[str] | None,
    *,
    with_downloads: bool,
) -> "SitePlan":
    """Return what to build; layouts are loaded first, so that their problems are raised before anything is built."""
    from sheetgen.api.layouts import load, require_language
    from sheetgen.book.files import FILES
    from sheetgen.site.build import plan_site
    from sheetgen.site.publisher import OURS, load_publisher, require_texts

    for language in languages:
        require_language(language)
    publisher = load_publisher(Path(config)) if config is not None else OURS
    plan = plan_site(
        languages,
        [fspath(layout) for layout in layouts],
        only=[fspath(edition) for edition in only],
        with_downloads=with_downloads,
        publisher=publisher,
        files=FILES,
    )
    require_texts(publisher, plan.languages)
    for edition in plan.layouts:
        load(edition)
    return plan


def open_studio(
    file: str | PathLike[str] | None = None,
    *,
    port: int | None = None,
    language: str | None = None,
    opens: bool = True,
    echo: Echo = print,
    open_page: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve the studio on this machine until Ctrl-C: an editor, the sheet, a game on it, and files to print.

    It reads and writes layouts in the folder of `file`, by default in the current one, and never outside it. By default
    the port is 8765, or any free one if that is taken, and the page is in the language that was chosen on it last, else
    in that of the browser. `opens` says whether `open_page` is called with the address;
    `echo` is called with every line to print. Raise SheetgenError for a file, folder or port that cannot be used.
    """
    from sheetgen.studio.desk import local_service
    from sheetgen.studio.workspace import WorkspaceError, checked_name

    if port is not None:
        require_between("port", port, limits.PORTS)
    if language is not None:
        from sheetgen.api.layouts import require_language

        require_language(language)
    path = Path(file) if file is not None else None
    folder = path.parent if path is not None else Path()
    if not folder.is_dir():
        raise SheetgenError(f"{folder}: there is no such folder")
    if path is not None:
        try:
            checked_name(path.name)
        except WorkspaceError as error:
            raise SheetgenError(str(error)) from None
        if path.is_dir():
            raise SheetgenError(f"{path}: is a folder, not a layout file; name one YAML file in it")
        if not path.is_file():
            raise SheetgenError(f"{path}: there is no such file; try `sheetgen new {path} --from classic`")
    service = local_service(folder, path.name if path is not None else "")
    service.start()
    from sheetgen.studio.server import open_server  # while the process that draws starts

    try:
        try:
            server = open_server(service, port, language)
        except OSError as error:
            raise SheetgenError(f"port {port}: {error.strerror or error}") from None
        try:
            echo(f"{server.address} (stop with Ctrl-C)")
            if opens:
                open_page(server.address)
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            echo("")
        finally:
            server.server_close()
    finally:
        service.close()


__all__ = ["build_site", "open_studio", "serve_site"]
