"""Clubs of docs/clubs.md, by their numbers there: set up by the forms, played by their rules."""

import re

import pytest

from tests import printed
from tests.tournaments.views.forms import as_it_stands


@pytest.mark.parametrize(
    ("chosen", "hand", "then", "totals"),
    [
        (("jokeren", "joker-5"), {"cards": 3}, (5, "-", 1, 2), "5 7 4 15"),
        (("amerikaans-jokeren", "seven-contracts"), {"points": 29}, (2, 10, "-", 7), "2 59 39 20"),
    ],
)
def test_2_hercules_counts_a_joker_for_1_or_5_and_3_de_hoop_for_10_or_20(
    organiser, chosen, hand, then, totals
):
    organiser.choose(*chosen)
    organiser.begin("all-nights", rounds="1")
    night, *_later = organiser.plan("2026-01-08", count="4", games="2")
    could, could_not = (hand | {"jokers": 1, "could_meld": said} for said in (True, False))
    organiser.play(night, {"Ans Bob Cor Dik": [("-", could, could_not, 13), then]})
    standing = organiser.read_standing()
    assert [standing[name][1] for name in ("Ans", "Bob", "Cor", "Dik")] == totals.split()


def test_4_troef_9_counts_card_values_and_plays_three_with_two_jokers(organiser):
    rules = organiser.choose("amerikaans-jokeren", "card-values")
    organiser.begin("all-nights", rounds="1")
    night, *_later = organiser.plan("2026-01-08", count="4", games="1")
    one, ten = ({"points": 20, "jokers": 1, "could_meld": said} for said in (False, True))
    three = {"points": 5, "jokers": 2, "could_meld": True}
    once = three | {"jokers": 1}
    organiser.play(
        night, {"Ans Bob Cor Dik": [("-", one, ten, once)], "Els Fia Ger": [("-", 1, three)]}
    )
    standing = organiser.read_standing()
    assert [standing[name][1] for name in ("Bob", "Cor", "Dik", "Fia", "Ger")] == [
        *("21", "30", "15", "1", "25")
    ]
    page = organiser.client.get(rules.get_absolute_url()).content.decode()
    assert "make at least 40 points together" in page
    assert "one fewer than there are players" in page


SEVEN = """Name;8-1-2026;15-1-2026;22-1-2026;29-1-2026;5-2-2026;12-2-2026;19-2-2026
Ans;5000;5100;5200;5300;5400;5500;5600
Bob;6000;6000;6000;6000;6000;-;-
Cor;9000;9000;9000;9000;-;-;-
"""


def test_14_bedum_and_15_westerwolde_count_the_best_five_of_seven(organiser):
    organiser.choose("klaverjassen", "twelve")
    most = {"further_0": "Most points", "further_1": "sum"}
    organiser.begin("best-5", night_prizes="1-3, every 4", **most)
    organiser.plan("2026-09-11", "month", count="7")
    organiser.take_in(SEVEN)
    assert organiser.read_standing() == {
        "Bob": ("1", "30000"),
        "Ans": ("2", "27000"),  # 5200 … 5600
        "Cor": ("", "36000"),  # played four nights, and has no place
    }
    assert organiser.season.night_prizes == [1, 2, 3, "/4"]
    assert organiser.read_standing(of="f1") == {
        "Ans": ("1", "37100"),
        "Cor": ("2", "36000"),
        "Bob": ("3", "30000"),
    }


def test_14_bedum_publishes_25_692_of_the_best_five_and_34_313_of_all_seven(organiser):
    organiser.choose("klaverjassen", "twelve", rule_entry="totals")
    organiser.begin("best-5", rounds="4", further_0="Most points", further_1="sum")
    night, *_later = organiser.plan("2026-02-13", "month", count="1")
    organiser.take_in(SEVEN.partition("19-2")[0][:-1] + "\nAns;4310;5138;5139;4311;5138;5139\n")
    rounds = []
    for names in ("Ans Bob Cor Dik", "Ans Cor Bob Dik", "Ans Bob Dik Cor", "Ans Bob Cor Dik"):
        points = 1085 if rounds else 1083  # with 200 roem in each round 5138
        sides = {"Ans": {"points": points, "roem": 200}}
        sides[names.split()[1]] = {"points": 12 * 162 - points, "roem": 0}
        rounds.append({names: [{"entries": sides}]})
    organiser.play(night, *rounds)
    assert organiser.read_standing()["Ans"] == ("1", "25692")
    assert organiser.read_standing(of="f1")["Ans"] == ("1", "34313")


