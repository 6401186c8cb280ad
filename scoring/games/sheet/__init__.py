"""From what was typed to what it comes to: read a sheet, play it game by game, compare the paper."""

from scoring.games.sheet.scorer import refused, score

__all__ = ["refused", "score"]
