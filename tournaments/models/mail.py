import uuid

from django.db import models
from django.db.models import Q

from scoring.toolkit.choices import check_choices
from tournaments.models.invitation import EmailConfirmation, Invitation, LogInLink
from tournaments.models.member import Member
from tournaments.models.night import Night
from tournaments.models.user import User


@check_choices("kind")
class QueuedMail(models.Model):
    """The text is made only when it is sent, so that no secret link is stored here."""

    class Kind(models.TextChoices):
        LOG_IN = "log in"
        CONFIRM = "confirm"
        MOVED = "moved"
        INVITED = "invited"
        RESULT = "result"  # of a night, and the next one
        GUESSED = "guessed"  # somebody with the password typed many wrong codes
        CHANGED = "changed"  # the password or the second step was changed
        COME = "come"  # asks a member whether they come
        PLACE = "place"  # tells a member that a place became free
        LINK = "link"  # a member's personal link

    class Why(models.TextChoices):
        AWAY = "away"  # the mail server does not answer
        UNKNOWN = "unknown"  # it rejects our user name and password
        ADDRESS = "address"  # the address does not exist
        REFUSED = "refused"
        LATE = "late"  # its link has expired

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    # The account it is about; for an invitation the inviter; none for a letter to a member.
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="queued_mails")
    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, null=True, related_name="queued_mails"
    )
    night = models.ForeignKey(
        Night, on_delete=models.CASCADE, null=True, related_name="queued_mails"
    )
    to = models.EmailField(blank=True)  # emptied when the letter is given up
    language = models.CharField(max_length=10)
    link = models.ForeignKey(LogInLink, on_delete=models.SET_NULL, null=True)
    confirmation = models.ForeignKey(EmailConfirmation, on_delete=models.SET_NULL, null=True)
    invitation = models.ForeignKey(
        Invitation, on_delete=models.CASCADE, null=True, related_name="queued_mails"
    )
    due = models.DateTimeField()  # the next try; a sender sets a later one before it sends
    until = models.DateTimeField()  # pointless after this
    tries = models.PositiveSmallIntegerField(default=0)
    gave_up = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    class Meta:
        indexes = [models.Index(name="queuedmail_due", fields=["due"])]
        constraints = [
            models.CheckConstraint(
                name="queuedmail_for_somebody",
                condition=Q(kind__in=["result", "come", "place"], night__isnull=False)
                & Q(user=None, member__isnull=False)
                | Q(kind="link", user=None, member__isnull=False, night=None)
                | ~Q(kind__in=["result", "come", "place", "link"])
                & Q(user__isnull=False, member=None, night=None),
            ),
            models.CheckConstraint(
                name="queuedmail_given_up_is_nobodys",
                condition=Q(gave_up=None) & ~Q(to="") & Q(why="")
                | Q(gave_up__isnull=False) & Q(to="") & ~Q(why=""),
            ),
        ]
