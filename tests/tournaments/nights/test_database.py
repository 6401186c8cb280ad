import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournaments.evenings import club_with, people, playing
from tournaments.models import (
    Attendance,
    DrawRecord,
    Member,
    Night,
    NightLogEntry,
    ReservedSeat,
    Season,
    TableSeat,
)
from tournaments.standings import divisions

WRONG = [
    lambda: Night.objects.update(state="late"),
    lambda: Night.objects.update(state="closed"),  # without a digest
    lambda: Night.objects.update(digest="x"),  # of one that is not closed
    lambda: Attendance.objects.update(said="yes"),
    lambda: NightLogEntry.objects.update(kind="x"),
    lambda: NightLogEntry.objects.update(sequence=0),
    lambda: TableSeat.objects.update(member=Member.objects.first()),  # twice in a round
    lambda: DrawRecord.objects.update(taken_back=timezone.now()),  # without a reason
    lambda: ReservedSeat.objects.bulk_create(  # a seat for two
        ReservedSeat(night=Night.objects.get(), member=member, table=1, seat=1)
        for member in Member.objects.all()
    ),
    lambda: Season.objects.get().division_members.create(member=Member.objects.last(), division=0),
    lambda: Season.objects.update(divisions=1),  # and still to move up and down
]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_makes_no_sense_is_refused(wrong):
    season = club_with(divisions=2, moving=1)
    who = people(season, 4)
    divisions.divide(season=season, divisions={who[0].pk: 1})
    playing(season, who, rounds=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        wrong()
