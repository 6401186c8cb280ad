"""The stock Django admin for the site's admins: it shows the stored data, table by table.

Everything that follows from played sheets, and every log, is read-only. Such rows may only be
written by the site's own functions, because any other change would break the chain of digests that
protects them. The only things that can be changed here are those that no other page offers:
shutting an account, changing a club's short address, and deleting failed log-ins.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.models import Event
from tournaments import access
from tournaments.accounts import accounts
from tournaments.club import clubs
from tournaments.models import Club, LoginAttempt, User

log = logging.getLogger(__name__)

View = Callable[..., HttpResponseBase]
# Fields that give access, now or again: never shown.
SECRET = {
    "password",
    "public_id",
    "next_seed",
    "results_version",
    "link_version",
    "image",
    "account",
    "address",
}
SECRET |= {"session", "token", "content", "key", "place", "mark"}
SECRET |= {"nonce", "salt", "hashed", "credential", "public_key"}  # the second step


class OwnersSite(AdminSite):
    site_header = site_title = "Streepje"
    index_title = _("All that is kept")
    site_url = "/site/"

    def has_permission(self, request: HttpRequest) -> bool:
        return access.is_site_admin(request)

    def admin_view(self, view: View, cacheable: bool = False) -> Any:
        """Wrap a view of the admin: visitors go to the site's own log-in page, and users who are no
        site admins are refused.
        """
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            access.site_admin_or_403(request)
            return inner(request, *args, **kwargs)

        return guarded

    # Use the site's own log-in, which slows down guessing.

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return redirect_to_login(reverse("admin:index"))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("tournaments:account")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("tournaments:account")


class Reading(ModelAdmin):  # type: ignore[type-arg]
    """Base class of all model pages in the Django admin. Rows can be viewed, but not added, changed
    or deleted.
    """

    list_per_page = 50
    show_full_result_count = False
    list_select_related = True
    actions: Any = None

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        fields = (field.name for field in self.model._meta.concrete_fields)
        return [name for name in fields if name not in SECRET]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True  # has_permission of the site decides

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    # Log to the site's log, not to Django's table: that would keep names of erased people.

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _note(request, obj, "added")

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        _note(request, obj, "changed")

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for thing in queryset:
            _note(request, thing, "deleted")


def _note(request: HttpRequest, thing: Model, done: str) -> None:
    what = {"model": thing._meta.label, "changed": f"{done} {thing.pk}", "user": request.user.pk}
    log.info("by the admin", extra=what)


class Changing(Reading):
    """Base class of model pages in the Django admin on which some fields can be edited: those that
    the subclass lists in `changed`. The site's own functions save the changes.
    """

    changed: tuple[str, ...] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [name for name in self.get_fields(request, obj) if name not in self.changed]

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


class Clubs(Changing):
    changed = ("name", "slug")
    list_display = ("name", "slug", "created")

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        clubs.rename(club=obj, name=obj.name, slug=obj.slug)


class Users(Changing):
    changed = ("is_active",)
    list_display = ("login", "name", "is_active", "last_login")
    search_fields = ("login", "name")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return whether the user may edit this row: any row but their own, because nobody may shut
        themselves out.
        """
        return obj is None or obj.pk != request.user.pk

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        accounts.set_active(user=obj, active=obj.is_active)


class Attempts(Reading):
    """The admin page of failed log-ins. The database keeps only keyed hashes of the account and of
    the visitor's network address. So the table shows just ids, counts and times.
    """

    list_display = ("id", "failures", "last")
    actions = ()

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


class Events(Reading):
    list_display = ("sheet_id", "sequence", "kind", "time")
    ordering = ("-time",)


owners = OwnersSite(name="admin")
OWN: dict[type[Model], type[Reading]] = {
    LoginAttempt: Attempts,
    Club: Clubs,
    Event: Events,
    User: Users,
}
for app in ("tournaments", "scoring"):
    for model in apps.get_app_config(app).get_models():
        owners.register(model, OWN.get(model, Reading))
