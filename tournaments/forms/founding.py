"""Making a club, and logging in."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments import fresh
from tournaments.forms.numbered import NUMBERS, Numbered, text
from tournaments.models import Club, User
from tournaments.models.club import is_free_word, is_slug
from tournaments.models.user import is_login

WEAK = {
    "password_too_short": _("This is too short for a password: at least 8 characters."),
    "password_too_common": _("Many people use this password, so it is easily guessed."),
    "password_entirely_numeric": _("Digits alone are easily guessed; add some letters."),
}
MISSING = {  # at log-in
    "username": _("Type your login name."),
    "password": _("Type your password."),
}


class FoundForm(Numbered, forms.Form):
    """Make a club: the club, its first owner, and the proof of sitting at the machine."""

    name = text(_("Name of the club"), "", _("Write the name of your club."), longest=60)
    slug = forms.CharField(
        label=_("Short address"),
        help_text=_("The last part of the club's page; left empty, it is made from the name."),
        max_length=40,
        required=False,
        validators=[is_slug, is_free_word],
    )
    owner_name = text(
        _("Your name"),
        "",
        _("Write your own name."),
        longest=60,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    login = text(
        _("Login name"),
        _("Small letters and digits, or your e-mail address."),
        _("Choose a name to log in with."),
        longest=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = text(
        _("Password"),
        _("At least 8 characters; three words in a row are easy to keep."),
        _("Choose a password."),
        longest=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )
    code = text(
        _("Code"),
        _("It stands in the window in which the site was started."),
        _("Type the code from the window in which the site was started."),
        longest=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Club.objects.filter(name=name).exists():
            raise ValidationError(_("There is a club of this name already."), code="unique")
        return name

    def clean_login(self) -> str:
        login: str = self.cleaned_data["login"].lower()
        is_login(login)
        if User.objects.filter(login=login).exists():
            raise ValidationError(_("Somebody has this login name already."), code="unique")
        return login

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password)
        except ValidationError as refused:
            codes = [error.code for error in refused.error_list]
            raise ValidationError(
                [ValidationError(WEAK[code], code=code) for code in codes if code in WEAK]
            ) from None
        return password

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not fresh.is_code(code):
            raise ValidationError(_("This is not the code in that window."), code="wrong_code")
        return code

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not values.get("slug") and "slug" not in self.errors and values.get("name"):
            values["slug"] = self._suggest(values["name"])
        return values

    def _suggest(self, name: str) -> str:
        slug = slugify(name)[:40].strip("-") or "club"
        try:
            is_free_word(slug)
        except ValidationError:
            slug += "-club"
        return slug


class LoginForm(Numbered, AuthenticationForm):
    numbers = NUMBERS | {"password required": "C19"}
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("This login name and this password don't belong together."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, missing in MISSING.items():
            self.fields[name].error_messages["required"] = missing
