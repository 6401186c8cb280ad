from django.db import models


class Site(models.Model):
    """A single row, whichever machine serves the site."""

    key = models.CharField(
        max_length=32, blank=True
    )  # a hash that identifies the site's secret key
    purged = models.DateTimeField(null=True)  # when `purge` last ran


class Machine(models.Model):
    place = models.CharField(max_length=32, unique=True)  # hash of its name and data folder
    name = models.CharField(max_length=100)
    seen = models.DateTimeField()
    version = models.CharField(max_length=30, blank=True)
    free = models.BigIntegerField(default=0)  # free bytes on its disk
    last_back_up = models.DateTimeField(null=True)  # of the back-ups on this machine

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class ErasedMark(models.Model):
    """A keyed hash, by which somebody whom an older back-up brings back is erased again."""

    mark = models.CharField(max_length=32, unique=True)
