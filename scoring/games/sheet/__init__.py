"""From a typed sheet to its outcome: read it, score its games, and compare the sums on paper."""

from scoring.games.sheet.scorer import build_refusal, score

__all__ = ["build_refusal", "score"]
