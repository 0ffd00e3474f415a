"""Sheets, rules and examples for the Clever dice family, from one layout file per edition.

>>> import sheetgen
>>> sheetgen.load("classic").edition.title
"That's Pretty Clever"

The names below are all that other programs may rely on; `sheetgen.api` describes them. Each is imported when it is
first used, so that commands start without importing what they do not need.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheetgen.api.games import (
        Balance,
        CardDecision,
        CardGame,
        CardMove,
        CardScore,
        Decision,
        DiceError,
        DiceSource,
        FedDice,
        Game,
        IllegalMoveError,
        MarksError,
        MissingDiceError,
        Move,
        RandomDice,
        RatingBands,
        RecordError,
        ReplayStep,
        Score,
        ScriptedDice,
        SimulationInterruptedError,
        WrongDiceError,
        balance,
        bands,
        game_result,
        odds,
        rating,
        replay,
        replay_steps,
        run_simulation,
        score,
        score_data,
        simulate,
        simulation_figures,
        write_report,
    )
    from sheetgen.api.layouts import (
        Layout,
        Problem,
        SheetgenError,
        WrongValueError,
        check,
        check_translations,
        editions,
        languages,
        list_known,
        load,
        new,
        schema,
        show,
        stamp_translation,
        themes,
        update_translations,
    )
    from sheetgen.api.prints import (
        build,
        calibration_page,
        draw,
        pad,
        page_name,
        preflight,
        proof_page,
        rulebook,
    )
    from sheetgen.api.sites import (
        build_site,
        open_studio,
        serve_site,
    )

__version__ = "1.0.0"

# The module of `sheetgen.api` that each name comes from.
_NAMES = {
    "layouts": (
        "Layout",
        "Problem",
        "SheetgenError",
        "WrongValueError",
        "check",
        "check_translations",
        "editions",
        "languages",
        "list_known",
        "load",
        "new",
        "schema",
        "show",
        "stamp_translation",
        "themes",
        "update_translations",
    ),
    "prints": (
        "build",
        "calibration_page",
        "draw",
        "pad",
        "page_name",
        "preflight",
        "proof_page",
        "rulebook",
    ),
    "games": (
        "Balance",
        "CardDecision",
        "CardGame",
        "CardMove",
        "CardScore",
        "Decision",
        "DiceError",
        "DiceSource",
        "FedDice",
        "Game",
        "IllegalMoveError",
        "MarksError",
        "MissingDiceError",
        "Move",
        "RandomDice",
        "RatingBands",
        "RecordError",
        "ReplayStep",
        "Score",
        "ScriptedDice",
        "SimulationInterruptedError",
        "WrongDiceError",
        "balance",
        "bands",
        "game_result",
        "odds",
        "rating",
        "replay",
        "replay_steps",
        "run_simulation",
        "score",
        "score_data",
        "simulate",
        "simulation_figures",
        "write_report",
    ),
    "sites": (
        "build_site",
        "open_studio",
        "serve_site",
    ),
}

__all__ = [
    "Balance",
    "CardDecision",
    "CardGame",
    "CardMove",
    "CardScore",
    "Decision",
    "DiceError",
    "DiceSource",
    "FedDice",
    "Game",
    "IllegalMoveError",
    "Layout",
    "MarksError",
    "MissingDiceError",
    "Move",
    "Problem",
    "RandomDice",
    "RatingBands",
    "RecordError",
    "ReplayStep",
    "Score",
    "ScriptedDice",
    "SheetgenError",
    "SimulationInterruptedError",
    "WrongDiceError",
    "WrongValueError",
    "__version__",
    "balance",
    "bands",
    "build",
    "build_site",
    "calibration_page",
    "check",
    "check_translations",
    "draw",
    "editions",
    "game_result",
    "languages",
    "list_known",
    "load",
    "new",
    "odds",
    "open_studio",
    "pad",
    "page_name",
    "preflight",
    "proof_page",
    "rating",
    "replay",
    "replay_steps",
    "rulebook",
    "run_simulation",
    "schema",
    "score",
    "score_data",
    "serve_site",
    "show",
    "simulate",
    "simulation_figures",
    "stamp_translation",
    "themes",
    "update_translations",
    "write_report",
]

if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> object:
        """Import the module of a name when the name is first used; raise AttributeError for any other name."""
        from importlib import import_module

        for module, names in _NAMES.items():
            if name in names:
                return getattr(import_module(f"sheetgen.api.{module}"), name)
        raise AttributeError(f"module 'sheetgen' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
