"""What fuzzing starts from: the shipped files, cut into small pieces where they are large, and the words in them."""

import json
import zlib
from functools import cache
from hashlib import sha256
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
        "setting": ["round: 3", "sheet Ada: yellow.r1c1"],
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
        {"job": "touch", **base, "element": "blue.r1c2"},
        {"job": "edit", **base, "change": {"do": "set", "steps": ["zones", "blue", "cells", 0, 1], "value": 5}},
        {"job": "palette", **base, "wish": {"zone": "blue"}},
        {"job": "changes", "before": small, "text": f"{small}age: 9\n"},
        {"job": "advise", **base, "game": game, "wish": {"bot": "greedy"}},
        {"job": "bots", **base, "game": {**game, "bots": ["", "random"]}},
        {"job": "figures", **base, "wish": {"what": "quick", "players": 1, "bot": "random", "seed": 1}},
        {"job": "figures", "name": "mine.yaml", "run": "0123456789abcdef01234567", "stop": True, "language": "de"},
        {"job": "clause", **base, "wish": {"clause": "C4"}, "language": "en"},
        {"job": "parent", **base, "wish": {"file": "classic"}},
        {"job": "starts", "language": "es"},
        {"job": "picture", "edition": "meadow", "language": "fr"},
        {"job": "remember", "name": "mine.yaml", "kind": "versions", "content": [{"text": small, "at": 1}]},
        {"job": "recall", "name": "mine.yaml"},
    ]


def publishers() -> list[Any]:
    """Files of publishers, with everything that they can say."""
    return [
        {
            "title": {"en": "Rules", "de": "Regeln"}, "address": "https://rules.example.org/clever/",
            "logo": "logo.svg", "languages": ["en", "de"], "editions": ["classic", "mine.yaml"],
            "colours": {"header": "#204060", "links": "#AA3300"}, "imprint": "https://example.org/imprint",
            "pages": ["print", "compare"], "feedback": "mailto:a@example.org",
        },
        {"title": "My rules"},
    ]  # fmt: skip


LOGO = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">
<style>.a { fill: #123456 }</style><defs><path id="p" d="M0 0 L9 9"/></defs><use xlink:href="#p" class="a"/></svg>"""
SYMBOLS = (
    "M0 10 L5 0 L10 10 Z", "m10 10 h20 v-20 z", "M1 1C2 2 3 3 4 4S5 6 7 8Q1 2 3 4T9 0A3 4 20 0 1 8 8z",
    "M0,0 1,0 1e1-.5.5 0 1 1z", "M0 0 A1e-300 1e-300 0 0 1 10 10 L0 10 Z",
    "M0 0 L10 0 L10 10 L0 10 A1e-320 1e-320 0 0 1 0 0 Z",
)  # fmt: skip


@cache
def open_weights() -> bytes:
    """What is inside the file of an expert: a line with sizes, then numbers."""
    from sheetgen.lab.expert import NAME
    from sheetgen.lab.training import FOLDER

    return zlib.decompress((FOLDER / "classic.expert").read_bytes()[len(NAME) : -32])


def packed_weights(inside: bytes) -> bytes:
    """A file of an expert, whatever is inside, with its checksum."""
    from sheetgen.lab.expert import NAME

    content = NAME + zlib.compress(inside, 1)
    return content + sha256(content).digest()


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
