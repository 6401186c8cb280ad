"""From what was typed to what it comes to: read a sheet, play its games, compare the paper."""

from scoring.games.sheet.scorer import refused, score

__all__ = ["refused", "score"]
