"""Klaverjassen, boerenbridge and hartenjagen worked out by hand: they prove the second calculation itself."""

import pytest

from tests.second.test_calculation import (
    ABCD,
    cells,
    dealers,
    places,
    scores,
    sheet,
    starters,
    words,
)

ABC = ABCD[:3]
FIVE = [*ABCD, "Els"]


# --- klaverjassen: Ans and Cor are W, Bob and Dik Z; with Dik as first dealer Ans starts


def games_of(*rows, **options):
    return sheet("klaverjassen", ABCD, list(rows), first_dealer="Dik", options=options)


def by(player, **more):
    return {"by": player, **more}


def sides(answer, number=1):
    by_player = scores(answer, number)
    return by_player and (by_player["Ans"], by_player["Bob"])


def marked(answer):
    """Who has which marks, as A and B for the sides; roem apart."""
    return {
        mark: (figures["Ans"], figures["Bob"])
        for mark, figures in answer["marks"].items()
        if figures["Ans"] or figures["Bob"]
    }


ACCEPTED = [  # number, who plays, points W, roem W, roem Z, nat, W, Z
    (1, "W", 100, 0, 0, "", 100, 62),
    (2, "W", 82, 0, 0, "", 82, 80),
    (3, "W", 81, 0, 0, "N", 0, 162),
    (4, "W", 80, 0, 0, "N", 0, 162),
    (5, "Z", 81, 0, 0, "N", 162, 0),
    (6, "W", 81, 20, 20, "N", 0, 202),
    (7, "W", 91, 0, 20, "N", 0, 182),
    (8, "W", 91, 20, 40, "N", 0, 222),
    (9, "W", 92, 0, 20, "", 92, 90),
    (10, "W", 71, 40, 0, "", 111, 91),
    (11, "W", 71, 20, 0, "N", 0, 182),
    (12, "W", 60, 50, 20, "N", 0, 232),
]


@pytest.mark.parametrize("sample", ACCEPTED, ids=lambda sample: str(sample[0]))
def test_acceptance_samples(sample):
    _number, plays, points, roem_w, roem_z, nat, score_w, score_z = sample
    row = {"points_13": points, "roem_13": roem_w, "roem_24": roem_z}
    chosen = games_of(
        by({"W": "Ans", "Z": "Dik"}[plays], **row), trump_by="choice", games=1, subtotal_every=0
    )
    assert sides(chosen) == (score_w, score_z) and chosen["warned"] == []
    first = "Dik" if plays == "W" else "Cor"  # deals, so that Ans or Dik must play
    must = sheet("klaverjassen", ABCD, [row], first_dealer=first)
    assert sides(must) == (score_w, score_z)
    side = {"W": 0, "Z": 1}[plays]
    who = (1 - side, side) if nat else None
    assert marked(must).get("nat") == marked(chosen).get("nat") == who


def test_equal_is_made_where_half_is_enough():
    for row, both in (
        ({"points_13": 81}, (81, 81)),
        ({"points_24": 81, "roem_13": 20, "roem_24": 20}, (101, 101)),
        ({"points_13": 91, "roem_24": 20}, (91, 91)),
        ({"points_13": 80}, (0, 162)),
    ):
        answer = games_of(row, tie="made")
        assert sides(answer) == both
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0, "Dik": 1}
    level = games_of({"points_13": 81}, tie="made", games=1)
    assert level["winner"] is None and places(level) == [(1, "Ans+Bob+Cor+Dik", 81)]
    assert set(level["dashes"].values()) == {0}


def test_pit_by_either_side():
    mine = games_of({"pit": "13", "roem_13": 40})
    theirs = games_of({"pit": "24", "roem_24": 70})
    plain = games_of({"pit": "24", "roem_24": 70}, counter_pit=0)
    assert sides(mine) == (302, 0) and marked(mine) == {"pit": (1, 0), "roem": (140, 0)}
    assert sides(theirs) == (0, 332)
    assert marked(theirs) == {"counter_pit": (0, 1), "nat": (1, 0), "roem": (0, 170)}
    assert sides(plain) == (0, 232)
    assert marked(plain) == {"counter_pit": (0, 1), "nat": (1, 0), "roem": (0, 70)}
    assert sides(games_of({"pit": "24", "nat": True, "points_13": 0})) == (0, 262)


