from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.numbered_forms import Sent
from tournaments import problems
from tournaments.accounts.sessions import Open
from tournaments.forms.accounts import check_password, count_try, make_password_field
from tournaments.forms.base import Numbered
from tournaments.forms.fields import EmailAddress, OneLine, make_text_field
from tournaments.models import User


class NameForm(Numbered, forms.Form):
    places = {problems.WRONG_NAME: "owner_name"}

    owner_name = OneLine(
        _("Your name"), longest=60, missing=_("Write your own name."), autocomplete="name"
    )


class ProvingForm(Numbered, forms.Form):
    """Asks for the password again, because somebody else may hold an unlocked phone."""

    current = make_text_field(
        _("Your password now"),
        "",
        _("Type your password."),
        longest=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, ip: str, data: Sent = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.user, self.ip = user, ip
        if not user.has_usable_password():
            del self.fields["current"]

    def clean_current(self) -> str:
        current: str = self.cleaned_data["current"]
        with count_try(self.user.login, self.ip):
            if not self.user.check_password(current):
                raise ValidationError(_("This is not your password."), code="wrong_password")
        return current

    def clean(self) -> dict[str, Any]:
        """Leave out the password, which only proves who the user is."""
        return {key: value for key, value in self.cleaned_data.items() if key != "current"}


class EmailForm(ProvingForm):
    places = {problems.ENOUGH_LETTERS: "email"}

    email = EmailAddress(
        label=_("E-mail address"),
        help_text=_("Left empty, you get no letters."),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    field_order = ("email", "current")

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if email and email == self.user.email:
            raise ValidationError(_("This is your address already."), code="same_address")
        if email and not settings.MAIL:
            raise ValidationError(_("No letter can be sent from here now."), code="no_mail")
        return email


class SessionForm(ProvingForm):
    session = forms.ChoiceField(label=_("Logged in since"), widget=forms.RadioSelect)

    field_order = ("session", "current")

    def __init__(self, others: Iterable[Open], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["session"].choices = [
            (session.name, date_format(localtime(session.since), "DATETIME_FORMAT"))
            for session in others
        ]


class PasswordForm(ProvingForm):
    password = make_password_field(_("New password"))

    def clean_password(self) -> str:
        return check_password(self.cleaned_data["password"])
