"""What was read from a file, until somebody takes it in."""

from django.db import models

from tournaments.models.club import Club
from tournaments.models.night import Night
from tournaments.models.season import Season


class Intake(models.Model):
    """Its rows as plain text: the file itself is kept nowhere."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="intakes")
    name = models.CharField(max_length=100, blank=True)  # of the file
    leaf = models.CharField(max_length=60, blank=True)
    read = models.JSONField(default=list)  # headings that were understood
    unread = models.JSONField(default=list)
    remarks = models.JSONField(default=list)  # numbers of problems that stop nothing
    rows = models.JSONField()
    # A list of results has these, too: for each row points and dashes, by day.
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, related_name="intakes")
    results = models.JSONField(default=list)
    # Of a night's workbook, its rows are its forms.
    night = models.ForeignKey(Night, on_delete=models.CASCADE, null=True, related_name="intakes")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.leaf


class ClubFile(models.Model):
    """The file of a club from another site, for a day; its parts hold what is in it."""

    token = models.CharField(max_length=32, unique=True)  # nobody guesses it
    found = models.JSONField(null=True)  # what looking at it came to
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return str(self.pk)


class ClubFilePart(models.Model):
    file = models.ForeignKey(ClubFile, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="club_file_part_once", fields=["file", "number"]),
        ]

    def __str__(self) -> str:
        return str(self.number)