THREE = """Name;8-1-2026;15-1-2026
Ans;6000;6100
Bob;6693;5832
Cor;4900;5400
"""


def test_12_de_daele_counts_a_night_without_a_word_as_nought_always(organiser):
    organiser.choose("klaverjassen", "sixteen")
    organiser.begin("signed-off-5000", counted="2", rounds="1")
    night, *_later = organiser.plan("2026-01-22", count="2", games="1")
    organiser.take_in(THREE)
    organiser.play(night, {"Ans Dik Els Fia": WON}, off="Cor")
    standing = organiser.read_standing()
    assert standing["Ans"] == ("1", "12100")
    assert standing["Cor"][1] == "10400"  # 5400, and signed off
    assert standing["Bob"][1] == "6693"  # and 0, not 5832


def test_42_beek_counts_an_own_average_and_less_of_it_each_time(organiser):
    organiser.choose("punten", name="Bridge", rule_per="round")
    missed = {"signed_off": "own", "signed_off_points": "52.5; 47.5; 0"}
    organiser.begin("all-nights", counting="average", **missed)
    organiser.plan("2026-04-09", "1", count="4")
    organiser.take_in(
        "Name;8-1-2026;15-1-2026;22-1-2026;29-1-2026;5-2-2026\n"
        "Ans;60;-;-;-;56\nBob;50;48;-;49;-\nCor;40;41;42;43;44\n"
    )
    assert organiser.read_standing() == {
        "Bob": ("1", "48.70"),  # 50, 48, 49, and 49 and 47.5 for two missed
        "Ans": ("2", "43.20"),  # 60 and 56, 52.5 and 47.5 and 0
        "Cor": ("3", "42.00"),
    }


def test_13_cafe_de_lijst_takes_the_average_of_the_best_six(organiser):
    organiser.choose("klaverjassen", "sixteen")
    organiser.begin("average-6", member_fee="5", guests_ranked="on")
    organiser.plan("2026-09-13", "month", count="8")
    organiser.take_in(SEVEN)
    standing = organiser.read_standing()
    assert standing["Ans"] == ("1", "5350.00")  # 5100 … 5600
    assert standing["Bob"] == ("", "6000.00")  # came five times


def test_16_t_harde_counts_the_best_four_of_six_nights_and_the_best_periods(organiser):
    organiser.choose("klaverjassen", "sixteen")
    organiser.begin("periods", night_prizes="1 per 4", season_prizes="1-3")
    organiser.plan("2026-09-03", count="42")
    days = [f"{day}-{month}-2026" for month in (1, 2) for day in (1, 8, 15, 22, 29)]
    days[-1:] = ["1-3-2026", "8-3-2026", "15-3-2026"]
    ans = [5000, 5100, 5200, 5300, 5400, 5500, *[6000] * 4, 1000, 1000]
    bob = [5600] * 3 + ["-"] * 3 + [6100] * 6
    cor = [4000] * 6 + ["-"] * 6
    lines = [["Name", *days], ["Ans", *ans], ["Bob", *bob], ["Cor", *cor]]
    organiser.take_in("\n".join(";".join(map(str, line)) for line in lines))
    assert organiser.read_standing(of="p1") == {
        "Ans": ("1", "21400"),  # 5200 … 5500
        "Bob": ("2", "16800"),
        "Cor": ("3", "16000"),
    }
    second = organiser.read_standing(of="p2")
    assert second == {"Bob": ("1", "24400"), "Ans": ("2", "24000"), "Cor": ("", "")}
    assert organiser.read_standing() == {
        "Ans": ("1", "45400"),
        "Bob": ("2", "41200"),
        "Cor": ("3", "16000"),
    }
    page = organiser.client.get(f"{organiser.season_path}standing/").content.decode()
    told = re.findall(r"Came to (\d+) nights. (\d+) periods? count", page)
    assert told == [("12", "2"), ("9", "2"), ("6", "1")]
    assert "<p>Period 2: </p>" not in page  # which Cor missed
    # No column is a night's, so no sign of a night is explained.
    assert "the night is not counted" not in page and "best score of that night" not in page
    paper = organiser.client.get(f"{organiser.season_path}print/standing.pdf").content
    assert "in brackets" not in "".join(sheet.words for sheet in printed.read(paper))


