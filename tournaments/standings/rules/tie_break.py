from tournaments.standings.rules.breakdown import OUT_FIXED, Row
from tournaments.standings.rules.points import (
    BEST_GAME,
    BEST_ROUND,
    DASHES,
    LAST_GAME,
    MARKS,
    PIT,
    Points,
    SeasonRules,
)
from tournaments.standings.rules.score_night import add_marks

Key = tuple[Points, ...]


def make_sort_key(row: Row, terms: SeasonRules) -> Key:
    """The smallest key comes first."""
    points = (row.points if row.pace is None else row.pace) or 0
    return (points if terms.low else -points, row.left, *_tie_break(row, terms))


def _tie_break(row: Row, terms: SeasonRules) -> Key:
    if terms.tie_break == DASHES:
        return (-row.dashes,)
    if terms.tie_break not in (BEST_GAME, LAST_GAME, BEST_ROUND, *MARKS):
        return ()
    counted = [tally for tally in row.tallies if tally.counts]
    shares = [part.share for tally in counted for part in tally.slices if part.share]
    if terms.tie_break in MARKS:
        count = dict(add_marks(shares)).get(terms.tie_break, 0)
        if terms.tie_break == PIT:
            fixed = [part for tally in counted for part in tally.slices if part.how == OUT_FIXED]
            count += terms.sit_out_pits * len(fixed)
        return (-count if MARKS[terms.tie_break] else count,)
    if terms.tie_break == BEST_ROUND:
        rounds = [share.points if terms.lowest_wins else -share.points for share in shares]
        return (0, min(rounds)) if rounds else (1, 0)
    games = [score for share in shares for score in share.games]
    if not games:
        return (1, 0)
    signed = [score if terms.low_game else -score for score in games]
    if terms.tie_break == LAST_GAME:
        return (0, signed[-1])
    return (0, max(signed) if terms.low_game else min(signed))
