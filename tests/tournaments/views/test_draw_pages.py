import hashlib
import io
import json
import re

import pytest
from django.core.management import call_command
from django.test import Client

from tests.tournaments.evenings import codes, drawn, gathered, people, play, playing, refused
from tournaments.club import clubs, seasons
from tournaments.draw import record
from tournaments.members import households, members
from tournaments.models import DrawRecord, Round, TableSeat
from tournaments.nights import at_the_door, draw_rounds, lots
from tournaments.standings import divisions

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def begin(season, count, page="draw"):
    """A night with so many inside, these, and the address of the page that draws."""
    who, night = gathered(season, count)
    return night, who, f"/de-hoop/nights/{night.pk}/{page}/"


def test_rounds_are_drawn_and_read(client, season):
    night, _who, path = begin(season, 8)
    page = client.get(path).content.decode()
    assert "2 tables of 4" in page
    assert hashlib.sha256(night.next_seed.encode()).hexdigest() in page
    assert night.next_seed not in page
    assert 'name="rounds" value="3"' in page
    answer = client.post(path, {"rounds": "", "method": "mix"})
    assert answer["Location"] == f"/de-hoop/nights/{night.pk}/"
    assert Round.objects.count() == 3
    page = client.get(f"{answer['Location']}rounds/?round=2").content.decode()
    assert "Round 2, by table" in page
    assert len(re.findall(r"0\d, Speler</span> <strong>[12]<", page)) == 8
    assert night.next_seed in client.get(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()


def test_methods_and_sizes_are_told_before_the_draw(client, season):
    night = playing(season, people(season, 22))
    page = client.get(f"/de-hoop/nights/{night.pk}/draw/").content.decode()
    assert "People who sat together often this season are separated." in page
    for value, words in (
        ("3-4", "4 tables of 4, 2 of 3"),
        ("4-5", "2 tables of 5, 3 of 4"),
        ("5-6", "2 tables of 6, 2 of 5"),
    ):
        pattern = f'value="{value}"[^>]*> <span><b>[^<]*</b> <span class="quiet">{words}<'
        assert re.search(pattern, page)
    assert re.search(r'value="3-4"[^>]* checked', page)


def test_sizes_of_tables_are_chosen_at_the_draw(client, season):
    night, _who, path = begin(season, 13)
    assert codes(client.post(path, {"rounds": "1", "method": "mix", "sizes": "2"})) == [
        "invalid_choice"
    ]
    client.post(path, {"rounds": "2", "method": "mix", "sizes": "4-5"})
    made = DrawRecord.objects.get().record
    assert made["input"]["sizes"] == "4-5"
    assert [sorted(map(len, tables)) for tables in made["rounds"]] == [[4, 4, 5]] * 2
    assert made["lower_bound"] > 0
    assert "seat for seat" in client.post(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()


def test_divisions_have_tables_of_their_own(client, season):
    night, who, path = begin(season, 14)
    assert 'name="divided"' not in client.get(path).content.decode()
    seasons.change(season=season, divisions=2)
    places = {member.pk: 1 + (number > 7) for number, member in enumerate(who)}
    divisions.divide(season=season, divisions=places)
    page = client.get(path).content.decode()
    assert 'name="divided"' in page
    assert "Division 1: 8, Division 2: 6" in page
    client.post(path, {"rounds": "2", "method": "mix", "divided": "on"})
    draw_record = DrawRecord.objects.get()
    made = draw_record.record
    at = [places.get(pk, 0) for pk in draw_record.people]
    assert made["input"]["divisions"] == at
    for tables in made["rounds"]:
        seated = ["".join(str(at[player]) for player in table) for table in tables]
        assert sorted(seated) == ["1111", "1111", "222", "222"]
    page = client.post(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()
    assert "seat for seat" in page


def test_visitors_of_one_club_are_kept_apart(client, season):
    _night, who, path = begin(season, 12)
    groups = {
        "group0": [member.pk for member in who[:3]],
        "group2": [member.pk for member in who[3:6]],  # with one between that is left empty
    }
    sent = {"rounds": "1", "method": "mix", **groups}
    page = client.post(path, {**sent, "more": "1"}).content.decode()
    assert 'name="group3"' in page
    assert page.count(" checked") == 9
    client.post(path, sent)
    draw_record = DrawRecord.objects.get()
    for group in groups.values():
        seated = [
            sum(draw_record.people[player] in group for player in table)
            for table in draw_record.record["rounds"][0]
        ]
        assert seated == [1, 1, 1]
    assert len(draw_record.record["input"]["constraints"]["apart"]) == 6


@pytest.mark.parametrize("page", ["draw", "draw/bag"])
def test_button_that_is_pressed_twice_draws_once(client, season, page):
    who, night = gathered(season, 4)
    lots.seat_members(night=night, seats={member.pk: (1, 1) for member in who}, method="bag")
    path = f"/de-hoop/nights/{night.pk}/{page}/"
    assert 'name="drawn" value="0-0"' in client.get(path).content.decode()
    for _ in range(2):
        answer = client.post(path, {"rounds": "1", "method": "lots", "lay": "1", "drawn": "0-0"})
        assert answer["Location"] == f"/de-hoop/nights/{night.pk}/"
    assert Round.objects.count() == 1


def test_draw_is_taken_back_once_and_with_a_reason(client, season):
    night, _who, path = begin(season, 4)
    assert client.get(f"{path}back/")["Location"] == path
    first, second = drawn(night, 1), drawn(night, 1)
    assert f'name="draw_record" value="{second.pk}"' in client.get(f"{path}back/").content.decode()
    assert codes(client.post(f"{path}back/", {})) == ["C64"]
    for _ in range(2):
        answer = client.post(f"{path}back/", {"reason": "Bob left", "draw_record": second.pk})
        assert answer["Location"] == path
    assert [each.taken_back is None for each in DrawRecord.objects.all()] == [True, False]
    assert Round.objects.get().draw_record == first
    assert "Taken back: Bob left" in client.get(path).content.decode()


def test_wishes_are_typed_line_by_line_and_kept_when_they_clash(client, season):
    _night, who, path = begin(season, 8)
    sent = {"rounds": "1", "method": "mix"}
    lines = [(0, "together", who[1].pk), (0, "together", "table 2"), (1, "together", "table 1")]
    for line, (number, kind, other) in enumerate(lines):
        sent |= {f"one{line}": who[number].pk, f"kind{line}": kind, f"other{line}": other}
    page = client.post(path, sent | {"more": "1"}).content.decode()
    assert page.count('aria-label="Wish') == 6
    assert 'role="alert"' not in page
    answer = client.post(path, sent)
    assert codes(answer) == ["C85"]
    page = answer.content.decode()
    assert "Speler 00 at table 2; Speler 01 at table 1" in page
    for pk in (who[0].pk, who[1].pk, "table 2", "table 1"):
        assert f'<option value="{pk}" selected>' in page
    assert not DrawRecord.objects.exists()
    assert client.post(path, sent | {"anyway": "on"}).status_code == 302
    page = client.get(path).content.decode()
    assert "Speler 00 and Speler 01 could not be kept together" in page


@pytest.mark.parametrize(
    ("kind", "other"), [("together", ""), ("apart", "table 1"), ("together", "the same")]
)
def test_wish_that_makes_no_sense_is_told_in_its_line(client, season, kind, other):
    who, night = gathered(season, 8)
    sent = {"rounds": "1", "method": "lots", "one1": who[0].pk, "kind1": kind, "other1": other}
    if other == "the same":
        sent["other1"] = who[0].pk
    assert codes(client.post(f"/de-hoop/nights/{night.pk}/draw/", sent)) == ["C89"]


def test_draw_page_tells_of_costs_of_tables_that_are_not_there_and_of_draws_taken_back(
    client, season
):
    who = people(season, 16)
    members.pair(member=who[0], other=who[1], kind="together")
    members.change(member=who[2], another=True, table=5)
    night = playing(season, who)
    draw_rounds.undo_draw(draw_record=drawn(night, 1), reason="Bob left")
    drawn(night)
    back = client.get(f"/de-hoop/nights/{night.pk}/draw/back/?since=2").content.decode()
    assert "Rounds 2, 3 are gone then" in back and "The rounds before stay" in back
    back = client.get(f"/de-hoop/nights/{night.pk}/draw/back/?since=4").content.decode()
    assert "so this draw stays" in back  # as when every round of it has begun
    page = client.get(f"/de-hoop/nights/{night.pk}/draw/").content.decode()
    assert "Speler 02 always sits at table 5, and there are 4 tables: any may be drawn." in page
    assert re.search(r"Keeping Speler 00 and Speler 01 together cost \d repeats\.", page)
    assert "1 draw was taken back." in page


def test_anybody_sees_the_seal_then_what_a_draw_followed_from_and_draws_it_again(client, season):
    night = playing(season, people(season, 9))
    clubs.set_visibility(club=season.club, visible_to="open")
    visitor, shown = Client(), f"/de-hoop/nights/{night.pk}/"
    seal = hashlib.sha256(night.next_seed.encode()).hexdigest()
    assert seal in visitor.get(shown).content.decode()
    draw_record = drawn(night, 2)
    path = f"{shown}draws/1/"
    assert path in visitor.get(shown).content.decode()
    names = client.get(path).content.decode()
    client.logout()
    client.cookies["streepje_language"] = "en"
    page = client.get(path).content.decode()
    assert ("Speler 03" in names, "Speler 03" in page) == (True, False)
    seed = draw_record.record["seed"]
    assert seed in page
    assert "<strong>0 repeats</strong>; fewer is impossible." in page
    assert hashlib.sha256(seed.encode()).hexdigest() in page
    assert "Drawn again: the same, seat for seat." in client.post(path).content.decode()
    DrawRecord.objects.update(record=draw_record.record | {"repeats": 9})
    assert "this is another draw" in client.post(path).content.decode()
    assert client.get(f"/de-hoop/nights/{night.pk}/draws/2/").status_code == 404


def test_draw_is_put_back_with_one_button(client, season):
    who, night = gathered(season, 8)
    draw_record = drawn(night, 1)
    path = f"/de-hoop/nights/{night.pk}/draw/"
    draw_rounds.undo_draw(draw_record=draw_record, reason="x")
    assert 'name="again"' in client.get(path).content.decode()
    at_the_door.check_in(night=night, member=who[0], present=False)
    assert codes(client.post(f"{path}back/", {"again": "1"})) == ["C152"]
    at_the_door.check_in(night=night, member=who[0], present=True)
    assert client.post(f"{path}back/", {"again": "1"})["Location"] == path.removesuffix("draw/")
    assert 'name="again"' not in client.get(path).content.decode()


def test_file_and_line_draw_the_same_on_the_command_line(client, season, tmp_path, monkeypatch):
    who = people(season, 9)
    members.pair(member=who[0], other=who[1], kind="together")
    night = playing(season, who, rounds=1)
    at_the_door.check_in(night=night, member=who[8], present=False)
    draw_record = drawn(night, 1)
    path = f"/de-hoop/nights/{night.pk}/draws/2/"
    page = client.get(path).content.decode()
    words, name = re.search(r"<code>python3 manage.py (draw --again (.*))</code>", page).groups()
    (tmp_path / name).write_bytes(client.get(path, {"file": ""}).content)
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    call_command(*words.split(), stdout=out)
    assert json.loads(out.getvalue())["rounds"] == draw_record.record["rounds"]


def test_draw_of_a_version_of_before_is_shown_and_not_drawn_again(client, season):
    draw_record = drawn(playing(season, people(season, 8)), 1)
    draw_record.record["algorithm"] = "1"
    draw_record.save(update_fields=["record"])
    path = f"/de-hoop/nights/{draw_record.night_id}/draws/1/"
    page = client.get(path).content.decode()
    assert "version 1" in page
    assert "manage.py draw" not in page
    page = client.post(path).content.decode()
    words = 'data-number="D14">This was drawn by 1, which is not known here.'
    assert page.count(words) == 1
    assert "seat for seat" not in page


def test_private_wishes_are_a_seal_to_the_public(client, season, visitor):
    who = people(season, 8)
    members.pair(member=who[0], other=who[1], kind="apart")
    night = playing(season, who)
    draw_record = drawn(night, 1)
    path = f"/de-hoop/nights/{night.pk}/draws/1/"
    page = client.get(path).content.decode()
    salt = re.search("The key to that seal</dt><dd><code>(\\w+)", page)[1]
    wished = client.get(path, {"file": ""}).json()["input"]["constraints"]
    assert wished["apart"] == [[0, 1]]
    assert "the same, seat for seat" in client.post(path).content.decode()
    clubs.set_visibility(club=season.club, visible_to="open")
    page = visitor.get(path).content.decode()
    assert salt not in page
    assert record.digest_constraints(draw_record.record["input"]["constraints"], salt) in page
    seen = visitor.get(path, {"file": ""}).json()
    assert (seen["costs"], [*seen["input"]["constraints"]]) == ([], ["digest"])
    assert visitor.post(path).status_code == 403


def test_what_people_drew_from_the_bag_is_counted_again(client, season):
    who, night = gathered(season, 4)
    for member in who:
        lots.seat_member(night=night, member=member, table=1, method="bag")
    lots.lay(night=night, method="bag")
    page = client.post(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()
    assert "lots from the bag" in page
    assert "Counted again: the repeats are the same." in page
    assert "manage.py" not in page


def test_lots_are_typed_in_tap_by_tap_and_the_forms_are_laid(client, season):
    night, who, path = begin(season, 7, "draw/bag")
    assert "7 without a table" in client.get(path).content.decode()
    assert codes(client.post(path, {"table": "1"})) == ["required"]
    for member, table in zip(who[:5], (2, 2, 2, 1, 1), strict=True):
        assert client.post(path, {"member": member.pk, "table": table})["Location"] == path
    answer = client.post(path, {"member": who[5].pk, "table": "2"})
    assert codes(answer) == ["C86"]
    page = answer.content.decode()
    assert "Table 2 is full: Speler 00, Speler 01, Speler 02 sit there." in page
    assert re.search(f'value="{who[5].pk}"[^>]* checked', page)
    assert codes(client.post(path, {"lay": "1"})) == ["C87"]
    client.post(path, {"away": who[0].pk})
    client.post(path, {"member": who[5].pk, "table": "2"})
    for member in (who[0], who[6]):
        client.post(path, {"member": member.pk, "table": "1"})
    answer = client.post(path, {"lay": "1"})
    assert answer["Location"] == f"/de-hoop/nights/{night.pk}/"
    seats = TableSeat.objects.order_by("table__number", "seat__position")
    assert [seat.member_id for seat in seats] == [who[n].pk for n in (3, 4, 0, 6, 1, 2, 5)]


def test_all_in_one_go_keeps_what_was_typed(client, season):
    night, who, path = begin(season, 7, "draw/bag")
    sent = {f"table{member.pk}": "2" for member in who} | {"all": "1"}
    answer = client.post(path, sent)
    assert codes(answer) == ["C86"]
    assert answer.content.decode().count('<option value="2" selected>') == 7
    sent |= {f"table{member.pk}": "1" for member in who[:4]}
    assert client.post(path, sent)["Location"] == path
    assert lots.fill_bag(night, "bag").ready


def test_by_hand_the_order_is_chosen_and_the_others_are_drawn(client, season):
    night, who, path = begin(season, 8, "draw/hand")
    sent = {"all": "1"}
    for seat, member in enumerate(who[:4]):
        sent |= {f"table{member.pk}": "2", f"seat{member.pk}": str(4 - seat)}
    client.post(path, sent)
    assert lots.fill_bag(night, "hand").tables[1].people == who[3::-1]
    assert client.post(path, {"rest": "1"}).status_code == 302
    assert DrawRecord.objects.get().record["input"]["method"] == "mix"
    assert "Begin from round 1" in client.get(path).content.decode()
    assert client.post(path, {"last": "1"})["Location"] == path
    for button in ("lay", "rest"):
        assert codes(client.post(path, {button: "1"})) == ["C246"]
    assert client.post(path, {"lay": "1", "all_the_same": "on"}).status_code == 302
    hand = DrawRecord.objects.last().record
    assert (hand["input"]["method"], hand["repeats"], hand["lower_bound"]) == ("hand", 12, 4)
    bag = path.replace("hand", "bag")
    assert client.post(bag, {"rest": "1", "all_the_same": "on"}).status_code == 200
    assert DrawRecord.objects.count() == 2


@pytest.mark.parametrize("count", [0, 1])
def test_pages_say_what_can_not_be_drawn(client, season, count):
    night = playing(season, people(season, count) if count else ())
    for method in ("bag", "hand"):
        by_lot = f"/de-hoop/nights/{night.pk}/draw/{method}/"
        assert "There are too few people for a table" in client.get(by_lot).content.decode()
        assert codes(client.post(by_lot, {"lay": "1"})) == ["C61"]
    path = f"/de-hoop/nights/{night.pk}/draw/"
    page = client.get(path).content.decode()
    assert "There are too few people for a table" in page
    assert re.findall(r'class="main"[^>]*>([^<]*)', page) == ["To the door"]
    for method in ("mix", "lots", "standing"):
        assert codes(client.post(path, {"rounds": "1", "method": method})) == ["C61"]
    assert codes(client.post(path, {"rounds": "9", "method": "mix"})) == ["C50"]
    found = codes(client.post(path, {"rounds": "x", "method": "magic"}))
    assert found == ["invalid_choice", "invalid"]


def test_draw_asks_first_while_a_table_of_the_last_round_is_open(client, season):
    night, _who, path = begin(season, 8)
    client.post(path, {"rounds": "1", "method": "mix"})
    assert "Round 1 is not over. Not in, or not approved: table 1, 2." in (
        client.get(path).content.decode()
    )
    assert "C246" in codes(client.post(path, {"rounds": "1", "method": "mix"}))
    assert night.rounds.count() == 1
    client.post(path, {"rounds": "1", "method": "mix", "all_the_same": "on"})
    assert night.rounds.count() == 2


def test_round_that_was_drawn_before_is_drawn_anew_without_a_question(client, season):
    night, _who, path = begin(season, 8)
    client.post(path, {"rounds": "2", "method": "mix"})
    back = f"{path}back/?since=2"
    why = re.search(r'name="reason" value="([^"]+)"', client.get(back).content.decode())[1]
    client.post(back, {"reason": why})
    assert night.rounds.count() == 1
    client.post(path, {"rounds": "1", "method": "mix"})
    assert night.rounds.count() == 2
    door = client.get(f"/de-hoop/nights/{night.pk}/door/").content.decode()
    assert f'<a class="button" href="/de-hoop/nights/{night.pk}/room/">' in door


def test_full_table_takes_one_more_if_it_is_asked_for(client, season):
    night, who, path = begin(season, 10, "draw/hand")
    assert 'name="anyway"' not in client.get(path).content.decode()
    seats = {member.pk: (1, place) for place, member in enumerate(who[:4])}
    lots.seat_members(night=night, seats=seats, method="hand")
    sent = {"member": who[4].pk, "table": "1"}
    assert 'name="anyway"' in client.post(path, sent).content.decode()
    assert client.post(path, sent | {"anyway": "on"})["Location"] == path
    seats = {member.pk: (1 + place // 5, place) for place, member in enumerate(who)}
    lots.seat_members(night=night, seats=seats, method="hand", anyway=True)
    answer = client.post(path, {"lay": "1"})
    assert codes(answer) == ["C88"]
    assert 'name="anyway"' in answer.content.decode()
    assert client.post(path, {"lay": "1", "anyway": "on"}).status_code == 302
    assert DrawRecord.objects.get().record["rounds"] == [[[*range(5)], [*range(5, 10)]]]


def test_table_of_two_is_played_if_it_is_asked_for(client, season):
    """Also where a full table is as large as the game allows."""
    season.reglement.game = "rummikub-international"
    season.reglement.save()
    night, who, path = begin(season, 6, "draw/hand")
    seats = {member.pk: (1 + place // 4, place) for place, member in enumerate(who)}
    lots.seat_members(night=night, seats=seats, method="hand")
    answer = client.post(path, {"lay": "1"})
    assert codes(answer) == ["C88"]
    assert 'name="anyway"' in answer.content.decode()
    assert client.post(path, {"lay": "1", "anyway": "on"}).status_code == 302


def test_sizes_are_chosen_on_the_page_of_the_bag(client, season):
    night, _who, path = begin(season, 10, "draw/bag")
    assert "1 table of 4, 2 of 3" in client.get(path).content.decode()
    assert client.post(path, {"sizes": "4-5"})["Location"] == path
    night.refresh_from_db()
    assert [table.size for table in lots.fill_bag(night, "bag").tables] == [5, 5]
    assert codes(client.post(path, {"sizes": "9"})) == ["C190"]


def test_family_is_taken_over_by_the_page_and_left_out_for_one_draw(client, season):
    who = people(season, 8)
    households.keep_apart(club=season.club, people=[who[0].pk, who[1].pk], household="De Wit")
    night = playing(season, who)
    path = f"/de-hoop/nights/{night.pk}/draw/"
    page = client.get(path).content.decode()
    assert "De Wit: Speler 00, Speler 01" in page
    ticked = re.search(r'name="always" value="([^"]*)" checked', page)[1]
    sent = {"rounds": "1", "method": "lots", "offered": ticked, "all_the_same": "on"}
    client.post(path, sent | {"always": ticked})
    client.post(path, sent)
    apart = [draw_record.record["input"]["constraints"]["apart"] for draw_record in draws()]
    assert apart == [[[0, 1]], []]
    page = client.post(path, sent | {"more": "1"}).content.decode()
    assert f'value="{ticked}" checked' not in page


def test_group_with_a_name_is_kept_apart_on_later_nights(client, season):
    night, who, path = begin(season, 8)
    sent = {"rounds": "1", "method": "mix", "group0": [who[0].pk, who[1].pk]}
    assert codes(client.post(path, sent | {"group0_name": "a\x00"})) != []
    kept = {"a\x00": [who[0].pk]}  # the verb does all of it, or nothing
    assert refused(draw_rounds.draw_rounds, night=night, rounds=1, method="lots", households=kept)
    assert not night.rounds.exists()
    typed = {"group0_name": "Klub  Zuid", "group1_name": "Klub Zuid"}  # a name twice is one group
    client.post(path, sent | typed | {"group1": [who[0].pk, who[2].pk]})
    assert [member.household for member in who[0].club.members.order_by("pk")[:4]] == [
        *("Klub Zuid", "Klub Zuid", "Klub Zuid", "")
    ]
    draw_rounds.draw_rounds(night=night, rounds=1, method="lots")
    apart = [draw_record.record["input"]["constraints"]["apart"] for draw_record in draws()]
    assert apart == [[[0, 1], [0, 2]], [[0, 1], [0, 2], [1, 2]]]


def test_repeats_are_told_by_name_and_what_was_begun_of_a_draw_stays(client, season):
    night = playing(season, people(season, 4), rounds=2)
    page = client.get(f"/de-hoop/nights/{night.pk}/draw/").content.decode()
    assert re.search(r"Round 1</b> <span[^>]*>· no repeats", page)
    assert re.search(r"Round 2</b> <span[^>]*>· 6 repeats", page)
    assert "<li>Speler 00 and Speler 01 (table 1)</li>" in page
    assert page.count('<i data-seats="4"></i>') == 3  # a table of four, whichever sizes
    play(Round.objects.first().tables.get())
    path = f"/de-hoop/nights/{night.pk}/draw/"
    assert "The rounds before stay as they are." in client.get(f"{path}back/").content.decode()
    client.post(f"{path}back/", {"reason": "Bob left"})
    page = client.get(path).content.decode()
    assert "The first round of this draw stays; those after it were taken back. Bob left" in page
    assert f'href="{path}back/"' not in page
    seen = client.get(f"/de-hoop/nights/{night.pk}/draws/1/").content.decode()
    assert "The first round of this draw stays" in seen
    assert "Bob left" not in seen


def draws():
    return [*DrawRecord.objects.order_by("pk")]
