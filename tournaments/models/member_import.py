from django.db import models

from tournaments.models.club import Club
from tournaments.models.member import Member


class MemberImport(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_imports")
    actor = models.CharField(max_length=40, blank=True)  # opaque: never a name
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return str(self.pk)


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
            models.UniqueConstraint(
                name="imported_member_once", fields=["member_import", "member"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_import_id} · {self.member_id}"
