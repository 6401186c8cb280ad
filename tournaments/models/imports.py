from django.db import models

from tournaments.models.club import Club
from tournaments.models.member import Member
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


class MemberImport(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_imports")
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]


class ImportedMember(models.Model):
    """Deleted together with the member, and when the member is erased."""

    member_import = models.ForeignKey(MemberImport, on_delete=models.CASCADE, related_name="people")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="imports")
    added = models.BooleanField()
    before = models.JSONField(default=dict)  # the values that the import replaced
    digest = models.CharField(max_length=32)  # of the member right after the import

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(name="imported_member_once", fields=["member_import", "member"])
        ]