# One game a round: 100 to 62, unless it says otherwise.
WON, ROEM = [{"points_13": 100}], [{"points_13": 100, "roem_13": 20}]


def test_9_laarderwegkwartier_counts_the_worst_score_for_who_signed_off(organiser):
    organiser.choose("klaverjassen", "sixteen")
    said = {"signed_off": "worst", "no_show": "skip", "sitting_out": "worst", "fill_ins": "on"}
    organiser.begin("all-nights", rounds="2", **said)
    first, second, *_later = organiser.plan("2026-01-06", count="4", games="1")
    organiser.play(first, {"Ans Bob Cor Dik": WON}, {"Els Bob Fia Dik": ROEM})
    organiser.play(second, *[{"Ans Bob Cor Dik": WON}] * 2, off="Els")
    standing = organiser.read_standing()
    assert standing["Ans"] == ("1", "362")  # 100, and the 62 of who sat out; 100, and 100
    assert standing["Els"] == ("3", "306")  # 62 and 120, and the 124 of Bob and Dik
    assert standing["Fia"][1] == "182"  # and nothing without a word


def test_10_de_pitslag_counts_1600_for_sitting_out_and_1450_for_a_round_missed(organiser):
    organiser.choose("klaverjassen", "sixteen")
    organiser.begin("sit-out-1600")
    first, second, *_later = organiser.plan("2026-01-08", count="4", games="1")
    organiser.list_members("Ans Bob Cor Dik Els Fia")
    rounds = {"Ans Bob Cor Dik": WON}, {"Els Bob Cor Dik": ROEM}, {"Ans Els Cor Dik": WON}
    organiser.play(first, *rounds, came="Els")
    organiser.play(second, *[{"Ans Fia Cor Dik": WON}] * 3, off="Els")
    assert organiser.read_standing() == {
        "Els": ("1", "6132"),  # 1600 + 120 + 62, and 3 × 1450
        "Bob": ("2", "6074"),  # 62 + 62 + 1600, and 3 × 1450
        "Fia": ("3", "4536"),  # 3 × 1450, and 3 × 62
        "Ans": ("4", "2100"),  # 100 + 1600 + 100, and 3 × 100
        "Cor": ("5", "620"),
        "Dik": ("6", "372"),
    }


def test_11_aobk_counts_1600_only_once_an_afternoon(organiser):
    organiser.choose("klaverjassen", "sixteen")
    organiser.begin("sit-out-1600", member_fee="2.50")
    night, *_later = organiser.plan("2026-01-08", count="4", games="1")
    table = {"Ans Bob Cor Dik": WON}
    organiser.play(night, table, {"Ans Els Cor Dik": WON}, table, came="Els")
    assert organiser.read_standing()["Els"] == (
        "1",
        "1724",
    )  # 1600 + 62, and once more 62: the own average


def test_24_ssvu_ns_types_only_the_totals_of_a_round(organiser):
    organiser.choose("klaverjassen", "sixteen", rule_entry="totals")
    organiser.begin("all-nights", rounds="5")
    night, *_later = organiser.plan("2026-01-08", count="4")
    won = {"points": 1500, "roem": 320, "pits": 1, "counter_pits": 0, "nat": 2}
    lost = {"points": 1092, "roem": 180, "pits": 0, "counter_pits": 0, "nat": 4}
    organiser.play(
        night,
        {"Ans Bob Cor Dik": [{"entries": {"Ans": won, "Bob": lost}}]},
        {"Ans Cor Bob Dik": [{"entries": {"Ans": lost, "Dik": won}}]},
    )
    standing = organiser.read_standing()
    assert standing["Cor"] == ("1", "3640")  # twice 1500 + 320
    assert standing["Ans"] == standing["Dik"] == ("2", "3092")


