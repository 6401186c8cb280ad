from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models import Sheet
from scoring.toolkit.choices import check_choices
from tournaments.models.club import Club
from tournaments.models.member import Member

LONGEST_NAME = 60
MOST_ROUNDS = 10
MOST_DIVISIONS = 9
LAST = "last"  # the prize for the last place
EVERY = "/"  # "/4": a prize for each fourth place
COUNTED = ["best", "bestavg", "drop"]  # ways of counting that need a number of nights


@check_choices("approval")
class Reglement(models.Model):
    """Each sheet keeps its own copy, so a change affects only later sheets."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="reglementen")
    name = models.CharField(max_length=LONGEST_NAME)
    game = models.CharField(max_length=40, editable=False)
    options = models.JSONField(default=dict)  # options that differ from the defaults
    approval = models.CharField(
        max_length=3, choices=Sheet.Approval, default=Sheet.Approval.ONE
    )  # of the sheets
    archived = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(name="reglement_name_once", fields=["club", "name"]),
            models.CheckConstraint(name="reglement_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="reglement_has_game", condition=~Q(game="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:reglement", args=[self.club.slug, self.pk])


@check_choices("before_joining", "tie_break", "sizes", "five")
class Season(models.Model):
    class Counting(models.TextChoices):
        SUM = "sum", _("all nights added up")
        AVERAGE = "average", _("average of a night")
        BEST = "best", _("the best nights only")
        BEST_AVERAGE = "bestavg", _("average of the best nights only")
        DROP = "drop", _("all but the worst nights")
        PLACES = "places", _("points for the place at each table")

    class Absence(models.TextChoices):
        SKIP = "skip", _("nothing: the night is not counted")
        FIXED = "fixed", _("a fixed number of points")
        WORST = "worst", _("the worst score of that night")
        OWN = "own", _("the player's own average")

    class Joining(models.TextChoices):
        ABSENT = "absent", _("as nights missed")
        SKIP = "skip", _("not at all")

    class TieBreak(models.TextChoices):
        SHARED = "shared", _("they share the place")
        DASHES = "dashes", _("most dashes first")
        BEST_GAME = (
            "best_game",
            _("the smaller worst game first; where the highest wins, the greater best game"),
        )
        LAST_GAME = "last_game", _("best last game first")
        BEST_ROUND = "round", _("best round first")
        PITS = "pit", _("most pits first")
        ROEM = "roem", _("most roem first")
        NATS = "nat", _("least often nat first")

    class Five(models.TextChoices):
        SPLIT = "split", _("a table of three and one of two")
        SIT_OUT = "sit-out", _("one table of four; one sits out in turn")

    class Sizes(models.TextChoices):
        FOUR = "3-4", _("four, or three")
        FIVE = "4-5", _("five, or four")
        SIX = "5-6", _("six, or five")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    reglement = models.ForeignKey(Reglement, on_delete=models.PROTECT, related_name="seasons")
    first = models.DateField()
    last = models.DateField()
    rounds = models.PositiveSmallIntegerField()  # per night
    by_couple = models.BooleanField(default=False)  # couples play, and are ranked
    sizes = models.CharField(max_length=3, choices=Sizes, default=Sizes.FOUR)  # of the tables
    five = models.CharField(max_length=7, choices=Five, default=Five.SPLIT)
    counting = models.CharField(max_length=7, choices=Counting, default=Counting.SUM)
    counted = models.PositiveSmallIntegerField(
        null=True
    )  # how many best nights count, or how many worst are dropped
    place_points = models.JSONField(default=list)  # from the first place on
    bonus = models.PositiveSmallIntegerField(default=0)  # points for attending
    signed_off = models.CharField(max_length=5, choices=Absence)
    signed_off_points = models.SmallIntegerField(null=True)  # the fixed number, or an average's cap
    no_show = models.CharField(max_length=5, choices=Absence)
    no_show_points = models.SmallIntegerField(null=True)
    missed_round = models.SmallIntegerField(null=True)  # None: its part of a night missed
    sit_out = models.SmallIntegerField(null=True)  # for the first round of a night without a table
    sit_out_pits = models.PositiveSmallIntegerField(default=0)  # that such a round counts in ties
    before_joining = models.CharField(max_length=6, choices=Joining)
    least_nights = models.PositiveSmallIntegerField(default=0)  # needed for a place
    tie_break = models.CharField(max_length=9, choices=TieBreak, default=TieBreak.SHARED)
    guests_ranked = models.BooleanField(default=False)
    for_member = models.BooleanField(default=False)  # a substitute's games count for the member
    running_hidden = models.BooleanField(
        default=False
    )  # the scores of a round in play are for organisers and helpers only
    fill_ins = models.BooleanField(
        default=False
    )  # who waits at a finished table may fill in elsewhere; the better round counts
    divisions = models.PositiveSmallIntegerField(default=1)
    moving = models.PositiveSmallIntegerField(
        default=0
    )  # how many go up from each; as many go down
    member_fee = models.PositiveIntegerField(default=0)  # for a night, in cents
    guest_fee = models.PositiveIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)  # meant for a round; 0: no time is meant
    night_prizes = models.JSONField(default=list)  # places, LAST or each nth
    season_prizes = models.JSONField(default=list)

    class Meta:
        ordering = ["-first", "-pk"]
        constraints = [
            models.UniqueConstraint(name="season_name_once", fields=["club", "name"]),
            models.CheckConstraint(name="season_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="season_in_order", condition=Q(first__lte=F("last"))),
            models.CheckConstraint(
                name="season_rounds", condition=Q(rounds__gte=1, rounds__lte=MOST_ROUNDS)
            ),
            models.CheckConstraint(
                name="season_counting",
                condition=Q(counting__in=["sum", "average", "places"], counted=None)
                | Q(counting__in=COUNTED, counted__isnull=False, counted__gte=1),
            ),
            *(
                models.CheckConstraint(
                    name=f"season_{kind}",
                    condition=Q(**{f"{kind}__in": ["skip", "worst"], f"{kind}_points": None})
                    | Q(**{kind: "fixed", f"{kind}_points__isnull": False})
                    | Q(**{kind: "own"}),
                )
                for kind in ("signed_off", "no_show")
            ),
            models.CheckConstraint(
                name="season_divisions",
                condition=Q(divisions=1, moving=0)
                | Q(divisions__gte=2, divisions__lte=MOST_DIVISIONS),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:season", args=[self.club.slug, self.pk])


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
        "tournaments.Night", null=True, on_delete=models.CASCADE, related_name="tie_rulings"
    )  # the night whose prizes these are; None: the season's
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
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} · {self.what} · {self.how}"


class DivisionMember(models.Model):
    """The highest division is 1."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="division_members")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="divisions")
    division = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="divisionmember_once", fields=["season", "member"]),
            models.CheckConstraint(
                name="divisionmember_division",
                condition=Q(division__gte=1, division__lte=MOST_DIVISIONS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division} · {self.member}"
