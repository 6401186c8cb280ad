import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Sheet
from scoring.sheets import lifecycle, second_list
from scoring.sheets.links import build_path
from tests.tournaments.evenings import (
    THURSDAY,
    club_with,
    codes,
    drawn,
    finish,
    people,
    play,
    playing,
    refused,
    reopened,
    tonight,
)
from tournaments.club import seasons
from tournaments.models import Night, Table, User
from tournaments.nights import at_the_door, changes_at_tables, closing, draw_rounds, nights
from tournaments.nights.pages import door
from tournaments.nights.signing_up import sign_for


@pytest.fixture
def night(season):
    return playing(season, people(season, 8), rounds=1)


def left(night):
    return [each.table.number for each in closing.list_open_tables(night)]


def test_all_in_and_closed(night):
    finish(*Table.objects.all())
    closed = closing.close(night=night, by="user 1")
    assert (closed.state, len(closed.digest)) == ("closed", 64)
    assert [sheet.closed for sheet in Sheet.objects.all()] == [True, True]
    entry = night.log_entries.last()
    assert (entry.kind, entry.body, entry.reason) == ("closed", {"digest": closed.digest}, "")


def test_what_is_not_in_is_named_and_takes_a_reason(night):
    first, other = Table.objects.all()
    finish(first)
    play(other, *range(1, 11))
    assert left(night) == [2]
    assert refused(closing.close, night=night) == ["C66"]
    assert refused(closing.close, night=night, reason="  ") == ["C66"]
    assert not Sheet.objects.filter(closed=True).exists()
    closing.close(night=night, reason="Table 2 went home")
    assert night.log_entries.last().reason == "Table 2 went home"


def test_no_reason_closes_over_two_lists_that_differ(client):
    season = club_with("klaverjassen", {"entry": "totals"}, rounds=1)
    type(season.reglement).objects.update(approval="two")
    night = playing(season, people(season, 4), rounds=1)
    [table] = Table.objects.all()
    us, them = [seat.name for seat in table.sheet.seats.all()][:2]
    ours = {"points": 1283, "roem": 320, "pits": 1, "counter_pits": 0, "nat": 2}
    row = {"entries": {us: ours, them: {"points": 1309, "roem": 230}}}
    lifecycle.record(sheet=table.sheet, number=1, row=row)
    other = {"entries": row["entries"] | {us: ours | {"roem": 330}}}
    second_list.record_second(sheet=table.sheet, row=other, device="another")
    assert refused(closing.close, night=night, reason="late") == ["C362"]
    second_list.settle(sheet=table.sheet, second=True, device="another")
    assert closing.close(night=night).state == "closed"


def test_what_comes_late_is_kept_aside_and_counts_for_nothing(night):
    first, other = Table.objects.all()
    finish(first)
    finish(other)
    digest = closing.close(night=night).digest
    names = [seat.name for seat in first.sheet.seats.all()]
    row = {"entries": dict.fromkeys(names, 9) | {names[1]: "-"}}
    totals = [seat.total for seat in first.sheet.seats.all()]
    lifecycle.record(sheet=first.sheet, number=10, row=row, seen=0)
    assert left(night) == [1]
    assert [seat.total for seat in first.sheet.seats.all()] == totals
    night.refresh_from_db()
    assert night.digest == digest


def test_reopening_takes_a_reason_and_lets_write_again(night):
    closing.close(night=night, reason="x")
    assert refused(closing.reopen, night=night, reason="") == ["C64"]
    again = closing.reopen(night=night, reason="A sheet was found", by="user 1")
    assert (again.state, again.digest) == ("closing", "")
    assert night.log_entries.last().reason == "A sheet was found"
    play(Table.objects.first())
    assert Table.objects.first().sheet.rows.count() == 1
    closing.close(night=night, reason="x")


