from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.imports import NO_FILE, FileForm


class LogoForm(FileForm):
    file = forms.FileField(
        label=_("A picture"),
        help_text=_("PNG, JPEG, WebP or GIF. On paper it stands small above every list and form."),
        error_messages=dict.fromkeys(("required", "invalid", "missing", "empty"), NO_FILE),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )
