import uuid
from datetime import datetime, time

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.choices import check_choices
from tournaments.models.club import LONGEST_VENUE
from tournaments.models.member import Member
from tournaments.models.season import Fees, Season

SIZES = [("", _("as the season")), *Season.Sizes.choices]


class NightsThatGoOn(models.Manager["Night"]):
    """Leaves out nights that were called off: they appear in no list or standing."""

    def get_queryset(self) -> models.QuerySet["Night"]:
        return super().get_queryset().exclude(state=Night.State.CALLED_OFF)


@check_choices("state", "sizes")
class Night(models.Model):
    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SIGN_UP = "sign-up", _("signing up")
        CHECK_IN = "check-in", _("checking in")
        PLAYING = "playing", _("playing")
        CLOSING = "closing", _("closing")
        CLOSED = "closed", _("closed")
        CALLED_OFF = "off", _("called off")  # before anything was played; it can be brought back

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="nights")
    day = models.DateField()  # the day on which it began, also after midnight
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    starts = models.TimeField(null=True)  # None, and no venue: as the club
    venue = models.CharField(max_length=LONGEST_VENUE, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True)  # meant for a round; None: as the season
    games = models.PositiveSmallIntegerField(null=True)  # of each form; None: as the rules say
    next_seed = models.CharField(
        max_length=32, blank=True
    )  # the seed of the next draw, kept secret
    sizes = models.CharField(max_length=3, choices=SIZES, blank=True)  # of tonight's tables
    digest = models.CharField(max_length=64, blank=True)  # over all its sheets; set while closed
    member_fee = models.PositiveIntegerField(null=True)  # in cents; None: as the season
    guest_fee = models.PositiveIntegerField(null=True)
    takings = models.JSONField(default=list)  # of the bar, a raffle: pairs of words and cents
    prizes = models.JSONField(null=True)  # places, as of a season; None: as the season
    most_people = models.PositiveSmallIntegerField(null=True)  # 0: no limit; None: as the season
    asked = models.DateTimeField(null=True)  # when members were asked by letter whether they come
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link_version = models.PositiveIntegerField(default=1)  # of the link to the hall page

    objects = NightsThatGoOn()
    with_called_off = models.Manager["Night"]()

    class Meta:
        ordering = ["day", "pk"]
        indexes = [  # a small partial index: the front page lists open nights of all clubs
            models.Index(
                name="night_going_on",
                fields=["season"],
                condition=Q(state__in=["check-in", "playing", "closing"]),
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="night_once_a_day", fields=["season", "day"], condition=~Q(state="off")
            ),
            models.CheckConstraint(
                name="night_closed_has_digest",
                condition=Q(state="closed") & ~Q(digest="") | ~Q(state="closed") & Q(digest=""),
            ),
        ]

    def __str__(self) -> str:
        return date_format(self.day, "WEEKDAY_FORMAT")

    def get_absolute_url(self) -> str:
        return reverse("tournaments:night", args=[self.season.club.slug, self.pk])

    # The night's own settings apply. Where it has none, those of its club or season do.

    @property
    def begins(self) -> datetime | None:
        starts = self.starts or self.season.club.starts
        return timezone.make_aware(datetime.combine(self.day, starts)) if starts else None

    def guess_beginning(self) -> datetime:
        """In the evening if nobody said when."""
        return self.begins or timezone.make_aware(datetime.combine(self.day, time(18)))

    @property
    def held_at(self) -> str:
        return self.venue or self.season.club.venue

    @property
    def time_and_place(self) -> str:
        return self.season.club.tell_time_and_place(self.starts, self.venue)

    @property
    def round_minutes(self) -> int:
        """0 if nothing is set."""
        return self.season.minutes if self.minutes is None else self.minutes

    @property
    def fees(self) -> Fees:
        """A closed night keeps the fees that it had."""
        usual = Fees(0, 0) if self.state == self.State.CLOSED else self.season.fees
        return Fees(
            usual.member if self.member_fee is None else self.member_fee,
            usual.guest if self.guest_fee is None else self.guest_fee,
        )

    @property
    def with_name(self) -> str:
        return f"{self.season} · {self}" if self.season.open_evening else str(self)

    @property
    def in_full(self) -> str:
        return f"{self.season.club} · {self.with_name}"


AHEAD = (Night.State.PLANNED, Night.State.SIGN_UP)
AT_THE_DOOR = (Night.State.CHECK_IN, Night.State.PLAYING)  # latecomers: for the next round
GOING_ON = (*AT_THE_DOOR, Night.State.CLOSING)  # from check-in to the last form
OVER = (Night.State.CLOSING, Night.State.CLOSED)


