"""Serves a preview of the site on this machine only, and builds pages again when their files change."""

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from sheetgen.errors import SheetgenError
from sheetgen.layout.loading import layout_files
from sheetgen.resources import data_folder
from sheetgen.site import mkdocs_build
from sheetgen.site.build import SitePlan, forget_layouts, open_site, write_root, write_tree
from sheetgen.site.embed import write_embeds
from sheetgen.site.examples import clear_examples
from sheetgen.site.hosting import NOT_FOUND
from sheetgen.site.mkdocs_build import FONTS, THEME_ASSETS, font_css, write_assets, write_drawn
from sheetgen.site.offline import WORKER, worker
from sheetgen.site.pages import Site
from sheetgen.site.tables import CommandHelp
from sheetgen.site.templates import Rendered, render
from sheetgen.watching import FileWatch

Say = Callable[[str], None]
NAMED = 8  # as many pages are named after a change; of more, the number is said


class LanguagePreview:
    """One language of a preview, kept in memory so that single pages can be built again."""

    def __init__(self, plan: SitePlan, language: str, folder: Path, commands: Sequence[CommandHelp]) -> None:
        self.plan, self.language, self.commands = plan, language, commands
        self.docs, self.output = folder / "docs" / language, folder / "site" / language
        self.contents: dict[str, str] = {}
        self.site: Site = open_site(plan, language, commands)
        self._build(self._render())

    def _render(self) -> dict[str, Rendered]:
        return {page.source: render(self.site, page) for page in self.site.pages}

    def _build(self, rendered: dict[str, Rendered]) -> None:
        self.rendered = rendered
        self.contents.clear()
        for path in self.docs.rglob("*.md"):  # pages of an earlier build that are gone
            if (source := path.relative_to(self.docs).as_posix()) not in rendered:
                path.unlink()
                (self.output / source).with_suffix(".html").unlink(missing_ok=True)
        write_tree(self.site, list(rendered.values()), self.docs)
        (self.docs / "assets" / FONTS).write_text(font_css(), "utf-8")
        self._configure()
        mkdocs_build.build(self.config)
        write_embeds(self.site, self.output)

    def _configure(self) -> None:
        self.config: Any = mkdocs_build.configure(self.site, self.rendered, self.docs, self.output, self.contents)

    def refresh(self, changed: Path) -> list[str]:
        """Build the pages that use a changed template; return the paths of those that became different."""
        name = changed.name.partition(".")[0]
        template = changed.relative_to(data_folder("docs") / changed.relative_to(data_folder("docs")).parts[0])
        stem = (template.parent / name).as_posix()
        # A template that is no page may be included in any page: all are rendered.
        pages = [page for page in self.site.pages if page.template == stem] or list(self.site.pages)
        results = [render(self.site, page) for page in pages]
        different = [result.page.source for result in results if result.text != self.rendered[result.page.source].text]
        self.rendered.update({result.page.source: result for result in results})
        return self._rebuild(different)

    def reload(self) -> list[str]:
        """Build what changed layouts make different, all of it if the list of pages is another one; return the paths.

        Raises LayoutError, PageError or ExampleError, and leaves all pages as they were.
        """
        old, old_navigation = self.site, mkdocs_build.navigation(self.site)
        self.site = open_site(self.plan, self.language, self.commands)
        try:
            rendered = self._render()
        except SheetgenError:
            self.site = old
            raise
        if mkdocs_build.navigation(self.site) != old_navigation:
            self._build(rendered)
            return list(self.site.paths)
        earlier, self.rendered = self.rendered, rendered
        self._configure()
        return self._rebuild([source for source in rendered if rendered[source].text != earlier[source].text])

    def _rebuild(self, sources: Sequence[str]) -> list[str]:
        """Build pages again, and those that repeat their rules; return the paths of all of them."""
        if not sources:
            return []
        editions = {layout.id for source in sources if (layout := self.rendered[source].page.layout) is not None}
        repeating = [
            source
            for source, result in self.rendered.items()
            if result.page.repeats_rules and result.page.layout is not None and result.page.layout.id in editions
        ]
        sources = list(dict.fromkeys([*sources, *repeating]))
        for source in sources:
            (self.docs / source).write_text(self.rendered[source].text, "utf-8")
        write_assets(self.site, self.docs / "assets")
        write_drawn(self.site, self.output / "assets")
        mkdocs_build.build_pages(self.config, sources)
        paths = [self.rendered[source].page.path for source in sources]
        write_embeds(self.site, self.output, paths)
        return paths

    def copy_assets(self) -> None:
        """Copy styles and scripts to the output."""
        for path in THEME_ASSETS.iterdir():
            shutil.copyfile(path, self.output / "assets" / path.name)


_LAYOUTS = (".yaml", ".yml")


