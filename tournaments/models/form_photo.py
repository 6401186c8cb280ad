"""Photos of filled paper forms with what was read from them, and the samples of handwriting that
are cut from such photos.
"""

from django.db import models
from django.db.models import Q

from tournaments.models.club import Club
from tournaments.models.round import Table
from tournaments.models.user import User

CROSSED_OUT = "?"  # the text of a cell at which a person must look: OTHER of photo/engine/readings


class FormPhoto(models.Model):
    """A photo of one page of a table's filled paper form. It is kept until the night is closed.
    Only a straightened copy of the picture is stored, not the file that the user sent. Back-ups
    leave these photos out.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="photos")
    page = models.PositiveSmallIntegerField()  # of the form
    picture = models.BinaryField()  # a JPEG, in grey
    size = models.JSONField()  # width and height of the picture, in mm
    # What was read: [kind, game, column, text, whether it is sure]; pages/typing.py reads it.
    cells = models.JSONField()
    # The handwriting in each of these cells: a PNG with all of them, one below the other.
    writing = models.BinaryField(default=b"")
    strips = models.JSONField()  # where each line of the form is in the picture, in mm
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="formphoto_from_1", condition=Q(page__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.page}"


class Handwriting(models.Model):
    """The handwriting in some cells of one paper form. It is kept, if the club wants that, to train
    the program that reads photos of forms. The cells are in random order, and nothing says whose
    they are. Back-ups leave them out.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="handwriting")
    picture = models.BinaryField()  # a PNG with the cells, one below the other
    texts = models.JSONField()  # what was typed in for each
    kept = models.DateField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = []

    def __str__(self) -> str:
        return f"{self.club} · {self.kept}"
