"""An option of a season is declared once, at its column in `Season`: how it is asked, bounded, and
explained to players. The form, the page, the workbook and the explanation read it from there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.models import Sheet
from scoring.toolkit.choices import check_choices
from tournaments.models.club import Club

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise
else:
    Words = str | Promise

Column = TypeVar("Column", bound="models.Field[Any, Any]")

LONGEST_NAME = 60
MOST_ROUNDS = 10
MOST_DIVISIONS = 9
MOST_POINTS, MOST_NIGHTS = 9999, 99
MOST_MINUTES = 600  # for a round
MOST_PLACES = 500  # on a night
MOST_HOURS = 240  # before a night
MOST_FURTHER = 3  # standings beside the season's own
LAST = "last"  # the prize for the last place
MOST_PRIZES = {"most:pit": _("most pits"), "most:roem": _("most roem")}
EVERY = "/"  # "/4": a prize for each fourth place
PER = "1/"  # "1/4": as many prizes as a quarter of the players, rounded up
COUNTED = ["best", "bestavg", "drop"]  # ways of counting that need a number of nights
AVERAGES = ["average", "rounds", "bestavg"]
NIGHT, TABLES, COUNTING, MISSED, PLACES = PARTS = range(5)  # in which a season is explained
HOW_MANY = _("How many points? With an average: at most, or taken off it")
IN_TURN = _("One number, or one for each night missed: 52.5; 47.5; 0. The last goes on.")
POINTS = ngettext_lazy("%(count)s point", "%(count)s points", "count")
ROUNDS = ngettext_lazy("%(count)s round", "%(count)s rounds", "count")


class Explanation(NamedTuple):
    """How players read it. A number that stands at its default is left out."""

    part: int  # of the explanation
    label: Words = ""  # empty: the option's own
    words: Words = ""  # of a number, with %(count)s, or of what is switched on
    otherwise: Words = ""  # of what is switched off


@dataclass(frozen=True)
class Option:
    label: Words
    help: Words = ""
    fold: str = ""  # where the form asks for it
    kind: str = ""  # of its form field, where the column doesn't tell
    low: int = 0
    high: int | None = None
    usual: Any = None  # what the form begins with, and an empty number means
    asked_with: tuple[str, list[str]] | None = None  # another option, and answers to it
    kept: bool = False  # also while it is not asked
    explained: Explanation | None = None
    column: Any = None

    @property
    def name(self) -> str:
        return str(self.column.name)

    def is_asked(self, row: models.Model) -> bool:
        return self.asked_with is None or getattr(row, self.asked_with[0]) in self.asked_with[1]


def option(column: Column, label: Words, **declared: Any) -> Column:
    usual = None if column.default is models.NOT_PROVIDED else column.get_default()
    declared = {"usual": usual, "column": column} | declared
    column.option = Option(label, **declared)  # type: ignore[attr-defined]
    return column


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


class Fees(NamedTuple):
    member: int
    guest: int


@check_choices(
    "signed_off", "no_show", "sitting_out", "before_joining", "tie_break", "sizes", "five"
)
class Season(models.Model):
    class Counting(models.TextChoices):
        SUM = "sum", _("all nights added up")
        AVERAGE = "average", _("average of a night")
        ROUNDS = "rounds", _("average of a round")
        BEST = "best", _("the best nights only")
        BEST_AVERAGE = "bestavg", _("average of the best nights only")
        DROP = "drop", _("all but the worst nights")
        PLACES = "places", _("points for the place at each table")

    class Absence(models.TextChoices):
        SKIP = "skip", _("nothing: the night is not counted")
        FIXED = "fixed", _("a fixed number of points")
        WORST = "worst", _("the worst score of that night")
        OWN = "own", _("the player's own average")
        LESS = "less", _("the player's own average, with a deduction")

    class SittingOut(models.TextChoices):
        OWN = "own", _("the own average round of that night")
        FIXED = "fixed", _("a fixed number of points")
        WORST = "worst", _("the worst score of that round")

    class Joining(models.TextChoices):
        ABSENT = "absent", _("as nights missed")
        SKIP = "skip", _("not at all")

    class TieBreak(models.TextChoices):
        # As the form asks them: what few clubs choose comes last.
        SHARED = "shared", _("they share the place")
        DASHES = "dashes", _("most dashes first")
        BEST_ROUND = "round", _("best round first")
        PITS = "pit", _("most pits first")
        ROEM = "roem", _("most roem first")
        BEST_GAME = (
            "best_game",
            _("the smaller worst game first; where the highest wins, the greater best game"),
        )
        LAST_GAME = "last_game", _("best last game first")
        NATS = "nat", _("least often nat first")

    class Five(models.TextChoices):
        SPLIT = "split", _("a table of three and one of two")
        SIT_OUT = "sit-out", _("one table of four; one sits out in turn")

    class Seating(models.TextChoices):
        MIX = "mix", _("as few repeats as can be")
        LOTS = "lots", _("by lot alone")
        MOVE = "move", _("of couples one stays, the other moves a table on")
        STONES = "stones", _("numbers drawn at the door")
        STANDING = "standing", _("neighbours in the standing together")
        SCORE = "score", _("after the first round by tonight's score")
        GROUPS = "groups", _("after the first round by tonight's score, 1-3-5-7 and 2-4-6-8")
        WINNERS = "winners", _("winners a table up, losers a table down")

    class Sizes(models.TextChoices):
        FOUR = "3-4", _("four, or three")
        FIVE = "4-5", _("five, or four")
        SIX = "5-6", _("six, or five")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=LONGEST_NAME)
    # A single night for everybody who comes: it is in no list of seasons and in no standing.
    open_evening = models.BooleanField(default=False, editable=False)
    reglement = models.ForeignKey(Reglement, on_delete=models.PROTECT, related_name="seasons")
    first = models.DateField()
    last = models.DateField()
    rounds = option(
        models.PositiveSmallIntegerField(),
        _("Rounds a night"),
        usual=1,
        low=1,
        high=MOST_ROUNDS,
        explained=Explanation(NIGHT, _("A night"), ROUNDS),
    )
    counting = option(
        models.CharField(max_length=7, choices=Counting, default=Counting.SUM),
        _("The standing"),
        fold="standing",
        explained=Explanation(COUNTING),
    )
    counted = option(
        models.PositiveSmallIntegerField(null=True),
        _("How many nights"),
        help=_("How many of the best count, or how many of the worst do not: nights, or periods."),
        fold="standing",
        low=1,
        high=MOST_NIGHTS,
        asked_with=("counting", COUNTED),
    )
    drop_at = option(
        models.JSONField(default=list),  # ascending
        _("A worst night is dropped after so many nights played"),
        help=_("Such as 30; 35; 40: one more at each."),
        kind="in turn",
        fold="standing",
        asked_with=("counting", [Counting.SUM, Counting.AVERAGE]),
        explained=Explanation(COUNTING, _("A worst night is dropped")),
    )
    least_averaged = option(
        models.PositiveSmallIntegerField(default=0),
        _("An average is of at least so many nights, or rounds"),
        help=_("Whoever played fewer gets 0 for the others. Only where the highest wins."),
        fold="standing",
        high=MOST_NIGHTS,
        asked_with=("counting", [Counting.AVERAGE, Counting.ROUNDS]),
        explained=Explanation(
            COUNTING,
            _("An average is"),
            _("of at least %(count)s; who played fewer gets 0 for the others"),
        ),
    )
    place_points = option(
        models.JSONField(default=list),  # from the first place on
        _("Points from the first place on"),
        help=_("Such as 4; 2; 1; ½. Only where places count."),
        kind="points",
        fold="standing",
        asked_with=("counting", [Counting.PLACES]),
        explained=Explanation(COUNTING, _("From the first place on")),
    )
    bonus = option(
        models.PositiveSmallIntegerField(default=0),
        _("Points for being there"),
        fold="standing",
        high=MOST_POINTS,
        asked_with=("counting", [Counting.PLACES]),
        explained=Explanation(COUNTING, _("For being there")),
    )
    periods = option(
        models.JSONField(default=list),  # [6]: nights; or the days on which the next ones begin
        _("Periods"),
        help=_(
            "How many nights a period has, such as 6. Or the first days of the second period and"
            " those after it: 13-10-2026, 24-11-2026. Left empty: none."
        ),
        kind="periods",
        fold="periods",
        explained=Explanation(COUNTING),
    )
    period_best = option(
        models.PositiveSmallIntegerField(default=0),
        _("How many of its best nights count in a period"),
        help=_("0: all."),
        fold="periods",
        high=MOST_NIGHTS,
        explained=Explanation(
            COUNTING,
            _("In a period"),
            ngettext_lazy("the best night only", "the best %(count)s nights", "count"),
        ),
    )
    by_period = option(
        models.BooleanField(default=False),
        _("The season counts the totals of periods, not nights"),
        fold="periods",
    )
    further = option(
        models.JSONField(default=list),  # dicts of name, counting, counted, least and prizes
        _("Further standings over all nights"),
        help=_("Such as “Most points” of all nights, beside a season of the best five."),
        kind="standings",
        fold="periods",
        explained=Explanation(COUNTING),
    )
    marks_shown = option(
        models.BooleanField(default=False),
        _("Klaverjassen: pits, roem and times nat stand in results and standing"),
        fold="standing",
    )
    least_nights = option(
        models.PositiveSmallIntegerField(default=0),
        _("Nights it takes to have a place"),
        fold="standing",
        high=MOST_NIGHTS,
        explained=Explanation(
            PLACES,
            _("A place in the standing"),
            ngettext_lazy("after %(count)s night", "after %(count)s nights", "count"),
        ),
    )
    signed_off = option(
        models.CharField(max_length=5, choices=Absence),
        _("For a night missed, signed off in time"),
        explained=Explanation(MISSED),
    )
    signed_off_points = option(
        models.JSONField(
            default=list
        ),  # fixed, an average's cap or its deduction: by nights missed
        HOW_MANY,
        help=IN_TURN,
        kind="in turn",
        asked_with=("signed_off", [Absence.FIXED, Absence.OWN, Absence.LESS]),
    )
    sign_off_hours = option(
        models.PositiveSmallIntegerField(default=0),
        _("In time is until so many hours before the night begins"),
        help=_("0: until the door opens. A night needs a time for it."),
        high=MOST_HOURS,
        explained=Explanation(
            MISSED,
            _("Signing off in time"),
            ngettext_lazy(
                "until %(count)s hour before the night begins",
                "until %(count)s hours before the night begins",
                "count",
            ),
        ),
    )
    no_show = option(
        models.CharField(max_length=5, choices=Absence),
        _("For a night missed, not signed off in time"),
        explained=Explanation(MISSED),
    )
    no_show_points = option(
        models.JSONField(default=list),
        HOW_MANY,
        help=IN_TURN,
        kind="in turn",
        asked_with=("no_show", [Absence.FIXED, Absence.OWN, Absence.LESS]),
    )
    no_show_always = option(
        models.BooleanField(default=False),
        _("Such a night always counts: it can't be dropped"),
        asked_with=("no_show", [Absence.FIXED, Absence.WORST, Absence.OWN, Absence.LESS]),
    )
    missed_round = option(
        models.SmallIntegerField(null=True),
        _("Points for a round missed, such as by coming late"),
        help=_("Left empty, its part of a night missed."),
        explained=Explanation(MISSED, _("For a round missed"), POINTS),
    )
    sitting_out = option(
        models.CharField(max_length=5, choices=SittingOut, default=SittingOut.OWN),
        _("For a round without a table"),
        explained=Explanation(MISSED),
    )
    sit_out = option(
        models.SmallIntegerField(null=True),
        _("How many points?"),
        help=_("Once a night for each; then the own average round."),
        asked_with=("sitting_out", [SittingOut.FIXED]),
    )
    tie_break = option(
        models.CharField(max_length=9, choices=TieBreak, default=TieBreak.SHARED),
        _("When totals are equal"),
        fold="ties",
        explained=Explanation(PLACES),
    )
    sit_out_pits = option(
        models.PositiveSmallIntegerField(default=0),
        _("And how many pits?"),
        high=16,
        asked_with=("tie_break", [TieBreak.PITS]),
        explained=Explanation(
            MISSED,
            _("In a tie such a round counts"),
            ngettext_lazy("%(count)s pit", "%(count)s pits", "count"),
        ),
    )
    before_joining = option(
        models.CharField(max_length=6, choices=Joining),
        _("Nights before somebody joined"),
        explained=Explanation(MISSED),
    )
    divisions = option(
        models.PositiveSmallIntegerField(default=1),
        _("Divisions"),
        help=_("1: all play for the same places. Who plays where is said afterwards."),
        fold="divisions",
        low=1,
        high=MOST_DIVISIONS,
        explained=Explanation(PLACES),
    )
    moving = option(
        models.PositiveSmallIntegerField(default=0),  # from each, up and down
        _("How many go up and down at the end"),
        help=_("Where there are periods, at the end of each."),
        fold="divisions",
        high=50,
    )
    missed_down = option(
        models.PositiveSmallIntegerField(default=0),
        _("Whoever missed so many nights goes down, too"),
        help=_("Such as 3: the third time. 0: nights missed move nobody."),
        fold="divisions",
        high=MOST_NIGHTS,
        explained=Explanation(
            PLACES,
            _("Goes down, too"),
            ngettext_lazy(
                "whoever missed %(count)s night", "whoever missed %(count)s nights", "count"
            ),
        ),
    )
    by_couple = option(
        models.BooleanField(default=False),
        _("Couples play: two fixed partners, who have one place together"),
        help=_("A couple too many sits out: couples have no table with empty seats."),
        fold="tables",
        explained=Explanation(TABLES, _("Who plays"), _("couples of two fixed partners")),
    )
    sizes = option(
        models.CharField(max_length=3, choices=Sizes, default=Sizes.FOUR),
        _("How many sit at a table"),
        fold="tables",
        explained=Explanation(TABLES),
    )
    five = option(
        models.CharField(max_length=7, choices=Five, default=Five.SPLIT),
        _("When five people come"),
        fold="tables",
        asked_with=("sizes", [Sizes.FOUR]),
        kept=True,
        explained=Explanation(TABLES),
    )
    seating = option(
        models.CharField(max_length=8, choices=Seating, default=Seating.MIX),
        _("How people are seated"),
        help=_("What a draw begins with; each round can be drawn another way."),
        fold="tables",
        explained=Explanation(TABLES),
    )
    most_people = option(
        models.PositiveSmallIntegerField(default=0),
        _("Places on a night"),
        help=_("Whoever signs up after that is on the reserve list. 0: no limit."),
        fold="tables",
        high=MOST_PLACES,
        explained=Explanation(
            NIGHT, words=ngettext_lazy("%(count)s place", "%(count)s places", "count")
        ),
    )
    minutes = option(
        models.PositiveSmallIntegerField(default=0),
        _("Minutes meant for a round"),
        help=_("For the clock in the hall and on the night's page. 0: as long as it takes."),
        fold="tables",
        high=MOST_MINUTES,
        explained=Explanation(
            NIGHT,
            _("Time meant for a round"),
            ngettext_lazy("%(count)s minute", "%(count)s minutes", "count"),
        ),
    )
    running_hidden = option(
        models.BooleanField(default=False),
        _("Scores of a round in play are for organisers only, until all its tables are in"),
        fold="tables",
        explained=Explanation(
            NIGHT, _("Scores of a round in play"), _("shown once all tables are in")
        ),
    )
    guests_ranked = option(
        models.BooleanField(default=False),
        _("Guests have a place, too"),
        fold="guests",
        explained=Explanation(
            PLACES, _("Guests in the standing"), _("have a place, too"), _("have no place")
        ),
    )
    for_member = option(
        models.BooleanField(default=False),
        _("A substitute's games count for whoever is absent"),
        fold="guests",
        explained=Explanation(
            PLACES, _("Substitutes play"), _("for whoever is absent"), _("for themselves")
        ),
    )
    fill_ins = option(
        models.BooleanField(default=False),
        _("Who waits at a finished table may fill in elsewhere; the better of the two counts"),
        fold="guests",
        explained=Explanation(
            PLACES,
            _("Who waits at a finished table"),
            _("may fill in elsewhere; the better of the two rounds counts"),
        ),
    )
    member_fee = option(
        models.PositiveIntegerField(default=0),  # for a night, in cents
        _("A night costs a member"),
        kind="cents",
        fold="fees",
        explained=Explanation(NIGHT, _("Contribution")),
    )
    guest_fee = option(
        models.PositiveIntegerField(default=0),
        _("A night costs a guest"),
        help=_(
            "In euros, such as 2.50; empty: as much as a member."
            " A single night may cost something else."
        ),
        kind="cents",
        fold="fees",
    )
    night_prizes = option(
        models.JSONField(default=list),  # places, LAST or each nth
        _("Prizes of a night"),
        kind="places",
        fold="prizes",
        explained=Explanation(PLACES),
    )
    season_prizes = option(
        models.JSONField(default=list),
        _("Prizes of the season"),
        help=_(
            "Places with commas between, such as 1-3, 18, last, every 4, or 1 per 4 players; in"
            " klaverjassen also: most pits, most roem."
        ),
        kind="places",
        fold="prizes",
        explained=Explanation(PLACES),
    )
    period_prizes = option(
        models.JSONField(default=list),
        _("Prizes of a period"),
        kind="places",
        fold="prizes",
        explained=Explanation(PLACES),
    )

    class Meta:
        ordering = ["-first", "-pk"]
        constraints = [
            models.UniqueConstraint(
                name="season_name_once", fields=["club", "name"], condition=Q(open_evening=False)
            ),
            models.CheckConstraint(name="season_has_name", condition=~Q(name="")),
            models.CheckConstraint(name="season_in_order", condition=Q(first__lte=F("last"))),
            models.CheckConstraint(
                name="season_rounds", condition=Q(rounds__gte=1, rounds__lte=MOST_ROUNDS)
            ),
            models.CheckConstraint(
                name="season_counting",
                condition=Q(counting__in=["sum", "average", "rounds", "places"], counted=None)
                | Q(counting__in=COUNTED, counted__isnull=False, counted__gte=1),
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

    @classmethod
    def list_options(cls) -> Iterator[Option]:
        """Yield them as they are declared."""
        return (column.option for column in cls._meta.concrete_fields if hasattr(column, "option"))

    @property
    def is_over(self) -> bool:
        return self.last < timezone.localdate()

    @property
    def fees(self) -> Fees:
        return Fees(self.member_fee, self.guest_fee)

    def count_people(self, entrants: int) -> int:
        return 2 * entrants if self.by_couple else entrants
