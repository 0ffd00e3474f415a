"""What is fuzzed: functions that take bytes and may only end well, or with an error that sheetgen has one line for."""

import atexit
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import crc32

from sheetgen.drawing.scene import DrawingError
from sheetgen.engine import Game, MarksError, RecordError, read_marks, replay, replay_any, rules_of, sheet_from
from sheetgen.engine.cards import replay_cards
from sheetgen.i18n.catalogues import CatalogueError, parse_catalogue
from sheetgen.layout import LayoutError, Severity, SheetEdition, load, problems_of, read_from_text
from sheetgen.press import PressError
from tests.fuzz import seeds, trees

FOLDER = Path(tempfile.gettempdir())
LINE = 2_000  # characters; nobody reads more


class UnfriendlyError(AssertionError):
    """A message that is empty, too long, or more than one line."""


def friendly(lines: Sequence[str]) -> None:
    """Whatever goes wrong is told in printable lines."""
    for line in lines or [""]:
        if not line.strip() or len(line) > LINE or not line.isprintable():
            raise UnfriendlyError(repr(line[:500]))


@contextmanager
def told() -> Iterator[None]:
    """Errors of ours are fine when they are friendly; all others go through."""
    try:
        yield
    except LayoutError as error:
        friendly([str(problem) for problem in error.problems])
    except MarksError as error:
        friendly(error.reasons)
    except (RecordError, CatalogueError, PressError, DrawingError) as error:
        friendly([str(error)])


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# Layouts


def layout(data: bytes) -> None:
    """A layout file: read, checked; if it is good, drawn and played for a while."""
    with told():
        use_layout(text_of(data), crc32(data))


def layout_tree(data: bytes) -> None:
    """A shipped layout with changes in it, whole or on top of another."""
    choices = trees.Choices(data)
    all_trees, words = seeds.layout_trees(), _layout_words()
    tree = choices.one_of(all_trees)
    own = trees.changed(tree, choices, all_trees, words)
    if isinstance(own, dict) and choices.number(2):
        name = list(seeds.layouts())[all_trees.index(tree)]
        if name in seeds.sheets():
            parts = {key: value for key, value in own.items() if tree.get(key) != value}
            own = {"schema": 1, "extends": name, "title": "Mine", **parts}
    with told():
        use_layout(trees.as_yaml(own), crc32(data))


@cache
def _layout_words() -> list[Any]:
    return [*seeds.words(), *trees.leaves(seeds.layout_trees())]


def use_layout(text: str, chance: int) -> None:
    """All that is done with a layout."""
    from sheetgen.studio.preview import View, as_page, scenes

    own = read_from_text(text, FOLDER / "mine.yaml", "mine.yaml")
    problems = problems_of(own)
    friendly([str(problem) for problem in problems] or ["fine"])
    if any(problem.severity is Severity.ERROR for problem in problems):
        return
    if isinstance(own.edition, SheetEdition):
        _play(own, chance)
    side = ("front", "front", "back")[chance % 3]
    view = View(("light", "ink")[chance >> 4 & 1], ("en", "de")[chance >> 5 & 1], bool(chance & 1), side)
    drawn = scenes(own, view)
    if chance % 4 == 0:
        for scene in drawn:
            as_page(scene)
    if chance % 16 == 0:
        from sheetgen.formats.svg_document import as_svg

        _well_formed(as_svg(drawn[0]))
    if chance % 16 == 1:
        from sheetgen.formats.pdf import as_pages

        as_pages(drawn)


def _well_formed(svg: str) -> None:
    from xml.etree import ElementTree

    ElementTree.fromstring(svg)


def _play(own: Any, chance: int) -> None:
    rules = rules_of(own)
    players = sorted(own.edition.rounds.by_players)[0]
    game = Game(rules, players, chance)
    for turn in range(30):
        if game.is_over:
            break
        moves = game.legal_moves()
        game.play(moves[(chance >> turn) % len(moves)])
    game.scores()


# Records and marks


def record(data: bytes) -> None:
    """A record of a game."""
    with told():
        replay(text_of(data))


def record_lines(data: bytes) -> None:
    """A shipped record with lines and words dropped, doubled and exchanged."""
    with told():
        (replay_any if crc32(data) % 16 == 0 else replay)(_mixed(data, seeds.records()))


def card_record(data: bytes) -> None:
    """A record of the card game."""
    use_card_record(text_of(data))


def card_record_lines(data: bytes) -> None:
    """The same, from changed games."""
    use_card_record(_mixed(data, seeds.card_records()))


