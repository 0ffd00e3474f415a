"""Advice by the expert: every decision of a record, the best moves with reasons, and what was lost."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, cast

import pytest

import sheetgen
import sheetgen as sheetgen_library
from sheetgen.engine import Game, rules_of
from sheetgen.engine.dice import RandomDice
from sheetgen.engine.records import ReplayStep
from sheetgen.i18n import languages
from sheetgen.lab.advice import (
    DECIDING,
    LEAST,
    MOST_LOOKED_AT,
    Advice,
    Compared,
    _advice,
    advise,
    compare_by_playing,
    move_reasons,
    play_on,
)
from sheetgen.lab.expert import ROUGH_BELOW, VALUE_UNIT, Expert, unpack
from sheetgen.lab.players import Greedy
from sheetgen.lab.training import load_weights
from tests.lab.conftest import Done


def expert_of(sheet: str) -> Expert:
    content = load_weights(rules_of(sheet))
    assert content is not None
    return Expert(rules_of(sheet), unpack(content))


@pytest.fixture(scope="module")
def expert() -> Expert:
    return expert_of("classic")


def played(
    choose: Callable[[Game, Random], sheetgen.Move], rounds: int = 2, sheet: str = "classic", seed: int = 5
) -> Game:
    """A game of some rounds."""
    game = Game(sheet, ["Ada"], seed=seed)
    while game.round <= rounds and not game.is_over:
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
    for part in (" at once", "earns: a fox", "leaves ", "uses: reroll", "uses: extra die"):
        assert any(part in reason for reason in reasons), part


@pytest.mark.parametrize("language", languages())
def test_reasons_are_in_the_language_and_advice_is_the_same(language: str) -> None:
    record = played(Greedy(rules_of("classic")), 3).record()
    english, translated = sheetgen.advise(record), sheetgen.advise(record, language=language)
    reasons = [{reason for one in advice for reason in one.played.reasons} for advice in (english, translated)]
    assert len(reasons[0]) == len(reasons[1]) > 10
    assert bool(reasons[0] & reasons[1]) is (language == "en")
    plain = [replace(one, played=replace(one.played, reasons=()), best=()) for one in (*english, *translated)]
    assert plain[: len(english)] == plain[len(english) :]


def test_later_dice_do_not_change_the_advice() -> None:
    """A record and the same one, cut off after a few moves, give the same advice for these moves."""
    lines = played(Greedy(rules_of("classic"))).record().splitlines()
    cut = [i for i, line in enumerate(lines) if line.startswith("take")][3]
    whole, part = sheetgen.advise("\n".join(lines)), sheetgen.advise("\n".join(lines[: cut + 1]))
    assert 0 < len(part) < len(whole)
    assert whole[: len(part)] == part


def late_advice(game: Game, first: int, expert: Expert) -> list[Advice]:
    """Return the advice for the last rounds of a game, from round `first` on."""
    steps = cast("Iterator[ReplayStep[Game, sheetgen.Move]]", sheetgen.replay_steps(game.record()))
    return list(advise((step for step in steps if step.game.round >= first), lambda _: expert))


def test_the_last_round_of_a_weak_player_is_played_on_before_a_loss_is_named(expert: Expert) -> None:
    advice = late_advice(played(Greedy(rules_of("classic")), 6, seed=2), 6, expert)
    checked = [decision for decision in advice if decision.checked]
    assert checked
    for decision in advice:
        assert decision.checked or decision.lost == 0
        assert decision.lost > 0 or decision.best[0] == decision.played


@pytest.mark.full
@pytest.mark.parametrize("sheet", ["classic", "deluxe"])
def test_losses_on_late_sheets_of_a_weak_player_are_real(sheet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a loss is named, the better move brings as many points more in games with other dice."""
    rules, expert = rules_of(sheet), expert_of(sheet)
    late = rules.rounds(1) - 1
    checks = list[tuple[Game, sheetgen.Move, sheetgen.Move]]()

    def noted(expert: Expert, game: Game, best: sheetgen.Move, other: sheetgen.Move) -> Compared:
        checks.append((game.copy(), best, other))
        return compare_by_playing(expert, game, best, other)

    monkeypatch.setattr("sheetgen.lab.advice.compare_by_playing", noted)
    named = list[float]()
    for seed in range(8):
        for decision in late_advice(played(Greedy(rules), late + 1, sheet, seed), late, expert):
            if decision.checked:
                named.append(decision.lost)
                assert decision.lost > 0 or decision.best == (decision.played,)
    assert len(named) == len(checks) > 20
    alone, real, errors = list[float](), list[float](), list[float]()
    for lost, (game, best, other) in zip(named, checks, strict=True):
        assert game.players[0].score().total < expert.mean * ROUGH_BELOW
        assert expert.worths(game) == [None] * len(game.legal_moves()), "nor does the page name them"
        alone.append((expert.value_of(game, best) - expert.value_of(game, other)) / VALUE_UNIT)
        if lost:
            pairs = [[play_on(expert, game, move, seed)[0][0] for move in (best, other)] for seed in range(1000, 1040)]
            gains = [better - worse for better, worse in pairs]
            real.append(fmean(gains))
            errors.append(stdev(gains) * sqrt(1 / DECIDING + 1 / len(gains)))  # of what was named, and of this
    assert fmean(alone) > 2 * fmean(named), "its own expectations name far more"
    assert len(real) > 2
    assert fmean(real) > 4
    error = sqrt(sum(own**2 for own in errors)) / len(errors)
    assert fmean(lost for lost in named if lost) == pytest.approx(fmean(real), abs=3 * error), error


