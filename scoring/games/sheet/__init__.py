from scoring.games.sheet.scorer import build_refusal, score

__all__ = ["build_refusal", "score"]
