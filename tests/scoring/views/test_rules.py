from scoring import games
from scoring.sheets import lifecycle
from tests.scoring.views.table import at, opened


def page(client, path):
    client.cookies["streepje_language"] = "en"
    return client.get(path).content.decode()


def test_every_game_has_its_page(client):
    found = page(client, "/games/")
    for system in games.GAMES:
        assert f'href="/games/{system.key}/"' in found
        assert f'href="/sheets/new/?game={system.key}"' in page(client, f"/games/{system.key}/")
    assert client.get("/games/bridge/").status_code == 404


def test_rules_lead_to_the_judge_where_it_answers(client):
    for system in games.GAMES:
        judge = f"/games/{system.key}/judge/"
        assert (f'href="{judge}"' in page(client, f"/games/{system.key}/")) == bool(
            system.questions
        )
        assert f'href="/games/{system.key}/"' in page(client, judge)
    assert client.get("/games/bridge/judge/").status_code == 404


def test_list_of_games_says_how_long_each_lasts(client):
    found = page(client, "/games/")
    for words in (
        "until somebody has more than 500 points · highest",
        "up to 500 points · highest",
        "up to 100 points · lowest",
        "up to 19 games, by the number of players · highest",
    ):
        assert words in found


def test_sheet_of_hartenjagen_says_which_card_leads_and_offers_no_judge(client):
    text = page(client, at(opened("hartenjagen")))
    assert "Bob deals" in text
    assert "who holds ♣2 leads" in text
    assert "Cor begins" not in text
    assert "Ask the judge" not in text


def test_forty_hands_tell_which_are_never_the_best(client):
    assert "Hands 15 and 18 are never the best" in page(client, "/games/rummikub-international/")


def test_a_sheet_tells_the_rules_it_was_opened_with_and_offers_the_judge(client):
    sheet = opened(options={"joker_points": 5})
    text = page(client, at(sheet))
    assert f'href="{at(sheet, "sheet-rules")}"' in text and "Ask the judge" in text
    assert "<dd><strong>5</strong></dd>" in page(client, at(sheet, "sheet-rules"))


def test_a_sheet_tells_who_begins_it_and_how_many_games_it_has(client):
    sheet = opened("rummikub-international")
    path = at(sheet, "sheet-rules")
    assert "Lots say who starts the first game" in page(client, path)
    lifecycle.set_starter(sheet=sheet, player="Cor")
    lifecycle.set_games(sheet=sheet, games=8)
    text = page(client, path)
    assert "Cor starts the first game; after each game it is the next seat to the right." in text
    assert "Lots say who starts" not in text
    assert "A form has 8 games." in text


def test_a_table_lists_what_has_effect_there_and_a_game_all_that_can_be_set(client):
    table = page(client, at(opened("jolly", options={"games": 8}), "sheet-rules"))
    assert "Points to be passed" not in table
    assert "Points needed for the first meld" in table
    assert "Points to be passed" in page(client, "/games/jolly/")
    joker = "Points for a joker that could have been laid"
    assert joker not in page(client, at(opened(), "sheet-rules"))
    assert joker in page(client, "/games/jokeren/")


def test_a_sheet_from_another_site_tells_who_begins_it(client):
    sheet = opened("jokeren", starter="Cor")
    seat = sheet.seats.get(name="Cor")
    seat.first_id = sheet.starter = seat.pk + 1000
    seat.save()
    sheet.save()
    assert "Cor deals the first game" in page(client, at(sheet, "sheet-rules"))
