"""A second opinion on a draw, from what the command prints. Shares nothing with the program."""


def faults(answer, players, rounds, *, kind="3-4", five="split", constraints=None):
    """Everything that is wrong with an answer, in words; [] when nothing is."""
    wrong = []
    if len(answer["rounds"]) != rounds or len(answer["sitting_out"]) != rounds:
        wrong.append("not that many rounds")
    shape = shape_of(players, kind, five)
    met = [[0] * players for _ in range(players)]
    small = [0] * players
    for tables, out in zip(answer["rounds"], answer["sitting_out"], strict=False):
        seats = [p for table in tables for p in table]
        if sorted(seats + list(out)) != list(range(players)):
            wrong.append("somebody sits twice, or nowhere")
        if [len(table) for table in tables] != shape:
            wrong.append(f"tables of {[len(t) for t in tables]}, not {shape}")
        for table in tables:
            for a in table:
                if len(table) < int(kind[-1]):
                    small[a] += 1
                for b in table:
                    met[a][b] += a != b
    pairs = [met[a][b] for a in range(players) for b in range(a)]
    repeats = sum(m - 1 for m in pairs if m > 1)
    if answer["repeats"] != repeats:
        wrong.append(f"{repeats} repeats, not {answer['repeats']}")
    if answer["max_meetings"] != max(pairs, default=0):
        wrong.append("max_meetings")
    if answer["small_tables"] != {str(p): n for p, n in enumerate(small) if n}:
        wrong.append("small_tables")
    if answer["lower_bound"] > repeats:
        wrong.append("fewer repeats than the lower bound says can be")
    if simple_bound(players, rounds, shape) > answer["lower_bound"]:
        wrong.append("a lower bound that is too low")
    if kind == "4":
        wrong += partner_faults(answer, players, rounds)
    wrong += constraint_faults(answer, constraints or {})
    return wrong


def partner_faults(answer, players, rounds):
    """Partners face each other. Who plays n rounds has n partners, of players - 1 others."""
    had = {}
    for tables in answer["rounds"]:
        for north, east, south, west in tables:
            for pair in ({north, south}, {east, west}):
                had[frozenset(pair)] = had.get(frozenset(pair), 0) + 1
    repeats = sum(times - 1 for times in had.values())
    seats = rounds * (players // 4) * 4
    least = sum(
        max(0, len(range(player, seats, players)) - (players - 1)) for player in range(players)
    )
    wrong = []
    if answer["partner_repeats"] != repeats:
        wrong.append(f"{repeats} partners again, not {answer['partner_repeats']}")
    if not (least + 1) // 2 <= answer["partner_lower_bound"] <= repeats:
        wrong.append("the bound of partners")
    return wrong


def shape_of(players, kind, five):
    if kind == "2":
        return [2] * (players // 2)
    if kind == "4":
        return [4] * (players // 4)
    if kind in ("4-5", "5-6"):
        tables = -(-players // int(kind[-1]))
        return sorted(
            (len(range(number, players, tables)) for number in range(tables)), reverse=True
        )
    if players == 5 and five == "sit-out":
        return [4]
    if players < 5:
        return [players]
    if players == 5:
        return [3, 2]
    # the fewest tables; then as many fours as leave threes only
    tables = (players + 3) // 4
    fours = players - 3 * tables
    return [4] * fours + [3] * (tables - fours)


def simple_bound(players, rounds, shape):
    meetings = rounds * sum(n * (n - 1) // 2 for n in shape)
    return max(0, meetings - players * (players - 1) // 2)


def constraint_faults(answer, constraints):
    unmet = []
    for a, b in constraints.get("apart", []):
        if any(a in t and b in t for tables in answer["rounds"] for t in tables):
            unmet.append({"apart": [a, b]})
    for a, b in constraints.get("together", []):
        for tables in answer["rounds"]:
            playing = [p for t in tables for p in t]
            same = any(a in t and b in t for t in tables)
            if a in playing and b in playing and not same and {"together": [a, b]} not in unmet:
                unmet.append({"together": [a, b]})
    for a, number in constraints.get("fixed_table", {}).items():
        for tables in answer["rounds"]:
            at = [n for n, t in enumerate(tables, 1) if int(a) in t]
            if at and at != [number] and {"fixed_table": {a: number}} not in unmet:
                unmet.append({"fixed_table": {a: number}})
    ordered = sorted(map(repr, answer["unmet"]))
    return [] if ordered == sorted(map(repr, unmet)) else [f"unmet is {unmet}"]


# A season


def excess(met, meetings_of, players):
    """By how much Σ C(m, 2) over pairs is more than when all meetings are spread evenly."""
    value = sum(m * (m - 1) // 2 for m in met.values())
    least = 0
    for meetings in meetings_of:
        each, more = divmod(meetings, players - 1)
        least += more * (each + 1) * each // 2 + (players - 1 - more) * each * (each - 1) // 2
    return value / (least / 2) - 1
