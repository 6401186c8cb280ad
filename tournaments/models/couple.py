from django.db import models
from django.db.models import F, Q

from tournaments.models.member import Member
from tournaments.models.night import Night
from tournaments.models.season import Season


class Couple(models.Model):
    """In the standing and the draws of the season, the first stands for both."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="couples")
    first = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="couples_as_first")
    second = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="couples_as_second")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="couple_first_once", fields=["season", "first"]),
            models.UniqueConstraint(name="couple_second_once", fields=["season", "second"]),
            models.CheckConstraint(name="couple_of_two", condition=~Q(first=F("second"))),
        ]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"


class Substitute(models.Model):
    """The games count for the couple, not for the substitute."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="substitutes")
    couple = models.ForeignKey(Couple, on_delete=models.CASCADE, related_name="substitutes")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="substitutions")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="substitute_of_one", fields=["night", "couple"]),
            models.UniqueConstraint(name="substitute_once", fields=["night", "member"]),
        ]

    def __str__(self) -> str:
        return f"{self.night} · {self.member}"