@pytest.mark.parametrize(
    ("how", "most"), [("262_roem", 332), ("262", 262), ("162_roem", 232)], ids=str
)
def test_revoke_by_either_side(how, most):
    row = {"roem_13": 20, "roem_24": 50}
    theirs = games_of({"revoke": "24", **row}, revoke=how)
    mine = games_of({"revoke": "13", **row}, revoke=how)
    assert sides(theirs) == (most, 0) and sides(mine) == (0, most)
    assert marked(theirs) == {"revoke": (0, 1), "roem": (most - 162, 0)}
    assert marked(mine) == {"revoke": (1, 0), "roem": (0, most - 162)}


def test_nat_by_the_flag():
    answer = games_of({"nat": True, "roem_13": 20, "roem_24": 50})
    assert sides(answer) == (0, 232) and marked(answer) == {"nat": (1, 0), "roem": (0, 70)}
    assert sides(games_of({"nat": True, "points_13": 81})) == (0, 162)
    assert words(games_of({"nat": True, "points_13": 82})) == ["row nat made"]
    assert words(games_of({"nat": True, "points_13": 81}, tie="made")) == ["row nat made"]
    assert words(games_of({"nat": True, "pit": "13"})) == ["row nat pit"]
    assert sides(games_of({"nat": False, "points_13": 82})) == (82, 80)


def test_either_side_plays_when_trump_is_chosen():
    row = {"points_13": 81}
    assert sides(games_of(by("Cor", **row), trump_by="choice")) == (0, 162)
    assert sides(games_of(by("Bob", **row), trump_by="choice")) == (162, 0)
    waiting = games_of({**row, "nat": True}, by("Cor"), by("Bob", roem_13=20), trump_by="choice")
    assert waiting["valid"] and [row.get("scores") for row in waiting["rows"]] == [None] * 3
    assert words(games_of(by("Cor", **row))) == ["row key"]


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ({"points_13": 1}, "row points 1"),
        ({"points_24": 161}, "row points 1"),
        ({"points_24": 163}, "row points"),
        ({"points_24": -1}, "row points"),
        ({"points_13": 80, "points_24": 80}, "row points 162"),
        ({"points_13": 82, "roem_13": 10}, "row roem step"),
        ({"points_13": 82, "roem_24": 30}, "row roem step"),
        ({"points_13": 82, "roem_24": 25}, "row roem step"),
        ({"points_13": 82, "roem_13": 500, "roem_24": 420}, "row roem 900"),
        ({"pit": "13", "points_13": 160}, "row pit points"),
        ({"pit": "13", "points_24": 2}, "row pit points"),
        ({"pit": "13", "roem_24": 20}, "row pit roem"),
        ({"pit": "both"}, "row side"),
        ({"revoke": "13", "points_13": 0}, "row revoke"),
        ({"revoke": "13", "pit": "24"}, "row revoke"),
        ({"revoke": "13", "nat": True}, "row revoke"),
        ({"points_13": 82, "trump": "NT"}, "row trump"),
        ({"points_13": 82, "entries": {"Ans": "x"}}, "row entries"),
    ],
)
def test_klaverjassen_refuses(row, word):
    assert words(games_of(row)) == [word]


def test_klaverjassen_allows():
    for row in (
        {"points_13": 160, "points_24": 2},
        {"points_13": 159, "roem_24": 20},
        {"points_13": 82, "roem_13": 500, "roem_24": 400},
        {"pit": "13", "points_13": 162, "points_24": 0, "roem_24": 0, "trump": "H"},
        {"points_13": 100, "roem_24": 40, "entries": {"Ans": None}},
    ):
        assert games_of(row)["valid"]
    warned = games_of({"points_13": 162}, {"points_24": 82, "roem_24": 220})
    assert warned["warned"] == [[1, None, "162 without pit"], [2, None, "much roem"]]
    assert sides(warned) == (162, 0)


def test_sixteen_games_add_up():
    rows = [
        *({"points_13": 100}, {"points_24": 100}, {"points_13": 81}, {"points_24": 60}),
        *({"pit": "13"}, {"pit": "13", "roem_13": 50}, {"revoke": "24"}, {"nat": True}),
        *({"points_13": 92, "roem_13": 20}, {"points_13": 70, "roem_24": 40}),
        *({"points_24": 162}, {"void": "verdeeld"}, {"points_24": 50, "roem_13": 100}),
        *({"points_13": 90}, {"points_13": 95, "roem_24": 20}, {"points_13": 62, "roem_24": 20}),
    ]
    answer = games_of(*rows)
    assert answer["complete"] and answer["valid"]
    points = {player: answer["totals"][player] - answer["marks"]["roem"][player] for player in ABCD}
    assert points["Ans"] + points["Bob"] == 15 * 162
    roem = 50 + 20 + 40 + 100 + 20 + 20
    assert answer["marks"]["roem"]["Ans"] + answer["marks"]["roem"]["Bob"] == roem + 300
    assert [subtotal["after"] for subtotal in answer["subtotals"]] == [4, 8, 12, 16]
    assert answer["subtotals"][3]["totals"] == answer["totals"]
    assert dealers(answer)[:5] == ["Dik", "Ans", "Bob", "Cor", "Dik"]
    assert starters(answer)[15] == "Dik"


