"""What an organiser mends by pages: a night on another day, an import taken back, a draw in
divisions."""

import pytest
from django.urls import reverse

from tests.tournaments.evenings import THURSDAY, club_with, people
from tournaments import links
from tournaments.models import Night, TableSeat, User
from tournaments.nights import nights, signing_up
from tournaments.standings import divisions


@pytest.mark.wide
def test_night_moves_import_goes_back_and_divisions_sit_apart(laptop, at_laptop):
    season = club_with(rounds=1, divisions=2)
    club, who = season.club, people(season, 8)
    parts = {member.pk: 1 + number % 2 for number, member in enumerate(who)}
    divisions.divide(season=season, divisions=parts)
    (night,) = nights.plan(season=season, days=[THURSDAY], sign_up=True)
    for member in who:
        signing_up.sign(night=night, member=member, said="on")
    at_laptop.log_in(User.objects.get())

    at_laptop.go(reverse("tournaments:night", args=["de-hoop", night.pk]))
    laptop.click("#further > summary")
    laptop.click("#further a[href$='/move/']")
    at_laptop.send(day="2026-09-04")
    assert night.attendances.filter(said="on").count() == 8
    at_laptop.go("tournaments:own", links.make_key(who[0]))
    moved_to = "is verzet naar vrijdag 4 september 2026."
    assert moved_to in laptop.inner_text("main")

    at_laptop.go("tournaments:member-list", "de-hoop")
    at_laptop.send(text="Te Veel\nOok Teveel")
    laptop.click("[value=add]")
    laptop.click("a[href*='/members/imports/'] >> nth=0")
    assert "Ook Teveel, Te Veel" in laptop.inner_text("main")
    laptop.click("main button.main")
    laptop.wait_for_url("**/de-hoop/members/")
    assert {member.pk for member in club.members.all()} == parts.keys()

    at_laptop.go(reverse("tournaments:night", args=["de-hoop", night.pk]))
    laptop.click("[value=check-in]")
    laptop.click("[name=all]")
    laptop.wait_for_selector("[name=out]")
    laptop.click("[value=playing]")
    laptop.check("[name=divided]")
    laptop.click("main button.main")
    laptop.wait_for_url(f"**/nights/{night.pk}/")
    assert Night.objects.get().state == "playing"
    seats = TableSeat.objects.values_list("table", "member")
    assert len({(table, parts[member]) for table, member in seats}) == 2
