from django.db import models

from tournaments.models.user import User


class CodeApp(models.Model):
    """Stored only after its first code was right. Its secret is computed from `nonce` and the
    site's key, so the database alone reveals no code.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="code_app")
    nonce = models.CharField(max_length=32)
    since = models.DateTimeField(auto_now_add=True)
    last_step = models.BigIntegerField(default=0)  # of the last code used: each works once
    # Seconds between a half minute of the site's clock and that in which the app's code counts: how
    # far the phone's clock is behind, and how long its owner takes to type.
    delay = models.IntegerField(default=8)

    def __str__(self) -> str:
        return str(self.user_id)


class Passkey(models.Model):
    """It works only at the site address at which it was made."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=40)
    host = models.CharField(max_length=253)
    credential = models.CharField(max_length=1400, unique=True)  # its id, in base64url
    public_key = models.BinaryField()
    count = models.PositiveBigIntegerField(default=0)  # of uses, as some devices tell it
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created", "pk"]

    def __str__(self) -> str:
        return str(self.user_id)


class PaperCode(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="paper_codes")
    salt = models.CharField(max_length=32)  # the same for all codes of a sheet
    hashed = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "hashed"], name="paper_code_once")]

    def __str__(self) -> str:
        return str(self.user_id)
