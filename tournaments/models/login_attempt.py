from django.db import models


class LoginAttempt(models.Model):
    """An empty address stands for all addresses. Both are keyed hashes, because somebody may type a
    password as login name.
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