def test_30_den_burg_plays_in_couples_and_adds_up(organiser):
    organiser.choose("klaverjassen", "sixteen")
    form = organiser.client.get(f"{organiser.home}seasons/new/").content.decode()
    assert "couples have no table with empty seats" in form
    organiser.begin("couples", rounds="1")
    night, *_later = organiser.plan("2026-01-08", count="4", games="1")
    who = organiser.list_members("Ans Bob Cor Dik")
    path = f"{organiser.home}seasons/{organiser.season.pk}/couples/"
    for first, second in (("Ans", "Cor"), ("Bob", "Dik")):
        sent = {"first": who[first].pk, "second": who[second].pk}
        assert organiser.client.post(path, sent).status_code == 302
    organiser.open(night, "Ans Bob Cor Dik")
    drawn = as_it_stands(organiser.client.get(f"{night.get_absolute_url()}draw/"))
    assert drawn["method"] == "move"
    organiser.play(night, {"Ans Bob Cor Dik": ROEM})
    assert organiser.read_standing() == {"Ans & Cor": ("1", "120"), "Bob & Dik": ("2", "62")}


def test_32_de_waterlanders_let_the_others_have_all_roem_of_who_is_nat(organiser):
    organiser.choose("klaverjassen", "rotterdams")
    organiser.begin("all-nights", rounds="1")
    night, *_later = organiser.plan("2026-01-08", count="4", games="2")
    nat = {"points_13": 60, "roem_13": 20, "roem_24": 50, "by": "Ans"}
    alike = {"points_13": 100, "roem_13": 100, "by": "Cor"}
    organiser.play(night, {"Ans Bob Cor Dik": [nat, alike]})
    standing = organiser.read_standing()
    assert standing["Bob"] == ("1", "294")  # 162 + 20 + 50, and 62
    assert standing["Ans"] == ("3", "200")


def test_33_world_championship_of_boerenbridge_plays_from_ten_to_one_at_five(organiser):
    organiser.choose("boerenbridge", "ten-to-one")
    organiser.begin("five-a-table", rounds="1")
    night, *_later = organiser.plan("2026-01-08", count="4", games="2")
    ten = ({"bid": 3, "tricks": 3}, {"bid": 2, "tricks": 2}, {"bid": 2, "tricks": 1})
    ten += ({"bid": 1, "tricks": 2}, {"bid": 3, "tricks": 2})
    bids = {name: {"bid": int(name < "D")} for name in ("Ans", "Bob", "Cor", "Dik", "Els")}
    nine = {"entries": bids, "misdealt": "Cor"}
    organiser.play(night, {"Ans Bob Cor Dik Els": [ten, nine]})
    standing = organiser.read_standing()
    assert standing["Ans"] == ("1", "28")  # 10 + 3 × 2, and 10 + 2
    assert standing["Cor"] == ("5", "-6")  # one off, and a wrong number of cards: −4


def test_37_wiezen_at_t_leer_comes_to_nought(organiser):
    organiser.choose("punten", name="Wiezen", rule_control="0")
    organiser.begin("all-nights", rounds="5")
    night, *_later = organiser.plan("2026-01-08", count="4", games="2")
    organiser.play(night, {"Ans Bob Cor Dik": [(2, 2, -2, -2), (9, -3, -3, -3)]})
    assert organiser.read_standing()["Ans"][1] == "11"


def test_38_rikken_at_de_eendracht_is_played_once_a_month(organiser):
    organiser.choose("punten", name="Rikken", rule_per="round")
    organiser.begin("all-nights", rounds="1")
    night, *_later = organiser.plan("2026-01-08", "month", count="9")
    organiser.play(night, {"Ans Bob Cor Dik": [(31, 12, -8, 5)]})
    assert organiser.read_standing()["Ans"] == ("1", "31")


def test_39_skat_at_germering_averages_lists_and_fills_them_up_with_nought(organiser):
    organiser.choose("punten", name="Skat", rule_per="round")
    organiser.begin("all-nights", counting="rounds", least_averaged="24", rounds="2")
    organiser.plan("2026-04-09", "1", count="40")
    organiser.take_in("Name;8-1-2026;15-1-2026;22-1-2026\nAns;1700;1900;1803\nBob;2400;2460;-\n")
    # Of two lists a night: 5403 in six, and 4860 in four, of the six that there have been.
    assert organiser.read_standing() == {"Ans": ("1", "900.50"), "Bob": ("2", "810.00")}
