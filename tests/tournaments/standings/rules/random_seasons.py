"""Random seasons, small enough that ties, empty rounds and lonely members come up often."""

from fractions import Fraction
from itertools import groupby

from tournaments.standings import rules

NAMES = list(range(1, 9))
HOWS = ["skip", "fixed", "worst", "own"]


def random_season(rng):
    people = [
        {
            "id": id,
            "guest": rng.random() < 0.2,
            "joined": rng.choice([1, 1, 1, 2, 3]),
            "division": None,
        }
        for id in NAMES[: rng.randrange(2, 9)]
    ]
    if rng.random() < 0.3:
        for person in people:
            person["division"] = rng.choice([1, 1, 2, 2, 3, None])
    lowest = rng.random() < 0.6
    rounds = rng.choice([1, 1, 2, 3])
    season = {
        "terms": random_terms(rng, lowest),
        "people": people,
        "nights": [
            random_night(rng, number, [person["id"] for person in people], rounds, lowest)
            for number in range(1, rng.randrange(2, 7))
        ],
    }
    rng.shuffle(season["nights"])
    return season


def random_terms(rng, lowest):
    def missed():
        how = rng.choice(HOWS)
        low = 1 if lowest else -20
        points = rng.randrange(low, 25) if how == "fixed" else None
        return [how, rng.randrange(1, 25) if how == "own" and rng.random() < 0.5 else points]

    return {
        "lowest_wins": lowest,
        "low_game": lowest,
        "counting": rng.choice(["sum", "average", "best", "bestavg", "drop", "places"]),
        "counted": rng.randrange(1, 4),
        "place_points": rng.choice([[4, 2, 1], [3, 1], [4, 2, 1, 0.5]]),
        "bonus": rng.choice([0, 1]),
        "signed_off": missed(),
        "missed_round": rng.choice([None, None, rng.randrange(1, 25)]),
        "sit_out": rng.choice([None, rng.randrange(1, 25)]),
        "no_show": missed(),
        "before_joining": rng.choice(["skip", "absent"]),
        "least_nights": rng.randrange(0, 4),
        "tie_break": rng.choice(["shared", "dashes", "best_game", "last_game", "round"]),
        "guests_ranked": rng.random() < 0.4,
        "for_member": rng.random() < 0.4,
        "fill_ins": rng.random() < 0.5,
        "prizes": rng.choice([[], [1], [1, 2, "last"], ["last"]]),
        "moving": rng.randrange(0, 3),
    }


def random_night(rng, number, ids, rounds, lowest):
    here = [id for id in ids if rng.random() < 0.75]
    if rng.random() < 0.15:
        return brought_night(rng, number, here or ids[:1], rounds, lowest)
    return {
        "number": number,
        "off": [id for id in ids if rng.random() < 0.5],
        "rounds": [random_round(rng, here, ids, lowest) for _ in range(rounds)],
    }


def brought_night(rng, number, here, rounds, lowest):
    """Points and dashes out of a file, at times of another number of rounds than is usual."""
    rounds = rng.choice([rounds, rounds, 1, 3])
    points = [rng.randrange(0, 24) if lowest else rng.randrange(-20, 24) for _ in here]
    figures = [[point + rng.choice([0, 0, 0, 0.5]), rng.randrange(0, 4)] for point in points]
    silent = rng.choice([0, 0, 0.3, 1])  # how often nothing is said of dashes
    brought = [
        [id, float(points), None if rng.random() < silent else dashes]
        for id, (points, dashes) in zip(here, figures, strict=True)
    ]
    return {"number": number, "off": [], "rounds": [], "brought": brought, "worth": rounds}


def random_round(rng, here, ids, lowest):
    here = rng.sample(here, len(here))
    seats, out, idle = [], [], [id for id in ids if id not in here]
    games = rng.randrange(1, 4)
    while here:
        table, here = here[:3], here[3:]
        if len(table) < 2:
            out += table
            continue
        stopped = rng.random() < 0.15
        many = rng.randrange(games) if stopped else games
        seats += [random_seat(rng, id, idle, many, lowest) for id in table]
        for seat, places in zip(seats[-len(table) :], random_places(rng, len(table)), strict=True):
            seat |= {"places": places, "stopped": stopped}
    if len(seats) > 4 and rng.random() < 0.15:
        seat, other = seats[0], seats[-1]
        if len(seat["games"]) == len(other["games"]) > 0:
            swap(rng, seat, other, len(seat["games"]))
    elif seats and rng.random() < 0.4:
        fill_in(rng, seats, games, lowest)
    return {"out": out, "seats": seats}


