"""A score sheet as it lies on the table: who sits where, and the games played so far."""

import uuid

from django.db import models


class Sheet(models.Model):
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    game = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    game_version = models.PositiveSmallIntegerField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="sheet_has_game", condition=~models.Q(game="")),
            models.CheckConstraint(
                name="sheet_version_from_1", condition=models.Q(game_version__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.public_id}"


class Seat(models.Model):
    """A place at the table; places are numbered clockwise."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    is_scribe = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(name="seat_once", fields=["sheet", "position"]),
            models.UniqueConstraint(name="seat_other_name", fields=["sheet", "name"]),
            models.UniqueConstraint(
                name="seat_one_scribe", fields=["sheet"], condition=models.Q(is_scribe=True)
            ),
            models.CheckConstraint(name="seat_from_1", condition=models.Q(position__gte=1)),
            models.CheckConstraint(name="seat_has_name", condition=~models.Q(name="")),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.name}"


class Row(models.Model):
    """One game; `data` is the game object of docs/commands.md."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveSmallIntegerField()
    data = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="row_once", fields=["sheet", "number"]),
            models.CheckConstraint(name="row_from_1", condition=models.Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
