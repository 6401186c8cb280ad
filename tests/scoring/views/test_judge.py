import pytest

from tests.scoring.views.table import ENGLISH, at, opened

JSON = ENGLISH | {"accept": "application/json"}


FOUR_MELDS = "4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc Js"


OF_GAME = "/games/{}/judge/"


def answer_for(client, game, **question):
    return client.get(OF_GAME.format(game), question, headers=ENGLISH).content.decode()


def ask_judge(client, sheet, **question):
    return client.get(at(sheet, "judge"), question, headers=ENGLISH).content.decode()


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("jokeren", ["meld", "could_meld"]),
        ("amerikaans-jokeren", ["meld", "could_meld"]),
        ("jolly", ["meld", "worth", "could_meld"]),
        ("rummy", ["meld", "worth", "could_meld"]),
        ("rummikub", ["meld", "worth", "could_meld"]),
        ("rummikub-international", ["meld", "worth", "could_meld", "hand"]),
        ("vijfhonderd", []),
        ("klaverjassen", ["roem", "nat"]),
    ],
)
def test_questions_that_a_game_knows(client, game, kinds):
    page = ask_judge(client, opened(game))
    names = ("meld", "worth", "could_meld", "hand", "roem", "nat")
    assert [name for name in names if f'name="ask" value="{name}"' in page] == kinds
    assert ("there is nothing to ask" in page) == (not kinds)


COULD = "Yes, this hand could have come out."
COULD_NOT = "No, this hand could not have come out."
CLOSED = "1k 2k 3k 4b 5b 6b 7r 8r 9r 10o 11o 12o 13o *"


AMERIKAANS, INTERNATIONAL = "amerikaans-jokeren", "rummikub-international"


@pytest.mark.parametrize(
    ("game", "asked", "more", "words"),
    [
        ("jokeren", "meld 9h 9c 9s", {}, "Yes: a set."),
        ("jokeren", "meld 5S, 6s 7♠", {}, "Yes: a run."),
        ("jokeren", "meld 9h 9c 5s", {}, "No, this may not lie."),
        ("jolly", "worth 9h 9c 9s", {}, "27 points"),
        ("jolly", "worth 9h 9c 5s", {}, "Nothing: this may not lie."),
        (AMERIKAANS, "could_meld 9h 9c 5s 6s 7s", {"contract": "3"}, COULD_NOT),
        (AMERIKAANS, "could_meld 9h *", {"contract": "3", "on_table": ""}, "Yes: its holder lay"),
        (AMERIKAANS, f"could_meld {FOUR_MELDS} 2s", {"contract": "7", "turn": "no"}, COULD_NOT),
        (AMERIKAANS, f"could_meld {FOUR_MELDS} 2s", {"contract": "7", "turn": "on"}, COULD),
        (INTERNATIONAL, f"hand {CLOSED.replace('*', '1k')}", {}, "None: these tiles are no closed"),
        (
            "klaverjassen",
            "roem Jh Qh Kh Ah",
            {"trump": "h", "last": "on"},
            "<h2>48 points and 70 roem</h2>",
        ),
        ("klaverjassen", "roem jh, T\u2665", {"trump": "s"}, "<h2>12 points, no roem</h2>"),
    ],
)
def test_answer_in_plain_words(client, game, asked, more, words):
    kind, cards = asked.split(" ", 1)
    question = {"ask": kind, "cards": cards, "on_table": "no"} | more
    assert words in ask_judge(client, opened(game), **question)


def test_cards_of_a_question_are_drawn(client):
    page = ask_judge(client, opened("jokeren"), ask="meld", cards="9h *")
    assert 'class="face h" role="img" aria-label="9 of hearts"' in page
    assert 'class="face joker" role="img" aria-label="joker"' in page