def use_card_record(text: str) -> None:
    """Play it; the edition is read anew only where it is another one."""
    with told():
        if re.findall(r"^ *edition *:(.*)$", text, re.MULTILINE) == [" objectives"]:
            replay_cards(text)
        else:
            replay_any(text)


def _mixed(data: bytes, texts: Sequence[str]) -> str:
    choices = trees.Choices(data)
    lines = choices.one_of(texts).splitlines()
    for _ in range(1 + choices.number(5)):
        place = choices.number(len(lines) + 1)
        match choices.number(5):
            case 0:
                del lines[place : place + 1]
            case 1:
                lines[place:place] = [choices.one_of(choices.one_of(texts).splitlines() or [""])]
            case 2 | 3 if place < len(lines):
                words = lines[place].split(" ")
                other = choices.one_of(choices.one_of(texts).split() or [""])
                words[choices.number(len(words))] = choices.one_of((other, str(choices.one_of(trees.STRANGE)), ""))
                lines[place] = " ".join(words)
            case _:
                lines[place:place] = lines[place : place + 1]
    return "\n".join(lines)


def marks(data: bytes) -> None:
    """A marks file of the edition that the first byte chooses."""
    edition = seeds.sheets()[data[0] % len(seeds.sheets())] if data else "classic"
    use_marks(edition, text_of(data[1:]))


def marks_tree(data: bytes) -> None:
    """The marks of a real game with changes in them."""
    choices = trees.Choices(data)
    edition, tree = choices.one_of(seeds.marks())
    everything = [own for _, own in seeds.marks()]
    own = trees.changed(tree, choices, everything, _mark_words())
    use_marks(edition, trees.as_json(own))


@cache
def _mark_words() -> list[Any]:
    return trees.leaves([own for _, own in seeds.marks()])


@cache
def _drawn(edition: str) -> Any:
    from sheetgen.studio.preview import View, scenes

    return scenes(load(edition), View(side="both"))


def use_marks(edition: str, text: str) -> None:
    """Score marks and draw them."""
    from sheetgen.drawing.marks import with_marks_of_page
    from sheetgen.studio.preview import as_page

    with told():
        rules = rules_of(edition)
        found = read_marks(text, rules)
        player = sheet_from(found, rules)
        player.score()
        own = {"marks": player.marks(), "rounds": found.rounds, "actions": player.actions()}
        for scene in _drawn(edition):
            with_marks_of_page(scene, rules.layout, own, theme="light")
        if crc32(text.encode()) % 32 == 0:
            as_page(with_marks_of_page(_drawn(edition)[0], rules.layout, own, theme="light"))


# Print profiles and PDFs


@cache
def _scratch() -> Path:
    """A folder in memory where there is one: every input is a file there for a moment."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="sheetgen-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def profile(data: bytes) -> None:
    """A print profile of one's own; if it is good, a sheet is printed with it now and then."""
    from sheetgen.press.pads import PadOptions, make_pad
    from sheetgen.press.profiles import load_profile

    path = _scratch() / "shop.yaml"
    path.write_bytes(data)
    with told():
        own = load_profile(str(path))
        if crc32(data) % 32 == 0:
            make_pad(PadOptions(load("classic"), sheets=1, profile=own))


def profile_tree(data: bytes) -> None:
    """A shipped print profile with changes in it."""
    choices = trees.Choices(data)
    own = trees.changed(choices.one_of(seeds.profiles()), choices, seeds.profiles(), trees.leaves(seeds.profiles()))
    profile(trees.as_yaml(own).encode())


def pdf(data: bytes) -> None:
    """A PDF that somebody wants looked at."""
    from sheetgen.press.preflight import UnreadableError, preflight
    from sheetgen.press.profiles import load_profile

    path = _scratch() / "x.pdf"
    path.write_bytes(data)
    try:
        report = preflight(path, load_profile(("press-x4", "press-x1a", "home")[len(data) % 3]))
    except UnreadableError as error:
        friendly([str(error)])
    else:
        friendly([own.line("x.pdf") for own in report.objections] or ["fine"])


def pdf_pieces(data: bytes) -> None:
    """A good PDF with pieces of it dropped, doubled or exchanged."""
    choices = trees.Choices(data)
    own = bytearray(choices.one_of(seeds.pdfs()))
    for _ in range(1 + choices.number(6)):
        place, length = choices.number(len(own)), choices.number(40)
        source = choices.number(len(own))
        own[place : place + length] = choices.one_of(
            (b"", bytes(own[source : source + length]), b"[", b"<<", b"9" * 12)
        )
    pdf(bytes(own))


# Catalogues


@cache
def _fresh() -> Any:
    from babel.messages.catalog import Catalog

    fresh = Catalog()
    for data in seeds.catalogues()[:2]:
        for message in parse_catalogue(data, "de", "x.po"):
            fresh.add(message.id)
    return fresh


