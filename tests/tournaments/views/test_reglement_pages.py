import re

from django.test import Client

from scoring.games import presets
from tests.tournaments.club.test_reglementen import make
from tests.tournaments.evenings import codes
from tests.tournaments.views.forms import as_it_stands
from tournaments.models import Club, Reglement


def test_rules_are_set_and_read(client, club):
    assert "?game=jolly" in client.get("/de-hoop/rules/new/").content.decode()
    form = client.get("/de-hoop/rules/new/?game=jolly").content.decode()
    assert re.search(r'name="name" value="Jolly"', form)
    sent = {"name": "Onze jolly", "approval": "all", "rule_target": "300", "rule_first_meld": "40"}
    answer = client.post("/de-hoop/rules/new/?game=jolly", sent)
    made = Reglement.objects.get()
    assert answer["Location"] == f"/de-hoop/rules/{made.pk}/"
    assert (made.game, made.approval) == ("jolly", "all")
    assert made.options == {"target": 300, "first_meld": 40}
    page = client.get(answer["Location"]).content.decode()
    assert "makes at least 40 points" in page
    assert "<strong>300</strong>" in page
    assert f'class="main" href="/de-hoop/seasons/new/?rules={made.pk}"' in page


def test_link_to_the_rules_tells_each_game_once_that_of_the_last_season_first(season):
    Club.objects.update(visible_to="open")

    def tell():
        page = Client().get("/de-hoop/rules/").content.decode()
        return page.partition('og:description" content="')[2].partition('">')[0]

    assert re.match(r"Jokeren: \w.* 4\.$", tell())
    for game, name in (("amerikaans-jokeren", "A"), ("jokeren", "B")):
        make(season.club, game=game, name=name)
    assert tell() == "Jokeren · Amerikaans jokeren"


def test_what_is_wrong_is_told_beside_it(client, club):
    make(club)
    sent = {"name": "Jokeren", "approval": "one", "rule_games": "99"}
    path = "/de-hoop/rules/new/?game=jokeren"
    assert codes(client.post(path, sent)) == ["J04"]
    assert codes(client.post(path, sent | {"rule_games": ""})) == ["C45"]
    assert codes(client.post(path, {})) == ["required", "required"]


def test_own_game_asks_once_whether_each_game_is_written_down(client, club):
    sent = {"name": "Wiezen", "approval": "two", "rule_per": "round", "rule_entry": "totals"}
    client.post("/de-hoop/rules/new/?game=punten", sent)
    made = Reglement.objects.get()
    assert (made.options, made.approval) == ({"per": "round"}, "two")
    Reglement.objects.update(options={"entry": "totals"})  # as it was chosen before
    assert codes(client.post(f"/de-hoop/rules/{made.pk}/change/", sent)) == ["P43"]


def test_two_lists_are_refused_where_each_game_is_written_down(client, club):
    sent = {"name": "Klaverjas", "approval": "two"}
    assert codes(client.post("/de-hoop/rules/new/?game=klaverjassen", sent)) == ["S98"]
    client.post("/de-hoop/rules/new/?game=klaverjassen", sent | {"rule_entry": "totals"})
    made = Reglement.objects.get()
    assert made.approval == "two"
    assert "both sides hand in a list" in client.get(f"/de-hoop/rules/{made.pk}/").content.decode()


def test_rules_are_changed_as_they_stand(client, club):
    made = make(club, options={"games": 8, "contracts": ["M3", "R4"]})
    path = f"/de-hoop/rules/{made.pk}/change/"
    page = client.get(path).content.decode()
    assert 'name="rule_games" value="8"' in page
    assert page.count('value="R4" selected') == 1
    client.post(path, {"name": "Zo", "approval": "one", "rule_games": "", "rule_contracts_1": "S3"})
    made.refresh_from_db()
    assert (made.name, made.options) == ("Zo", {"contracts": ["S3"]})


def test_who_had_the_form_open_meanwhile_leaves_what_another_changed(client, club):
    made = make(club, options={"games": 8})
    path = f"/de-hoop/rules/{made.pk}/change/"
    page = as_it_stands(client.get(path))
    client.post(path, page | {"rule_games": "6", "approval": "all", "rule_contracts_1": "S3"})
    client.post(path, page | {"name": "Zo", "rule_hand_max": "20"})
    made.refresh_from_db()
    assert (made.name, made.approval) == ("Zo", "all")
    assert made.options == {"games": 6, "hand_max": 20, "contracts": ["S3"]}


def test_archived_rules_stay_to_be_read(client, club):
    made = make(club)
    path = f"/de-hoop/rules/{made.pk}/"
    client.post(f"{path}archive/", {"do": "archive"})
    assert path not in client.get("/de-hoop/rules/").content.decode()
    assert path in client.get("/de-hoop/rules/?archived").content.decode()
    assert client.get(path).status_code == 200
    client.post(f"{path}archive/", {"do": "restore"})
    assert path in client.get("/de-hoop/rules/").content.decode()


def test_preset_fills_the_form_with_one_press_and_can_be_changed(client, club):
    page = client.get("/de-hoop/rules/new/").content.decode()
    for preset in presets.PRESETS:
        query = f"?game={preset.game}&amp;preset={preset.key}"
        assert page.index(f'?game={preset.beside}"') < page.index(f'"{query}"')
        path = f"/de-hoop/rules/new/{query.replace('&amp;', '&')}"
        assert client.post(path, as_it_stands(client.get(path))).status_code == 302
        made, options = Reglement.objects.latest("pk"), {**preset.options}
        assert (made.name, made.game, made.options) == (preset.name, preset.game, options)
        path = f"/de-hoop/rules/{made.pk}/change/"
        client.post(path, as_it_stands(client.get(path)) | {"rule_games": "4"})
        made.refresh_from_db()
        assert made.options == options | {"games": 4}


def test_contracts_are_switched_off_and_on_by_one_tick(client, club):
    path = "/de-hoop/rules/new/?game=amerikaans-jokeren"
    fold = '<details class="more"{}><summary id="contracts">'
    assert fold.format(" open") in client.get(path).content.decode()
    plain = client.get("/de-hoop/rules/new/?game=jokeren").content.decode()
    assert fold.format("") in plain
    client.post(path, as_it_stands(client.get(path)) | {"rule_contracts_0": "on"})
    made = Reglement.objects.get()
    assert made.options == {"contracts": []}
    path = f"/de-hoop/rules/{made.pk}/change/"
    page = as_it_stands(client.get(path))
    assert page.pop("rule_contracts_0") == "on"
    client.post(path, page | {"rule_contracts_1": "R3"})
    made.refresh_from_db()
    assert made.options == {"contracts": ["R3"]}
