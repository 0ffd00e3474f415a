"""The rules site and the studio: build the site, or serve either of them on this machine.

Layouts are imported inside of functions only: the studio starts without them, in half the time.
"""

import webbrowser
from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from sheetgen import limits
from sheetgen.errors import SheetgenError, require_between, writing_to

if TYPE_CHECKING:
    from sheetgen.site.build import SitePlan
    from sheetgen.site.tables import CommandHelp

Echo = Callable[[str], None]


def build_site(
    layouts: Sequence[str | PathLike[str]] = (),
    *,
    languages: Sequence[str] = (),
    output: str | PathLike[str] = "output/site",
    commands: "Sequence[CommandHelp]" = (),
) -> int:
    """Build the rules site of all editions and of further layouts; return the number of pages.

    Without languages all of them are built. What the folder held before is replaced; raise SheetgenError for a folder
    that holds anything but a site, for an example that the engine disagrees with, and for what cannot be written.
    `commands` are what the page about the command line describes. Languages are built in processes: a script needs
    `if __name__ == "__main__":` around the call.
    """
    from sheetgen.site import build

    plan = _plan(layouts, languages, with_downloads=True)
    with writing_to(Path(output)):
        return build.build_site(plan, Path(output), commands)


def serve_site(
    layouts: Sequence[str | PathLike[str]] = (),
    *,
    languages: Sequence[str] = (),
    port: int = 8000,
    commands: "Sequence[CommandHelp]" = (),
    echo: Echo = print,
) -> None:
    """Show the site on this machine until Ctrl-C; a changed page is built anew at once.

    Port 0 finds a free one; `echo` is called with every line to print, the address first. Raise
    SheetgenError for a page that cannot be built and for a port that cannot be used.
    """
    from sheetgen.site.serve import serve

    require_between("port", port, limits.PORTS)
    plan = _plan(layouts, languages, with_downloads=False)
    try:
        serve(plan, port, commands, echo)
    except OSError as error:
        raise SheetgenError(f"port {port}: {error.strerror or error}") from None


def _plan(layouts: Sequence[str | PathLike[str]], languages: Sequence[str], *, with_downloads: bool) -> "SitePlan":
    """Return what to build; layouts are loaded first, so that their problems are raised before anything is built."""
    from sheetgen.api.layouts import load, require_language
    from sheetgen.site.build import plan_site

    for language in languages:
        require_language(language)
    files = [fspath(layout) for layout in layouts]
    for file in files:
        load(file)
    return plan_site(languages, files, with_downloads=with_downloads)


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
    from sheetgen.studio.server import local_service, open_server
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
        if not path.is_file():
            raise SheetgenError(f"{path}: there is no such file; try `sheetgen new {path} --from classic`")
    service = local_service(folder, path.name if path is not None else "")
    service.start()
    try:
        try:
            server = open_server(service, port, language)
        except OSError as error:
            raise SheetgenError(f"port {port}: {error.strerror or error}") from None
        echo(f"{server.address} (stop with Ctrl-C)")
        if opens:
            open_page(server.address)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            echo("")
        finally:
            server.server_close()
    finally:
        service.close()


__all__ = ["build_site", "open_studio", "serve_site"]
