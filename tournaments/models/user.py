import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import EmailValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from scoring.toolkit import seals

is_login = RegexValidator(
    r"^[a-z0-9][a-z0-9@._+-]*\Z",
    _("Use small letters, digits and @ . _ + - only; an e-mail address is fine."),
)


class Users(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(login=(username or "").strip().lower())


class User(AbstractBaseUser):
    login = models.CharField(_("login name"), max_length=150, unique=True, validators=[is_login])
    name = models.CharField(_("name"), max_length=60)
    email = models.EmailField(_("e-mail address"), blank=True)  # confirmed, or empty
    session_version = models.PositiveIntegerField(default=1)  # increasing it ends every session
    is_site_admin = models.BooleanField(default=False)  # set by `manage.py siteadmins`
    is_active = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = Users()

    USERNAME_FIELD = "login"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="user_login_small", condition=models.Q(login=Lower("login"))
            ),
            models.CheckConstraint(name="user_has_name", condition=~models.Q(name="")),
            models.CheckConstraint(
                name="user_email_small", condition=models.Q(email=Lower("email"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """A new password, or another `session_version`, ends the old sessions."""
        return self._seal()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Django calls this for former secrets."""
        return map(self._seal, settings.SECRET_KEY_FALLBACKS)

    def has_sealed(self, seal: str) -> bool:
        known = (self.get_session_auth_hash(), *self.get_session_auth_fallback_hash())
        return any(constant_time_compare(hash, seal) for hash in known)

    def _seal(self, secret: str | None = None) -> str:
        sealed = f"{self.password} {self.session_version}"
        return seals.make("tournaments.User", sealed, secret).hex()


class UserSession(AbstractBaseSession):
    """A session that says whose it is, so that a user's sessions can be listed and ended."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="sessions", db_constraint=False
    )  # None: nobody is logged in; a user just erased may still have a request in progress
    used = models.DateField(default=timezone.localdate)  # the last day on which it was used

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore


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
            models.UniqueConstraint(name="loginattempt_once", fields=["account", "address"])
        ]


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


class PaperCode(models.Model):
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="paper_codes")
    salt = models.CharField(max_length=32)  # the same for all codes of a sheet
    hashed = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "hashed"], name="paper_code_once")]


class AddressValidator(EmailValidator):
    """Accept only what a letter can be sent to: no [127.0.0.1] for a domain."""

    literal_regex = re.compile("(?!)")


validate_address = AddressValidator()
