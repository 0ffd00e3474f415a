"""Makes layouts by chance: sheets composed of all kinds of parts, shipped layouts with some values changed, odd ones.

The same seed gives the same layout. Many of them are wrong, which `check` has to say; those that it passes must keep
the promise of `tests/promise/test_promise.py`.
"""

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import yaml

from sheetgen.layout import load, read
from sheetgen.resources import shipped_layouts, shipped_variants

Tree = Any
SYMBOLS = ("sun", "drop", "leaf", "flame", "gem", "heart", "moon", "wave", "acorn")
COLOURS = ("#E2B400", "#0077BD", "#00A139", "#E06B00", "#5B2A86", "#C23B70", "#1F2A54", "#2B9C93", "#7A4A2B")
NAMES = ("amber", "blue", "clay", "dusk", "red1", "red2", "sea-green", "violet", "x9")
ACCEPTS = (
    "same number", "at least", "higher than the one before", "lower than the one before", "at most the one before",
    "at least the one before", "one step", "even", "anything",
)  # fmt: skip
ORDERS = (
    "anywhere", "left to right", "right to left", "left to right with skips", "outward", "row by throw",
    "pair by pair", "next of a chosen row",
)  # fmt: skip
RULINGS = {
    "lost throw": ("dice stay", "dice leave"),
    "last resort": ("as they lie", "with actions"),
    "simultaneous bonuses": ("in any order", "in printed order"),
    "returns": ("several", "one"),
    "negative fox": ("counts", "is zero"),
    "equal dice": ("player chooses", "at random"),
    "number badge": ("multiplied", "as printed"),
    "last sweep": ("no", "yes"),
    "free row": ("any row", "tinted cells"),
    "extra die matches": ("where it lies", "none"),
}


