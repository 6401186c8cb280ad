import re
import uuid
from datetime import time

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.choices import check_choices
from tournaments.names import NO_BREAK

LONGEST_VENUE = 80
LONGEST_ABOUT = 240
LONGEST_LINE = 120  # about guests, and about what it costs
# A club's page is /<slug>/, so no club may take these words, which the site uses or may use later.
RESERVED = frozenset(
    [
        *("account", "admin", "api", "backup", "club", "demo", "games", "hall", "healthz", "help"),
        *("i18n", "join", "log-in", "login", "logout", "look-around", "m", "media", "new"),
        *("new-club", "nieuw", "privacy", "robots", "s", "season", "sheets", "site", "static"),
        "test",
    ]
)
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
is_phone = RegexValidator(r"^\+?[0-9 ()/.-]{3,30}\Z", _("Use digits and spaces only."))
is_slug = RegexValidator(SLUG.replace("$", r"\Z"), _("Use small letters, digits and - only."))


def is_free_word(slug: str) -> None:
    if slug in RESERVED:
        raise ValidationError(_("The site uses this word itself; add to it."), code="reserved")


def at_in_words(starts: time) -> str:
    return gettext("at %(time)s") % {"time": time_format(starts, "TIME_FORMAT")}


def new_results_version() -> str:
    return uuid.uuid4().hex


@check_choices("visible_to")
class Club(models.Model):
    class Visibility(models.TextChoices):
        MEMBERS = "members", _("members only")
        LINK = "link", _("whoever has the link")
        OPEN = "open", _("everybody")

    name = models.CharField(_("name"), max_length=60, unique=True)
    slug = models.SlugField(
        _("short address"), max_length=40, unique=True, validators=[is_slug, is_free_word]
    )
    created = models.DateTimeField(auto_now_add=True)
    starts = models.TimeField(null=True, blank=True)  # of nights that say nothing else
    venue = models.CharField(max_length=LONGEST_VENUE, blank=True)
    # What a stranger reads, also of a club whose pages are for its members.
    about = models.CharField(max_length=LONGEST_ABOUT, blank=True)
    guests = models.CharField(max_length=LONGEST_LINE, blank=True)
    costs = models.CharField(max_length=LONGEST_LINE, blank=True)
    contact = models.CharField(max_length=60, blank=True)
    phone = models.CharField(max_length=30, blank=True, validators=[is_phone])
    email = models.EmailField(blank=True)
    visible_to = models.CharField(max_length=7, choices=Visibility, default=Visibility.MEMBERS)
    indexed = models.BooleanField(default=False)  # search engines may index the open pages
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    link_version = models.PositiveIntegerField(default=1)  # of the link for visitors
    # The websites that may show the club's frames, as scheme and host with spaces between.
    framed_by = models.CharField(max_length=600, blank=True)
    # Since when the club asks a second step of who runs it; empty: it does not.
    asks_second_step = models.DateTimeField(null=True, blank=True)
    letters = models.BooleanField(default=False)  # members may be written to
    # Changes with anything that a standing depends on; caches are keyed by it.
    results_version = models.CharField(max_length=32, default=new_results_version, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(name="club_has_name", condition=~models.Q(name="")),
            models.CheckConstraint(name="club_slug_simple", condition=models.Q(slug__regex=SLUG)),
            models.CheckConstraint(
                name="club_found_when_open",
                condition=models.Q(indexed=False) | models.Q(visible_to="open"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:club", args=[self.slug])

    @property
    def tells_nights(self) -> bool:
        """Strangers read when and where the next night is, if the club wrote its two lines."""
        return self.visible_to == self.Visibility.OPEN or bool(self.about)

    def tell_time_and_place(self, starts: time | None = None, venue: str = "") -> str:
        """Such as "at 19:30 · Zaal De Brink". Without a night's own, the usual ones."""
        starts = starts or self.starts
        where = re.sub(r" (?=\d)", NO_BREAK, venue or self.venue)  # no line begins with a number
        return " · ".join(filter(None, [at_in_words(starts) if starts else "", where]))

    @property
    def dialled(self) -> str:
        return re.sub(r"[^0-9+]", "", self.phone)


@check_choices("kind")
class ClubLogEntry(models.Model):
    """Only added, never changed. People are named by ids."""

    class Kind(models.TextChoices):
        VISIBILITY = "visibility"
        LINK = "link"  # the link for visitors was renewed
        WEBSITE = "website"  # what the club shows on its own website
        CARD = "card"  # what somebody paid beforehand was sold, or taken away

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="log_entries")
    kind = models.CharField(max_length=10, choices=Kind)
    body = models.JSONField()  # the values before and after
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = []


class Logo(models.Model):
    """In a table of its own, because the club's row is read on every page."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    image = models.BinaryField()  # PNG, redrawn by us


@check_choices("kind")
class Role(models.Model):
    class Kind(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANISER = "organiser", _("organiser")
        HELPER = "helper", _("helper")
        MEMBER = "member", _("member")

    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="roles")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        constraints = [models.UniqueConstraint(name="role_once", fields=["user", "club"])]