@check_choices("said")
class Attendance(models.Model):
    class Said(models.TextChoices):
        NOTHING = "", _("nothing yet")
        ON = "on", _("I'm coming")
        OFF = "off", _("I can't come")
        LATE = "late", _("I can't come, said too late")
        WAIT = "wait", _("I'm coming if there is a place")

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="attendances")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="attendances")
    said = models.CharField(max_length=4, choices=Said, blank=True)
    waiting_since = models.DateTimeField(null=True)  # on the reserve list, or when it was last
    present = models.BooleanField(default=False)
    paid = models.BooleanField(default=False)
    amount = models.PositiveIntegerField(default=0)  # what was paid, in cents
    settled = models.BooleanField(default=False)  # with it, what was open from earlier nights
    by_card = models.BooleanField(default=False)  # paid by one of the nights of a card

    class Meta:
        constraints = [models.UniqueConstraint(name="attendance_once", fields=["night", "member"])]


class Prepayment(models.Model):
    """A card for so many nights of a season, or for all of them."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="prepayments")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="prepayments")
    nights = models.PositiveSmallIntegerField(null=True)  # None: the whole season
    amount = models.PositiveIntegerField()  # in cents
    day = models.DateField()

    class Meta:
        ordering = ["day", "pk"]


STAYS_AWAY = (Attendance.Said.OFF, Attendance.Said.LATE)


class ImportedResult(models.Model):
    """Of a night before the club used the site: it has no rounds and no sheets."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="imported_results")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="imported_results")
    points = models.DecimalField(max_digits=9, decimal_places=2)
    dashes = models.PositiveSmallIntegerField(null=True)  # None: the file did not say
    rounds = models.PositiveSmallIntegerField(
        default=1
    )  # the number of rounds of the night, all in this result

    class Meta:
        constraints = [
            models.CheckConstraint(name="importedresult_rounds", condition=Q(rounds__gte=1)),
            models.UniqueConstraint(name="importedresult_once", fields=["night", "member"]),
        ]


@check_choices("kind")
class NightLogEntry(models.Model):
    """Only added, never changed. People are named by ids."""

    class Kind(models.TextChoices):
        STATE = "state"
        SAID = "said"  # this and the next two are named after the fields of Attendance
        PRESENT = "present"
        PAID = "paid"
        FEES = "fees"
        DRAWN = "drawn"
        TAKEN_BACK = "taken back"
        CLOSED = "closed"
        REOPENED = "reopened"
        CUT = "cut"
        LINK = "link"  # the link to the hall page was renewed
        MOVED = "moved"  # to another day
        ARRANGED = "arranged"  # its time, its venue, or the time meant for a round
        BEGUN = "begun"  # a round began, or its clock was set
        CAME = "came"  # this and the kinds below are changes at a table: changes_at_tables.py
        LEFT = "left"
        REPLACED = "replaced"
        SWAPPED = "swapped"
        SCRIBE = "scribe"
        VOID = "void"
        SPLIT = "split"
        JOINED = "joined"
        OPENED = "opened"  # a table for who sits out
        UNDONE = "undone"
        SUBSTITUTE = "substitute"  # plays in the place of a couple's absent one

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="log_entries")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    body = models.JSONField()  # the values before and after
    reason = models.CharField(max_length=200, blank=True)  # free text
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sequence"]
        indexes = [  # for the latest closing of all clubs
            models.Index(name="night_log_closed", fields=["time"], condition=Q(kind="closed"))
        ]
        constraints = [
            models.UniqueConstraint(name="nightlogentry_once", fields=["night", "sequence"]),
            models.CheckConstraint(name="nightlogentry_from_1", condition=Q(sequence__gte=1)),
        ]


class Couple(models.Model):
    """In the standing and the draws of the season, the first stands for both."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="couples")
    first = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="couples_as_first")
    second = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="couples_as_second")
    made_at = models.ForeignKey(Night, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="couple_first_once", fields=["season", "first"]),
            models.UniqueConstraint(name="couple_second_once", fields=["season", "second"]),
            models.CheckConstraint(name="couple_of_two", condition=~Q(first=F("second"))),
        ]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"


class Substitute(models.Model):
    """The games count for the couple, not for the substitute."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="substitutes")
    couple = models.ForeignKey(Couple, on_delete=models.CASCADE, related_name="substitutes")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="substitutions")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="substitute_of_one", fields=["night", "couple"]),
            models.UniqueConstraint(name="substitute_once", fields=["night", "member"]),
        ]