def test_one_form_is_corrected_while_the_others_stay_closed(client, night):
    client.force_login(User.objects.get())
    first, _second = Table.objects.all()
    play(first, 1, 2)
    closing.close(night=night, reason="x")
    path = f"/de-hoop/nights/{night.pk}/closing/"
    assert codes(client.post(path, {"reason": "Typefout", "table": "0"})) == ["invalid_choice"]
    for page in (f"/de-hoop/tables/{first.pk}/", build_path(first.sheet)):
        assert f"{path}?table={first.pk}" in client.get(page).content.decode()
    assert "closing/" not in Client().get(build_path(first.sheet)).content.decode()
    assert f'value="{first.pk}" selected' in client.get(f"{path}?table={first.pk}").content.decode()
    answer = client.post(path, {"reason": "Typefout", "table": first.pk})
    assert answer["Location"] == build_path(first.sheet)  # where it is corrected
    assert [sheet.closed for sheet in Sheet.objects.order_by("pk")] == [False, True]
    assert night.log_entries.last().body["table"] == first.pk
    play(first, 1, 2, 3)
    client.post(path, {"reason": "Verbeterd"})
    assert Night.objects.get().state == "closed"
    assert Sheet.objects.filter(closed=True).count() == 2
    assert first.sheet.rows.count() == 3
    client.post(path, {"reason": "Typefout", "table": first.pk})
    # After all, everybody plays on: the page of the night is back as it was, with the next round.
    played_on = client.post(f"{night.get_absolute_url()}state/", {"to": "playing"}, follow=True)
    assert played_on.redirect_chain == [(night.get_absolute_url(), 302)]
    page = played_on.content.decode()
    assert "Er komt of gaat iemand" in page and "Ronde 2 loten" in page
    assert not Sheet.objects.filter(closed=True).exists()


def test_night_is_closed_when_it_is_played_and_opened_when_it_is_closed(season):
    assert refused(closing.close, night=tonight(season), reason="x") == ["C56"]
    night = nights.set_state(night=Night.objects.get(), to="playing")
    assert refused(closing.reopen, night=night, reason="x") == ["C56"]


def test_nothing_is_drawn_or_let_in_while_something_is_corrected(night, season):
    reopened(night)
    ans = season.club.members.first()
    assert refused(draw_rounds.draw_rounds, night=night, rounds=1, method="mix") == ["C56"]
    assert refused(at_the_door.check_in, night=night, member=ans, present=False) == ["C56"]
    next_seed = Night.objects.get().next_seed
    nights.set_state(night=night, to="playing")
    assert Night.objects.get().next_seed == next_seed
    drawn(night, 1)


def test_what_a_table_that_did_not_end_counts_is_said_beforehand(client, night, at_the_laptop):
    path = f"/de-hoop/nights/{night.pk}/closing/"
    first, second = Table.objects.all()
    play(first, 1, 2, 3)
    page = client.get(path).content.decode()
    assert page.count("it does not count for anybody") == 1
    finish(second)
    page = client.get(path).content.decode()
    assert page.count("it counts as a round missed") == 1
    for name in first.sheet.seats.values_list("name", flat=True):
        assert page.count(name) == 1
    assert f"/tables/{first.pk}/?games#games" in page
    changes_at_tables.shorten(round_=first.round, table=first, games=3)
    assert "a round missed" not in client.get(path).content.decode()


def test_who_stayed_away_and_who_has_to_pay_is_told_before_and_after(
    client, season, at_the_laptop, monkeypatch
):
    monkeypatch.setattr(timezone, "localdate", lambda *_: THURSDAY)
    seasons.change(season=season, member_fee=350)
    paid, owing, _third, off, *_silent = who = people(season, 6)
    before = playing(season, who, rounds=1)
    finish(*Table.objects.all())
    closing.close(night=before)
    night = playing(season, who[:3], THURSDAY + timedelta(7), rounds=1)
    sign_for(night=night, member=off, said="off")
    finish(Table.objects.get(round__night=night))
    at_the_door.pay(night=night, member=paid, paid=True)
    path = f"/de-hoop/nights/{night.pk}/"
    page = client.get(f"{path}closing/").content.decode()
    told = r'<span translate="no">([\w ]+)</span> <small>([^<]*)</small></span> <b>(\w+)</b>'
    away = [("Speler 03", "signed off"), ("Speler 04", "no message"), ("Speler 05", "no message")]
    assert re.findall(told, page) == [(*line, "50") for line in away]
    assert (f">{owing}<" in page, f">{paid}<" in page) == (True, False)
    closing.close(night=night)
    nights.plan(season=season, days=[THURSDAY + timedelta(14)])
    after = client.get(path).content.decode()
    assert re.findall(told, after) == re.findall(told, page)
    assert "Thursday 17 September 2026" in after.partition("Next night")[2]
    assert f'name="paid" value="{owing.pk}"' in after
    assert client.post(f"{path}door/?back", {"paid": owing.pk})["Location"] == path
    assert f'name="paid" value="{owing.pk}"' not in client.get(path).content.decode()
    at_the_door.pay(night=night, member=owing, paid=False)
    assert client.post(f"{path}door/?back", {"all-paid": "1"})["Location"] == path
    assert "Still to pay" not in (page := client.get(path).content.decode()) and "Money:" in page
    night.attendances.update(paid=False, amount=0)
    Night.objects.filter(pk=night.pk).update(member_fee=0, guest_fee=0)
    assert "Money:" not in client.get(path).content.decode()  # though earlier nights are unpaid