# --- boerenbridge


def bids(players, *given, **more):
    entries = {player: {"bid": bid, "tricks": won} for player, (bid, won) in zip(players, given)}
    return {"entries": entries, **more}


def test_boerenbridge_right_and_wrong():
    first = bids(ABCD, (0, 0), (0, 1), (0, 0), (0, 0))
    second = bids(ABCD, (1, 1), (1, 0), (1, 1), (0, 0))
    answer = sheet("boerenbridge", ABCD, [first, second])
    assert scores(answer, 1) == {"Ans": 10, "Bob": -2, "Cor": 10, "Dik": 10}
    assert scores(answer, 2) == {"Ans": 12, "Bob": -2, "Cor": 12, "Dik": 10}
    assert set(answer["dashes"].values()) == {0}
    own = sheet(
        "boerenbridge", ABCD, [first, second], options={"exact": 5, "per_trick": 1, "miss": 3}
    )
    assert own["totals"] == {"Ans": 11, "Bob": -6, "Cor": 11, "Dik": 10}


@pytest.mark.parametrize(
    ("count", "most", "course", "games"),
    [
        *((3, 10, "up", 19), (3, 17, "up", 33), (4, 13, "up", 25), (4, 17, "down", 25)),
        *((5, 10, "down", 19), (10, 10, "up", 9), (10, 3, "up", 5), (3, 1, "up", 1)),
    ],
)
def test_boerenbridge_course(count, most, course, games):
    players = [f"P{number}" for number in range(count)]
    answer = sheet(
        "boerenbridge",
        players,
        [{"void": "stop"}] * games,
        options={"most": most, "course": course},
    )
    assert answer["complete"] and answer["valid"] and answer["next"] is None
    fewer = sheet("boerenbridge", players, [{"void": "stop"}] * (games - 1), options={"most": most})
    assert not fewer["complete"]


def test_boerenbridge_cards_go_down_and_up_again():
    options = {"most": 2, "course": "down"}
    rows = [
        bids(ABC, (2, 2), (1, 0), (0, 0)),
        bids(ABC, (1, 1), (1, 0), (0, 0)),
        bids(ABC, (0, 2), (1, 0), (0, 0)),
    ]
    answer = sheet("boerenbridge", ABC, rows, options=options)
    assert answer["finished"] and answer["totals"] == {"Ans": 22, "Bob": -6, "Cor": 30}
    assert answer["winner"] == "Cor"


def test_boerenbridge_hook():
    row = bids(ABC, (1, 1), (0, 0), (0, 0))
    assert sheet("boerenbridge", ABC, [row])["wrong"] == [[1, "Bob", "hook"]]
    assert sheet("boerenbridge", ABC, [row], options={"hook": "never"})["valid"]
    assert sheet("boerenbridge", ABC, [row], options={"hook": "above_3"})["valid"]
    three = {"void": "v"}
    row = bids(ABC, (2, 2), (2, 2), (0, 0))
    answer = sheet("boerenbridge", ABC, [three, three, three, row], options={"hook": "above_3"})
    assert answer["wrong"] == [[4, "Bob", "hook"]]  # Bob, Cor, Ans, Bob deal
    half = {"entries": {player: {"bid": 1} for player in ABC}}
    assert sheet("boerenbridge", ABC, [half])["valid"]


def test_boerenbridge_refuses():
    for row, word in (
        (bids(ABC, (2, 1), (0, 0), (0, 0)), "bid"),
        (bids(ABC, (1, 1), (1, 2), (0, 0)), "tricks"),
        (bids(ABC, (1, 1), (1, 1), (0, 0)), "row tricks"),
        (bids(ABC, (1, 0), (1, 0), (0, 0)), "row tricks"),
        (bids(ABC, (1, 1), (1, 0), (0, 0), misdealt="Ans"), "row misdealt"),
        ({"entries": {"Ans": 3}}, "cell"),
        ({"entries": {"Ans": "-"}}, "cell"),
    ):
        assert words(sheet("boerenbridge", ABC, [row])) == [word]


