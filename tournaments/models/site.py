"""What is known of the site as a whole, whichever machine serves it."""

from django.db import models


class Site(models.Model):
    """One row, made by the first machine that serves the site."""

    key = models.CharField(max_length=32, blank=True)  # tells the site's key from any other
    tidied = models.DateTimeField(null=True)  # when what is over went last

    def __str__(self) -> str:
        return str(self.pk)


class Machine(models.Model):
    """One that serves the site, as it last told of itself."""

    place = models.CharField(max_length=32, unique=True)  # its name and data folder, hashed
    name = models.CharField(max_length=100)
    seen = models.DateTimeField()
    version = models.CharField(max_length=30, blank=True)
    free = models.BigIntegerField(default=0)  # bytes of its disk
    last_back_up = models.DateTimeField(null=True)  # that lies there
    slow = models.JSONField(default=list)  # pages of the week: address, times, longest seconds

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class ErasedMark(models.Model):
    """A mark of somebody who was erased, for the sake of older back-ups; it tells nobody who."""

    mark = models.CharField(max_length=32, unique=True)

    def __str__(self) -> str:
        return str(self.pk)
