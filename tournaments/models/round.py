from django.db import models
from django.db.models import F, Q

from scoring.models import Seat, Sheet
from tournaments.models.member import Member
from tournaments.models.night import Couple, Night


class DrawRecord(models.Model):
    """All that is needed to repeat the draw. One that was undone stays, so that members can see if
    somebody drew again for a better result.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="draw_records")
    record = models.JSONField()
    people = models.JSONField()  # the ids of members, indexed by their number in the draw
    time = models.DateTimeField(auto_now_add=True)
    taken_back = models.DateTimeField(null=True)
    kept = models.PositiveSmallIntegerField(
        null=True
    )  # how many rounds were kept when later ones were taken back
    reason = models.CharField(max_length=200, blank=True)  # why it was taken back

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="drawrecord_reason", condition=Q(taken_back=None, kept=None) | ~Q(reason="")
            )
        ]


class Round(models.Model):
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="rounds")
    draw_record = models.ForeignKey(DrawRecord, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    began = models.DateTimeField(null=True)  # when its clock began to run

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="round_once", fields=["night", "number"]),
            models.CheckConstraint(name="round_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.night} · {self.number}"


class Tables(models.QuerySet["Table"]):
    def used(self) -> "Tables":
        """Leave out those that were dissolved before their first game."""
        return self.filter(models.Exists(TableSeat.objects.filter(table=models.OuterRef("pk"))))


class Table(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Sheet, on_delete=models.PROTECT, related_name="table")

    objects = Tables.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="table_once", fields=["round", "number"]),
            models.CheckConstraint(name="table_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class TableSeat(models.Model):
    """From game `since` to game `until`: who changes seats has several rows. `round` is always that
    of `table`, stored here too so that constraints can refuse a member at two tables, and two on
    one seat.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sat_on")
    since = models.PositiveSmallIntegerField(default=1)  # the first game
    until = models.PositiveSmallIntegerField(null=True)  # the last game; None: still sits there
    fill_in = models.BooleanField(default=False)  # after the games of their own table
    couple = models.ForeignKey(
        Couple, on_delete=models.PROTECT, null=True, related_name="seats"
    )  # for whom the seat was laid, in a season of couples

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="tableseat_once_a_round", fields=["round", "member"], condition=Q(until=None)
            ),
            models.UniqueConstraint(
                name="tableseat_one_a_seat", fields=["seat"], condition=Q(until=None)
            ),
            models.UniqueConstraint(name="tableseat_once_a_game", fields=["seat", "since"]),
            models.CheckConstraint(
                name="tableseat_in_order",
                condition=Q(since__gte=1) & (Q(until=None) | Q(until__gte=F("since"))),
            ),
        ]


class ReservedSeat(models.Model):
    """In the next round, before it has sheets: drawn as a lot, or set by hand."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="reserved_seats")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="reserved_seats")
    table = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="reservedseat_once", fields=["night", "member"]),
            models.UniqueConstraint(
                name="reservedseat_one_a_seat", fields=["night", "table", "seat"]
            ),
            models.CheckConstraint(
                name="reservedseat_from_1", condition=Q(table__gte=1, seat__gte=1)
            ),
        ]
