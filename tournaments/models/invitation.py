import uuid

from django.db import models
from django.db.models import Q

from scoring.toolkit.choices import check_choices
from tournaments.models.club import Club, Role
from tournaments.models.user import User


@check_choices("kind")
class Invitation(models.Model):
    """Works as long as the inviter may invite. Once accepted or revoked, it is deleted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Role.Kind)
    name = models.CharField(max_length=60, blank=True)  # the name of the person invited
    email = models.EmailField(blank=True)  # where it was sent; empty: the inviter passes it on
    mailed = models.DateTimeField(null=True)  # when the mail server took it
    # None: made before this field existed, when only owners invited.
    by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="invitations")
    expires = models.DateTimeField()

    link_version = 1

    class Meta:
        ordering = ["expires", "pk"]
        constraints = []


class LogInLink(models.Model):
    """Logs in once. If `email` is empty, an organiser handed it over: then it works only as long as
    that organiser may issue such links.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="log_in_links")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(blank=True)
    by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="issued_links")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="issued_links")
    expires = models.DateTimeField()
    then = models.CharField(max_length=500, blank=True)  # the page from which it was asked for
    asked_with = models.CharField(max_length=60, blank=True)  # the browser, such as Firefox, Linux

    link_version = 1

    class Meta:
        ordering = ["expires", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="log_in_link_handed_over_once", fields=["user"], condition=Q(email="")
            ),
            models.CheckConstraint(
                name="log_in_link_mailed_by_nobody", condition=Q(email="") | Q(by=None, club=None)
            ),
        ]


@check_choices("kind", "part")
class AccessLogEntry(models.Model):
    """Never changed, but deleted after some time. Names of erased users are removed."""

    class Kind(models.TextChoices):
        INVITED = "invited"
        JOINED = "joined"
        HANDED = "handed"  # a link to log in
        USED = "used"
        WITHDRAWN = "withdrawn"  # an invitation or a link
        STEP_ON = "step on"  # the second step of logging in
        STEP_OFF = "step off"
        PAPER = "paper"  # a code on paper was used
        RESET = "reset"  # an owner, or the machine's keeper, ended somebody's second step
        ASKED = "asked"  # the club began to ask it of who runs it
        NOT_ASKED = "not asked"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="access_log")
    kind = models.CharField(max_length=10, choices=Kind)
    part = models.CharField(max_length=10, choices=Role.Kind)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="access_log")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = []


class EmailConfirmation(models.Model):
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="confirmation")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField()
    expires = models.DateTimeField()

    link_version = 1