def test_of_many_who_have_to_pay_the_first_are_listed_and_the_rest_folded(
    client, season, at_the_laptop
):
    seasons.change(season=season, member_fee=350)
    night = playing(season, people(season, 7), rounds=1)
    finish(*Table.objects.all())
    home = Table.objects.first().seats.first().member
    at_the_door.check_in(night=night, member=home, present=False)
    path = f"/de-hoop/nights/{night.pk}/"
    assert door.build_door(night).unpaid == 7
    closing.close(night=night)
    page = client.get(path).content.decode()
    assert page.count('name="paid"') == 7 and "<summary>and 2 more</summary>" in page
    client.post(f"{path}money/", {"paid": "all"})
    assert night.attendances.filter(paid=True, settled=True).count() == 7
    page = client.get(f"{path}money/").content.decode()
    assert 'value="all"' not in page and re.search(rf'class="back">\s*<a href="{path}">', page)


def test_rounds_that_were_not_drawn_are_named_with_what_the_night_counts(
    client, night, at_the_laptop
):
    path = f"/de-hoop/nights/{night.pk}/closing/"
    finish(*Table.objects.all())
    page = client.get(path).content.decode()
    assert "All that was played is in and approved: 1 of 3 rounds." in page
    assert "Rounds 2, 3 were not drawn, and count for nobody. The night counts as 1 round" in page
    night.season.rounds = 1
    night.season.save()
    page = client.get(path).content.decode()
    assert "Everything is in and approved." in page
    assert "not drawn" not in page


def test_night_without_a_round_is_not_called_in_and_approved(client, season, at_the_laptop):
    night = playing(season, people(season, 4))
    page = client.get(f"/de-hoop/nights/{night.pk}/closing/").content.decode()
    assert "No round was drawn: this night counts for nobody." in page
    assert "in and approved" not in page


def test_night_is_ended_closed_and_opened_again(client, season):
    client.force_login(User.objects.get())
    night = playing(season, people(season, 4), rounds=1)
    path = f"/de-hoop/nights/{night.pk}/"
    page = client.get(f"{path}closing/").content.decode()
    assert page.index('name="reason"') < page.index('class="due"')  # in sight at once
    assert Night.objects.get().state == "playing"  # it was only looked at
    assert codes(client.post(f"{path}closing/", {})) == ["C66"]
    assert client.post(f"{path}closing/", {"reason": "Kosters tijd"})["Location"] == path
    standing = f'<a class="button" href="/de-hoop/seasons/{season.pk}/standing/">Stand</a>'
    assert standing in client.get(path).content.decode()
    assert standing not in Client().get(path).content.decode()  # which is for the club
    assert "closing/" in client.get(path).content.decode()
    assert "na het afsluiten" not in client.get(path).content.decode()
    play(Table.objects.get())
    assert "1 spel kwam na het afsluiten binnen" in client.get(path).content.decode()
    page = client.get(f"{path}closing/").content.decode()
    assert "Kosters tijd" in page
    assert Night.objects.get().digest in page
    assert codes(client.post(f"{path}closing/", {"table": "all"})) == ["C64"]
    assert codes(client.post(f"{path}closing/", {"reason": "Er kwam nog iets"})) == ["required"]
    client.post(f"{path}closing/", {"reason": "Er kwam nog iets", "table": "all"})
    assert Night.objects.get().state == "closing"