class Maker:
    """Composes one layout; every choice comes from one source of chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = self.random.sample(NAMES, self.random.choice((1, 2, 2, 3, 3, 4, 5, 5, 6, 8)))
        self.wild = self.chance(0.75)
        self.actions: dict[str, Tree] = {}
        self.takes_numbers: dict[str, bool] = {}

    def chance(self, share: float) -> bool:
        """True in that share of the calls."""
        return self.random.random() < share

    def one(self, *things: Tree) -> Tree:
        """One of several things."""
        return self.random.choice(things)

    def layout(self) -> Tree:
        """A whole layout, as the data of its file."""
        self._choose_actions()
        zones = {name: self._zone(name) for name in self.names}
        for name in self.names:
            self._add_badges(zones[name], self.takes_numbers[name])
        for action in self.actions.values():
            if self.chance(0.2) and "slots" in action:
                action["end"] = self.badge()
        players = self.one(
            {1: 2}, {1: 3, 2: 2}, {1: 6, 2: 6, 3: 5, 4: 4}, {2: 2}, {1: 7, 2: 8}, {2: 3, 3: 1, 4: 1, 5: 1}
        )
        dice = {
            name: {"colour": COLOURS[NAMES.index(name)], "symbol": SYMBOLS[NAMES.index(name)]} for name in self.names
        }
        if self.wild:
            dice["white"] = {"colour": "#FFFFFF"}
        layout: Tree = {"schema": 1, "title": "Chance", "dice": dice, "rounds": {"by players": players}, "zones": zones}
        if self.wild:
            layout["wild"] = "white"
        if self.actions:
            layout["actions"] = self.actions
        self._add_rules(layout, players)
        layout |= self._arrangement()
        return layout

    def _add_rules(self, layout: Tree, players: dict[int, int]) -> None:
        """Add what a layout may do without: badges of rounds, die slots, passing, solo play, rulings, foxes."""
        if self.chance(0.5):
            count = self.random.randint(1, max(players.values()))
            layout["rounds"]["bonuses"] = [self.badge() if self.chance(0.8) else None for _ in range(count)]
        if self.chance(0.3):
            layout["die slots"] = [["I", "II", "III", "IV"][i] for i in range(self.random.randint(1, 4))]
        if self.chance(0.6):
            layout["may waive"] = self.one(["active"], ["passive"], ["active", "passive"])
        if 1 in players and self.chance(0.7):
            layout["solo"] = self._solo()
        if self.chance(0.5):
            layout["rulings"] = {key: self.one(*RULINGS[key]) for key in self.random.sample(sorted(RULINGS), 4)}
        if self.chance(0.2):
            layout["foxes"] = {"worth": self.random.randint(1, 20)}

    def _choose_actions(self) -> None:
        for name in ("reroll", "return", "joker", "polish", "extra die"):
            if self.chance(0.35):
                slots: Tree = self.random.randint(1, 8)
                if name == "joker":
                    slots = [self.one(1, 3, 6, "?") for _ in range(self.random.randint(1, 6))]
                self.actions[name] = {"slots": slots}
        for group in ("blend", "brew"):
            if self.chance(0.15):
                kinds = self.random.sample(["polish", "return", "reroll", "joker"], 2)
                self.actions[group] = {"lists": {kind: {"slots": 3} for kind in kinds}, "name": group}

    def badge(self) -> str:
        """A badge: a fox, an action, or something for a zone."""
        if self.chance(0.2):
            return "fox"
        if self.actions and self.chance(0.4):
            return str(self.one(*self.actions))
        target = self.one(*self.names)
        number = f"{self.random.randint(1, 6)}"
        if self.chance(0.2):
            target, kinds = "any", {True: number, False: "X"}
            fixed = kinds[self.one(*set(self.takes_numbers.values()))]
        else:
            fixed = number if self.takes_numbers[target] != self.chance(0.02) else "X"
        text = f"{self.one('?', fixed)} {target}"
        return f"{text} or ? any" if self.chance(0.04) else text

    def _zone(self, name: str) -> Tree:
        order = self.one(*ORDERS)
        shape = self.one("row", "grid") if order == "anywhere" else "row"
        if order in ("row by throw", "next of a chosen row"):
            shape = "grid"
        free = ("same number", "at least", "even", "anything")
        accepts = (
            self.one(*free) if order == "anywhere" or (shape == "grid" and self.chance(0.5)) else self.one(*ACCEPTS)
        )
        if (order == "outward") != (accepts == "one step") and self.chance(0.98):
            accepts = "one step" if order == "outward" else "anything"
        numbers = accepts in ("same number", "at least") if self.chance(0.96) else self.chance(0.5)
        cells, count, rows = self._cells(order, shape, numbers)
        zone: Tree = {"cells": cells, "order": order, "accepts": self._accepts(accepts, rows)}
        writes = not numbers
        exact = order == "anywhere" and accepts == "same number"
        if self.chance(0.3 if exact else 0.02):
            zone["marks"] = self.one("cross", "number", "circle then cross")
            writes = zone["marks"] == "number"
        self._choose_value(zone, name, cells, writes)
        if self.chance(0.4 if exact and "value" not in zone else 0.01):
            zone["extra marks"] = self.one("swept dice", "matching dice", "matching dice")
        if zone.get("extra marks") == "swept dice" and shape == "grid":
            zone["row dice"] = [self.one(*self.names) for _ in range(rows)]
        if self.chance(0.3):
            zone["free choice"] = self.one("face", "any value", *(["one more than the one before"] if writes else []))
        zone["points"] = self._points(writes, cells, count, rows, order)
        self.takes_numbers[name] = writes
        return zone

    def _cells(self, order: str, shape: str, numbers: bool) -> tuple[Tree, int, int]:
        """Return the cells, how many can be marked, and the number of rows."""
        random = self.random
        if order == "outward":
            left, right = random.randint(1, 6), random.randint(1, 6)
            return ["_"] * left + ["=7"] + ["_"] * right, left + right, 1
        if shape == "row":
            count = random.randint(1, 14)
            count += count % 2 if order == "pair by pair" else 0
            if not numbers:
                return count, count, 1
            return [random.randint(1, 6) for _ in range(count)], count, 1
        rows, columns = random.randint(1, 3 if order == "row by throw" else 5), random.randint(1, 6)
        crosses = self.chance(0.3)
        grid: Tree = []
        for _ in range(rows):
            line: Tree = [random.randint(1, 6) if numbers else "_" for _ in range(columns)]
            if crosses and self.chance(0.7):
                line[random.randrange(columns)] = "x"
            if self.chance(0.5) or order == "row by throw":
                tinted = random.randrange(columns)
                line[tinted] = f"{line[tinted]}*"
            grid.append(line)
        count = sum("x" not in str(cell) for line in grid for cell in line)
        return grid, count, rows

    def _accepts(self, kind: str, rows: int) -> Tree:
        if kind in ("higher than the one before", "lower than the one before") and self.chance(0.7):
            return {kind: {"restart after": self.one(6, 1, 3)}}
        if kind == "one step":
            return {kind: {"restart with": 7}}
        if rows > 1 and self.chance(0.2):
            return {"by row": [self.one(kind, "anything", "even") for _ in range(rows)]}
        return kind

    def _choose_value(self, zone: Tree, name: str, shape: Tree, writes: bool) -> None:
        others = [other for other in [*self.names, *(["white"] if self.wild else [])] if other != name]
        cells = _size(shape)
        kind = self.one("face", "face", "sum with", "plus the platter", *(["times", "half or star"] if writes else []))
        if zone["order"] == "outward":
            kind = "sum with"
        if kind == "sum with" and others:
            zone["value"] = {kind: self.one(*others)}
        elif kind == "times":
            zone["value"] = {kind: [self.random.randint(1, 3) for _ in range(cells)]}
        elif kind == "half or star":
            zone["value"] = {kind: [None, *(self.one(1, 2, 3, None) for _ in range(cells - 1))]}
        elif kind == "plus the platter":
            zone["value"] = kind

    def _points(self, writes: bool, cells: Tree, count: int, rows: int, order: str) -> Tree:
        grid = not isinstance(cells, int) and isinstance(cells[0], list)
        ladder = sorted(self.random.randint(0, 60) for _ in range(count))
        kinds: dict[str, Tree] = {"by count": ladder}
        if writes:
            kinds |= {"sum": True, "each entry": {"at least 4": 3, "at most 1": 2}}
        if not grid:
            kinds["above the last"] = sorted(self.random.randint(0, 60) for _ in range(_size(cells)))
        if order == "outward":
            kinds["outermost both ways"] = [None if cell == "=7" else self.random.randint(0, 20) for cell in cells]
            del kinds["above the last"]
        if writes and order == "pair by pair":
            kinds["pair differences"] = True
        if grid and writes:
            kinds["row sums"] = [self.one(1, -1, 0, 2) for _ in range(rows)]
        if grid:
            kinds["full rows"] = [self.random.randint(1, 20) for _ in range(rows)]
        chosen = self.random.sample(sorted(kinds), min(len(kinds), self.one(1, 1, 2)))
        return {kind: kinds[kind] for kind in chosen}

    def _add_badges(self, zone: Tree, writes: bool) -> None:
        cells = zone["cells"]
        bonus: Tree = {}
        if isinstance(cells, int) or not isinstance(cells[0], list):
            count = cells if isinstance(cells, int) else len(cells)
            for number in self.random.sample(range(1, count + 1), self.random.randint(0, min(count, 7))):
                bonus[number] = self.badge()
            if bonus and self.chance(0.2 if writes else 0.02):
                bonus["only from"] = [self.one(None, 2, 4) for _ in range(count)]
            if count > 1 and self.chance(0.15):
                bonus = {"between cells": [self.badge() if self.chance(0.5) else None for _ in range(count - 1)]}
        else:
            rows, columns = len(cells), len(cells[0])
            if self.chance(0.6):
                bonus["rows"] = [self.badge() if self.chance(0.8) else None for _ in range(rows)]
            if self.chance(0.5):
                bonus["columns"] = [self.badge() if self.chance(0.8) else None for _ in range(columns)]
            if self.chance(0.2):
                bonus["diagonal"] = self.badge()
            if rows > 1 and self.chance(0.15):
                bonus["between rows"] = [
                    [self.badge() if self.chance(0.6) else None for _ in range(columns)] for _ in range(rows - 1)
                ]
            if self.chance(0.2):
                circles = ["circles"] if zone.get("marks") == "circle then cross" else []
                bonus["needs"] = self.one("all cells", "tinted cells", *circles)
        if bonus:
            zone["bonus"] = bonus

    def _solo(self) -> Tree:
        solo: Tree = {"rounds": self.random.randint(1, 9)}
        dice = len(self.names) + self.wild
        if self.chance(0.5) or dice < 3:
            solo["platter"] = self.random.randint(1, min(dice, 4))
        if dice - solo.get("platter", 3) <= 3:
            solo["others"] = self.one("nowhere", "on the slots", "on the slots, nearest on top")
        if self.chance(0.5):
            solo["ratings"] = [{"from": 100, "label": "Good"}, {"from": 0, "label": "Try again"}]
        return solo

    def _arrangement(self) -> Tree:
        head = ["rounds", "dice", *(["actions"] if self.actions else [])]
        if self.chance(0.5):
            rows: Tree = [{"panels": [head[0]]}, {"panels": head[1:]}]
        else:
            rows = [{"panels": head}]
        names = list(self.names)
        back: Tree = []
        if len(names) > 3 and self.chance(0.2):
            back, names = [{"panels": [name]} for name in names[3:]], names[:3]
        while names:
            taken = self.one(1, 1, 2)
            rows.append({"panels": names[:taken]})
            names = names[taken:]
        sheet: Tree = {"rows": rows}
        if self.chance(0.5):
            sheet["size"] = self.one("120 x 171", "A5", "A4", "150 x 150", "120 x 220")
        return {"sheet": sheet} | ({"back": {"rows": back}} if back else {})


def composed(seed: int) -> str:
    """A layout that stands alone, composed of parts by chance."""
    return yaml.safe_dump(Maker(seed).layout(), sort_keys=False, allow_unicode=True)


def changed(seed: int) -> str:
    """A shipped layout with one to four of its values changed, as a file that stands alone."""
    random = Random(seed)
    files = {**shipped_layouts(), **shipped_variants()}
    tree = _whole(str(files[random.choice(sorted(files))]))
    for _ in range(random.choice((1, 1, 2, 2, 3, 4))):
        _change(tree, random)
    return yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)


def extending(seed: int) -> str:
    """A layout that extends a shipped edition, with a few blocks of another one or of chance."""
    random = Random(seed)
    maker = Maker(seed)
    parent = random.choice([name for name in sorted(shipped_layouts()) if name != "objectives"])
    tree: Tree = {"schema": 1, "extends": parent, "title": "Chance"}
    whole = _whole(parent)
    maker.names = list(whole["zones"])
    maker.actions = dict.fromkeys(whole.get("actions", {}))
    maker.wild = True
    maker.takes_numbers = dict(_takes_numbers(parent))
    other = _whole(random.choice([name for name in sorted(shipped_layouts()) if name != "objectives"]))
    for key in random.sample(
        ("rounds", "solo", "rulings", "may waive", "actions", "zone", "zone", "points", "bonus"), 2
    ):
        if key == "zone":
            name = random.choice(maker.names)
            zone = maker._zone(name)
            maker._add_badges(zone, maker.takes_numbers[name])
            tree.setdefault("zones", {})[name] = {"replace": True, **zone}
        elif key in ("points", "bonus"):
            name = random.choice(maker.names)
            zone = random.choice(list(other["zones"].values()))
            if key in zone:
                tree.setdefault("zones", {}).setdefault(name, {})[key] = zone[key]
        elif key == "solo":
            tree[key] = maker._solo()
        elif key == "rounds":
            tree[key] = {"bonuses": [maker.badge() for _ in range(random.randint(1, 6))]}
        elif key in other:
            tree[key] = other[key]
    return yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)


WORDS = (
    "{x}", "{zone} {n}", "%s", "<b>B</b>", "</text>", "*a* _b_", "a|b", "[[x]]", "{{ x }}", "{% if %}", "{# c #}",
    "a\\b", '"q"', "'", "`c`", "# h", "- a", "&amp;", " lead", "a\nb", "Привет", "½", "0", "null", "~", "=7", "fox",
    "WWWWWWWWWWWW", "", "C:\\x", "{: #id }", "[^1]",
)  # fmt: skip
KEYS = (
    "a", "ab", "on", "null", "x", "x1", "star", "half", "joker", "take", "throw", "platter", "none", "r1c2", "fox",
    "foxes", "total", "zones", "rounds", "round", "slot", "solo", "index", "any", "or", "best", "constructor", "nan",
    "score", "over", "pending", "active", "mix", "extra-die", "a__", "c1", "abcdefghijklmnopqrstuvwx", "back",
)  # fmt: skip
NAMED = ("title", "about", "name", "colour name", "label", "side", "rule")  # keys of texts


def odd(seed: int) -> str:
    """A sheet or a deck with odd names and texts, other limits of bands, players, foxes, ends of lists, or variants."""
    random = Random(seed)
    files = {**shipped_layouts(), **shipped_variants()}
    tree = Maker(seed).layout() if random.random() < 0.4 else _whole(str(files[random.choice(sorted(files))]))
    is_sheet = "zones" in tree
    own = [_odd_texts, _odd_names, *([_odd_sheet] * 3 if is_sheet else [_odd_cards] * 3)]
    for _ in range(random.choice((1, 1, 2, 3))):
        tree = random.choice(own)(tree, random)
    return yaml.safe_dump(tree, sort_keys=False, allow_unicode=True)


def _odd_texts(tree: Tree, random: Random) -> Tree:
    """The tree with other texts and translations, whatever signs are in them."""
    for *way, last in random.sample(places := _places(tree), len(places)):
        if last in NAMED and way[:1] != ["translations"] and random.random() < 0.3:
            holder = tree
            for step in way:
                holder = holder[step]
            if isinstance(holder[last], str):
                holder[last] = " ".join(random.sample(WORDS, random.choice((1, 2))))
    tree["translations"] = {
        language: {str(tree["title"]): random.choice(WORDS), **{name: random.choice(WORDS) for name in list(WORDS)[:5]}}
        for language in random.sample(("de", "es", "fr", "it"), 2)
    }
    if "zones" in tree and random.random() < 0.5:
        tree["die slots"] = [random.choice(WORDS)[:3] for _ in tree.get("die slots", range(3))]
    return tree


def _odd_names(tree: Tree, random: Random) -> Tree:
    """The tree with another key for a die, a zone, a group of actions, a deck or a card."""
    blocks = [tree[key] for key in ("dice", "zones", "decks", "cards", "actions") if isinstance(tree.get(key), dict)]
    old = random.choice([*random.choice([block for block in blocks if block])])
    renamed = _with_name(tree, str(old), random.choice(KEYS))
    is_sound = old not in tree and len(_places(renamed)) == len(_places(tree))
    return renamed if is_sound else tree


def _with_name(value: Tree, old: str, new: str) -> Tree:
    if isinstance(value, dict):
        return {new if key == old else key: _with_name(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_name(item, old, new) for item in value]
    if isinstance(value, str) and value.split(" ")[-1] == old:
        return value.removesuffix(old) + new
    return value


def _odd_sheet(tree: Tree, random: Random) -> Tree:
    """The tree with one of the values of a sheet that the other kinds leave as they are."""
    zones, change = (
        tree["zones"],
        random.choice(("bands", "solo", "foxes", "ladder", "die", "ends", "outward", "set up")),
    )
    zone = zones[random.choice(sorted(zones))]
    match change:
        case "bands":
            best = random.choice((300, 0, -20))
            limits = (None, None, None, f"> {best}", f"< {best}", f"{best + 20}-{best + 40}", "> 20", "< 20", "40-20")
            bands = [{"from": best - 20 * i, "label": f"Band {i}"} for i in range(random.choice((1, 2, 9, 20)))]
            noted = [{"printed": limit} if (limit := random.choice(limits)) else {} for _ in bands]
            tree["solo"] = (tree.get("solo") or {}) | {"ratings": [a | b for a, b in zip(bands, noted, strict=True)]}
        case "solo":
            tree["solo"] = (tree.get("solo") or {}) | {"nearest to": "the dice tower", "rounds": random.randint(1, 12)}
            tree["rounds"]["by players"] = random.choice(({1: 1}, {8: 3}, {2: 12}, dict.fromkeys(range(1, 9), 4)))
            tree["rounds"]["bonuses"] = []
        case "foxes":
            tree["foxes"] = {"worth": random.choice((0, -5, 999))}
        case "ladder" if isinstance(points := zone["points"], dict):
            for kind in set(points) & {"by count", "above the last", "per row by count", "full columns", "row sums"}:
                points[kind] = [random.choice((-9999, -1, 0, 0, 9999)) for _ in points[kind]]
        case "die":
            zone["die"] = random.choice(sorted(tree["dice"]))
        case "ends":
            ends = ("fox", "? any", *tree.get("actions", {}))
            for action in tree.get("actions", {}).values():
                for track in action.get("lists", {"": action}).values():
                    track["end"] = random.choice(ends)
        case "outward":
            left, right = random.choice(((0, 3), (3, 0), (1, 1)))
            tree["zones"] = zones | {random.choice(sorted(zones)): _outward(left, right, random)}
        case "set up":
            side = random.choice(("blue star", "red fox", *WORDS))
            tree["set up"] = {"side": side, "dice tower": True, "starts": "the lowest roll", "sheets": "wipe-clean"}
    return tree


def _outward(left: int, right: int, random: Random) -> Tree:
    cells = [random.choice(("_", "_", "_", "_", "x")) for _ in range(left + right)]
    cells.insert(left, random.choice(("=7", "=1", "=0")))
    return {"cells": cells, "order": "outward", "accepts": {"one step": {"restart with": 3}}, "points": "sum"}


def _odd_cards(tree: Tree, random: Random) -> Tree:
    """The tree of a deck with other numbers of dice, cards, decks and players, or another variant for two."""
    change = random.choice(("dice", "cards", "players", "variant", "holds"))
    match change:
        case "dice":
            tree |= {"dice": random.choice((4, 5, 6, 8)), "rethrows": random.choice((0, 1))}
        case "cards":
            names = random.sample(sorted(tree["cards"]), random.randint(1, 5))
            tree["cards"] = {name: tree["cards"][name] for name in names}
            tree["rounds"] = {"by players": {2: 1}}
        case "players":
            tree["rounds"] = {"by players": random.choice(({1: 5}, {3: 3}, {2: 2, 3: 3}))}
        case "variant":
            numbers = {"decks": random.randint(1, 3), "cards a round": random.randint(1, 3)}
            tree["variant for two"] = random.choice((None, numbers))
        case "holds":
            card = tree["cards"][random.choice(sorted(tree["cards"]))]
            rules = ("always", {"equal": [2, 2, 1]}, {"straight": 7}, {"only": [3, 3]}, {"sum at most": 9})
            card |= {"holds": random.choice(rules), "drawn": None}
    return tree


def _size(cells: Tree) -> int:
    """How many cells there are, printed ones included."""
    if isinstance(cells, int):
        return cells
    return sum(len(row) if isinstance(row, list) else 1 for row in cells)


KINDS = {"composed": composed, "changed": changed, "extending": extending, "odd": odd}


def _whole(name: str) -> Tree:
    return deepcopy(_data(name))


@cache
def _data(name: str) -> Tree:
    return read(name).data()


@cache
def _takes_numbers(name: str) -> dict[str, bool]:
    """Which zones of a shipped layout are written in with numbers."""
    return {zone: rules.writes for zone, rules in getattr(load(name).edition, "zones", {}).items()}


def _change(tree: Tree, random: Random) -> None:
    """Change one value of a tree in place: another number, another of the values beside it, or nothing."""
    places = [
        place for place in _places(tree) if place[0] not in ("schema", "translations", "credits", "title", "about")
    ]
    *way, last = random.choice(places)
    holder = tree
    for step in way:
        holder = holder[step]
    value = holder[last]
    if isinstance(value, bool) or value is None:
        holder[last] = random.choice((True, False, None, 1, "fox"))
    elif isinstance(value, int):
        holder[last] = random.choice((value + 1, max(0, value - 1), value * 2, 0, 1, 6, 12, 40))
    elif isinstance(value, str):
        siblings = [other for other in _values(tree) if isinstance(other, str) and len(other) < 40]
        holder[last] = random.choice(siblings)
    elif isinstance(value, list) and value:
        change = random.choice(("drop", "twice", "reverse", "move"))
        if change == "drop":
            value.pop(random.randrange(len(value)))
        elif change == "twice":
            value.insert(random.randrange(len(value)), deepcopy(random.choice(value)))
        elif change == "reverse":
            value.reverse()
        else:
            value.append(value.pop(random.randrange(len(value))))
    elif isinstance(value, dict) and value:
        if random.random() < 0.5:
            value.pop(random.choice(list(value)))
        else:
            blocks = [block for block in _values(tree) if isinstance(block, dict) and set(block) & set(value)]
            holder[last] = deepcopy(random.choice(blocks))


def _places(tree: Tree, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [place for key, value in entries for place in ((*here, key), *_places(value, (*here, key)))]


def _values(tree: Tree) -> list[Tree]:
    entries = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [found for value in entries for found in (value, *_values(value))]
