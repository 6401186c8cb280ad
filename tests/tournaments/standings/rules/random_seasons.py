"""Random seasons, small enough that ties, empty rounds and lonely members come up often."""

from fractions import Fraction
from itertools import groupby

from tournaments.standings.rules import points


def random_season(rng):
    """The rules, the people, and the nights in any order."""
    ids = range(1, rng.randrange(3, 10))
    parts = [1, 1, 2, 2, 3, None] if rng.random() < 0.3 else [None]
    people = [
        points.Person(id, rng.random() < 0.2, rng.choice([1, 1, 1, 2, 3]), rng.choice(parts))
        for id in ids
    ]
    lowest, rounds = rng.random() < 0.6, rng.choice([1, 1, 2, 3])
    numbers = range(1, rng.randrange(2, 7))
    nights = [random_night(rng, number, ids, rounds, lowest) for number in numbers]
    return random_rules(rng, lowest), people, rng.sample(nights, len(nights))


def random_rules(rng, lowest):
    return points.SeasonRules(
        lowest_wins=lowest,
        low_game=lowest,
        counting=rng.choice(["sum", "average", "rounds", "best", "bestavg", "drop", "places"]),
        counted=rng.randrange(1, 4),
        place_points=rng.choice([(4, 2, 1), (3, 1), (4, 2, 1, Fraction(1, 2))]),
        bonus=rng.choice([0, 1]),
        signed_off=random_missed(rng, lowest),
        no_show=random_missed(rng, lowest),
        missed_round=rng.choice([None, None, rng.randrange(1, 25)]),
        sit_out=rng.choice([None, rng.randrange(1, 25)]),
        before_joining=rng.choice(["skip", "absent"]),
        least_nights=rng.randrange(4),
        tie_break=rng.choice(["shared", "dashes", "best_game", "last_game", "round"]),
        guests_ranked=rng.random() < 0.4,
        for_member=rng.random() < 0.4,
        fill_ins=rng.random() < 0.5,
        season_prizes=rng.choice([(), (1,), (1, 2, "last"), ("last",)]),
        moving=rng.randrange(3),
    )


def random_missed(rng, lowest):
    how = rng.choice(["skip", "fixed", "worst", "own"])
    least = {"fixed": 1 if lowest else -20, "own": rng.choice([1, None])}.get(how)
    return points.Missed(how, () if least is None else (rng.randrange(least, 25),))


def random_night(rng, number, ids, rounds, lowest):
    here = [id for id in ids if rng.random() < 0.75]
    if rng.random() < 0.15:
        return brought_night(rng, number, here or ids[:1], rounds, lowest)
    made = tuple(random_round(rng, here, ids, lowest) for _ in range(rounds))
    return points.PlayedNight(number, made, frozenset(id for id in ids if rng.random() < 0.5))


def brought_night(rng, number, here, rounds, lowest):
    """Points and dashes out of a file, at times of another number of rounds than is usual."""
    rounds = rng.choice([rounds, rounds, 1, 3])
    silent = rng.choice([0, 0, 0.3, 1])  # how often nothing is said of dashes
    shares = tuple(
        points.PlayerRound(
            id,
            Fraction(rng.randrange(0 if lowest else -40, 48), 2),
            dashes=None if rng.random() < silent else rng.randrange(4),
            table=table,
            counts=True,
            rounds=rounds,
        )
        for table, id in enumerate(here, 1)
    )
    return points.PlayedNight(number, (points.PlayedRound(shares),))


def random_round(rng, here, ids, lowest):
    here, idle = rng.sample(here, len(here)), [id for id in ids if id not in here]
    games, shares, out = rng.randrange(1, 4), [], set()
    while here:
        table, here = here[:3], here[3:]
        if len(table) < 2:
            out |= {*table}
            continue
        stopped = rng.random() < 0.15
        many = rng.randrange(games) if stopped else games
        for id, places in zip(table, random_places(rng, len(table)), strict=True):
            more = {"places": tuple(places), "unfinished": stopped}
            shares += random_seat(rng, id, idle, many, lowest, **more)
    if rng.random() < 0.15:
        swap(rng, shares)
    elif rng.random() < 0.4:
        fill_in(rng, shares, games, lowest)
    return points.PlayedRound(tuple(shares), frozenset(out))


def random_seat(rng, id, idle, games, lowest, **more):
    """A share for every stretch of games that one player played."""
    if not games:
        return [points.PlayerRound(id, 0, unfinished=True)]
    since = rng.randrange(1, games + 1) if rng.random() < 0.1 else 0
    until = rng.randrange(games) if rng.random() < 0.15 else games
    other = idle.pop() if idle and until < games and rng.random() < 0.6 else None
    sat = [
        None if game < since or rng.random() < 0.03 else id if game < until else other
        for game in range(games)
    ]
    return [
        random_share(
            rng, player, [*numbers], games, lowest, seat=None if player == id else id
        )._replace(**more)
        for player, numbers in groupby(range(games), key=sat.__getitem__)
        if player is not None
    ]


def random_share(rng, player, numbers, games, lowest, **more):
    scores = tuple(rng.randrange(0 if lowest else -4, 5) for _ in numbers)
    return of_scores(rng, points.PlayerRound(player, 0, **more), scores)._replace(
        since=numbers[0] + 1, until=None if numbers[-1] == games - 1 else numbers[-1] + 1
    )


def of_scores(rng, share, scores):
    left = rng.randrange(len(scores) + 1)
    return share._replace(points=sum(scores), dashes=scores.count(0), games=scores, left=left)


def fill_in(rng, shares, games, lowest):
    """Somebody who is ready plays another time: on a free seat, or on that of somebody who left."""
    ready = [share.player for share in shares if share.until is None and not share.unfinished]
    if not ready:
        return
    player = rng.choice(ready)
    left = [share for share in shares if share.until and share.seat is None]
    if left and rng.random() < 0.5:
        gone = rng.choice(left)
        numbers, more = range(gone.until, games), {"seat": gone.player}
        more |= {"places": gone.places, "unfinished": gone.unfinished}
    else:
        numbers = range(games)
        more = {"places": (rng.randrange(1, 4),), "unfinished": rng.random() < 0.15}
    if numbers:
        shares.append(random_share(rng, player, numbers, games, lowest, fill_in=True, **more))


def random_places(rng, count):
    """Places of a table, some of them shared."""
    places, groups = list(range(1, count + 1)), []
    while places:
        many = rng.choice([1, 1, 1, 2])
        group, places = places[:many], places[many:]
        groups += [group] * len(group)
    return groups


def swap(rng, shares):
    """Two players change seats in the middle of a round; neither is a substitute."""
    whole = [share for share in shares if share.whole and len(share.games) > 1]
    if len(whole) < 2:
        return
    one, other = rng.sample(whole, 2)
    at = rng.randrange(1, len(one.games))
    for share, player in ((one, other.player), (other, one.player)):
        shares.remove(share)
        before = of_scores(rng, share, share.games[:at])._replace(until=at)
        after = of_scores(rng, share, share.games[at:])._replace(player=player, since=at + 1)
        shares += [before, after]
