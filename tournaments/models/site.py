"""Data about the whole site, whichever machine serves it."""

from django.db import models


class Site(models.Model):
    """The settings of the whole site, in a single row. The first machine that serves the site
    creates the row.
    """

    key = models.CharField(
        max_length=32, blank=True
    )  # a hash that identifies the site's secret key
    purged = models.DateTimeField(null=True)  # when `purge` last ran

    def __str__(self) -> str:
        return str(self.pk)


class Machine(models.Model):
    """A machine that serves the site, with the values of its last report."""

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
    """The keyed hash of an erased person. It does not reveal who that was. When an older back-up is
    restored, the person is recognised by it and erased again.
    """

    mark = models.CharField(max_length=32, unique=True)

    def __str__(self) -> str:
        return str(self.pk)
