"""Letters that are on their way, and those that never arrived."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.invitation import Confirmation, Invitation, LogInLink
from tournaments.models.user import User


class Letter(models.Model):
    """What it says is put together when it leaves, so that nothing that opens a door lies here."""

    class Kind(models.TextChoices):
        LOG_IN = "log in"
        CONFIRM = "confirm"
        MOVED = "moved"
        INVITED = "invited"

    class Why(models.TextChoices):
        """It did not arrive."""

        AWAY = "away"  # the mail server does not answer
        UNKNOWN = "unknown"  # nor know our name and password
        ADDRESS = "address"  # nobody has it there
        REFUSED = "refused"
        LATE = "late"  # what it leads to works no longer

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    # Whom it is about; of an invitation who invited.
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="letters")
    to = models.EmailField(blank=True)  # until it left, or was given up
    language = models.CharField(max_length=10)
    link = models.ForeignKey(LogInLink, on_delete=models.SET_NULL, null=True)
    confirmation = models.ForeignKey(Confirmation, on_delete=models.SET_NULL, null=True)
    invitation = models.ForeignKey(
        Invitation, on_delete=models.CASCADE, null=True, related_name="letters"
    )
    due = models.DateTimeField()  # not before; who sends it puts it off first
    until = models.DateTimeField()  # no use after
    tries = models.PositiveSmallIntegerField(default=0)
    gave_up = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    class Meta:
        indexes = [models.Index(name="letter_due", fields=["due"])]
        constraints = [
            models.CheckConstraint(
                name="letter_known",
                condition=Q(kind__in=["log in", "confirm", "moved", "invited"]),
            ),
            models.CheckConstraint(
                name="letter_given_up_is_nobodys",
                condition=Q(gave_up=None) & ~Q(to="") & Q(why="")
                | Q(gave_up__isnull=False) & Q(to="") & ~Q(why=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"
