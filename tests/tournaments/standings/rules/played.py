"""Nights as the tests of the rules write them."""

from tournaments.standings.rules.points import PlayedNight, PlayedRound, PlayerRound


def night(number, *rounds, out=(), off=()):
    """Each round lists shares, or points by player; None: left before the end."""
    made = []
    for round_ in rounds:
        shares = round_
        if isinstance(round_, dict):
            shares = [
                PlayerRound(player, points or 0, until=3 if points is None else None)
                for player, points in round_.items()
            ]
        there = {share.player for share in shares}
        made.append(PlayedRound(tuple(shares), frozenset(out) - there))
    return PlayedNight(number, tuple(made), frozenset(off))
