"""How commands show a score."""

from sheetgen.engine import Score


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
