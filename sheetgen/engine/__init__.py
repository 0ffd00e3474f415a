"""The engine: plays every layout by its rules.

>>> game = Game("classic", players=1, seed=3)
>>> while not game.is_over:
...     game.play(game.legal_moves()[0])
>>> game.scores()[0].total > 0
True
"""

from sheetgen.engine.cards import CardDecision, CardGame, CardMove, CardScore, replay_any, replay_any_steps
from sheetgen.engine.dice import (
    DiceError,
    DiceSource,
    FedDice,
    MissingDiceError,
    RandomDice,
    ScriptedDice,
    WrongDiceError,
)
from sheetgen.engine.game import Decision, Game
from sheetgen.engine.marks import Marks, MarksError, read_marks, sheet_from
from sheetgen.engine.moves import IllegalMoveError, Move
from sheetgen.engine.player import Score
from sheetgen.engine.records import RecordError, ReplayStep, read_record, replay, replay_steps
from sheetgen.engine.rules import Rules, rules_of
from sheetgen.engine.situations import ExpectationError

__all__ = [
    "CardDecision",
    "CardGame",
    "CardMove",
    "CardScore",
    "Decision",
    "DiceError",
    "DiceSource",
    "ExpectationError",
    "FedDice",
    "Game",
    "IllegalMoveError",
    "Marks",
    "MarksError",
    "MissingDiceError",
    "Move",
    "RandomDice",
    "RecordError",
    "ReplayStep",
    "Rules",
    "Score",
    "ScriptedDice",
    "WrongDiceError",
    "read_marks",
    "read_record",
    "replay",
    "replay_any",
    "replay_any_steps",
    "replay_steps",
    "rules_of",
    "sheet_from",
]
