"""What fuzzing starts from: the shipped files, cut into small pieces where they are large, and the words in them."""

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from sheetgen.layout.nodes import plain, read_text
from sheetgen.resources import data_folder

HERE = Path(__file__).parent
FINDINGS = HERE / "findings"
ROOT = HERE.parents[1]


@cache
def layouts() -> dict[str, str]:
    """Shipped layouts and variants, by name."""
    found = [*data_folder("layouts").glob("*.yaml"), *data_folder("layouts").glob("variants/*.yaml")]
    return {path.stem: path.read_text("utf-8") for path in sorted(found)}


@cache
def layout_trees() -> list[Any]:
    return [plain(read_text(text, name)) for name, text in layouts().items()]


@cache
def records() -> list[str]:
    """The worked examples and the clauses, but for those of the card game."""
    examples = [path for path in _examples() if path.parent.name != "objectives"]
    return [path.read_text("utf-8") for path in [*examples, *sorted((ROOT / "tests/engine/clauses").rglob("*.record"))]]


def _examples() -> list[Path]:
    return sorted(data_folder("docs").glob("examples/*/*.record"))


@cache
def card_records() -> list[str]:
    """The worked examples of the card game, and long games of it."""
    from sheetgen.engine.cards import CardGame, write_card_record

    written = [path.read_text("utf-8") for path in _examples() if path.parent.name == "objectives"]
    for seed, variant in enumerate((False, True, False)):
        game = CardGame("objectives", ["Ada", "Ben", "Cleo"][: 2 + (seed == 2)], seed=seed, variant=variant)
        for _ in range(40):
            if game.is_over:
                break
            moves = game.legal_moves()
            game.play(moves[seed % len(moves)])
        written.append(write_card_record(game))
    return written


@cache
def marks() -> list[tuple[str, dict[str, Any]]]:
    """What the sheets of finished and unfinished games look like."""
    from sheetgen.engine import Game

    found: list[tuple[str, dict[str, Any]]] = []
    for number, edition in enumerate(sheets()):
        game = Game(edition, players=1, seed=number)
        for turn in range(400):
            if game.is_over:
                break
            moves = game.legal_moves()
            game.play(moves[turn % len(moves)])
            if turn in (10, 40):
                player = game.players[0]
                found.append((edition, {"edition": edition, "rounds": game.round, "marks": player.marks()}))
        player = game.players[0]
        whole = {"edition": edition, "rounds": 6, "marks": player.marks(), "actions": player.actions()}
        found.append((edition, json.loads(json.dumps(whole))))
    return found


@cache
def sheets() -> list[str]:
    return [name for name in layouts() if name in _shipped() and name != "objectives"]


def _shipped() -> dict[str, Path]:
    from sheetgen.resources import shipped_layouts

    return shipped_layouts()


@cache
def profiles() -> list[Any]:
    import yaml

    text = (ROOT / "sheetgen/press/profiles.yaml").read_text("utf-8")
    shipped = list(yaml.safe_load(text).values())
    return [*shipped, {"extends": "press-x4", "bleed": 5, "marks": {"registration": False}}]


@cache
def catalogues() -> list[bytes]:
    """The heads of the shipped catalogues, each with a few of its messages."""
    found = []
    for path in sorted(data_folder("locales").glob("*/LC_MESSAGES/sheetgen.po")):
        blocks = path.read_bytes().split(b"\n\n")
        plural = [block for block in blocks if b"msgid_plural" in block]
        found += [b"\n\n".join([blocks[0], *blocks[i : i + 6], *plural[:1]]) + b"\n" for i in (1, 50, 120)]
    return found


@cache
def pdfs() -> list[bytes]:
    """A good file for a print shop by hand, and one sheet as we print it; both with their contents open to see."""
    import pikepdf

    from sheetgen.drawing.sheet import draw_sheet
    from sheetgen.formats.pdf import as_pdf
    from sheetgen.layout import load
    from tests.press.broken import X1A, good

    found = []
    for pdf in (good(X1A), pikepdf.open(BytesIO(as_pdf(draw_sheet(load("classic")))))):
        stream = BytesIO()
        pdf.save(stream, deterministic_id=True, compress_streams=False)
        found.append(stream.getvalue())
    return found


REQUEST = (
    b"POST /api/%s HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Studio-Key: {key}\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
)


