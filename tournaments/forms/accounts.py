import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.toolkit.numbered_forms import Label
from tournaments import problems
from tournaments.accounts import throttle
from tournaments.accounts.passwords import OWN
from tournaments.forms.base import Numbered
from tournaments.forms.fields import EmailAddress, OneLine, make_choice_field, make_text_field
from tournaments.models import Role, User
from tournaments.models.user import is_login

log = logging.getLogger(__name__)

WEAK: dict[str | None, Any] = {  # the words of ours for reasons of Django
    "password_too_short": _("This is too short for a password: at least 8 characters."),
    "password_too_common": _("Many people use this password, so it is easily guessed."),
    "password_entirely_numeric": _("Digits alone are easily guessed; add some letters."),
}
MISSING = {  # at log-in
    "username": _("Type your login name."),
    "password": _("Type your password."),
}


def check_password(password: str) -> str:
    try:
        validate_password(password)
    except ValidationError as refused:
        reasons = {error.code: WEAK.get(error.code, error.message) for error in refused.error_list}
        if len(reasons) > 1:  # one is enough
            reasons.pop(OWN, None)
        raise ValidationError(
            [ValidationError(words, code=code) for code, words in reasons.items()]
        ) from None
    return password


def make_password_field(label: Label) -> forms.CharField:
    return make_text_field(
        label,
        _("At least 8 characters; three words in a row are easy to keep."),
        _("Choose a password."),
        longest=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class AccountForm(Numbered, forms.Form):
    owner_name = make_text_field(
        _("Your name"),
        "",
        _("Write your own name."),
        longest=60,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    login = make_text_field(
        _("Login name"),
        _("Small letters and digits, or your e-mail address."),
        _("Choose a name to log in with."),
        longest=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = make_password_field(_("Password"))

    def clean_login(self) -> str:
        login: str = self.cleaned_data["login"].lower()
        is_login(login)
        if User.objects.filter(login=login).exists():
            raise ValidationError(_("Somebody has this login name already."), code="unique")
        return login

    def clean_password(self) -> str:
        return check_password(self.cleaned_data["password"])


class BackForm(Numbered, forms.Form):
    password = forms.CharField(
        label=_("New password"),
        help_text=_("Leave this empty to keep the one you have."),
        required=False,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        return check_password(password) if password else ""


class LinkForm(Numbered, forms.Form):
    who = make_text_field(
        _("Login name or e-mail address"),
        "",
        _("Type your login name or your e-mail address."),
        longest=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )


class LoginForm(Numbered, AuthenticationForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This login name and this password don't belong together."),
    }

    def clean(self) -> dict[str, Any]:
        login = self.cleaned_data.get("username")
        ip = self.request.META["REMOTE_ADDR"] if self.request else ""
        if not login or not self.cleaned_data.get("password"):
            return self.cleaned_data
        visitor = {"visitor": throttle.hash_ip(ip)}
        try:
            with count_try(login, ip):
                values: dict[str, Any] = super().clean()
        except ValidationError as refused:
            waits = refused.code == "too_often"
            log.warning("log-in has to wait" if waits else "log-in refused", extra=visitor)
            raise
        log.info("logged in by a password", extra={**visitor, "user": self.get_user().pk})
        return values

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, missing in MISSING.items():
            self.fields[name].error_messages["required"] = missing


@contextmanager
def count_try(login: str, ip: str, what: str = "password") -> Iterator[None]:
    """The block checks a password or a code (`what`). The attempt counts as failed until the block
    succeeds. After too many failures, or if too many log in at once, the block does not run.
    """
    with throttle.wait_for_slot() as free:
        wait = throttle.count_attempt(login=login, ip=ip, what=what) if free else 1
        if not wait:
            yield
            throttle.forget_failures(login=login, ip=ip, what=what)
            return
    throttle.delay_refusal()
    raise ValidationError(wait_in_words(wait), code="too_often")


def wait_in_words(seconds: int) -> str:
    if seconds < 60:
        words = ngettext(
            "Too many tries: wait %(count)s second.",
            "Too many tries: wait %(count)s seconds.",
            seconds,
        )
        return words % {"count": seconds}
    minutes = -(-seconds // 60)
    words = ngettext(
        "Too many tries: wait %(count)s minute.", "Too many tries: wait %(count)s minutes.", minutes
    )
    return words % {"count": minutes}


class InviteForm(Numbered, forms.Form):
    places = {
        problems.WRONG_NAME: "name",
        problems.NOT_TO_GIVE: "kind",
        problems.ENOUGH_LETTERS: "email",
    }

    name = OneLine(_("For whom"), _("So that you know later whom you gave the link."))
    email = EmailAddress(
        label=_("E-mail address"),
        help_text=_("Left empty, you pass the link on yourself."),
        required=False,
    )
    kind = make_choice_field(_("As"), Role.Kind, Role.Kind.HELPER)

    def __init__(self, data: Any, *, kinds: Sequence[Role.Kind], **more: Any) -> None:
        super().__init__(data, **more)
        if not settings.MAIL:
            del self.fields["email"]
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]


class RoleForm(Numbered, forms.Form):
    places = {problems.LAST_OWNER: "kind"}

    kind = make_choice_field(_("Part in this club"), Role.Kind, Role.Kind.MEMBER)
