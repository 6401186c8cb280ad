"""Failed attempts to log in. They are counted in the database, so that guessing becomes slow
whichever worker handles the request.
"""

from django.db import models


class LoginAttempt(models.Model):
    """How often logging in to an account from a network address has failed. The counts slow down
    guessing. A row with an empty address counts the attempts from all addresses.

    Account and address are stored as keyed hashes, because somebody may type a password as login
    name.
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
