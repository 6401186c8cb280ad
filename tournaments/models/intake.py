"""What was read from a file, until somebody takes it in."""

from django.db import models

from tournaments.models.club import Club


class Intake(models.Model):
    """Its rows as plain text: the file itself is kept nowhere."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="intakes")
    name = models.CharField(max_length=100, blank=True)  # of the file
    leaf = models.CharField(max_length=60, blank=True)
    read = models.JSONField(default=list)  # headings that were understood
    unread = models.JSONField(default=list)
    remarks = models.JSONField(default=list)  # numbers of problems that stop nothing
    rows = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name or self.leaf