def test_boerenbridge_misdealt():
    row = {"misdealt": "Bob", "entries": {name: {"bid": 1} for name in ABC}}
    answer = sheet("boerenbridge", ABC, [{"void": "v"}, row])
    assert scores(answer, 2) == {"Ans": 12, "Bob": -4, "Cor": 12}
    waits = sheet("boerenbridge", ABC, [{"misdealt": "Bob", "entries": {"Ans": {"bid": 0}}}])
    assert waits["valid"] and scores(waits, 1) is None


def test_boerenbridge_cards_go_by_the_seats():
    players = [f"P{number}" for number in range(10)]
    entries = {player: {"bid": 0, "tricks": 0} for player in players}
    entries["P9"] = "x"
    entries["P0"] = {"bid": 5, "tricks": 5}
    entries["P1"] = {"bid": 1, "tricks": 0}
    row = {"entries": entries}
    answer = sheet("boerenbridge", players, [{"void": "v"}] * 4 + [row])
    assert answer["valid"] and scores(answer, 5)["P0"] == 20 and "P9" not in scores(answer, 5)


# --- hartenjagen


def hearts(*rows, **options):
    return sheet("hartenjagen", ABCD, list(rows), options=options)


def test_hartenjagen_american():
    answer = hearts(cells(ABCD, 13, 5, 8, 0), {"moon": "Bob"}, cells(ABCD, 0, 0, 1, 25))
    assert scores(answer, 1) == {"Ans": 13, "Bob": 5, "Cor": 8, "Dik": 0}
    assert scores(answer, 2) == {"Ans": 26, "Bob": 0, "Cor": 26, "Dik": 26}
    assert answer["totals"] == {"Ans": 39, "Bob": 5, "Cor": 35, "Dik": 51}
    assert answer["dashes"] == {"Ans": 0, "Bob": 1, "Cor": 0, "Dik": 1}
    assert not answer["finished"] and places(answer)[0] == (1, "Bob", 5)


def test_hartenjagen_ends_at_the_target():
    rows = [{"moon": "Bob"}, cells(ABCD, 24, 2, 0, 0), cells(ABCD, 0, 0, 0, 25)]
    assert not hearts(*rows[:2], target=51)["finished"]
    answer = hearts(*rows[:2], target=50)
    assert answer["finished"] and answer["complete"] and answer["winner"] == "Bob"
    assert words(hearts(*rows, target=50)) == ["row refused"]
    assert not hearts(*rows[:2], target=50, games=9)["finished"]


def test_hartenjagen_refuses():
    for row, word in (
        (cells(ABCD, 13, 5, 8, 1), "row together"),
        (cells(ABCD, 13, 5, 7, 0), "row together"),
        (cells(ABCD, 13, 14), "row together"),
        (cells(ABCD, 26, 0, 0, 0), "moon"),
        (cells(ABCD, 27), "points"),
        (cells(ABCD, "-"), "points"),
        ({"moon": "Ans", "entries": {"Bob": 25}}, "row moon"),
        ({"moon": "Zed"}, "row moon"),
    ):
        assert words(hearts(row)) == [word]
    assert hearts({"moon": "Ans", "entries": {"Ans": 0, "Bob": 26}})["valid"]
    assert words(hearts({"moon": "Ans"}, variant="dutch")) == ["row key"]
    assert words(hearts(cells(ABCD, 16), variant="dutch")) == ["points"]
    assert hearts(cells(ABCD, 13, 5, None, 8))["valid"]


def test_hartenjagen_dutch_turns_and_ends():
    up = [cells(ABCD, 15, 0, 0, 0)] * 3 + [cells(ABCD, 5, 4, 4, 2)]
    down = [cells(ABCD, 0, 4, 4, 7), cells(ABCD, 15, 0, 0, 0)]
    answer = hearts(*up, down[0], variant="dutch")
    assert answer["rows"][3]["running"] == {"Ans": 50, "Bob": 4, "Cor": 4, "Dik": 2}
    assert answer["totals"] == {"Ans": 50, "Bob": 0, "Cor": 0, "Dik": -5}
    assert answer["finished"] and answer["winner"] == "Dik"
    shared = hearts(*up, cells(ABCD, 4, 5, 5, 1), variant="dutch")
    assert shared["finished"] and shared["winner"] is None
    assert places(shared)[0] == (1, "Bob+Cor", -1)
    later = hearts(*up, down[1], variant="dutch")
    assert not later["finished"] and later["totals"]["Ans"] == 35
    assert hearts(*up, *down, variant="dutch", target=60)["totals"]["Ans"] == 65
