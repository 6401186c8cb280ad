"""The key by which rows are sorted: points first, then the tie-break of the season."""

from tournaments.standings.rules.breakdown import Row
from tournaments.standings.rules.points import BEST_GAME, DASHES, LAST_GAME, Points, SeasonRules

Key = tuple[Points, ...]


def key_of(row: Row, terms: SeasonRules) -> Key:
    """Return the key by which a row of the standing is sorted, by points and then by the season's
    tie-break. The row with the smallest key comes first.
    """
    points = (row.points if row.pace is None else row.pace) or 0
    return (points if terms.low else -points, row.left, *_tie_break(row, terms))


def _tie_break(row: Row, terms: SeasonRules) -> Key:
    if terms.tie_break == DASHES:
        return (-row.dashes,)
    if terms.tie_break not in (BEST_GAME, LAST_GAME):
        return ()
    counted = [tally for tally in row.tallies if tally.counts]
    shares = [part.share for tally in counted for part in tally.slices if part.share]
    games = [score for share in shares for score in share.games]
    if not games:
        return (1, 0)
    signed = [score if terms.low_game else -score for score in games]
    if terms.tie_break == LAST_GAME:
        return (0, signed[-1])
    return (0, max(signed) if terms.low_game else min(signed))
