from itertools import chain, count
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments import problems
from tournaments.club import first_club
from tournaments.forms.accounts import AccountForm
from tournaments.forms.base import Numbered
from tournaments.forms.fields import OneLine, make_choice_field, make_text_field, make_time_field
from tournaments.forms.imports import NO_FILE, FileForm
from tournaments.models import Club
from tournaments.models.club import (
    LONGEST_ABOUT,
    LONGEST_LINE,
    LONGEST_VENUE,
    is_free_word,
    is_phone,
    is_slug,
)


class ClubForm(Numbered, forms.Form):
    name = OneLine(_("Name of the club"), "", 60, _("Write the name of your club."), autofocus="")
    slug = forms.CharField(
        label=_("Short address"),
        help_text=_("The last part of the club's page; left empty, it is made from the name."),
        max_length=40,
        required=False,
        validators=[is_slug, is_free_word],
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Club.objects.filter(name=name).exists():
            raise ValidationError(_("There is a club of this name already."), code="unique")
        return name

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if Club.objects.filter(slug=slug).exists():
            raise ValidationError(_("Another club has this address already."), code="unique")
        return slug

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if not values.get("slug") and "slug" not in self.errors and values.get("name"):
            values["slug"] = self._suggest(values["name"])
        return values

    def _suggest(self, name: str) -> str:
        slug = slugify(name)[:30].strip("-") or "club"
        try:
            is_free_word(slug)
        except ValidationError:
            slug += "-club"
        taken = set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
        numbered = (f"{slug}-{number}" for number in count(2))
        return next(candidate for candidate in chain([slug], numbered) if candidate not in taken)


class FirstClubForm(ClubForm, AccountForm):
    """Asks for a code that only somebody at the machine itself can see."""

    code = make_text_field(
        _("Code"),
        _("It stands in the window in which the site was started."),
        _("Type the code from the window in which the site was started."),
        longest=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )

    field_order = ("name", "slug", "owner_name", "login", "password", "code")

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not first_club.is_code(code):
            raise ValidationError(_("This is not the code in that window."), code="wrong_code")
        return code


class IntroductionForm(Numbered, forms.Form):
    places = {problems.WRONG_NAME: "venue"}

    starts = make_time_field(_("Time"), required=False)
    venue = OneLine(_("Where"), _("Such as: De Brink, Dorpsstraat 4."), LONGEST_VENUE)
    about = OneLine(
        _("The club in two lines"),
        _("Such as: Every Sunday night some twenty-five of us play. You need not be good at it."),
        LONGEST_ABOUT,
    )
    guests = OneLine(_("Guests"), _("Such as: Always welcome, also alone."), LONGEST_LINE)
    costs = OneLine(
        _("What it costs"), _("An amount of the season or of a night goes before it."), LONGEST_LINE
    )
    contact = OneLine(
        _("Who answers questions"),
        _("Everybody can read the name, the number and the address. Ask whose they are first."),
    )
    phone = OneLine(_("Telephone"), longest=30, type="tel", inputmode="tel")
    email = forms.EmailField(label=_("E-mail address"), required=False, max_length=254)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["about"].widget = forms.Textarea(attrs={"rows": 3, "maxlength": LONGEST_ABOUT})
        self.fields["phone"].validators.append(is_phone)


class LogoForm(FileForm):
    file = forms.FileField(
        label=_("A picture"),
        help_text=_("PNG, JPEG, WebP or GIF. On paper it stands small above every list and form."),
        error_messages=dict.fromkeys(("required", "invalid", "missing", "empty"), NO_FILE),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )


class VisitorsForm(Numbered, forms.Form):
    visible_to = make_choice_field(
        _("Who may see the nights, the standings and the rules?"), Club.Visibility.choices
    )
    indexed = forms.BooleanField(
        label=_("When everybody may: search engines may find them, too"), required=False
    )


class WebsiteForm(Numbered, forms.Form):
    framed_by = forms.CharField(
        label=_("Websites that may show them, one on a line"),
        help_text=_("For example https://www.kaartclub.nl. No other website can."),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
    )
