"""A second, independent calculation of a season's standing, written from the rules alone.

It shares nothing with the program: no code, no names, no data. It is as flat as it can be, and slow.
`test_standings.py` compares the two.

`standing(season)` takes plain lists and dictionaries, and knows of every game who played it:

    {"terms": {...}, "people": [{"id", "guest", "joined", "division"}],
     "nights": [{"number", "off": [ids], "rounds": [{"out": [ids],
        "seats": [{"places": [1], "stopped": False, "waiting": None, "fills_in": id (or not there),
            "games": [[who or None, whose, points, score, dash, left], ...]}]}]}]}

A night from before, of which a file tells no more than points and dashes, has no rounds but
"brought": [[id, points, dashes], ...] and "worth": as how many rounds it counts.

and gives by division its rows (below the line: rank None), its prizes, who moves up and down, and which place
everybody had before the last night.

Readings (where the text is silent)
 1. A night's value ÷ rounds: the rounds of that night at which somebody played to the end.
 2. A night missed as a whole counts the night's value as it is; only where some rounds were played is it
    taken round by round, as rounding up each round would make it more than the club said.
 3. The worst score of a night is that of a member who played, or was forced to sit out, every round. Nobody
    did: the worst rounds added up, each of a member who played it to the end; no member did: of a guest. A round
    that was missed takes its part of it, rounded up.
 4. Own average: of the rounds of the whole season that were played to the end, times the rounds of the night.
    Who has no such round, but was forced to sit out, has that of what sitting out counted for points (not where
    places count). Else nobody has one: then nothing counts.
 5. A cap holds for a night, and its part, rounded up, for a round.
 6. Who left early or came late is treated as signed off; so are nights before joining.
 7. Where the lowest wins, a night or round missed that comes to 0 counts 1.
 8. "Not counted", of some rounds of a night: adds nothing. Where the lowest wins a night with such a round is
    not counted either; in an average it weighs for the rounds that are counted.
 9. The bonus is for each round at which somebody was: played to the end, or forced to sit out.
10. Dropping the worst K leaves at least one night. Of equal nights one that was missed is dropped first, then
    the earlier one.
11. A night counts towards the minimum if something of it was played to the end or sat out, and it counts. It
    takes at least one to have a place.
12. Tie-breaks look at rounds played to the end, of nights that count. `left`: its mean over those rounds.
13. Who has no game for `best_game` or `last_game` stands below who has.
14. A division moves its first and last K with a place; the first K go before the last K. A tie on the line is
    told with the room there is.
15. A table that stopped before its end: who sat there last has not played the round to the end, and the round is
    replaced for them. `waiting` is who sat at a table that stopped before its first game: they came.
16. A night from before is one round that all who have points played to its end, without single games. The points
    stand as they are, also where places count, and no bonus goes on top. Who has none counts as signed off. Where
    rounds are averaged it weighs for as many as the night is worth.
17. The place before the last night is the place of a season without the last night that was played.
18. `fills_in` played those games after the round at their own table. A round that they played to the end there, too,
    takes the place of their own one, if that was played to the end and is worse (in points, then in `left`). Else
    those games are nobody's; or the member's, whose seat it was, where a substitute plays for the member.
19. Dashes of which a file says nothing are not known: a tie goes by the others, and it is told of how many nights.
20. A number for sitting out holds for the first such round of a player's night; one for a round missed instead of
    any part of a night's value.
21. An average of the best nights divides by the nights that count, also by one of which a round was missed.
"""

import math
from fractions import Fraction as F