def test_games_played_to_their_end_do_not_know_the_dice_to_come(expert: Expert) -> None:
    game = played(Greedy(rules_of("classic")), 5)
    best, other = game.legal_moves()[:2]
    compared = []
    for future in (1, 2):
        twin = game.copy()
        twin.source = RandomDice(future)
        compared.append(compare_by_playing(expert, twin, best, other))
        twin.play(best)
    assert compared[0] == compared[1]
    assert compared[0].games >= 2


@pytest.mark.parametrize(("gain", "games", "better"), [(10, 2 * LEAST, True), (-10, 2, False), (0, 2, False)])
def test_two_games_show_nothing_even_where_games_take_long(
    expert: Expert, monkeypatch: pytest.MonkeyPatch, gain: int, games: int, better: bool
) -> None:
    """Each game has more moves than all of them should have: the fewest that can show something are played."""
    game = played(Greedy(rules_of("classic")), 5)
    best, other = game.legal_moves()[:2]
    totals = {best: 100 + gain, other: 100}
    monkeypatch.setattr(
        "sheetgen.lab.advice.play_on", lambda expert, game, move, seed: ([totals[move]], MOST_LOOKED_AT)
    )
    compared = compare_by_playing(expert, game, best, other)
    assert (compared.games, compared.is_better) == (games, better)


@pytest.mark.parametrize(("after", "gain", "better"), [([106, 92, 70], 10, True), ([106, 100, 90], -4, False)])
def test_what_a_move_brings_the_others_counts_against_it(
    expert: Expert, monkeypatch: pytest.MonkeyPatch, after: list[int], gain: int, better: bool
) -> None:
    """Points more than before, less what the two others gain on average."""
    game = Game("classic", ["Ada", "Ben", "Cleo"], seed=5)
    best, other = game.legal_moves()[:2]
    totals = {other: [100, 90, 80], best: after}
    monkeypatch.setattr("sheetgen.lab.advice.play_on", lambda expert, game, move, seed: (totals[move], 100))
    compared = compare_by_playing(expert, game, best, other)
    assert (compared.best - compared.played, compared.is_better) == (gain, better)


def test_expectations_are_rough_in_the_last_two_rounds_of_a_weak_sheet(expert: Expert) -> None:
    game, weak = Game("classic", ["Ada"], seed=5), ROUGH_BELOW * expert.mean - 1
    for number in range(1, 7):
        game.round = number
        assert expert.is_rough(game, weak) == (number >= 5)
        assert not expert.is_rough(game, weak + 2)


@pytest.mark.parametrize(
    ("die", "left"), [("yellow", "leaves 3 dice to roll"), ("green", "leaves 1 die to roll"), ("white", "no dice")]
)
def test_reasons_count_the_dice_that_can_be_rolled_again(die: str, left: str) -> None:
    """All that are not lower than the one that is taken, also those with its number."""
    record = "edition: classic\nplayers: Ada\nturn: active 1\nthrow: Y3 B3 G5 O1 P2 W6"
    game = sheetgen_library.replay(record)
    assert isinstance(game, Game)
    move = next(move for move in game.legal_moves() if move.kind == "take" and move.die == die)
    assert left in move_reasons(game, move, "en")[-1]


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
    (tmp_path / "one.record").write_text("edition: classic\nthrow: Y1 B2 G4 O5 P3 W6\ntake P3 purple.1\n", "utf-8")
    assert re.search(r"^1 decision, [\d.]+ points lost", sheetgen("advise", "one.record").out, re.MULTILINE)


def test_the_review_of_several_says_who_lost_what(sheetgen: Callable[..., Done], tmp_path: Path) -> None:
    game, greedy = Game("classic", ["Ada", "Ben"], seed=5), Greedy(rules_of("classic"))
    while game.round == 1:
        moves = game.legal_moves()
        game.play(moves[0] if moves[0].kind == "nearest" else greedy(game, Random(1)))
    (tmp_path / "two.record").write_text(game.record(), encoding="utf-8")
    done = sheetgen("advise", "two.record")
    told = re.search(
        r"^\d+ decisions, ([\d.]+) points lost \(Ada ([\d.]+), Ben ([\d.]+)\), most", done.out, re.MULTILINE
    )
    assert told
    whole, *own = map(float, told.groups())
    assert all(own)
    assert whole == pytest.approx(sum(own), abs=0.11)
    worst = re.findall(r"^    ([\d.]+) in line \d+, (Ada|Ben): ", done.out, re.MULTILINE)
    assert len(worst) == 3


def test_each_decision_is_printed_when_it_is_known(
    sheetgen: Callable[..., Done], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third one takes for ever, here: it ends in an error."""
    record = played(Greedy(rules_of("classic")), 1).record()
    (tmp_path / "ada.record").write_text(record, encoding="utf-8")
    (tmp_path / "wrong.record").write_text(f"{record}\ntake P9 purple.99\n", encoding="utf-8")
    known = list[int]()

    def advice_for_two(expert: Expert, game: Game, move: sheetgen_library.Move, line: int, *more: Any) -> Advice:
        known.append(line)
        if len(known) == 3:
            raise sheetgen_library.SheetgenError("for ever")
        return _advice(expert, game, move, line, *more)

    monkeypatch.setattr("sheetgen.lab.advice._advice", advice_for_two)
    done = sheetgen("advise", "ada.record", "--all")
    assert (done.code, done.err) == (1, "for ever\n")
    assert re.findall(r"^line (\d+),", done.out, re.MULTILINE) == [str(line) for line in known[:2]]
    wrong = sheetgen("advise", "wrong.record", "--all")
    assert (wrong.code, wrong.out, len(known)) == (1, "", 3)
