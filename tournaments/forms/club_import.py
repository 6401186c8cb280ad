"""The form to choose the file of a club from another site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.imports import NO_FILE, FileForm


class ClubFileForm(FileForm):
    file = forms.FileField(
        label=_("The file of the club (.zip)"),
        help_text=_("Nothing is changed yet: first you see what would come along."),
        error_messages=dict.fromkeys(("required", "invalid", "missing"), NO_FILE),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
    file.error_messages["empty"] = _("There is nothing in this file.")
