import re
from datetime import timedelta

import pytest
from django.utils import timezone

from clubsite.maintenance import health
from clubsite.pages import upkeep
from scoring.models import Sheet
from scoring.sheets import lifecycle, progress
from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, play, playing
from tournaments import machines
from tournaments.models import Table, User
from tournaments.nights import closing


@pytest.fixture
def season():
    return club_with()


@pytest.fixture
def owner(client, season):
    user = User.objects.get()
    client.force_login(user)
    client.cookies["streepje_language"] = "en"
    return user


def nights_that_wait(season, count):
    """Each with one game in two versions; the first is closed, and got another entry since."""
    who = people(season, 4)
    for number in range(count):
        night = playing(season, who, THURSDAY + timedelta(weeks=number))
        drawn(night, 1)
        table = Table.objects.get(round__night=night)
        play(table)
        if number:
            play(table, other=6, seen=0)
        else:
            closing.close(night=night, reason="late")
            play(table, other=7)


@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize("count", [1, 3])
def test_entries_that_wait_are_told_by_night_in_so_many_queries(
    client, season, count, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(upkeep, "measure_database", lambda: 0)  # which PostgreSQL has to be asked
    monkeypatch.setattr(health, "list_failures", list)  # likewise, by another connection
    nights_that_wait(season, count)
    client.get("/site/")  # what is known of a form is known from then on
    with django_assert_num_queries(10):
        answer = client.get("/site/")
    waiting = [(sheet.conflicts, sheet.late) for sheet in answer.context["waiting"]]
    assert waiting == [(1, 0)] * (count - 1) + [(0, 1)]
    assert answer.content.count(b"1 entry came in after closing") == 1
    assert answer.content.count(b"1 game entered in two ways") == count - 1


def test_night_on_which_the_table_chose_does_not_wait(season):
    nights_that_wait(season, 2)
    table = Table.objects.order_by("pk").last()
    lifecycle.choose(sheet=table.sheet, event=table.sheet.events.get(kind="set aside").pk)
    assert [sheet.late for sheet in upkeep.list_waiting()] == [1]


def test_forms_on_which_all_was_chosen_are_not_looked_at_again(season):
    """Something set aside after the table looked stays open, whatever it chose of the rest."""
    nights_that_wait(season, 3)
    first, second = Table.objects.order_by("-pk")[:2]
    every = Sheet.objects.all()
    assert progress.select_conflicting(every).count() == 3
    lifecycle.choose(sheet=first.sheet, event=first.sheet.events.get(kind="set aside").pk)
    seen = second.sheet.events.last().sequence
    play(second, other=7, seen=0)
    aside = second.sheet.events.filter(kind="set aside")
    lifecycle.choose(sheet=second.sheet, event=aside.first().pk, seen=seen)
    assert {*progress.select_conflicting(every)} == {*every} - {first.sheet}
    lifecycle.choose(sheet=second.sheet, event=aside.last().pk, seen=seen + 2)
    assert {*progress.select_conflicting(every)} == {*every} - {first.sheet, second.sheet}


def test_all_is_told_to_the_owner(client, owner):
    answer = client.get("/site/")
    assert answer.status_code == 200
    assert answer.context["size"] > 50_000
    assert answer.context["free"] == pytest.approx(health.count_free_bytes(), rel=0.5)
    assert re.fullmatch(r"\d+\.\d+(\.dev0)?", answer.context["version"])
    assert answer.context["wrong"] == []


def test_other_machines_are_told(client, owner, settings, tmp_path):
    assert b"The machines" not in client.get("/site/").content
    here, settings.DATA = settings.DATA, tmp_path / "other"
    made = timezone.now() - timedelta(hours=2)
    machines.report(version="7.7.other", last_back_up=made, free=5)
    settings.DATA = here
    answer = client.get("/site/")
    assert answer.context["last"] == made
    assert answer.content.count(b"The machines") == answer.content.count(b"7.7.other") == 1


@pytest.mark.parametrize("word", ["disk", "migrations", "read-only", "busy", "database"])
def test_what_is_wrong_is_said_on_top(client, owner, monkeypatch, word):
    monkeypatch.setattr(health, "list_failures", lambda: [word])
    answer = client.get("/site/")
    assert answer.content.count(b'<p class="problem">') == 1
    assert b"All is well" not in answer.content
