"""What is played, and by which rules."""

from django.db import models
from django.urls import reverse

from scoring.models import Sheet
from tournaments.models.club import Club

LONGEST_NAME = 60


class Reglement(models.Model):
    """A game system with the options that a club chose, under a name of its own. A sheet keeps a
    copy of both, so that a change here is for sheets to come.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="reglementen")
    name = models.CharField(max_length=LONGEST_NAME)
    game = models.CharField(max_length=40, editable=False)
    options = models.JSONField(default=dict)  # what is otherwise than usual
    approval = models.CharField(
        max_length=3, choices=Sheet.Approval, default=Sheet.Approval.ONE
    )  # of its sheets
    archived = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(name="reglement_name_once", fields=["club", "name"]),
            models.CheckConstraint(name="reglement_has_name", condition=~models.Q(name="")),
            models.CheckConstraint(name="reglement_has_game", condition=~models.Q(game="")),
            models.CheckConstraint(
                name="reglement_approval", condition=models.Q(approval__in=["one", "all"])
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:reglement", args=[self.club.slug, self.pk])
