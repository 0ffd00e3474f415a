"""Advice by the expert: every decision of a record, the best moves with reasons, and what was lost."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import sheetgen
from sheetgen.engine import Game, rules_of
from sheetgen.lab.expert import Expert, unpack
from sheetgen.lab.players import Greedy
from sheetgen.lab.training import load_weights
from tests.lab.conftest import Done


@pytest.fixture(scope="module")
def expert() -> Expert:
    content = load_weights(rules_of("classic"))
    assert content is not None
    return Expert(rules_of("classic"), unpack(content))


def played(choose: Callable[[Game, Random], sheetgen.Move], rounds: int = 2) -> Game:
    """A game of some rounds."""
    game = Game("classic", ["Ada"], seed=5)
    while game.round <= rounds:
        moves = game.legal_moves()
        game.play(moves[0] if moves[0].kind == "nearest" else choose(game, Random(1)))
    return game


def test_nothing_is_lost_where_the_expert_played(expert: Expert) -> None:
    advice = sheetgen.advise(played(expert).record())
    assert len(advice) > 6
    assert all(decision.lost == 0 for decision in advice)
    assert all(decision.played.expected == decision.best[0].expected for decision in advice)


def test_a_greedy_player_loses_points_and_is_told_why() -> None:
    game = played(Greedy(rules_of("classic")), 5)
    advice = sheetgen.advise(game.record())
    assert sum(decision.lost for decision in advice) > 10
    worst = max(advice, key=lambda decision: decision.lost)
    assert worst.best[0].expected - worst.played.expected == pytest.approx(worst.lost, abs=0.11)
    assert worst.player == "Ada"
    reasons = [
        reason for decision in advice for option in (*decision.best, decision.played) for reason in option.reasons
    ]
    for part in (" at once", "earns ", "leaves ", "uses a reroll", "uses an extra die"):
        assert any(part in reason for reason in reasons), part


def test_later_dice_do_not_change_the_advice() -> None:
    """A record and the same one, cut off after a few moves, give the same advice for these moves."""
    lines = played(Greedy(rules_of("classic"))).record().splitlines()
    cut = [i for i, line in enumerate(lines) if line.startswith("take")][3]
    whole, part = sheetgen.advise("\n".join(lines)), sheetgen.advise("\n".join(lines[: cut + 1]))
    assert 0 < len(part) < len(whole)
    assert whole[: len(part)] == part


def test_cards_and_wrong_records_are_refused() -> None:
    with pytest.raises(sheetgen.SheetgenError, match="card game"):
        sheetgen.advise(sheetgen.CardGame("objectives", ["Ada", "Ben"], seed=1).record())
    with pytest.raises(sheetgen.RecordError):
        sheetgen.advise("edition: classic\nthrow: Y1 B2 G4 O5 P3 W6\ntake P3 purple.9")


def test_the_command(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    (tmp_path / "ada.record").write_text(played(Greedy(rules_of("classic")), 1).record(), encoding="utf-8")
    done, every = sheetgen("advise", "ada.record"), sheetgen("advise", "ada.record", "--all")
    assert (done.code, done.err) == (0, "")
    assert "points better: " in done.out
    assert re.search(r"^\d+ decisions, [\d.]+ points lost, most of them here:$", done.out, re.MULTILINE)
    assert len(every.out) > len(done.out)
    assert len(json.loads(sheetgen("advise", "ada.record", "--json").out)) == every.out.count("\nline ") + 1
    assert sheetgen("advise", "none.record").code == 1
