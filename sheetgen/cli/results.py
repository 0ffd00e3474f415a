"""How commands show a score."""

from sheetgen.engine import CardScore, Score


def score_as_dict(score: Score) -> dict[str, object]:
    """A score for scripts."""
    return {
        "zones": dict(score.zones),
        "foxes": {"count": score.foxes, "each": score.each, "points": score.fox_points},
        "total": score.total,
    }


def score_lines(score: Score) -> list[str]:
    """A score for people, one line per zone."""
    width = max(len(zone) for zone in (*score.zones, "total"))
    lines = [f"{zone:<{width}} {points:>5}" for zone, points in score.zones.items()]
    lines.append(f"{'foxes':<{width}} {score.fox_points:>5}   ({score.foxes} × {score.each})")
    return [*lines, f"{'total':<{width}} {score.total:>5}"]


def card_score_as_dict(score: CardScore) -> dict[str, object]:
    """A card player's score for scripts."""
    return score._asdict()


def card_score_lines(score: CardScore) -> list[str]:
    """A card player's score for people."""
    return [f"{name:<8} {points:>4}" for name, points in score._asdict().items()]
