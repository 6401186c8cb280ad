"""Failed attempts to log in, counted so that guessing gets slow on every worker."""

from django.db import models


class LoginAttempt(models.Model):
    """The failed attempts to log in to an account from a network address, counted to slow down
    guessing. A row with an empty address counts the attempts from all addresses. Account and
    address are keyed hashes, because somebody may type a password as login name.
    """

    account = models.CharField(max_length=32)
    address = models.CharField(max_length=32, blank=True)
    failures = models.PositiveIntegerField(default=0)
    last = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="loginattempt_last", fields=["last"])]
        constraints = [
            models.UniqueConstraint(name="loginattempt_once", fields=["account", "address"]),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.address} {self.failures}"