def catalogue(data: bytes) -> None:
    """A catalogue that a translator saved: read, checked and written again."""
    from sheetgen.i18n.maintenance import as_po, check_catalogue

    with told():
        own = parse_catalogue(data, "de", "locales/de/LC_MESSAGES/sheetgen.po")
        for problem in check_catalogue(_fresh(), own, "sheetgen.po"):
            friendly([problem])
        as_po(own)


# The studio


class _InProcess:
    """Runs jobs in this process instead of a worker: what they raise is a finding here."""

    def start(self) -> None:
        """Nothing needs to be started."""

    def run(self, job: str, data: dict[str, Any], seconds: float) -> dict[str, Any]:
        from sheetgen.studio.jobs import run_job
        from sheetgen.studio.service import JobError

        answer: dict[str, Any] = json.loads(json.dumps(run_job(job, json.loads(json.dumps(data)))))
        if "error" in answer:
            raise JobError(answer["error"])
        return answer

    def close(self) -> None:
        """Nothing runs."""


class _Wire:
    """A connection without a network: what comes in, and what went out."""

    def __init__(self, data: bytes) -> None:
        self.incoming, self.out = BytesIO(data), _Out()

    def makefile(self, mode: str, *_: object) -> BytesIO:
        return self.incoming if "r" in mode else self.out

    def settimeout(self, *_: object) -> None: ...

    def setsockopt(self, *_: object) -> None: ...


class _Out(BytesIO):
    def write(self, data: Any) -> int:
        if b"event: hello" in bytes(data):
            raise BrokenPipeError  # whoever wanted to hear the news has gone
        return super().write(data)

    def close(self) -> None:
        """Stay readable."""


@cache
def _server() -> Any:
    from sheetgen.studio.server import StudioServer
    from sheetgen.studio.service import StudioService
    from sheetgen.studio.workspace import Workspace

    folder = _scratch() / "studio"
    folder.mkdir()
    os.environ["SHEETGEN_STATE"] = str(_scratch() / "state")
    return StudioServer(StudioService(Workspace(folder), drawing=_InProcess(), exporting=_InProcess()), 0)


def request(data: bytes) -> None:
    """Bytes as they come in from the network."""
    from sheetgen.studio.server import Handler

    server = _server()
    own = data.replace(b"{port}", str(server.port).encode()).replace(b"{key}", server.key.encode())
    wire: Any = _Wire(own)
    Handler(wire, ("127.0.0.1", 1), server)
    check_answers(wire.out.getvalue())
    for path in server.service.workspace.folder.iterdir():
        if path.is_file():
            path.unlink()


def check_answers(sent: bytes) -> None:
    """The first answer: its headers protect the page, its errors are one line, and nothing of Python shows."""
    if b"Traceback" in sent:
        raise UnfriendlyError("a traceback")
    if not sent.startswith(b"HTTP/1.1 "):
        return
    head, _, body = sent.partition(b"\r\n\r\n")
    if b"X-Content-Type-Options: nosniff" not in head or b"Content-Security-Policy: default-src 'none'" not in head:
        raise UnfriendlyError(repr(head[:300]))
    length = re.search(rb"\r\nContent-Length: (\d+)", head)
    if b"\r\nContent-Type: application/json" in head and length is not None and body:  # HEAD has none
        answer = json.loads(body[: int(length[1])])
        if "error" in answer:
            friendly([answer["error"]])


def job(data: bytes) -> None:
    """What the page asks, with changes in it, through the same checks as from the network."""
    from sheetgen.studio.service import JobError, RequestError
    from sheetgen.studio.workspace import WorkspaceError

    choices = trees.Choices(data)
    tree = choices.one_of(seeds.jobs())
    own = trees.changed(tree, choices, seeds.jobs(), trees.leaves(seeds.jobs()))
    asked = json.loads(trees.as_json(own))
    if not isinstance(asked, dict):
        return
    wish = asked.get("wish")
    if isinstance(wish, dict) and wish.get("kind") in ("pad", "press", "rules"):
        wish["kind"] = "svg"  # the others take longer than one may wait here
    try:
        _server().service.answer(str(asked.get("job")), asked)
    except (RequestError, WorkspaceError, JobError) as error:
        friendly([str(error)])


ASKED = (
    "draw", "load", "store", "export", "open", "save", "keep", "forget", "new", "recall", "remember", "changes",
    "touch", "edit", "palette", "advise", "bots", "figures", "clause", "parent", "starts", "picture",
)  # fmt: skip


