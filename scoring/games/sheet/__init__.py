"""From a typed sheet to its outcome: read it, score its games, and compare the sums on paper."""

from scoring.games.sheet.scorer import refused, score

__all__ = ["refused", "score"]
