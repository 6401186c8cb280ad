import logging
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.accounts import mail, passkeys, second_step, throttle
from tournaments.accounts.passkeys import SiteAddress
from tournaments.forms.accounts import BackForm, count_try
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_text_field
from tournaments.forms.own_account import ProvingForm
from tournaments.models import User

log = logging.getLogger(__name__)

APP = {"autocomplete": "one-time-code", "inputmode": "numeric"}
PAPER = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class ExpectedStep(NamedTuple):
    """What a form checks: `challenge` is what a passkey must sign."""

    user: User
    ip: str
    place: SiteAddress
    challenge: str
    paper: bool  # the page asks for a code on paper


class SecondStepForm(Numbered, forms.Form):
    places = {problems.WRONG_CODE: "step", problems.CODE_AT_CHANGE: "step"}

    step = forms.CharField(label=_("Code of the app"), required=False, max_length=40)
    passkey = forms.CharField(required=False, max_length=passkeys.LONGEST, widget=forms.HiddenInput)
    used_paper = False

    def __init__(self, *args: Any, expected: ExpectedStep | None) -> None:
        super().__init__(*args)
        self.expected = expected
        if expected is None:
            del self.fields["step"], self.fields["passkey"]
            return
        field = self.fields["step"]
        field.label = _("Code on paper") if expected.paper else _("Code of the app")
        field.help_text = (
            _("Type one that is not crossed out yet.")
            if expected.paper
            else _("Six digits, which change every half minute. Nearly over? Wait for the next.")
        )
        field.widget.attrs |= PAPER if expected.paper else APP

    def clean(self) -> dict[str, Any]:
        """Only if the rest of the form is right: a code works once, and a refused form must not use
        it up.
        """
        values: dict[str, Any] = super().clean() or self.cleaned_data
        step, passkey = values.pop("step", ""), values.pop("passkey", "")
        if self.expected and not self.errors:
            self._check(self.expected, step, passkey)
        return values

    def _check(self, expected: ExpectedStep, step: str, passkey: str) -> None:
        visitor = {"visitor": throttle.hash_ip(expected.ip), "user": expected.user.pk}
        try:
            if passkey:
                passkeys.check(
                    user=expected.user,
                    place=expected.place,
                    challenge=expected.challenge,
                    answer=passkey,
                )
            elif step.strip():
                with count_try(expected.user.login, expected.ip, "second"):
                    self.used_paper = second_step.check(user=expected.user, code=step)
            else:
                self.refuse("step", "required", str(_("Type a code.")))
        except UserError as refused:
            log.warning("second step refused", extra=visitor)
            self.add_problems(refused.problems)
        except ValidationError as waits:
            log.warning("second step has to wait", extra=visitor)
            self.add_error("step", waits)
            second_step.warn_of_guesses(user=expected.user)
            mail.wake()


class BackStepForm(SecondStepForm, BackForm):
    field_order = ("password", "step", "passkey")


class ProveForm(SecondStepForm, ProvingForm):
    """Asks for the password and the second step, as far as the account has them."""

    field_order = ("current", "step", "passkey")


class AppForm(Numbered, forms.Form):
    places = {problems.WRONG_FIRST_CODE: "code"}

    code = make_text_field(
        _("The code that the app shows now"),
        _("Six digits, which change every half minute."),
        _("Type a code."),
        longest=40,
        widget=forms.TextInput(attrs=APP),
    )


class PasskeyForm(Numbered, forms.Form):
    name = OneLine(
        _("What do you call this phone or computer?"),
        longest=40,
        missing=_("Give it a name, such as “my phone”."),
        autocomplete="off",
    )
    answer = forms.CharField(required=False, max_length=passkeys.LONGEST, widget=forms.HiddenInput)
