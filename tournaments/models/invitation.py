"""Links that let somebody in: into a club, or back into an account; or that prove an address."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.club import Club, Role
from tournaments.models.user import User


class Invitation(models.Model):
    """To take part in a club; it is gone once it was accepted or taken back."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Role.Kind)
    name = models.CharField(max_length=60, blank=True)  # for whom it is meant
    expires = models.DateTimeField()

    generation = 1

    class Meta:
        ordering = ["expires", "pk"]
        constraints = [
            models.CheckConstraint(
                name="invitation_known",
                condition=Q(kind__in=["owner", "organiser", "helper", "member"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} · {self.kind}"


class LogInLink(models.Model):
    """Instead of a password; it works once. Mailed to an address or, where that is empty, handed
    over by an owner.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="log_in_links")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(blank=True)
    expires = models.DateTimeField()

    generation = 1

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="log_in_link_handed_over_once", fields=["user"], condition=Q(email="")
            )
        ]

    def __str__(self) -> str:
        return str(self.user)


class Confirmation(models.Model):
    """An address that somebody says is theirs, until they open what was sent there."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="confirmation")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField()
    expires = models.DateTimeField()

    generation = 1

    def __str__(self) -> str:
        return f"{self.user} · {self.email}"
