"""The engine: plays every layout by its rules.

>>> game = Game("classic", players=1, seed=3)
>>> while not game.is_over:
...     game.play(game.legal_moves()[0])
>>> game.scores()[0].total > 0
True
"""

from sheetgen.engine.cards import CardGame, CardMove, CardScore, replay_any
from sheetgen.engine.game import Game
from sheetgen.engine.marks import Marks, MarksError, read_marks, sheet_from
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.records import RecordError, read_record, replay
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.scoring import Score
from sheetgen.engine.situations import ExpectationError

__all__ = [
    "CardGame",
    "CardMove",
    "CardScore",
    "ExpectationError",
    "Game",
    "IllegalMoveError",
    "Marks",
    "MarksError",
    "Move",
    "RecordError",
    "Rules",
    "Score",
    "read_marks",
    "read_record",
    "replay",
    "replay_any",
    "rules_of",
    "sheet_from",
]