def standing(season, moves=True):
    terms, people = season["terms"], {person["id"]: person for person in season["people"]}
    members = [id for id, member in people.items() if not member["guest"]]
    lower = terms["lowest_wins"] and terms["counting"] != "places"

    def worst(values):
        return max(values) if lower else min(values)

    # --- who played what to the end: night → round → player → what it is worth

    nights = sorted(season["nights"], key=lambda night: night["number"])
    worth, came = {}, {}
    for night in nights:
        n = night["number"]
        worth[n], came[n] = [], set()
        for round_ in night["rounds"]:
            values = {}
            who, filled_in = {}, {}
            for seat in round_["seats"]:
                for k, (player, whose, points, score, dash, left) in enumerate(seat["games"]):
                    if player is None:
                        continue
                    extra = player == seat.get("fills_in")
                    if terms["for_member"] and player != whose:
                        player, extra = whose, False
                    seats_of = filled_in if extra else who
                    seats_of.setdefault(player, {})[k] = (points, score, dash, left, seat)
            waiting = {seat["waiting"] for seat in round_["seats"]} - {None}
            came[n] |= set(who) | waiting | set(round_["out"])
            for player, games in [*who.items(), *filled_in.items()]:
                extra = filled_in.get(player) is games
                last = games[max(games)][4]
                if set(games) != set(range(len(last["games"]))):
                    continue
                if extra and (not terms["fill_ins"] or player not in values):
                    continue
                if last["stopped"]:
                    continue
                value = sum(points for points, *_ in games.values())
                if terms["counting"] == "places":
                    each = [
                        terms["place_points"][p - 1] if p <= len(terms["place_points"]) else 0
                        for p in last["places"]
                    ]
                    value = F(sum(each)) / len(each) + terms["bonus"]
                figures = {
                    "value": F(value),
                    "points": sum(points for points, *_ in games.values()),
                    "dashes": sum(game[2] for game in games.values()),
                    "scores": [games[k][1] for k in sorted(games)],
                    "left": sum(game[3] for game in games.values()),
                }
                if extra:
                    mine = values[player]
                    ahead = (
                        mine["value"] - figures["value"]
                        if lower
                        else figures["value"] - mine["value"]
                    )
                    if ahead < 0 or (ahead == 0 and figures["left"] >= mine["left"]):
                        continue
                values[player] = figures
            if values:
                worth[n].append({"played": values, "out": set(round_["out"]) - set(values)})
        if "brought" in night:
            came[n] = {id for id, _points, _dashes in night["brought"]}
            values = {
                id: {
                    "value": F(points),
                    "points": F(points),
                    "dashes": dashes,
                    "scores": [],
                    "left": 0,
                }
                for id, points, dashes in night["brought"]
            }
            worth[n].append({"played": values, "out": set()})

    nights = [night for night in nights if worth[night["number"]]]

    # --- each night, round by round, without who was absent

    seen = {}  # (night, player) → list of value or None
    for night in nights:
        n = night["number"]
        every = [result["value"] for played in worth[n] for result in played["played"].values()]
        for player in came[n]:
            own = [
                played["played"][player]["value"]
                for played in worth[n]
                if player in played["played"]
            ]
            seen[n, player] = []
            sat_out = 0
            for played in worth[n]:
                if player in played["played"]:
                    seen[n, player].append(played["played"][player]["value"])
                elif player in played["out"]:
                    sat_out += 1
                    if terms["counting"] == "places":
                        seen[n, player].append(F(terms["bonus"]))
                    elif sat_out == 1 and terms["sit_out"] is not None:
                        seen[n, player].append(F(terms["sit_out"]))
                    elif own:
                        seen[n, player].append(sum(own) / len(own))
                    else:
                        seen[n, player].append(sum(every) / len(every))
                else:
                    seen[n, player].append(None)

    # --- the worst of a night and of each round

    worst_round, worst_night = {}, {}
    for night in nights:
        n = night["number"]
        for r, played in enumerate(worth[n]):
            ours = [
                result["value"] for player, result in played["played"].items() if player in members
            ]
            worst_round[n, r] = worst(
                ours or [result["value"] for result in played["played"].values()]
            )
        whole = [
            sum(seen[n, player])
            for player in came[n]
            if player in members and None not in seen[n, player]
        ]
        worst_night[n] = (
            worst(whole) if whole else sum(worst_round[n, r] for r in range(len(worth[n])))
        )

    # --- everybody's nights

    rows = {}
    for player, person in people.items():
        if person["guest"] and not terms["guests_ranked"]:
            continue
        all_own = [
            (played["played"][player]["value"], night.get("worth", 1))
            for night in nights
            for played in worth[night["number"]]
            if player in played["played"]
        ]
        average = None
        if not all_own and terms["counting"] != "places":
            all_own = [
                (value, 1)
                for night in nights
                for value in seen.get((night["number"], player), [])
                if value is not None
            ]
        if all_own:
            average = sum(value for value, _rounds in all_own) / sum(many for _, many in all_own)
        figures = []
        for night in nights:
            n = night["number"]
            rounds = len(worth[n])
            if player in came[n]:
                how, points = terms["signed_off"]
            elif n < person["joined"]:
                how, points = (
                    ("skip", None) if terms["before_joining"] == "skip" else terms["signed_off"]
                )
            elif player in night["off"] or "brought" in night:
                how, points = terms["signed_off"]
            else:
                how, points = terms["no_show"]
            mine = seen.get((n, player), [None] * rounds)
            if mine.count(None) == rounds:
                value = None
                if how == "fixed":
                    value = F(points)
                if how == "worst":
                    value = worst_night[n]
                many = night.get("worth", rounds)
                if how == "own" and average is not None:
                    value = average * many if points is None else min(average * many, F(points))
                if value is not None and lower and value <= 0:
                    value = F(1)
                figures.append({"night": n, "value": value, "came": False, "weight": F(1)})
                continue
            filled = []
            for value in mine:
                if value is None and terms["missed_round"] is not None:
                    value = F(terms["missed_round"])
                elif value is None:
                    if how == "fixed":
                        value = F(math.ceil(F(points, rounds)))
                    if how == "worst":
                        value = F(math.ceil(F(worst_night[n]) / rounds))
                    if how == "own" and average is not None:
                        value = (
                            average
                            if points is None
                            else min(average, F(math.ceil(F(points, rounds))))
                        )
                    if value is not None and lower and value <= 0:
                        value = F(1)
                filled.append(value)
            value = sum(filled_row for filled_row in filled if filled_row is not None)
            if None in filled and lower and terms["counting"] != "average":
                value = None
            weight = F(len([filled_row for filled_row in filled if filled_row is not None]), rounds)
            figures.append({"night": n, "value": value, "came": True, "weight": weight})

        # --- which nights count

        there = [figure for figure in figures if figure["value"] is not None]
        best_first = sorted(
            there,
            key=lambda line: (
                line["value"] if lower else -line["value"],
                not line["came"],
                -line["night"],
            ),
        )
        counting = best_first
        if terms["counting"] in ("best", "bestavg"):
            counting = best_first[: terms["counted"]]
        if terms["counting"] == "drop" and there:
            counting = best_first[: max(1, len(best_first) - terms["counted"])]
        total = sum(evening["value"] for evening in counting) if counting else None
        if terms["counting"] == "average" and counting:
            total = total / sum(evening["weight"] for evening in counting)
        if terms["counting"] == "bestavg" and counting:
            total = total / len(counting)

        # --- what tells equal totals apart

        counted_nights = sorted(evening["night"] for evening in counting)
        own = [
            played["played"][player]
            for n in counted_nights
            for played in worth[n]
            if player in played["played"]
        ]
        dashes = sum(night["dashes"] or 0 for night in own)
        silent = len([night for night in own if night["dashes"] is None])
        scores = [score for night in own for score in night["scores"]]
        left = sum(F(night["left"]) for night in own) / len(own) if own else F(0)
        more = 0
        if terms["tie_break"] == "dashes":
            more = -dashes
        if terms["tie_break"] == "round":
            rounds_played = [played["points"] for played in own]
            best = min if terms["lowest_wins"] else max
            sign = 1 if terms["lowest_wins"] else -1
            more = sign * best(rounds_played) if rounds_played else math.inf
        if terms["tie_break"] == "best_game":
            more = math.inf if not scores else max(scores) if terms["low_game"] else -max(scores)
        if terms["tie_break"] == "last_game":
            more = math.inf if not scores else scores[-1] if terms["low_game"] else -scores[-1]
        rows[player] = {
            "division": person["division"],
            "total": total,
            "came": sum(figure["came"] and figure["value"] is not None for figure in figures),
            "order": None if total is None else (total if lower else -total, left, more),
            "dashes": (dashes, silent),
            "figures": [
                (
                    figure["night"],
                    figure["value"],
                    figure["value"] is not None and figure not in counting,
                )
                for figure in figures
            ],
        }

    # --- where everybody stood before the last night

    was = {}
    if moves and len(nights) > 1:
        earlier = {**season, "nights": nights[:-1]}
        for round_ in standing(earlier, moves=False):
            was.update({player: row[0] for player, row in round_["rows"].items()})

    # --- places, prizes and divisions

    numbers = sorted({row["division"] for row in rows.values()} - {None})
    answer = []
    for number in numbers + [None] * (
        not rows or any(row["division"] is None for row in rows.values())
    ):
        ours = {player: row for player, row in rows.items() if row["division"] == number}
        ranked = {
            player: row
            for player, row in ours.items()
            if row["total"] is not None and row["came"] >= max(1, terms["least_nights"])
        }
        rank = {
            player: 1 + sum(other["order"] < row["order"] for other in ranked.values())
            for player, row in ranked.items()
        }
        shares = {
            player: [other for other in rank if rank[other] == rank[player]] for player in rank
        }
        prizes = []
        for place in terms["prizes"]:
            wanted = len(ranked) if place == "last" else place
            have = sorted(
                player
                for player in rank
                if rank[player] <= wanted < rank[player] + len(shares[player])
            )
            if have:
                prizes.append((place, have))
        rising = min(terms["moving"], len(ranked)) if number in numbers[1:] else 0
        falling = min(terms["moving"], len(ranked) - rising) if number in numbers[:-1] else 0
        # a player goes surely if even the last place of those who share it is inside
        sure_up = {player for player in rank if rank[player] + len(shares[player]) - 1 <= rising}
        tied_up = {player for player in rank if rank[player] <= rising} - sure_up
        low = len(ranked) - falling + 1  # the first place that goes down
        sure_down = {player for player in rank if rank[player] >= low}
        tied_down = {
            player for player in rank if rank[player] + len(shares[player]) - 1 >= low
        } - sure_down
        up = (sorted(sure_up), sorted(tied_up), rising - len(sure_up) if tied_up else 0)
        down = (sorted(sure_down), sorted(tied_down), falling - len(sure_down) if tied_down else 0)
        answer.append(
            {
                "division": number,
                "rows": {
                    player: (
                        rank.get(player),
                        row["total"],
                        row["came"],
                        row["dashes"],
                        row["figures"],
                        was.get(player),
                    )
                    for player, row in ours.items()
                },
                "prizes": prizes,
                "up": up,
                "down": down,
            }
        )
    return answer
