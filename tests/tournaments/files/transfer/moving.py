"""A club with something of everything, its file, and the site without it."""

from datetime import timedelta
from io import BytesIO

from django.core.files.base import ContentFile
from PIL import Image

from scoring.sheets import arbiter_penalties
from tests.tournaments.evenings import THURSDAY, club_with, drawn, people, playing
from tests.tournaments.standings.test_calculate import evening, play_by_seat
from tournaments.club import logos
from tournaments.members import members, past_imports, privacy
from tournaments.models import (
    Couple,
    DivisionMember,
    ImportedResult,
    Night,
    Substitute,
    TableSeat,
    TieRuling,
)
from tournaments.nights import changes_in_play, nights, rounds


def full_club():
    """A night that is closed, one that goes on with changes, one of before; people of all kinds."""
    season = club_with(divisions=2)
    who = people(season, 9)
    evening(season, who[:8])
    members.change(member=who[6], phone="06 1")
    past_imports.save_import(season.club, [], [(who[6], {"phone": "", "joined": "2020-01-01"})])
    members.pair(member=who[0], other=who[1], kind="apart")
    members.merge(double=who[8], keep=who[2])
    privacy.erase(member=members.add(club=season.club, first="Weg"))
    DivisionMember.objects.create(season=season, member=who[3], division=2)
    tie = {"players": [who[0].pk, who[1].pk], "order": [], "night": season.nights.get()}
    TieRuling.objects.create(season=season, what="prizes", how="share", **tie)
    before = Night.objects.create(
        season=season, day=THURSDAY + timedelta(1), state="closed", digest="a" * 64
    )
    ImportedResult.objects.create(night=before, member=who[0], points="12.5", dashes=2, rounds=3)
    picture = BytesIO()
    Image.new("RGB", (40, 20), "red").save(picture, "PNG")
    logos.set_logo(club=season.club, file=ContentFile(picture.getvalue()))
    _goes_on(season, who)
    return season.club


def _goes_on(season, who):
    night = playing(season, who[:7], THURSDAY + timedelta(7))
    drawn(night, 2)
    first = night.rounds.first()
    table, other = first.tables.all()[:2]
    late = members.add(club=season.club, first="Late")
    seated = [seat.member for seat in table.seats.order_by("pk")]
    couple = Couple.objects.create(season=season, first=who[4], second=who[5])
    Substitute.objects.create(night=night, couple=couple, member=late)
    nights.add_log_entry(night, "substitute", "", couple=couple.pk, member=late.pk)
    TableSeat.objects.filter(member=seated[0], round=first).update(couple=couple)
    changes_in_play.hand_over(table=table, member=seated[1])
    entry = changes_in_play.leave(table=other, member=other.seats.first().member)
    changes_in_play.undo(entry=entry)
    changes_in_play.replace(table=table, member=seated[0], other=late)
    play_by_seat(table)
    names = [seat.name for seat in table.sheet.seats.all()]
    arbiter_penalties.penalize(
        sheet=table.sheet, player=names[0], points=5, reason="phone", signed="Ans"
    )
    changes_in_play.void(table=other, number=1, reason="=misdeal")
    rounds.shorten(round_=first, games=9)
    rounds.undo_draw(draw_record=night.draw_records.last(), reason="too many")
