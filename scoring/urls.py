"""Addresses of sheets."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from scoring import links
from scoring.views import form, syncing


class LinkConverter(StringConverter):
    """The secret part of a sheet's address."""

    regex = rf"[A-Za-z0-9_-]{{{links.LENGTH}}}"


register_converter(LinkConverter, "link")

app_name = "scoring"
urlpatterns = [
    path("sheets/<uuid:public_id>/", form.form, name="form"),
    path("sync/", syncing.sync_sheet, name="sync"),
]
