import pytest

from tests.scoring.views.table import ENGLISH, at, opened

pytestmark = pytest.mark.django_db

JSON = ENGLISH | {"accept": "application/json"}


FOUR_MELDS = "4h 5h 6h 7h 9h 9c 9s Kd Kc Ks Jd Jc Js"


def asked(client, sheet, **question):
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
    ],
)
def test_questions_that_a_game_knows(client, game, kinds):
    page = asked(client, opened(game))
    names = ("meld", "worth", "could_meld", "hand")
    assert [name for name in names if f'name="ask" value="{name}"' in page] == kinds
    assert ("there is nothing to ask" in page) == (not kinds)


@pytest.mark.parametrize(
    ("game", "question", "words"),
    [
        ("jokeren", {"ask": "meld", "cards": "9h 9c 9s"}, "Yes: a set."),
        ("jokeren", {"ask": "meld", "cards": "5S, 6s 7♠"}, "Yes: a run."),
        ("jokeren", {"ask": "meld", "cards": "9h 9c 5s"}, "No, this may not lie."),
        ("jolly", {"ask": "worth", "cards": "9h 9c 9s"}, "27 points"),
        ("jolly", {"ask": "worth", "cards": "9h 9c 5s"}, "Nothing: this may not lie."),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "4", "cards": "9h 9c 5s 6s 7s *", "on_table": "no"},
            "Yes, this hand could have come out.",
        ),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "3", "cards": "9h 9c 5s 6s 7s", "on_table": "no"},
            "No, this hand could not have come out.",
        ),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "3", "cards": "9h *"},
            "Yes: its holder lay on the table already.",
        ),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "7", "cards": FOUR_MELDS},
            "Yes, this hand could have come out.",
        ),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "7", "cards": f"{FOUR_MELDS} 2s", "turn": "no"},
            "No, this hand could not have come out.",
        ),
        (
            "amerikaans-jokeren",
            {"ask": "could_meld", "contract": "7", "cards": f"{FOUR_MELDS} 2s", "turn": "on"},
            "Yes, this hand could have come out.",
        ),
        (
            "rummikub-international",
            {"ask": "hand", "cards": "1k 2k 3k 4b 5b 6b 7r 8r 9r 10o 11o 12o 13o *"},
            "No. 13, Four colours: 800 points",
        ),
        (
            "rummikub-international",
            {"ask": "hand", "cards": "1k 1k 3k 4b 5b 6b 7r 8r 9r 10o 11o 12o 13o 8k"},
            "None: these tiles are no closed hand.",
        ),
    ],
)
def test_answer_in_plain_words(client, game, question, words):
    assert words in asked(client, opened(game), **question)


def test_question_stands_there_again_with_its_cards_drawn(client):
    page = asked(client, opened("jokeren"), ask="meld", cards="9h *")
    assert 'value="9h *"' in page
    assert 'class="face h" role="img" aria-label="9 of hearts"' in page
    assert 'class="face joker" role="img" aria-label="joker"' in page


def test_melds_that_could_have_come_out_are_shown(client):
    question = {"ask": "could_meld", "contract": "4", "cards": "9h 5s 6s 7s *", "on_table": "no"}
    page = asked(client, opened("amerikaans-jokeren"), **question)
    melds = page.split('<div class="melds">')[1].split("</div>")[0]
    assert melds.count('class="face') == 4
    assert "9 of hearts" not in melds


def test_why_not_is_told_in_words(client):
    page = asked(client, opened("jokeren"), ask="meld", cards="9h 9c 5s")
    assert "A set is of one rank, a run of one suit or colour; these cards are neither." in page


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ({"cards": "9h 11h"}, "J54"),
        ({"cards": "9h 9"}, "J54"),
        ({"cards": " ".join(["9h"] * 31)}, "J59"),
        ({"ask": "could_meld", "cards": "9h 9h 9h"}, "J55"),
        ({"ask": "could_meld", "cards": "9h", "contract": "x"}, "J57"),
    ],
)
def test_question_that_makes_no_sense_is_refused_and_kept(client, question, number):
    sheet = opened("jokeren-potjes")
    page = asked(client, sheet, **question)
    assert f"<strong>{number}</strong>" in page
    assert f'value="{question["cards"]}"' in page


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("jokeren", "9h 9h 9h", "9 of hearts is there 3 times; the packs hold 2 of it."),
        ("rummikub", "5k 5k 5k", "5 of black is there 3 times; the packs hold 2 of it."),
        ("jokeren", "9h * * * * *", "Joker is there 5 times; the packs hold 4 of it."),
    ],
)
def test_card_that_is_refused_is_named_as_people_say_it(client, game, cards, words):
    assert words in asked(client, opened(game), ask="could_meld", cards=cards)


def test_contract_of_the_game_in_play_is_chosen(client):
    row = {"entries": {"Ans": "-", "Bob": 3, "Cor": 4}}
    page = asked(client, opened("jokeren-potjes", [row, row]))
    assert '<option value="3" selected>Game 3: run of 3 and run of 4</option>' in page


def test_tiles_of_the_first_turn(client):
    sheet = opened("rummikub-international")
    cards = "1k 2k 3k 4b 5b 6b 7r 8r 9r 10o 11o 12o 13o *"
    page = asked(client, sheet, ask="hand", cards=cards, dealt="on")
    assert "Grand Blitz" in page
    assert 'name="dealt" checked' in page
    page = asked(client, sheet, ask="hand", cards=cards, dealt="on", starter="on")
    assert "No. 39, Little Blitz: 1400 points" in page
    assert 'name="starter" checked' in page


def test_contract_of_the_round_is_chosen(client):
    sheet = opened("amerikaans-jokeren", options={"contract_by": "round"}, round=9)
    page = asked(client, sheet)
    assert '<option value="2" selected>Round 2: run of 3</option>' in page
    cards = f"{FOUR_MELDS.replace('4h 5h 6h 7h', '4h 4c 7d 7c')}"
    for contract, could in (("2", "No"), ("8", "Yes")):
        page = asked(client, sheet, ask="could_meld", contract=contract, cards=cards)
        assert f"{could}, this hand could" in page


def test_phone_asks_for_json(client):
    sheet = opened("amerikaans-jokeren")
    cards = {"cards": "5s 6s 7s *", "on_table": "no", "turn": "no"}
    question = {"ask": "could_meld", "contract": "4", **cards}
    answer = client.get(at(sheet, "judge"), question, headers=JSON)
    assert answer.json() == {
        "could_meld": True,
        "melds": [["5s", "6s", "7s", "*"]],
        "reasons": [],
        "problems": [],
    }


def test_json_tells_in_the_readers_language_what_is_wrong(client):
    answer = client.get(at(opened(), "judge"), {"cards": "11h"}, headers=JSON).json()
    assert [problem["code"] for problem in answer["problems"]] == ["J54"]
    assert answer["problems"][0]["message"].startswith("11h is not a card here")


def test_nothing_asked_is_nothing_answered(client):
    assert client.get(at(opened(), "judge"), headers=JSON).json() == {}


@pytest.mark.parametrize("rows", [1, 3])
def test_page_takes_the_same_queries_however_long(client, django_assert_num_queries, rows):
    path = at(opened(rows=[{"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}] * rows), "judge")
    with django_assert_num_queries(4):
        client.get(path, {"cards": "9h 9c 9s"})
