"""Links that let somebody in: into a club, or back into an account; or that prove an address."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.club import Club, Role
from tournaments.models.user import User


class Invitation(models.Model):
    """To take part in a club; it is gone once it was accepted or taken back. It works as long as
    who invited may do so.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Role.Kind)
    name = models.CharField(max_length=60, blank=True)  # for whom it is meant
    email = models.EmailField(blank=True)  # to which it is sent; else it is passed on
    mailed = models.DateTimeField(null=True)  # when the mail server took it
    # None: of before it was kept, when owners alone invited.
    by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="invitations")
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
    over by somebody at a club, for as long as they may do so.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="log_in_links")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(blank=True)
    by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="handed")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="handed")
    expires = models.DateTimeField()

    generation = 1

    class Meta:
        ordering = ["expires", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="log_in_link_handed_over_once", fields=["user"], condition=Q(email="")
            ),
            models.CheckConstraint(
                name="log_in_link_mailed_by_nobody",
                condition=Q(email="") | Q(by=None, club=None),
            ),
        ]

    def __str__(self) -> str:
        return str(self.user)


class LetIn(models.Model):
    """What was done about a link that lets somebody in; added, never changed, and let go of after
    a while. Of who erased their account it says nothing any more.
    """

    class Kind(models.TextChoices):
        INVITED = "invited"
        JOINED = "joined"
        HANDED = "handed"  # a link to log in
        USED = "used"
        WITHDRAWN = "withdrawn"  # either of them

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="let_in")
    kind = models.CharField(max_length=10, choices=Kind)
    part = models.CharField(max_length=10, choices=Role.Kind)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="let_in")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                name="let_in_known",
                condition=Q(kind__in=["invited", "joined", "handed", "used", "withdrawn"]),
            ),
            models.CheckConstraint(
                name="let_in_known_part",
                condition=Q(part__in=["owner", "organiser", "helper", "member"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} · {self.part}"


class Confirmation(models.Model):
    """An address that somebody says is theirs, until they open what was sent there."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="confirmation")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField()
    expires = models.DateTimeField()

    generation = 1

    def __str__(self) -> str:
        return f"{self.user} · {self.email}"
