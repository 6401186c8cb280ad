from django.db import models

from tournaments.models.club import Club
from tournaments.models.season import Season


class ImportDraft(models.Model):
    """What was read from a file, until it is confirmed. The file itself is not kept."""

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