class Preview:
    """All languages of a preview, and the watch on their files."""

    def __init__(
        self,
        make_plan: Callable[[], SitePlan],
        folder: Path,
        commands: Sequence[CommandHelp],
        say: Say,
        config: Path | None = None,
    ) -> None:
        """Build what `make_plan` returns; it is called again when `config`, the publisher's file, has changed."""
        self.folder, self.make_plan, self.commands, self.say, self.config = folder, make_plan, commands, say, config
        self._builds = 0
        self._open()
        self.watch = FileWatch(self._sources)

    @property
    def pages(self) -> Path:
        """The folder of the built site; it is another one after the publisher's file has changed."""
        return self.folder / str(self._builds) / "site"

    def _open(self) -> list[str]:
        """Build all pages into a new folder, remove the old one and return the pages; raise SheetgenError."""
        plan = self.make_plan()
        folder = self.folder / str(self._builds + 1)
        try:
            (folder / "site").mkdir(parents=True)
            languages = {code: LanguagePreview(plan, code, folder, self.commands) for code in plan.languages}
            write_root(folder / "site", plan)
            # Keeps nothing: pages change all the time, and those left behind by a site at this address would hide them.
            (folder / "site" / WORKER).write_text(worker({}, plan.languages, plan.publisher), "utf-8")
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self.plan, self.languages = plan, languages
        shutil.rmtree(self.folder / str(self._builds), ignore_errors=True)
        self._builds += 1
        return [f"{code}/{path}" for code, preview in languages.items() for path in preview.site.paths]

    @property
    def _publisher_files(self) -> list[Path]:
        """The publisher's file and its logo, on which all pages depend."""
        if self.config is None:
            return []
        return [self.config, *([Path(self.plan.publisher.logo)] if self.plan.publisher.logo is not None else [])]

    def _sources(self) -> list[Path]:
        """Return the files that pages are made from: templates, records, styles, scripts, layouts, the publisher's."""
        docs = data_folder("docs")
        layouts = {path for edition in self.plan.layouts for path in layout_files(edition)}
        ours = [*docs.rglob("*.md.j2"), *docs.rglob("*.record"), *THEME_ASSETS.iterdir()]
        return [*ours, *sorted(layouts), *self._publisher_files]

    def look(self) -> list[str]:
        """Build again what has changed since the last call; return the pages. Errors are reported by `say`."""
        known = set(self.watch.present)
        changed = [path for path in self.watch.changed() if path.is_file()]
        # A logo that was not watched before is that of the last build.
        if not known.intersection(self._publisher_files).isdisjoint(changed):
            forget_layouts()
            return self._try(self._open)
        built: list[str] = []
        if any(path.suffix in _LAYOUTS for path in changed):
            built += self._try(self._reload)
        for path in changed:
            if path.suffix not in _LAYOUTS:
                built += self._try(partial(self._take, path))
        return built

    def _try(self, task: Callable[[], list[str]]) -> list[str]:
        try:
            return task()
        except SheetgenError as error:
            self.say(str(error))
            return []

    def _reload(self) -> list[str]:
        forget_layouts()
        return [f"{preview.language}/{page}" for preview in self.languages.values() for page in preview.reload()]

    def _take(self, path: Path) -> list[str]:
        if path.parent == THEME_ASSETS:
            for preview in self.languages.values():
                preview.copy_assets()
            return [path.name]
        parts = path.relative_to(data_folder("docs")).parts
        if parts[0] == "examples":
            clear_examples()
            concerned = list(self.languages.values())
            path = data_folder("docs") / "examples" / "all.md.j2"
        elif parts[0] in self.languages:
            # English pages are also shown in languages that lack them.
            concerned = [preview for code, preview in self.languages.items() if code == parts[0] or parts[0] == "en"]
        else:
            return []
        return [f"{preview.language}/{page}" for preview in concerned for page in preview.refresh(path)]


class _PreviewHandler(SimpleHTTPRequestHandler):
    """Serves files without logging requests, and without caching."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the name is the library's
        """Log nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the site's own page for an address that does not exist, as web hosts do."""
        page = Path(self.directory) / NOT_FOUND
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        """Forbid browsers to cache files or to guess their type."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()


def serve(
    make_plan: Callable[[], SitePlan], port: int, commands: Sequence[CommandHelp], say: Say, config: Path | None = None
) -> None:
    """Build, serve and watch until Ctrl-C; messages for the user go to `say`. For the rest, see `Preview`."""
    with tempfile.TemporaryDirectory(prefix="sheetgen-site-") as name:
        preview = Preview(make_plan, Path(name), commands, say, config)

        def handler(*request: Any) -> _PreviewHandler:
            return _PreviewHandler(*request, directory=str(preview.pages))

        with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                say(f"http://127.0.0.1:{server.server_address[1]}/ (stop with Ctrl-C)")
                while True:
                    preview.watch.wait()
                    start = time.perf_counter()
                    built = preview.look()
                    if built:
                        what = ", ".join(built) if len(built) <= NAMED else f"{len(built)} pages"
                        say(f"{what}: built in {time.perf_counter() - start:.1f} s")
            except KeyboardInterrupt:
                server.shutdown()
