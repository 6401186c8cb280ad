"""Drafts of imports: what was read from a file, until it is confirmed."""

from django.db import models

from tournaments.models.club import Club
from tournaments.models.season import Season


class ImportDraft(models.Model):
    """The rows read from an uploaded file, which wait for the user to check the preview and import
    them. The file itself is not kept.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="import_drafts")
    name = models.CharField(max_length=100, blank=True)  # of the file
    worksheet = models.CharField(max_length=60, blank=True)
    read = models.JSONField(default=list)  # headings that were recognised
    unread = models.JSONField(default=list)
    remarks = models.JSONField(default=list)  # numbers of problems that do not block the import
    rows = models.JSONField()
    # Only for a list of results: points and dashes for each row, keyed by day.
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, null=True, related_name="import_drafts"
    )
    results = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.worksheet


class ClubFile(models.Model):
    """An uploaded file with the data of a club from another site. The file is kept for a day, in
    parts.
    """

    token = models.CharField(max_length=32, unique=True)  # not guessable
    found = models.JSONField(null=True)  # the result of checking it
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