def job_json(data: bytes) -> None:
    """The body of a request as it comes in, whatever it is."""
    name = ASKED[data[0] % len(ASKED)].encode() if data else b"hello"
    request(seeds.REQUEST % (name, len(data[1:]), data[1:]))


# What publishers and designers give, and what experts have learned


def publisher(data: bytes) -> None:
    """A publisher's file, beside a logo and a layout."""
    from sheetgen.site.publisher import load_publisher

    folder = _scratch() / "publisher"
    folder.mkdir(exist_ok=True)
    (folder / "logo.svg").write_bytes(seeds.LOGO)
    (folder / "mine.yaml").write_text("schema: 1\nextends: classic\n", "utf-8")
    (folder / "site.yaml").write_bytes(data)
    with told():
        load_publisher(folder / "site.yaml")


def publisher_tree(data: bytes) -> None:
    """A good publisher's file with changes in it."""
    choices = trees.Choices(data)
    known = seeds.publishers()
    publisher(trees.as_yaml(trees.changed(choices.one_of(known), choices, known, trees.leaves(known))).encode())


def logo(data: bytes) -> None:
    """A logo; what is let through neither runs nor loads anything."""
    from sheetgen.site.logo import LogoError, read_logo

    path = _scratch() / "logo"
    path.write_bytes(data)
    try:
        text = read_logo(path).data.lower()
    except LogoError as error:
        friendly([str(error)])
        return
    if not data.startswith(b"\x89PNG") and re.search(rb"<\s*(\w+:)?script|\son\w+\s*=|javascript:|<!entity", text):
        raise UnfriendlyError("a logo that does more than draw")


def symbol(data: bytes) -> None:
    """The path of a symbol of one's own: in a square, with few commands."""
    from pydantic_core import PydanticCustomError

    from sheetgen.layout.symbols import MAX_COMMANDS, symbol_commands

    try:
        commands = symbol_commands(text_of(data))
    except PydanticCustomError as error:
        friendly([error.message()])
        return
    if len(commands) > MAX_COMMANDS or not all(abs(value) < 100 for _, values in commands for value in values):
        raise UnfriendlyError("a symbol that is not in its square")


def weights(data: bytes) -> None:
    """What an expert has learned, in a file whose checksum is right; what is let through can be played with."""
    from sheetgen.engine.fast.tables import compile_tables
    from sheetgen.lab.expert import Expert, WrongWeightsError, unpack

    rules = rules_of("classic")
    try:
        own = unpack(seeds.packed_weights(data))
        own.check(rules, compile_tables(rules))
    except WrongWeightsError as error:
        friendly([str(error)])
        return
    if crc32(data) % 16 == 0:
        Expert(rules, own).values(Game(rules, 1, seed=1))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "layout": layout,
    "layout-tree": layout_tree,
    "record": record,
    "record-lines": record_lines,
    "card-record": card_record,
    "card-record-lines": card_record_lines,
    "marks": marks,
    "marks-tree": marks_tree,
    "profile": profile,
    "profile-tree": profile_tree,
    "pdf": pdf,
    "pdf-pieces": pdf_pieces,
    "catalogue": catalogue,
    "request": request,
    "job": job,
    "job-json": job_json,
    "publisher": publisher,
    "publisher-tree": publisher_tree,
    "logo": logo,
    "symbol": symbol,
    "weights": weights,
}


def starts(name: str) -> list[bytes]:
    """The inputs that fuzzing of a target starts from; targets that choose from the shipped files need none."""
    texts: dict[str, Callable[[], list[bytes]]] = {
        "layout": lambda: [text.encode() for text in seeds.layouts().values()],
        "record": lambda: [text.encode() for text in seeds.records()],
        "card-record": lambda: [text.encode() for text in seeds.card_records()],
        "marks": lambda: [
            bytes([seeds.sheets().index(edition)]) + json.dumps(own).encode() for edition, own in seeds.marks()
        ],
        "profile": lambda: [trees.as_yaml(own).encode() for own in seeds.profiles()],
        "pdf": seeds.pdfs,
        "catalogue": seeds.catalogues,
        "publisher": lambda: [trees.as_yaml(own).encode() for own in seeds.publishers()],
        "logo": lambda: [seeds.LOGO],
        "symbol": lambda: [text.encode() for text in seeds.SYMBOLS],
        "weights": lambda: [seeds.open_weights()],
        "request": seeds.requests,
        "job-json": lambda: [bytes([ASKED.index(own["job"])]) + json.dumps(own).encode() for own in seeds.jobs()],
    }
    if name in texts:
        return texts[name]()
    return [bytes((seed * step) % 256 for step in range(1, 12)) for seed in range(40)]


if __name__ == "__main__":
    print(*TARGETS)
