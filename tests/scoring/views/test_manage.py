import re
import uuid

import pytest

from scoring.models import Event
from scoring.sheets import lifecycle, links
from tests.scoring.sheets.asking import state
from tests.scoring.views.table import ENGLISH, at, opened

FULL = {"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}
PENALTY = {"do": "penalty", "player": "Bob", "points": "20", "reason": "late", "signed": "Els"}


@pytest.fixture
def sheet():
    return opened()


def sent(client, sheet, **typed):
    return client.post(at(sheet, "manage"), typed, headers=ENGLISH)


def page_of(client, sheet, name="manage"):
    return client.get(at(sheet, name), headers=ENGLISH).content.decode()


def test_number_of_games_is_told_and_set(client):
    sheet = opened(rows=[FULL] * 2)
    page = page_of(client, sheet)
    assert "This form has 10 games." in page
    assert 'name="games" value="3"' in page and "Game 3 is the last" in page
    assert sent(client, sheet, do="games", games="8")["Location"] == at(sheet)
    assert state(sheet)["data"]["options"]["games"] == 8
    assert "This form has no fixed number of games." in page_of(client, opened("rummikub"))


@pytest.mark.parametrize("games", ["0", "51", "1", "", "x", "\u0663", "2.5"])
def test_number_of_games_that_can_not_be_is_refused_and_kept(client, games):
    sheet = opened(rows=[FULL] * 2)
    page = sent(client, sheet, do="games", games=games)
    text = page.content.decode()
    assert page.status_code == 200
    assert re.search(r'<details class="more" name="manage" open>\s*<summary>Number of games', text)
    assert 'data-number="S68"' in text
    assert f'inputmode="numeric" autocomplete="off" value="{games}"' in text
    assert state(sheet)["data"]["options"] == {}


def test_somebody_else_who_sits_there_keeps_score_from_now_on(client, sheet):
    assert 'data-number="S08"' in sent(client, sheet, do="scribe", player="Zoë").content.decode()
    assert sent(client, sheet, do="scribe", player="Cor").status_code == 302
    assert (state(sheet)["scribe"], state(sheet)["data"]["scribe"]) == ("Cor", "Ans")
    assert 'value="Cor" disabled>Cor · keeps score now' in page_of(client, sheet)


def test_penalty_is_written_down_and_taken_back(client, sheet):
    assert sent(client, sheet, **PENALTY).status_code == 302
    [penalty] = state(sheet)["penalties"]
    line = {key: penalty[key] for key in ("player", "points", "reason", "signed")}
    assert line == {"player": "Bob", "points": 20, "reason": "late", "signed": "Els"}
    assert "Bob: 20 penalty points. late (Els)" in page_of(client, sheet)
    assert sent(client, sheet, do="withdraw", penalty=penalty["event"]).status_code == 302
    assert state(sheet)["penalties"] == []
    again = sent(client, sheet, do="withdraw", penalty=str(uuid.uuid4()))
    assert 'data-number="S69"' in again.content.decode()


@pytest.mark.parametrize(
    "change", [{"points": "0"}, {"points": "x"}, {"reason": " "}, {"signed": ""}]
)
def test_penalty_that_lacks_something_is_refused_and_kept(client, sheet, change):
    text = sent(client, sheet, **(PENALTY | change)).content.decode()
    assert 'data-number="S70" tabindex="-1" autofocus>A penalty needs' in text  # in view, in words
    kept = PENALTY | change
    for name in ("points", "reason", "signed"):
        assert re.search(rf'id="{name}"[^>]* value="{kept[name]}"', text)
    assert '<option value="Bob" selected>' in text
    assert state(sheet)["penalties"] == []


def test_sent_twice_is_done_once_and_something_unknown_never(client, sheet):
    for _ in range(2):
        sent(client, sheet, **PENALTY, id=str(uuid.UUID(int=7)))
    assert sheet.events.filter(kind="penalized").count() == 1
    assert sent(client, sheet, do="erase").status_code == 404


@pytest.mark.parametrize(
    "typed, says",
    [
        (PENALTY, "Penalty by the arbiter, Bob: 0 → 20"),
        ({"do": "games", "games": "3"}, "Number of games: 2 → 3"),
        ({"do": "scribe", "player": "Cor"}, "Once this is saved, that has to be agreed anew."),
    ],
    ids=["penalty", "games", "scribe"],
)
def test_change_that_ends_an_agreement_is_told_before_and_after(client, typed, says):
    sheet = opened(rows=[FULL] * 2, options={"games": 2})
    lifecycle.approve(sheet=sheet, player="Bob", read=state(sheet)["digest"])
    typed = typed | {"id": str(uuid.uuid4())}
    before = sent(client, sheet, **typed).content.decode()
    assert "Bob agreed" in before
    assert says in before
    assert state(sheet)["approvals"] != []
    foreseen = before.split('id="foreseen"')[1].split("</form>")[0]
    again = dict(re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', foreseen))
    assert again.items() >= typed.items()
    assert sent(client, sheet, **again).status_code == 302
    assert state(sheet)["approvals"] == []
    page = page_of(client, sheet, "history")
    assert "This ended the approval of: Bob." in page
    if "→" in says:
        assert says in page
        assert says in page_of(client, sheet, "sheet")


def test_change_that_can_not_be_is_refused_on_an_agreed_form_as_well(client):
    sheet = opened(rows=[FULL] * 2, options={"games": 2})
    lifecycle.approve(sheet=sheet, player="Bob", read=state(sheet)["digest"])
    assert 'data-number="S68"' in sent(client, sheet, do="games", games="1").content.decode()
    assert sent(client, sheet, do="link").status_code == 302
    assert state(sheet)["approvals"] != []


def test_new_link_ends_the_old_one(client, sheet):
    old = at(sheet)
    answer = sent(client, sheet, do="link")
    sheet.refresh_from_db()
    assert answer["Location"] == at(sheet, "share")
    assert client.get(old).status_code == 404
    assert client.get(answer["Location"]).status_code == 200
    assert links.make_key(sheet) != old.split("/")[2]


def test_closed_form_says_so_and_refuses(client, sheet):
    lifecycle.close(sheet=sheet)
    page = page_of(client, sheet).split("<main")[1]
    assert "This form is closed" in page
    assert re.findall('name="do" value="([a-z]+)"', page) == ["link"]
    assert '<p class="problem"' in sent(client, sheet, do="games", games="8").content.decode()


# Who plays


def test_somebody_takes_over_comes_late_and_leaves_and_each_is_undone(client):
    sheet = opened(rows=[FULL])
    for typed in (
        {"do": "replace", "player": "Bob", "name": " Eva ", "since": "2"},
        {"do": "add", "name": "Fem", "since": "2"},
        {"do": "leave", "player": "Cor", "since": "3"},
    ):
        assert sent(client, sheet, **typed)["Location"] == at(sheet)
    assert state(sheet)["sat"] == {
        "Eva": "from game 2 (first Bob)",
        "Cor": "up to game 2",
        "Fem": "from game 2",
    }
    page = page_of(client, sheet)
    changes = re.findall(r'name="change" value="([^"]*)">\s*<p>([^<]*)</p>', page)
    assert [words for _, words in changes] == [
        "Cor does not play from game 3 on",
        "Fem plays along from game 2 on",
        "Eva instead of Bob, from game 2 on",
    ]
    for change, _words in changes:
        assert sent(client, sheet, do="undo", change=change).status_code == 302
    assert state(sheet)["sat"] == {}
    assert state(sheet)["data"]["players"] == ["Ans", "Bob", "Cor"]


def test_of_one_seat_the_last_change_can_be_undone(client):
    sheet = opened(rows=[FULL])
    sent(client, sheet, do="replace", player="Bob", name="Eva", since="2")
    sent(client, sheet, do="leave", player="Eva", since="3")
    assert page_of(client, sheet).count('value="undo"') == 1


@pytest.mark.parametrize(
    "do, typed, code",
    [
        ("replace", {"player": "Bob", "name": "Cor", "since": "2"}, "07"),
        ("add", {"name": "", "since": "2"}, "06"),
        ("leave", {"player": "Bob", "since": "1"}, "75"),
        ("leave", {"player": "Bob", "since": "first"}, "61"),
        ("undo", {"change": str(uuid.UUID(int=1))}, "79"),
        ("undo", {"change": "?"}, "79"),
    ],
)
def test_change_that_can_not_be_is_refused_where_it_was_typed(client, do, typed, code):
    sheet = opened(rows=[FULL])
    page = sent(client, sheet, do=do, **typed).content.decode()
    assert f'{code}" tabindex="-1" autofocus>' in page
    assert re.search(r'name="manage" open>\s*<summary>Somebody takes over', page)
    assert Event.objects.count() == 2


def test_full_table_offers_no_seat_and_two_at_rummy_can_not_leave(client):
    full = lifecycle.open(game="jokeren", names=["Ans", "Bob", "Cor", "Dik", "Els", "Fer"])
    page = page_of(client, full)
    assert ('value="add"' in page, 'value="leave"' in page) == (False, True)
    pair = lifecycle.open(game="rummy", names=["Ans", "Bob"])
    page = page_of(client, pair)
    assert ('value="add"' in page, 'value="leave"' in page) == (False, False)


def test_form_of_a_club_night_leaves_who_plays_to_the_organiser(client):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob", "Cor"], arranged=True)
    page = page_of(client, sheet)
    assert "Tell the organiser" in page
    assert 'value="replace"' not in page
    for do in ("leave", "add", "replace", "undo"):
        assert sent(client, sheet, do=do, player="Bob", name="Eva", since="1").status_code == 404
    assert sheet.events.count() == 1


@pytest.mark.parametrize(
    ("game", "key", "does"),
    [("rummikub-international", "first_starter", "begins"), ("jokeren", "first_dealer", "deals")],
)
def test_who_has_the_first_turn_is_said_later(client, game, key, does):
    sheet = opened(game)
    assert key not in state(sheet)["data"]
    assert f"Who {does} the first game?" in page_of(client, sheet)
    assert sent(client, sheet, do="starter", player="Cor").status_code == 302
    assert state(sheet)["data"][key] == "Cor"
    assert f'value="Cor" disabled>Cor · {does} the first game' in page_of(client, sheet)
    assert f"Cor {does} the first game" in page_of(client, sheet, "history")


@pytest.mark.parametrize("change", [{"do": "add"}, {"do": "replace", "player": "Cor"}])
def test_name_that_nobody_can_tell_from_another_is_refused(client, sheet, change):
    page = sent(client, sheet, name="bob", since="1", **change).content.decode()
    assert "wo players are called Bob + bob: give each a name of their own." in page
    assert sheet.events.count() == 1
    assert sent(client, sheet, do="replace", player="Bob", name="bob", since="1").status_code == 302


def test_who_was_chosen_to_leave_stays_so_where_the_phone_had_named_another(client, sheet):
    path = f"{at(sheet, 'manage')}?leaves=Cor&since=3"
    chosen = r'<option value="(\w+)"\s+selected'
    leaving = client.get(path).content.decode().split('id="leave-player"')[1]
    assert re.findall(chosen, leaving.split("</select>")[0]) == ["Cor"]
    answer = client.post(path, {"do": "leave", "player": "Bob", "since": "0"}).content.decode()
    leaving = answer.split('id="leave-player"')[1]
    assert re.findall(chosen, leaving.split("</select>")[0]) == ["Bob"]
