"""From a typed sheet to its outcome: read it, score its games, compare the paper form."""

from scoring.games.sheet.scorer import refused, score

__all__ = ["refused", "score"]
