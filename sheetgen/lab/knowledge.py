"""What the planner has learned about a layout: packed to travel, and kept from one run to the next."""

import hashlib
import json
import sys
import zlib
from array import array
from ast import literal_eval
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sheetgen.engine.rules import Rules
from sheetgen.files import write_file
from sheetgen.lab.learning import GAMES, learn
from sheetgen.lab.valuation import Valuation
from sheetgen.layout.parts.bonus import parse_bonus
from sheetgen.resources import cache_folder

VERSION = 1  # of what is learned and how: raise it when features or learning change


def knowledge_of(
    rules: Rules,
    players: int,
    *,
    games: int = GAMES,
    folder: Path | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> bytes:
    """What there is to know about a layout: from the folder of earlier runs, or learned now and kept there."""
    path = (folder or cache_folder()) / f"planner-{fingerprint(rules, players, games)}.bin"
    with suppress(OSError):
        data = path.read_bytes()
        if is_sound(data):
            return data
    data = pack(learn(rules, players, games, progress=progress))
    with suppress(OSError):  # a folder that cannot be written only means to learn again
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)
    return data


def is_known(rules: Rules, players: int, *, games: int = GAMES) -> bool:
    """Was the layout learned before?"""
    return (cache_folder() / f"planner-{fingerprint(rules, players, games)}.bin").is_file()


def fingerprint(rules: Rules, players: int, games: int) -> str:
    """Tells layouts apart by everything that they say."""
    return f"{rules.layout.digest()}-{players}-{games}-v{VERSION}"


def pack(valuation: Valuation) -> bytes:
    """Knowledge as bytes that any process can read; they end with a checksum."""
    weights = array("f", [w for own in valuation.weights for vector in own for w in vector])
    if sys.byteorder == "big":
        weights.byteswap()
    told = {
        "features": [repr(feature) for feature in valuation.features.numbers],
        "badges": [[str(badge), round_, round(worth, 3)] for (badge, round_), (worth, _) in valuation.badges.items()],
        "spread": [round(spread, 3) for spread in valuation.spread],
        "weights": b64encode(weights.tobytes()).decode(),
    }
    data = zlib.compress(json.dumps(told).encode(), 6)
    return data + hashlib.sha256(data).digest()


def is_sound(data: bytes) -> bool:
    """Are packed bytes whole?"""
    return len(data) > 32 and hashlib.sha256(data[:-32]).digest() == data[-32:]


def unpack(data: bytes, rules: Rules, players: int) -> Valuation:
    """Knowledge back from bytes."""
    told = json.loads(zlib.decompress(data[:-32]))
    valuation = Valuation(rules, players)
    for feature in told["features"]:
        valuation.features.number(literal_eval(feature))
    weights = array("f")
    weights.frombytes(b64decode(told["weights"]))
    if sys.byteorder == "big":
        weights.byteswap()
    flat, heads, features = weights.tolist(), valuation.heads, len(told["features"])
    for round_ in range(len(valuation.weights)):
        start = round_ * features * heads
        valuation.weights[round_] = [flat[start + i * heads : start + (i + 1) * heads] for i in range(features)]
    valuation.badges = {(parse_bonus(badge), round_): [worth, 1.0] for badge, round_, worth in told["badges"]}
    valuation.spread = told["spread"]
    return valuation
