from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.choices import check_choices
from tournaments.models.member import Member
from tournaments.models.night import Night
from tournaments.models.season import MOST_DIVISIONS, Season


@check_choices("what")
class TieRuling(models.Model):
    """A decision about players who share a place that brings a prize or a move. Only added, or
    marked as undone. People are named by ids.
    """

    class How(models.TextChoices):
        SHARE = "share", _("they share it")
        PLAY_OFF = "play-off", _("by a play-off")
        LOT = "lot", _("by lot")
        HAND = "hand", _("by the organiser")

    class What(models.TextChoices):
        PRIZES = "prizes", _("Prizes")
        UP = "up", _("Who goes up")
        DOWN = "down", _("Who goes down")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="tie_rulings")
    night = models.ForeignKey(
        Night, null=True, on_delete=models.CASCADE, related_name="tie_rulings"
    )  # the night whose prizes these are; None: the season's
    standing = models.CharField(max_length=3, blank=True)  # "p2" or "f1"; empty: the season's own
    division = models.PositiveSmallIntegerField(null=True)
    what = models.CharField(max_length=6, choices=What)
    players = models.JSONField()  # the members who share the place
    how = models.CharField(max_length=8, choices=How)
    order = models.JSONField()  # the same ids, first to last; empty: they share
    seed = models.CharField(max_length=32, blank=True)  # of a lot, so that anybody can repeat it
    reason = models.CharField(max_length=200, blank=True)
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    time = models.DateTimeField(auto_now_add=True)
    undone = models.DateTimeField(null=True)
    undone_by = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="tieruling_how",
                condition=Q(how="share", what="prizes", seed="")
                | Q(how="lot") & ~Q(seed="")
                | Q(how="play-off", seed="")
                | Q(how="hand", seed="") & ~Q(reason=""),
            )
        ]


class DivisionMember(models.Model):
    """The highest division is 1."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="division_members")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="divisions")
    division = models.PositiveSmallIntegerField()
    period = models.PositiveSmallIntegerField(default=1)  # from which on, until a later one has any

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="divisionmember_once", fields=["season", "member", "period"]
            ),
            models.CheckConstraint(
                name="divisionmember_division",
                condition=Q(division__gte=1, division__lte=MOST_DIVISIONS),
            ),
        ]
