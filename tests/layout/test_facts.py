"""Every number of the six layouts against a second table, typed by hand from the printed sheets.

The table below is deliberately not derived from anything: a slip in a layout stays unseen only if the same
slip happened here.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from sheetgen.layout import CardEdition, SheetEdition, Zone, read
from sheetgen.layout.base import provenance_level, provenance_notes

ROUNDS = {1: 6, 2: 6, 3: 5, 4: 4}
ONE_TO_SIX = [1, 2, 3, 4, 5, 6]

# In a row of cells: a number, "x" a printed cross, "=7" a printed entry, "_" to write in, None no cell; a "*"
# behind it is a tint.
CLASSIC: dict[str, Any] = {
    "dice": {
        "yellow": "#FFD500",
        "blue": "#0077BD",
        "green": "#00A139",
        "orange": "#EF7C00",
        "purple": "#512383",
        "white": "#FFFFFF",
    },
    "die slots": ["", "", ""],
    "round badges": ["reroll", "extra die", "reroll", "X any or 6 any"],
    "actions": {"reroll": ([None] * 7, None), "extra die": ([None] * 7, None)},
    "zones": {
        "yellow": {
            "cells": [[3, 6, 5, "x"], [2, 1, "x", 5], [1, "x", 2, 4], ["x", 3, 4, 6]],
            "order": "anywhere",
            "accepts": ["same number"],
            "rows": ["X blue", "4 orange", "X green", "fox"],
            "diagonal": "extra die",
            "points": {"full columns": [10, 14, 16, 20]},
        },
        "blue": {
            "cells": [[None, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
            "order": "anywhere",
            "accepts": ["same number"],
            "sum with": "white",
            "rows": ["5 orange", "X yellow", "fox"],
            "columns": ["reroll", "X green", "6 purple", "extra die"],
            "points": {"by count": [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]},
        },
        "green": {
            "cells": [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6],
            "order": "left to right",
            "accepts": ["at least"],
            "under": {4: "extra die", 6: "X blue", 7: "fox", 9: "6 purple", 10: "reroll"},
            "points": {"above the last": [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]},
        },
        "orange": {
            "cells": ["_"] * 11,
            "order": "left to right",
            "accepts": ["anything"],
            "factors": [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3],
            "under": {3: "reroll", 5: "X yellow", 6: "extra die", 8: "fox", 10: "6 purple"},
            "points": {"sum": None},
        },
        "purple": {
            "cells": ["_"] * 11,
            "order": "left to right",
            "accepts": ["higher than the one before, restart after 6"],
            "under": {
                3: "reroll",
                4: "X blue",
                5: "extra die",
                6: "X yellow",
                7: "fox",
                8: "reroll",
                9: "X green",
                10: "6 orange",
                11: "extra die",
            },
            "points": {"sum": None},
        },
    },
    "may waive": [],
    "solo others": "nowhere",
    "back": "score table",
    "size": (120, 171),
    "bands": [
        (281, 5, "You're so clever!"),
        (260, 4, "Are you Einstein?"),
        (240, 3, "What a genius!"),
        (220, 2.5, "Impressive!"),
        (200, 2, "Hats off to you!"),
        (180, 1.5, "Great result!"),
        (160, 1, "That was pretty good."),
        (140, 0.5, "Not bad… you could do better."),
        (0, 0, "Try harder!"),
    ],
    "foxes": 5,
    "counts": {
        "reroll": 7,
        "extra die": 7,
        "fox": 5,
        "X blue": 3,
        "X yellow": 3,
        "X green": 3,
        "6 purple": 3,
        "4 orange": 1,
        "5 orange": 1,
        "6 orange": 1,
        "X any": 1,
        "6 any": 1,
    },
    "provenance": ("certain", {"sheet": "inferred"}),
}

DOUBLE: dict[str, Any] = {
    "dice": {
        "silver": "#909090",
        "yellow": "#FCC00C",
        "blue": "#0C48A2",
        "green": "#8AC63C",
        "pink": "#F084B4",
        "white": "#FFFFFF",
    },
    "die slots": ["", "", ""],
    "round badges": ["reroll", "extra die", "return", "? any"],
    "actions": {
        "reroll": ([None] * 6, "fox"),
        "return": ([None] * 6, "? pink"),
        "extra die": ([None] * 6, "? silver"),
    },
    "zones": {
        "silver": {
            "cells": [ONE_TO_SIX, ONE_TO_SIX, ONE_TO_SIX, ONE_TO_SIX],
            "row dice": ["yellow", "blue", "green", "pink"],
            "extra marks": "swept dice",
            "order": "anywhere",
            "accepts": ["same number"],
            "columns": ["extra die", "? yellow", "fox", "? blue", "? green", "? pink"],
            "points": {"per row by count": [2, 4, 7, 11, 16, 22]},
        },
        "yellow": {
            "cells": [
                [None, 3, None, 6],
                [1, None, 2, None],
                [None, 4, None, 3],
                [2, None, 5, None],
                [None, 5, None, 4],
            ],
            "order": "anywhere",
            "accepts": ["same number"],
            "marks": "circle then cross",
            "needs": "circles",
            "rows": ["? blue", "return", "? yellow", "? green", "? pink"],
            "columns": ["reroll", "extra die", "? silver", "fox"],
            "points": {"by count": [3, 10, 21, 36, 55, 75, 96, 118, 141, 165]},
        },
        "blue": {
            "cells": ["_"] * 12,
            "order": "left to right",
            "accepts": ["at most the one before"],
            "sum with": "white",
            "under": {
                2: "return",
                3: "? yellow",
                5: "extra die",
                6: "reroll",
                7: "? pink",
                9: "fox",
                10: "return",
                12: "? green",
            },
            "points": {"above the last": [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]},
        },
        "green": {
            "cells": ["_"] * 12,
            "order": "left to right",
            "accepts": ["anything"],
            "factors": [2, 2, 2, 1, 3, 3, 3, 2, 3, 1, 4, 1],
            "under": {
                2: "reroll",
                4: "? blue",
                5: "return",
                7: "fox",
                8: "? silver",
                9: "extra die",
                11: "? pink",
                12: "? yellow",
            },
            "points": {"pair differences": None},
        },
        "pink": {
            "cells": ["_"] * 12,
            "order": "left to right",
            "accepts": ["anything"],
            "thresholds": [None, None, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6],
            "under": {
                3: "reroll",
                4: "return",
                5: "extra die",
                6: "? green",
                7: "? yellow",
                8: "fox",
                9: "? silver",
                10: "reroll",
                11: "? blue",
                12: "? yellow",
            },
            "points": {"sum": None},
        },
    },
    "may waive": ["active", "passive"],
    "solo others": "nowhere",
    "back": "score table",
    "size": (120, 171),
    "bands": [
        (320, None, "Twice as clever!"),
        (300, None, "Points = IQ!"),
        (280, None, "Respect!"),
        (260, None, "This can't be luck!"),
        (240, None, "Everyone, look at this!"),
        (220, None, "Pretty, pretty clever!"),
        (200, None, "You've been training!"),
        (180, None, "You should be happy!"),
        (160, None, "On the right track."),
        (140, None, "You can do better."),
        (-999, None, "Half as clever."),
    ],
    "foxes": 6,
    "counts": {
        "reroll": 6,
        "return": 6,
        "extra die": 6,
        "fox": 6,
        "? any": 1,
        "? silver": 4,
        "? yellow": 6,
        "? blue": 4,
        "? green": 4,
        "? pink": 5,
    },
    "provenance": ("certain", {"sheet": "inferred"}),
}

CUBED: dict[str, Any] = {
    "dice": {
        "yellow": "#F4C542",
        "turquoise": "#2FB3AD",
        "blue": "#1F3B73",
        "brown": "#7A4B2B",
        "pink": "#E28BB4",
        "white": "#FFFFFF",
    },
    "die slots": ["I", "II", "III"],
    "round badges": ["reroll", "extra die", "joker", "? any"],
    "actions": {
        "reroll": ([None] * 7, "fox"),
        "joker": ([3, 4, 5, 6, "?", "?", "?"], "? pink"),
        "extra die": ([None] * 7, "? brown"),
    },
    "zones": {
        "yellow": {
            "cells": [[1, 2, 3, 4, "5*", "6*"], [1, 2, "3*", "4*", 5, 6], ["1*", "2*", 3, 4, 5, 6]],
            "order": "row by throw",
            "accepts": ["same number"],
            "between rows": [
                ["reroll", "joker", "? pink", "extra die", "? turquoise", "fox"],
                ["joker", "? turquoise", "? blue", "? brown", "? yellow", "extra die"],
            ],
            "points": {"per row by count": [2, 6, 12, 20, 30, 42]},
        },
        "turquoise": {
            "cells": [
                ["1*", "2*", "3*", "4*", "5*", "6*"],
                ["1*", "2*", "3*", "4*", "5*", 6],
                ["1*", "2*", "3*", 4, 5, 6],
                ["1*", "2*", 3, 4, 5, 6],
                ["1*", 2, 3, 4, 5, 6],
            ],
            "extra marks": "matching dice",
            "order": "anywhere",
            "accepts": ["same number"],
            "needs": "tinted cells",
            "rows": ["fox", "extra die", "? brown", "? turquoise", None],
            "columns": ["? brown", "? pink", "? yellow", "joker", "? blue", "reroll"],
            "points": {"per row by count": [1, 3, 6, 10, 15, 21]},
        },
        "blue": {
            "cells": ["_", "_", "_", "_", "_", "_", "=7", "_", "_", "_", "_", "_", "_"],
            "order": "outward",
            "accepts": ["one step, restart with 7"],
            "sum with": "white",
            "under": {
                1: "extra die",
                2: "? pink",
                4: "? yellow",
                5: "joker",
                9: "reroll",
                10: "? brown",
                12: "? turquoise",
                13: "fox",
            },
            "points": {
                "outermost both ways": [22, 17, 13, 9, 6, 3, None, 3, 6, 9, 13, 17, 22],
                "each entry": {("most", 4): 4, ("least", 10): 4},
            },
        },
        "brown": {
            "cells": [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3],
            "order": "left to right with skips",
            "accepts": ["same number"],
            "between": [
                "joker",
                "? pink",
                None,
                "reroll",
                "? turquoise",
                None,
                "extra die",
                "? blue",
                None,
                "? yellow",
                "fox",
            ],
            "points": {"by count": [2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90]},
        },
        "pink": {
            "cells": ["_"] * 12,
            "order": "left to right",
            "accepts": ["anything"],
            "stars": [None, 1, 2, 2, 1, 2, 2, 1, 3, 2, 2, 3],
            "under": {
                2: "reroll",
                3: "? blue",
                4: "extra die",
                5: "joker",
                6: "? yellow",
                7: "? brown",
                8: "reroll",
                9: "fox",
                10: "? blue",
                11: "? turquoise",
                12: "? any",
            },
            "points": {"sum": None},
        },
    },
    "may waive": ["active", "passive"],
    "solo others": "on the slots, nearest on top",
    "back": "score table",
    "size": (120, 177),
    "bands": [
        (450, None, "Clever Cubed!"),
        (420, None, "Beautiful AND clever!"),
        (390, None, "Hello Mr. Hawking!"),
        (360, None, "Reaching for the stars"),
        (330, None, "That's pretty clever!"),
        (300, None, "You are a prodigy"),
        (270, None, "It's going up"),
        (240, None, "Not too shabby"),
        (210, None, "You can still improve"),
        (180, None, "It was just bad luck"),
        (0, None, "Let's talk about something else"),
    ],
    "foxes": 6,
    "counts": {
        "reroll": 7,
        "joker": 7,
        "extra die": 7,
        "fox": 6,
        "? any": 2,
        "? yellow": 5,
        "? turquoise": 6,
        "? blue": 5,
        "? brown": 6,
        "? pink": 5,
    },
    "provenance": ("certain", {"sheet": "inferred"}),
}

DELUXE: dict[str, Any] = {
    "dice": {
        "yellow": "#FFD500",
        "blue": "#0077BD",
        "green": "#00A139",
        "orange": "#EF7C00",
        "purple": "#512383",
        "white": "#FFFFFF",
    },
    "die slots": ["", "", ""],
    "round badges": ["reroll", "extra die", "reroll", "? any"],
    "actions": {"reroll": ([None] * 7, None), "extra die": ([None] * 7, None)},
    "zones": {
        "yellow": {
            "cells": [[3, 6, 5, "x"], [2, 1, "x", 5], [1, "x", 2, 4], ["x", 3, 4, 6]],
            "order": "anywhere",
            "accepts": ["same number"],
            "rows": ["? blue", "4 orange", "? green", "fox"],
            "diagonal": "extra die",
            "points": {"full columns": [10, 14, 16, 20]},
        },
        "blue": {
            "cells": [[None, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
            "order": "anywhere",
            "accepts": ["same number"],
            "sum with": "white",
            "rows": ["5 orange", "? yellow", "fox"],
            "columns": ["reroll", "? green", "? purple", "extra die"],
            "points": {"by count": [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]},
        },
        "green": {
            "cells": [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6],
            "order": "left to right",
            "accepts": ["at least"],
            "under": {4: "extra die", 6: "? blue", 7: "fox", 9: "? purple", 10: "reroll"},
            "points": {"above the last": [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]},
        },
        "orange": {
            "cells": ["_"] * 11,
            "order": "left to right",
            "accepts": ["anything"],
            "factors": [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3],
            "under": {3: "reroll", 5: "? yellow", 6: "extra die", 8: "fox", 10: "? purple"},
            "points": {"sum": None},
        },
        "purple": {
            "cells": ["_"] * 11,
            "order": "left to right",
            "accepts": ["higher than the one before, restart after 6"],
            "under": {
                3: "reroll",
                4: "? blue",
                5: "extra die",
                6: "? yellow",
                7: "fox",
                8: "reroll",
                9: "? green",
                10: "6 orange",
                11: "extra die",
            },
            "points": {"sum": None},
        },
    },
    "may waive": ["active", "passive"],
    "solo others": "on the slots",
    "back": "mix",
    "size": (120, 177),
    # The English labels are ours; the printed ones are French.
    "bands": [
        (281, 5, "Very clever!"),
        (260, 4, "Your name isn't Einstein, by any chance?"),
        (240, 3, "You are a genius!"),
        (220, 3, "Impressive!"),
        (200, 2, "Hats off!"),
        (180, 1, "Superb result!"),
        (160, 0, "You played rather well."),
        (140, 0, "Not bad, but you can do better."),
        (0, 0, "There is room for improvement!"),
    ],
    "foxes": 5,
    "counts": {
        "reroll": 7,
        "extra die": 7,
        "fox": 5,
        "? blue": 3,
        "? yellow": 3,
        "? green": 3,
        "? purple": 3,
        "4 orange": 1,
        "5 orange": 1,
        "6 orange": 1,
        "? any": 1,
    },
    "provenance": ("inferred", {"": "inferred", "solo": "inferred", "sheet": "inferred"}),
}

MIX: dict[str, Any] = {
    "dice": {
        "yellow": "#FFD500",
        "blue": "#0077BD",
        "green": "#00A139",
        "orange": "#EF7C00",
        "purple": "#512383",
        "white": "#FFFFFF",
    },
    "die slots": ["", "", ""],
    "round badges": ["reroll", "mix", "extra die", "? any"],
    "actions": {
        "reroll": ([None] * 7, None),
        "extra die": ([None] * 7, None),
        "mix/polish": ([None] * 3, None),
        "mix/return": ([None] * 3, None),
        "mix/joker": ([4, 6, "?"], None),
    },
    "zones": {
        "yellow": {
            "cells": [["_"] * 6, ["_"] * 6, ["_"] * 6],
            "order": "next of a chosen row",
            "accepts": ["lower than the one before", "anything", "anything"],
            "under": {
                1: "reroll",
                2: "mix",
                3: "? blue",
                4: "extra die",
                5: "? purple",
                6: "fox",
                7: "mix",
                8: "? orange",
                9: "reroll",
                10: "? green",
                11: "? blue",
                12: "extra die",
            },
            "points": {"row sums": [0, -1, 1], "full columns": [10, 15, 15, 20, 20, 25]},
        },
        "blue": {
            "cells": [[None, 2, 3, "x"], [4, 5, "x", 6], [7, "x", 8, 9], ["x", 10, 11, 12]],
            "order": "anywhere",
            "accepts": ["same number"],
            "sum with": "white",
            "rows": ["? orange", "mix", "? yellow", "fox"],
            "columns": ["reroll", "? green", "extra die", "? purple"],
            "points": {"by count": [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]},
        },
        "green": {
            "cells": ["_"] * 12,
            "order": "pair by pair",
            "accepts": ["anything"],
            "factors": [2, 3, 3, 3, 2, 1, 3, 2, 3, 1, 4, 1],
            "under": {
                2: "reroll",
                4: "? yellow",
                5: "mix",
                7: "fox",
                8: "? blue",
                9: "extra die",
                11: "? orange",
                12: "? purple",
            },
            "points": {"pair differences": None},
        },
        "orange": {
            "cells": [2, 6, 4, 1, 5, 3, 6, 2, 5, 1, 4, 3],
            "order": "left to right with skips",
            "accepts": ["same number"],
            "between": [
                "mix",
                "? green",
                None,
                "reroll",
                "? blue",
                None,
                "extra die",
                "? purple",
                None,
                "mix",
                "fox",
            ],
            "points": {"by count": [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]},
        },
        "purple": {
            "cells": ["_"] * 11,
            "order": "left to right",
            "accepts": ["higher than the one before"],
            "value": "plus the platter",
            "under": {
                2: "mix",
                3: "? yellow",
                4: "reroll",
                5: "extra die",
                6: "? orange",
                7: "fox",
                8: "mix",
                9: "? green",
                10: "? blue",
                11: "? any",
            },
            "points": {
                "above the last": [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56],
                "each entry": {("least", 5): 1, ("least", 10): 2, ("least", 15): 3, ("least", 20): 4},
            },
        },
    },
    "may waive": ["active", "passive"],
    "solo others": "on the slots",
    "back": "score table",
    "size": (120, 177),
    "bands": [
        (421, 5, "Wow, super clever!"),
        (390, 4, "Brilliant!"),
        (360, 4, "This result is no accident."),
        (330, 4, "Much respect!"),
        (300, 3, "Very clever!"),
        (270, 3, "A budding genius."),
        (240, 2, "Hats off!"),
        (210, 1, "You are on the right track."),
        (180, 1, "You can do better than that."),
        (160, 1, "Luck was probably not on your side."),
        (0, 0, "Shall we talk about something else?"),
    ],
    "foxes": 5,
    "counts": {
        "reroll": 7,
        "extra die": 7,
        "mix": 9,
        "fox": 5,
        "? any": 2,
        "? yellow": 3,
        "? blue": 5,
        "? green": 4,
        "? orange": 4,
        "? purple": 4,
    },
    "provenance": (
        "reconstructed",
        {
            "rounds": "reconstructed",
            "actions.reroll": "reconstructed",
            "actions.extra die": "reconstructed",
            "actions.mix": "reconstructed",
            "zones.yellow.bonus": "reconstructed",
            "zones.yellow.points": "reconstructed",
            "zones.blue": "reconstructed",
            "zones.blue.bonus": "reconstructed",
            "zones.blue.points": "reconstructed",
            "zones.green": "reconstructed",
            "zones.green.bonus": "reconstructed",
            "zones.orange": "reconstructed",
            "zones.orange.bonus": "reconstructed",
            "zones.orange.points": "reconstructed",
            "zones.purple": "reconstructed",
            "zones.purple.bonus": "reconstructed",
            "zones.purple.points": "reconstructed",
            "solo": "inferred",
            "sheet": "inferred",
        },
    ),
}

SHEETS = {"classic": CLASSIC, "double": DOUBLE, "cubed": CUBED, "deluxe": DELUXE, "mix": MIX}
ZONES = [(edition, zone) for edition, facts in SHEETS.items() for zone in facts["zones"]]


@cache
def sheet(name: str) -> SheetEdition:
    edition = read(name).edition
    assert isinstance(edition, SheetEdition)
    return edition


def token(cell: Any) -> int | str | None:
    """A cell of the model in the words of the table above."""
    if cell is None:
        return None
    if cell.crossed:
        content: int | str = "x"
    elif cell.entry is not None:
        content = f"={cell.entry}"
    else:
        content = "_" if cell.number is None else cell.number
    return f"{content}*" if cell.tinted else content


def expected_badges(facts: dict[str, Any]) -> Counter[tuple[frozenset[str], str, int | None]]:
    """Every badge of the table: the cells that earn it, what it gives, from which entry on."""
    grid = facts["cells"] if isinstance(facts["cells"][0], list) else None
    found: Counter[tuple[frozenset[str], str, int | None]] = Counter()

    def line(places: list[tuple[int, int]], badge: str | None) -> None:
        assert grid is not None
        needed = {
            f"r{r + 1}c{c + 1}"
            for r, c in places
            if grid[r][c] is not None and ("*" in str(grid[r][c]) or facts.get("needs") != "tinted cells")
        }
        if badge is not None:
            found[frozenset(needed), badge, None] += 1

    if grid is not None:
        height, width = len(grid), len(grid[0])
        for r, badge in enumerate(facts.get("rows", [])):
            line([(r, c) for c in range(width)], badge)
        for c, badge in enumerate(facts.get("columns", [])):
            line([(r, c) for r in range(height)], badge)
        if "diagonal" in facts:
            line([(i, i) for i in range(height)], facts["diagonal"])
        for r, gaps in enumerate(facts.get("between rows", [])):
            for c, badge in enumerate(gaps):
                line([(r, c), (r + 1, c)], badge)
        names = [f"r{r + 1}c{c + 1}" for r in range(height) for c in range(width) if grid[r][c] is not None]
    else:
        names = [str(number) for number in range(1, len(facts["cells"]) + 1)]
    for number, badge in facts.get("under", {}).items():
        threshold = facts["thresholds"][number - 1] if "thresholds" in facts else None
        found[frozenset({names[number - 1]}), badge, threshold] += 1
    for i, badge in enumerate(facts.get("between", [])):
        if badge is not None:
            found[frozenset({str(i + 1), str(i + 2)}), badge, None] += 1
    return found


def rule(part: Any) -> str:
    """A rule of the model in one sentence, with its options."""
    options = {"restart_after": "restart after", "restart_with": "restart with"}
    said = [f"{words} {getattr(part, name)}" for name, words in options.items() if getattr(part, name, None)]
    return ", ".join([part.kind, *said])


@pytest.mark.parametrize("name", SHEETS)
def test_frame(name: str) -> None:
    """Dice, rounds, tracks, waiving, back: all that is not a zone."""
    edition, facts = sheet(name), SHEETS[name]
    assert {die: look.colour for die, look in edition.dice.items()} == facts["dice"]
    assert list(edition.dice) == list(facts["dice"])
    assert edition.wild == "white"
    assert list(edition.die_slots) == facts["die slots"]
    assert edition.rounds.by_players == ROUNDS
    badges = [None if badge is None else str(badge) for badge in edition.rounds.bonuses]
    # Rounds 5 and 6 have no badge on any sheet.
    assert badges == facts["round badges"]
    tracks = {
        kind if action.lists is None else f"{key}/{kind}": (
            list(track.slots or ()),
            None if track.end is None else str(track.end),
        )
        for key, action in edition.actions.items()
        for kind, track in action.tracks(key).items()
    }
    assert tracks == facts["actions"]
    assert list(edition.zones) == list(facts["zones"])
    assert list(edition.may_waive) == facts["may waive"]
    assert edition.foxes.kind == "worth the lowest zone"
    assert getattr(edition.back, "id", edition.back.kind) == facts["back"]
    assert edition.sheet.size == facts["size"]


@pytest.mark.parametrize(
    ("name", "middle", "bands"),
    [
        ("classic", ["yellow", "blue"], ["green", "orange", "purple"]),
        ("deluxe", ["yellow", "blue"], ["green", "orange", "purple"]),
        ("mix", ["yellow", "blue"], ["green", "orange", "purple"]),
        ("double", ["silver", "yellow"], ["blue", "green", "pink"]),
        ("cubed", ["yellow", "turquoise"], ["blue", "brown", "pink"]),
    ],
)
def test_arrangement(name: str, middle: list[str], bands: list[str]) -> None:
    """Rounds; die slots below the first of them, tracks beside; two panels; three bands across the sheet."""
    rows = [list(row.flat) for row in sheet(name).sheet.rows]
    assert rows == [["rounds"], ["dice", "actions"], middle, *([band] for band in bands)]


@pytest.mark.parametrize(
    ("name", "year"),
    [("classic", 2018), ("double", 2019), ("cubed", 2020), ("deluxe", None), ("mix", None), ("objectives", 2017)],
)
def test_year(name: str, year: int | None) -> None:
    said = read(name).edition.credits
    assert said is not None
    assert said.year == year


@pytest.mark.parametrize("name", SHEETS)
def test_solo(name: str) -> None:
    solo, facts = sheet(name).solo, SHEETS[name]
    assert solo is not None
    assert (solo.rounds, solo.platter, solo.others) == (6, 3, facts["solo others"])
    assert [(band.from_, band.stars, str(band.label)) for band in solo.ratings] == facts["bands"]


@pytest.mark.parametrize(("name", "zone_name"), ZONES)
def test_cells(name: str, zone_name: str) -> None:
    zone, facts = sheet(name).zones[zone_name], SHEETS[name]["zones"][zone_name]
    rows = [[token(cell) for cell in row] for row in zone.cells.rows]
    assert (rows if zone.cells.is_grid else rows[0]) == facts["cells"]
    assert (None if zone.row_dice is None else list(zone.row_dice)) == facts.get("row dice")


@pytest.mark.parametrize(("name", "zone_name"), ZONES)
def test_rules(name: str, zone_name: str) -> None:
    """Order, what fits, what a die is worth, how cells are marked."""
    edition, facts = sheet(name), SHEETS[name]["zones"][zone_name]
    zone = edition.zones[zone_name]
    assert edition.die_of(zone_name) == zone_name
    assert zone.order.kind == facts["order"]
    assert [rule(part) for part in getattr(zone.accepts, "rows", [zone.accepts])] == facts["accepts"]
    written = "'_'" in str(facts["cells"])
    assert zone.mark_kind == facts.get("marks", "number" if written else "cross")
    assert (zone.extra_marks.kind if zone.extra_marks else None) == facts.get("extra marks")
    assert zone.bonus.needs == facts.get("needs", "all cells")
    value: dict[str, Any] = {"value": zone.value.kind}
    for key, kind, field in (
        ("factors", "times", "factors"),
        ("stars", "half or star", "stars"),
        ("sum with", "sum with", "die"),
    ):
        if key in facts:
            own = getattr(zone.value, field)
            assert value == {"value": kind}
            assert (own if isinstance(own, str) else list(own)) == facts[key]
            return
    assert value == {"value": facts.get("value", "face")}


@pytest.mark.parametrize(("name", "zone_name"), ZONES)
def test_badges(name: str, zone_name: str) -> None:
    zone, facts = sheet(name).zones[zone_name], SHEETS[name]["zones"][zone_name]
    found = Counter((frozenset(badge.cells), str(badge.bonus), badge.only_from) for badge in zone.badges)
    assert found == expected_badges(facts)
    thresholds = None if zone.bonus.only_from is None else list(zone.bonus.only_from)
    assert thresholds == facts.get("thresholds")


@pytest.mark.parametrize(("name", "zone_name"), ZONES)
def test_points(name: str, zone_name: str) -> None:
    found: dict[str, Any] = {}
    part: Any
    for part in sheet(name).zones[zone_name].points.parts:
        fields = set(type(part).model_fields) - {"kind"}
        if fields == {"extras"}:
            found[part.kind] = {("least" if e.at_least else "most", e.limit): e.points for e in part.extras}
        else:
            # Every other part has one list of numbers, or nothing at all.
            assert len(fields) <= 1
            found[part.kind] = next((list(getattr(part, field)) for field in fields), None)
    assert found == SHEETS[name]["zones"][zone_name]["points"]


def all_badges(edition: SheetEdition) -> list[str]:
    """Every badge printed on the sheet, counted here without the help of the checks."""
    badges: list[Any] = [badge for badge in edition.rounds.bonuses if badge is not None]
    for key, action in edition.actions.items():
        badges += [track.end for track in action.tracks(key).values() if track.end is not None]
    for zone in edition.zones.values():
        rules = zone.bonus
        gaps = [badge for row in rules.between_rows or () for badge in row]
        lines = [*(rules.rows or ()), *(rules.columns or ()), rules.diagonal, *(rules.between_cells or ())]
        badges += [badge for badge in [*rules.cells.values(), *lines, *gaps] if badge is not None]
    return [str(single) for badge in badges for single in badge.singles]


@pytest.mark.parametrize("name", SHEETS)
def test_badge_counts(name: str) -> None:
    edition, facts = sheet(name), SHEETS[name]
    counts = Counter(all_badges(edition))
    assert counts == facts["counts"]
    assert counts["fox"] == facts["foxes"]


@pytest.mark.parametrize("name", SHEETS)
def test_as_many_badges_as_slots(name: str) -> None:
    edition = sheet(name)
    counts = Counter(all_badges(edition))
    slots = {
        key: sum(len(track.slots or ()) for track in action.tracks(key).values())
        for key, action in edition.actions.items()
    }
    assert {key: counts[key] for key in slots} == slots


def full_points(zone: Zone) -> int:
    """What a zone is worth when all is marked as well as dice allow; a small recount of its own."""
    cells = [cell for _, _, cell in zone.cells if not (cell.crossed or cell.entry)]
    total = 0
    for part in zone.points.parts:
        match part.kind:
            case "full columns":
                total += sum(part.ladder)
            case "by count":
                total += part.ladder[len(cells) - 1]
            case "above the last":
                total += part.ladder[-1]
            case "per row by count":
                total += sum(part.ladder[len(row) - 1] for row in zone.cells.rows)
            case "sum":
                factors = getattr(zone.value, "factors", (1,) * len(cells))
                # A cell of `half or star` without a star is worth half a six.
                stars = getattr(zone.value, "stars", None)
                total += sum(6 * f for f in factors) if stars is None else sum(6 * s if s else 3 for s in stars)
            case other:
                raise AssertionError(f"no recount for {other}")
    return total


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("classic", {"yellow": 60, "blue": 56, "green": 66, "orange": 96, "purple": 66}),
        ("deluxe", {"yellow": 60, "blue": 56, "green": 66, "orange": 96, "purple": 66}),
        ("double", {"silver": 88, "yellow": 165, "blue": 78, "pink": 72}),
        ("cubed", {"yellow": 126, "turquoise": 105, "brown": 90, "pink": 129}),
    ],
)
def test_full_sheet(name: str, points: dict[str, int]) -> None:
    zones = sheet(name).zones
    assert {zone: full_points(zones[zone]) for zone in points} == points


def test_double_green_range() -> None:
    value = sheet("double").zones["green"].value
    factors = value.factors  # type: ignore[union-attr]
    pairs = list(zip(factors[::2], factors[1::2], strict=True))
    assert (sum(f - 6 * s for f, s in pairs), sum(6 * f - s for f, s in pairs)) == (-43, 92)


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        # What the rulebook of the Mix side says in its examples.
        ("green first block", (2, 3)),
        ("green cell 5 takes 8", 2),
        ("orange six crosses", 21),
        ("purple sixth cell", 16),
        ("yellow first columns", (10, 15, 15)),
    ],
)
def test_mix_examples_of_the_rulebook(name: str, labels: object) -> None:
    zones: Any = sheet("mix").zones
    said = {
        "green first block": zones["green"].value.factors[:2],
        "green cell 5 takes 8": zones["green"].value.factors[4],
        "orange six crosses": zones["orange"].points.parts[0].ladder[5],
        "purple sixth cell": zones["purple"].points.parts[0].ladder[5],
        "yellow first columns": zones["yellow"].points.parts[1].ladder[:3],
    }
    assert said[name] == labels


def test_mix_purple_extras_of_the_rulebook() -> None:
    """5, 7, 11 and 15 written are worth 7 extra points: of several limits the best one counts."""
    extras = sheet("mix").zones["purple"].points.parts[1].extras  # type: ignore[union-attr]
    best = [max((extra.points for extra in extras if extra.holds(n)), default=0) for n in (5, 7, 11, 15)]
    assert best == [1, 1, 2, 3]
    assert max((extra.points for extra in extras if extra.holds(4)), default=0) == 0


# --- The game with objective cards ---


@cache
def objectives() -> CardEdition:
    edition = read("objectives").edition
    assert isinstance(edition, CardEdition)
    return edition


def counts_of(dice: tuple[int, ...]) -> list[int]:
    return sorted(dice.count(face) for face in set(dice))


def has_run(dice: tuple[int, ...], *runs: str) -> bool:
    faces = "".join(str(face) for face in sorted(set(dice)))
    return any(run in faces for run in runs)


CARDS: dict[str, tuple[int, str, Any, Fraction]] = {
    "joker": (1, "certain", lambda d: True, Fraction(7776, 7776)),
    "pair": (1, "certain", lambda d: len(set(d)) < 5, Fraction(7056, 7776)),
    "three-of-a-kind": (2, "certain", lambda d: max(counts_of(d)) >= 3, Fraction(1656, 7776)),
    "two-pairs": (
        2,
        "inferred",
        lambda d: counts_of(d) in ([1, 2, 2], [2, 3]),
        Fraction(2100, 7776),
    ),
    "small-straight": (3, "certain", lambda d: has_run(d, "1234", "2345", "3456"), Fraction(1200, 7776)),
    "no-even": (4, "certain", lambda d: all(face % 2 for face in d), Fraction(243, 7776)),
    "no-odd": (4, "inferred", lambda d: not any(face % 2 for face in d), Fraction(243, 7776)),
    "full-house": (6, "inferred", lambda d: counts_of(d) == [2, 3], Fraction(300, 7776)),
    "large-straight": (7, "inferred", lambda d: has_run(d, "12345", "23456"), Fraction(240, 7776)),
    "four-of-a-kind": (7, "certain", lambda d: max(counts_of(d)) >= 4, Fraction(156, 7776)),
}
THROWS = list(product(range(1, 7), repeat=5))


def test_objectives_frame() -> None:
    edition = objectives()
    assert edition.dice == 5
    assert edition.rethrows == 2
    assert edition.rounds.by_players == {2: 10, 3: 9, 4: 8, 5: 10}
    assert len(edition.decks) == 5
    assert edition.back_points == 1
    variant = edition.variant_for_two
    assert variant is not None
    assert (variant.decks, variant.cards_a_round) == (2, 2)
    assert list(edition.cards) == list(CARDS)
    assert {name: card.points for name, card in edition.cards.items()} == {
        name: points for name, (points, *_) in CARDS.items()
    }
    levels = {name: "certain" if c.provenance is None else c.provenance.level for name, c in edition.cards.items()}
    assert levels == {name: level for name, (_, level, *_) in CARDS.items()}


@pytest.mark.parametrize("name", CARDS)
def test_objectives_over_all_throws(name: str) -> None:
    objective = objectives().cards[name].holds
    _, _, predicate, odds = CARDS[name]
    different = [dice for dice in THROWS if objective.holds(dice) != predicate(dice)]
    assert different == []
    assert Fraction(sum(objective.holds(dice) for dice in THROWS), len(THROWS)) == odds


def test_drawn_dice_show_the_objective() -> None:
    for name, card in objectives().cards.items():
        assert card.drawn is not None
        assert card.holds.holds(card.drawn), name


# --- How sure we are ---


@pytest.mark.parametrize("name", SHEETS)
def test_provenance_of_sheets(name: str) -> None:
    level, blocks = SHEETS[name]["provenance"]
    edition = sheet(name)
    assert provenance_level(edition) == level
    assert {".".join(map(str, steps)): note.level for steps, note in provenance_notes(edition)} == blocks


def test_provenance_of_objectives() -> None:
    edition = objectives()
    assert provenance_level(edition) == "inferred"
    assert {".".join(map(str, steps)): note.level for steps, note in provenance_notes(edition)} == {
        "rounds": "inferred",
        "cards.two-pairs": "inferred",
        "cards.no-odd": "inferred",
        "cards.full-house": "inferred",
        "cards.large-straight": "inferred",
    }


@pytest.mark.parametrize("name", [*SHEETS, "objectives"])
def test_every_uncertain_block_says_what_is_meant(name: str) -> None:
    notes = [note for _, note in provenance_notes(read(name).edition)]
    assert notes
    assert all(note.note for note in notes)
