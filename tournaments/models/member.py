import uuid
from collections.abc import Iterable

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.choices import check_choices
from tournaments.draw.engine.request import Wish
from tournaments.models.club import Club
from tournaments.names import LONGEST, Label, Name, choose_public_name, fold

MOST_TABLES = 200
# Of what belongs to a member, such as a seat: the member, or of a merged double the one kept.
MAIN = Coalesce("member__merged_into", "member")


def belongs_to(people: Iterable["Member | int"]) -> Q:
    """Find such rows by members who were kept; those of their doubles too."""
    return Q(member__in=people) | Q(member__merged_into__in=people)


@check_choices("writes", "shown")
class Member(models.Model):
    class Writes(models.TextChoices):
        YES = "yes", _("gladly")
        ANY = "any", _("when asked")
        NO = "no", _("rather not")

    class Shown(models.TextChoices):
        FULL = "full", _("full name")
        FIRST = "first", _("first name")
        NICKNAME = "nickname", _("nickname")
        NOT = "not", _("no name at all")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link_version = models.PositiveIntegerField(default=1)  # of the personal link
    first = models.CharField(max_length=LONGEST)
    particle = models.CharField(max_length=LONGEST, blank=True)
    family = models.CharField(max_length=LONGEST, blank=True)
    nickname = models.CharField(max_length=LONGEST, blank=True)
    number = models.CharField(max_length=20, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=30, blank=True)
    # The language in which the member wants results by e-mail, and is asked whether they come;
    # empty: no such letters.
    letters = models.CharField(max_length=10, blank=True)
    reminders = models.CharField(max_length=10, blank=True)
    no_mail = models.BooleanField(default=False)  # wants no letter at all, not even the own link
    link_mailed = models.DateTimeField(null=True)
    joined = models.DateField(null=True)  # as the club entered it; None: `created` counts
    guest = models.BooleanField(default=False)
    archived = models.DateTimeField(null=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, related_name="doubles"
    )
    writes = models.CharField(max_length=3, choices=Writes, default=Writes.ANY)
    table = models.PositiveSmallIntegerField(null=True)  # the member's fixed table
    # A family or group: a draw keeps those with the same one apart. For organisers only.
    household = models.CharField(max_length=LONGEST, blank=True)
    shown = models.CharField(max_length=8, choices=Shown, default=Shown.FULL)
    sort_key = models.BinaryField(editable=False)  # bytes sort the same in every database
    search_text = models.TextField(editable=False)  # the text that a search matches
    erasure_asked = models.DateTimeField(null=True)  # requested by the member, on the personal page
    erased = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "pk"]
        indexes = [models.Index(name="member_order", fields=["club", "sort_key", "id"])]
        constraints = [
            models.CheckConstraint(name="member_has_name", condition=~Q(first="")),
            models.CheckConstraint(name="member_has_order", condition=~Q(sort_key=b"")),
            models.UniqueConstraint(
                name="member_number_once", fields=["club", "number"], condition=~Q(number="")
            ),
            models.CheckConstraint(
                name="member_table", condition=Q(table__gte=1, table__lte=MOST_TABLES)
            ),
            models.CheckConstraint(name="member_not_in_itself", condition=~Q(merged_into=F("id"))),
        ]

    def __str__(self) -> str:
        return self.label.full

    apart: Label | None = None  # set by `members.label_people`, to tell namesakes apart

    @property
    def label(self) -> Label:
        return self.apart or Label(self.name)

    @property
    def name(self) -> Name:
        return Name(self.first, self.particle, self.family)

    @property
    def main(self) -> "Member":
        """Of a merged double, the member kept."""
        return self.merged_into or self

    @property
    def main_id(self) -> int:
        return self.merged_into_id or self.pk

    @property
    def public_name(self) -> str:
        return choose_public_name(self.shown, self.nickname, self.name).full

    def index(self) -> None:
        self.sort_key = self.name.sort_key
        self.search_text = fold(" ".join([self.name.full, self.nickname, self.number]))


@check_choices("kind")
class Pair(models.Model):
    """A wish about two members: a draw puts them at one table, or keeps them apart."""

    class Kind(models.TextChoices):
        APART = Wish.APART, _("kept apart")
        TOGETHER = Wish.TOGETHER, _("kept together")

    first = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="pairs_as_first")
    second = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="pairs_as_second")
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="pair_once", fields=["first", "second"]),
            models.CheckConstraint(name="pair_in_order", condition=Q(first__lt=F("second"))),
        ]

    @property
    def people(self) -> tuple[Member, Member]:
        return self.first.main, self.second.main