def random_seat(rng, id, idle, games, lowest):
    if not games:
        return {"waiting": id, "games": []}
    since = rng.randrange(1, games + 1) if rng.random() < 0.1 else 0
    until = rng.randrange(games) if rng.random() < 0.15 else games
    other = idle.pop() if idle and until < games and rng.random() < 0.6 else None
    cells = []
    for game in range(games):
        player = None if game < since else id if game < until else other
        if player is not None and rng.random() < 0.03:
            player = None
        score = rng.randrange(0, 5) if lowest else rng.randrange(-4, 5)
        cells.append([player, id, score, score, score == 0, rng.randrange(0, 2)])
    return {"waiting": None, "games": cells}


def fill_in(rng, seats, games, lowest):
    """Somebody who is ready plays another time: on a free seat, or on that of somebody who left."""
    ready = [
        seat["games"][0][1]
        for seat in seats
        if seat["games"] and not seat["stopped"] and seat["games"][-1][0] == seat["games"][0][1]
    ]
    if not ready:
        return
    id = rng.choice(ready)
    left = [seat for seat in seats if seat["games"] and seat["games"][-1][0] is None]
    if left and rng.random() < 0.5:
        seat = rng.choice(left)
        last = max((k for k, cell in enumerate(seat["games"]) if cell[0] is not None), default=-1)
        for cell in seat["games"][last + 1 :]:
            cell[0] = id
    else:
        seat = random_seat(rng, id, [], games, lowest)
        seat |= {"places": [rng.randrange(1, 4)], "stopped": rng.random() < 0.15}
        seats.append(seat)
    seat["fills_in"] = id


def random_places(rng, count):
    """Places of a table, some of them shared."""
    places, groups = list(range(1, count + 1)), []
    while places:
        many = rng.choice([1, 1, 1, 2])
        group, places = places[:many], places[many:]
        groups += [group] * len(group)
    return groups


def swap(rng, seat, other, games):
    """Two players change seats in the middle of a round; neither is a substitute."""
    at = rng.randrange(0, games + 1)
    ids = seat["games"][0][1], other["games"][0][1]
    for here, there in list(zip(seat["games"], other["games"], strict=True))[at:]:
        if (here[0], there[0]) == ids:
            here[:2], there[:2] = there[:2], here[:2]


# The same season, as the program takes it


def terms(given):
    said = {key: value for key, value in given.items() if key != "prizes"}
    said["place_points"] = tuple(
        Fraction(str(place_point)) for place_point in given["place_points"]
    )
    for key in ("signed_off", "no_show"):
        said[key] = rules.Missed(given[key][0], tuple(filter(None, given[key][1:])))
    return rules.SeasonRules(**said, season_prizes=tuple(given["prizes"]))


def night(given):
    if "brought" in given:
        return brought(given)
    rounds = [
        rules.PlayedRound(
            tuple(share for seat in round_["seats"] for share in shares(seat)),
            frozenset(round_["out"]),
        )
        for round_ in given["rounds"]
    ]
    return rules.PlayedNight(given["number"], tuple(rounds), frozenset(given["off"]))


def brought(given):
    """As the program reads a night that came from a file."""
    made = [
        rules.PlayerRound(
            who, Fraction(points), dashes=dashes, table=table, counts=True, rounds=given["worth"]
        )
        for table, (who, points, dashes) in enumerate(given["brought"], 1)
    ]
    return rules.PlayedNight(given["number"], (rules.PlayedRound(tuple(made)),), frozenset())


def shares(seat):
    """A share for every stretch of games that one player played."""
    games, stopped = seat["games"], seat["stopped"]
    if seat["waiting"] is not None:
        yield rules.PlayerRound(seat["waiting"], 0, unfinished=True)
    for (player, whose), numbers in stretches(games):
        mine = [games[number - 1] for number in numbers]
        yield rules.PlayerRound(
            player,
            sum(row[2] for row in mine),
            seat=None if player == whose else whose,
            dashes=sum(row[4] for row in mine),
            games=tuple(row[3] for row in mine),
            left=sum(row[5] for row in mine),
            places=tuple(seat["places"]),
            since=numbers[0],
            until=None if numbers[-1] == len(games) else numbers[-1],
            unfinished=stopped,
            fill_in=player == seat.get("fills_in"),
        )


def stretches(games):
    for who, group in groupby(enumerate(games, 1), key=lambda numbered: numbered[1][:2]):
        if who[0] is not None:
            yield who, [number for number, _game in group]
