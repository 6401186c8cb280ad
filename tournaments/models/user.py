from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.validators import RegexValidator
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


class UserSession(models.Model):
    """Django's own session table holds the user only in encoded data."""

    session = models.OneToOneField(
        "sessions.Session", on_delete=models.CASCADE, related_name="of_user"
    )
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="sessions", db_constraint=False
    )  # a user just erased may still have a request in progress
    used = models.DateField(default=timezone.localdate)  # the last day on which it was used

    def __str__(self) -> str:
        return str(self.user_id)