def test_melds_that_could_have_come_out_are_shown(client):
    question = {"ask": "could_meld", "contract": "4", "cards": "9h 5s 6s 7s *", "on_table": "no"}
    page = ask_judge(client, opened("amerikaans-jokeren"), **question)
    melds = page.split('<div class="melds">')[1].split("</div>")[0]
    assert melds.count('class="face') == 4
    assert "9 of hearts" not in melds


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("jokeren", "9h 9h 9h", "9 of hearts is there 3 times; the packs hold 2 of it."),
        ("rummikub", "5k 5k 5k", "5 of black is there 3 times; the packs hold 2 of it."),
        ("jokeren", "9h * * * * *", "Joker is there 5 times; the packs hold 4 of it."),
    ],
)
def test_card_that_is_refused_is_named_as_people_say_it(client, game, cards, words):
    assert words in ask_judge(client, opened(game), ask="could_meld", cards=cards)


def test_contract_of_the_game_in_play_is_chosen(client):
    row = {"entries": {"Ans": "-", "Bob": 3, "Cor": 4}}
    page = ask_judge(client, opened("jokeren-potjes", [row, row]))
    assert '<option value="3" selected>Game 3: run of 3 and run of 4</option>' in page


def test_tiles_of_the_first_turn(client):
    sheet = opened("rummikub-international")
    page = ask_judge(client, sheet, ask="hand", cards=CLOSED, dealt="on")
    assert "Grand Blitz" in page
    assert 'name="dealt" checked' in page
    page = ask_judge(client, sheet, ask="hand", cards=CLOSED, dealt="on", starter="on")
    assert "No. 39, Little Blitz: 1400 points" in page
    assert 'name="starter" checked' in page


def test_contract_of_the_round_is_chosen(client):
    sheet = opened("amerikaans-jokeren", options={"contract_by": "round"}, round=9)
    page = ask_judge(client, sheet)
    assert '<option value="2" selected>Round 2: run of 3</option>' in page
    cards = f"{FOUR_MELDS.replace('4h 5h 6h 7h', '4h 4c 7d 7c')}"
    for contract, could in (("2", "No"), ("8", "Yes")):
        page = ask_judge(client, sheet, ask="could_meld", contract=contract, cards=cards)
        assert f"{could}, this hand could" in page


def test_phone_asks_for_json(client):
    sheet = opened("amerikaans-jokeren")
    cards = {"cards": "5s 6s 7s *", "on_table": "no", "turn": "no"}
    question = {"ask": "could_meld", "contract": "4", **cards}
    answer = client.get(at(sheet, "judge"), question, headers=JSON).json()
    assert (answer["could_meld"], answer["melds"]) == (True, [["5s", "6s", "7s", "*"]])
    assert client.get(at(sheet, "judge"), headers=JSON).json() == {}, "nothing was asked"


def test_json_tells_in_the_readers_language_what_is_wrong(client):
    answer = client.get(at(opened(), "judge"), {"cards": "11h"}, headers=JSON).json()
    assert [problem["code"] for problem in answer["problems"]] == ["J54"]
    assert answer["problems"][0]["message"].startswith("11h is not a card here")


# Tricks and sides


def test_roem_of_a_trick_part_by_part(client):
    page = ask_judge(client, opened("klaverjassen"), ask="roem", trump="h", cards="Jh Qh 7s Kh")
    trick, parts, reasons = page.split('class="verdict')[1].split("ul")[:3]
    assert trick.count('class="face') == 4
    run, pair = parts.split("</li>")[:2]
    assert "<strong>20</strong> three in a row" in run
    assert "<strong>20</strong> king and queen of trumps" in pair
    assert (run.count('class="face'), pair.count('class="face')) == (3, 2)
    assert "Points: 20 + 3 + 0 + 4 = 27." in reasons


def test_cards_of_roem_that_is_the_trick_are_not_shown_again(client):
    page = ask_judge(client, opened("klaverjassen"), ask="roem", trump="h", cards="9h 9s 9d 9c")
    assert page.split('class="verdict')[1].count('class="face') == 4
    assert "<strong>100</strong> four alike" in page