def requests() -> list[bytes]:
    """What the page sends, and what a browser asks for; the port and the key are put in before they are sent."""
    small = "schema: 1\nextends: classic\ntitle: Mine\n"
    asked: list[tuple[str, dict[str, Any]]] = [
        ("hello", {}),
        ("open", {"name": "mine.yaml"}),
        ("save", {"name": "mine.yaml", "text": small, "base": ""}),
        ("keep", {"name": "mine.yaml", "text": small, "base": "x"}),
        ("forget", {"name": "mine.yaml"}),
        ("new", {"name": "new.yaml", "edition": "classic", "whole": True}),
        ("news", {}),
    ]
    bodies = [(name.encode(), json.dumps(data).encode()) for name, data in asked]
    posts = [REQUEST % (name, len(body), body) for name, body in bodies]
    host = b"Host: localhost:{port}\r\n"
    gets = [
        b"GET / HTTP/1.1\r\n" + host + b"Sec-Fetch-Site: none\r\n\r\n",
        b"GET /codemirror.js?v=1 HTTP/1.1\r\n" + host + b"Origin: http://localhost:{port}\r\nConnection: close\r\n\r\n",
        b"HEAD /index.html HTTP/1.0\r\n" + host + b"\r\nGET / HTTP/1.1\r\n\r\n",
        b"GET http://x/ HTTP/9.9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]
    return posts + gets


def jobs() -> list[Any]:
    """What the page has the studio draw, play and print."""
    small = "schema: 1\nextends: classic\ntitle: Mine\n"
    base = {"name": "mine.yaml", "text": small, "view": {"theme": "light", "language": "fr", "side": "both"}}
    game = {
        "players": ["Ada", "Ben"], "seed": 3, "moves": [], "dice": {"0": "Y1 B2 G5 O3 P3 W6"}, "orders": [],
        "setting": ["round: 3", "sheet Ada: yellow.r1c1 x"],
    }  # fmt: skip
    pencil = {"marks": {"yellow.r1c1": "x", "purple.1": 3}, "rounds": 3, "actions": {"reroll": {"unlocked": 2}}}
    record = "edition: mine\nplayers: Ada\nthrow: Y1 B2 G5 O3 P3 W6\ntake P3 purple.1\n"
    return [
        {"job": "draw", **base, "game": game, "why": {"cell": "green.1", "die": "green"}, "seat": 1},
        {"job": "draw", **base, "pencil": pencil},
        {"job": "load", **base, "content": record},
        {"job": "load", **base, "content": json.dumps({"edition": "mine", "marks": {"yellow.r1c1": "x"}})},
        {"job": "store", **base, "game": game, "kind": "record"},
        {"job": "store", **base, "pencil": pencil, "kind": "marks"},
        {"job": "new", "name": "mine.yaml", "edition": "mix", "whole": True},
        {"job": "export", **base, "wish": {"kind": "svg", "sheets": 4, "paper": "A4", "both sides": True}},
    ]


@cache
def words() -> list[str]:
    """The words of the layout language."""
    found: dict[str, None] = {}

    def collect(node: object) -> None:
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("properties", "$defs", "patternProperties") and isinstance(value, dict):
                    found.update(dict.fromkeys(map(str, value)))
                if key in ("enum", "const", "examples"):
                    listed = value if isinstance(value, list) else [value]
                    found.update(dict.fromkeys(str(word) for word in listed))
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    collect(json.loads((data_folder("layouts") / "schema.json").read_text("utf-8")))
    return list(found)


RECORD_WORDS = (
    "edition: ", "players: ", "throw: ", "order: ", "expect: ", "sheet: ", "actions: ", "round: ", "turn: ", "slots: ",
    "platter: ", "bonus: ", "take ", "place ", "extra ", "pass", "done", "reroll", "return ", "lay ", "rethrow ",
    "stand", "variant: two", "total ", "classic", "double", "cubed", "deluxe", "mix", "objectives", "msgid ", "msgstr ",
    "msgid_plural ", "msgstr[0] ", "#, fuzzy", "Plural-Forms: nplurals=2; plural=(n != 1);", "charset=UTF-8",
    "/MediaBox", "/Contents", "/Resources", "/XObject", "/Font", "/FlateDecode", "stream\n", "endstream", " 0 R",
)  # fmt: skip


def dictionary() -> str:
    """All words as libFuzzer reads them."""
    lines = []
    for word in (*words(), *RECORD_WORDS):
        escaped = "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\x{b:02x}" for b in word.encode())
        if escaped:
            lines.append(f'"{escaped}"')
    return "\n".join(lines) + "\n"
