"""A score sheet as it is stored. The events are the truth; rows and totals follow from them."""

import uuid

from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual

from scoring.toolkit.choices import check_choices


@check_choices("approval")
class Sheet(models.Model):
    class Approval(models.TextChoices):
        ONE = "one"
        ALL = "all"
        TWO = "two"  # nobody: both sides keep a list, and the lists have to be equal

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    game_version = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(null=True)  # if changed after the opening
    entry = models.CharField(max_length=6, blank=True)  # the option, likewise
    round = models.PositiveSmallIntegerField(null=True)  # of the night, if known
    starter = models.PositiveBigIntegerField(null=True)  # the seat that deals or begins game 1
    approval = models.CharField(max_length=3, choices=Approval, default=Approval.ONE)
    title = models.CharField(max_length=60, blank=True)  # of a game that the club settled itself
    closed = models.BooleanField(default=False)
    link_version = models.PositiveIntegerField(default=1)  # raising it ends the old link
    loose = models.BooleanField(default=False)  # of no club: deleted after a while
    arranged = models.BooleanField(default=False)  # only an organiser may change the players
    # A keyed hash of the address that opened it; the same address hashes differently each day.
    origin = models.CharField(max_length=32, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(name="sheet_origin", fields=["origin", "created"])]
        constraints = [
            models.CheckConstraint(name="sheet_has_game", condition=~models.Q(game="")),
            models.CheckConstraint(
                name="sheet_version_from_1", condition=models.Q(game_version__gte=1)
            ),
            models.CheckConstraint(
                name="sheet_round_from_1", condition=models.Q(round=None) | models.Q(round__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"

    def build_options(self, games: int | None) -> dict[str, object]:
        """Return the options in force; `games` was set after the opening."""
        changed = {"games": games, "entry": self.entry or None}
        options: dict[str, object] = self.options
        return options | {key: value for key, value in changed.items() if value is not None}


class Seat(models.Model):
    """Positions are numbered clockwise."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    is_scribe = models.BooleanField(default=False)
    total = models.FloatField(default=0)  # the only stored figure that could be derived
    away = models.JSONField(default=list)  # spans of games played without it, from the events
    # Its id on the site that the sheet came from: the events refer to that id and can't change.
    first_id = models.PositiveBigIntegerField(null=True, editable=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(name="seat_once", fields=["sheet", "position"]),
            models.UniqueConstraint(name="seat_other_name", fields=["sheet", "name"]),
            models.UniqueConstraint(
                name="seat_one_scribe", fields=["sheet"], condition=models.Q(is_scribe=True)
            ),
            models.CheckConstraint(name="seat_from_1", condition=models.Q(position__gte=1)),
            models.CheckConstraint(name="seat_has_name", condition=~models.Q(name="")),
        ]

    @property
    def key(self) -> str:
        """The id by which events refer to it: its own or, from another site, what it was there."""
        return str(self.first_id or self.pk)

    def is_away(self, game: int) -> bool:
        return any(first <= game <= (last or game) for first, last in self.away)


class FormerName(models.Model):
    """A name that a seat lost. Phones that were offline may still use it. It can be erased."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="former_names")
    sequence = models.PositiveIntegerField()  # of that event
    seat = models.PositiveBigIntegerField()  # its id; the seat itself may be gone
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(name="formername_once", fields=["sheet", "sequence"]),
            models.CheckConstraint(name="formername_has_name", condition=~models.Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class Row(models.Model):
    """The entry in force for one game; row 0 has the sums on paper.

    `data` is the game object of docs/commands.md with ids of seats and of a `Note` for the reason.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()
    revision = models.PositiveIntegerField()  # the sequence of the event that last changed it

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="row_once", fields=["sheet", "number"]),
            models.CheckConstraint(name="row_from_0", condition=models.Q(number__gte=0)),
        ]


@check_choices("kind")
class Event(models.Model):
    """A trigger refuses to change an event, or to delete one without an `Erasure` of its sheet."""

    class Kind(models.TextChoices):
        OPENED = "opened"
        ENTERED = "entered"
        SET_ASIDE = "set aside"
        CHOSEN = "chosen"
        APPROVED = "approved"
        GAMES = "games"
        PENALIZED = "penalized"
        WITHDRAWN = "withdrawn"
        SCRIBE = "scribe"
        CLOSED = "closed"
        REOPENED = "reopened"
        LEFT = "left"
        ADDED = "added"
        REPLACED = "replaced"
        UNDONE = "undone"
        STARTER = "starter"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)  # the client makes it
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    device = models.CharField(max_length=40, blank=True)
    time = models.DateTimeField()
    body = models.TextField()  # JSON; no names, no free text
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["sequence"]
        indexes = [
            models.Index(name="event_aside", fields=["sheet"], condition=models.Q(kind="set aside"))
        ]
        constraints = [
            models.UniqueConstraint(name="event_once", fields=["sheet", "sequence"]),
            models.CheckConstraint(name="event_from_1", condition=models.Q(sequence__gte=1)),
            models.CheckConstraint(
                name="event_short_actor", condition=LessThanOrEqual(Length("actor"), 40)
            ),
            models.CheckConstraint(
                name="event_short_device", condition=LessThanOrEqual(Length("device"), 40)
            ),
        ]


class Note(models.Model):
    """Free text of an event, which can be erased without touching the event."""

    id = models.UUIDField(primary_key=True)  # that of its event
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="notes")
    text = models.CharField(max_length=200)
    signed = models.CharField(max_length=60, blank=True)  # who gave the penalty

    def __str__(self) -> str:
        return self.text


class Erasure(models.Model):
    """Allows the events of this sheet to be deleted.

    No foreign key: on SQLite, a trigger that reads `Sheet` would break its later migrations.
    """

    sheet = models.PositiveBigIntegerField(primary_key=True)
    time = models.DateTimeField(auto_now_add=True)