def test_trick_stands_there_again(client):
    page = ask_judge(client, opened("klaverjassen"), ask="roem", trump="d", last="on", cards="Jh")
    assert 'name="trump" value="d" checked' in page
    assert page.count('name="trump"') == 4
    assert 'name="last" checked' in page
    assert 'data-most="4"' in page
    assert 'data-most="30"' in ask_judge(client, opened())


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            {"plays": "13", "points_13": "81", "roem_13": "20", "roem_24": "20"},
            "Yes: nat, 101 to 101.",
        ),
        ({"plays": "24", "points_13": "81", "roem_24": " 20 "}, "No: made, 101 to 81."),
    ],
)
def test_whether_a_side_is_nat(client, question, words):
    page = ask_judge(client, opened("klaverjassen"), ask="nat", cards="Jh", **question)
    assert f"<h2>{words}</h2>" in page
    assert f'class="verdict {"yes" if "Yes" in words else "no"}"' in page
    assert f'value="{question["plays"]}" checked' in page
    assert 'name="points_13" value="81"' in page
    assert 'class="face' not in page


def test_house_rules_of_a_sheet_decide_about_a_tie(client):
    question = {"ask": "nat", "plays": "13", "points_13": "81"}
    made = opened("klaverjassen", options={"tie": "made"})
    assert "No: made, 81 to 81." in ask_judge(client, made, **question)
    assert "Yes: nat, 81 to 81." in ask_judge(client, opened("klaverjassen"), **question)
    assert "Yes: nat, 81 to 81." in answer_for(client, "klaverjassen", **question)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ({"cards": "9h 11h"}, "J54"),
        ({"cards": " ".join(["9h"] * 31)}, "J59"),
        ({"ask": "could_meld", "cards": "9h", "contract": "x"}, "J57"),
        ({"ask": "roem", "trump": "h", "cards": "6h"}, "L54"),
        ({"ask": "roem", "trump": "h", "cards": "7h 8h 9h 10h Jh"}, "L59"),
        ({"ask": "roem", "trump": "k", "cards": "7h"}, "L57"),
        ({"ask": "roem", "cards": "7h"}, "L60"),
        ({"ask": "nat", "points_13": "81"}, "L60"),
        ({"ask": "nat", "plays": "13", "points_13": "many"}, "L21"),
        ({"ask": "nat", "plays": "13", "points_13": "81", "roem_24": "25"}, "L36"),
    ],
)
def test_question_that_makes_no_sense_is_refused_and_kept(client, question, number):
    game = "klaverjassen" if number.startswith("L") else "jokeren-potjes"
    page = ask_judge(client, opened(game), **question)
    assert f'data-number="{number}"' in page
    for key in question.keys() & {"cards", "points_13", "roem_24"}:
        assert f'value="{question[key]}"' in page


def test_side_that_begins_is_chosen(client):
    entered = {"points_13": 100}
    for rows, plays in (([], "13"), ([entered], "24")):
        page = ask_judge(client, opened("klaverjassen", rows=rows))
        assert f'name="plays" value="{plays}" checked' in page
        assert page.count('name="plays"') == 2
    over = opened("klaverjassen", rows=[entered], options={"games": 1})
    assert "checked> Ans + Cor" not in ask_judge(client, over)


def test_sides_are_called_by_their_players_or_their_seats(client):
    page = ask_judge(client, opened("klaverjassen"))
    assert "> Ans + Cor</label>" in page
    assert "> Bob + Dik</label>" in page
    page = answer_for(client, "klaverjassen")
    assert "> seats 1 and 3</label>" in page
    assert 'name="plays" value="13">' in page


def test_any_game_may_be_asked_without_a_sheet(client):
    question = {"ask": "could_meld", "cards": "9h 9c 9s", "on_table": "no"}
    assert "Yes, this hand could" in answer_for(client, "amerikaans-jokeren", **question)
    assert "there is nothing to ask" in answer_for(client, "vijfhonderd")
    answer = client.get(OF_GAME.format("jolly"), {"cards": "9h 9c 9s"}, headers=JSON).json()
    assert (answer["legal"], answer["value"]) == (True, 27)
