from functools import partial

from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.defaults import permission_denied

from clubsite.maintenance.health import healthz
from clubsite.pages import front, guide, privacy, upkeep

handler403 = partial(permission_denied, template_name="clubsite/403.html")
handler404 = "clubsite.pages.front.explain_missing"
handler500 = "clubsite.middleware.outage.explain_error"

urlpatterns = [
    path("", front.front, name="front"),
    path("look-around/", front.look_around, name="look-around"),
    path("look-around/organiser/", front.be_organiser, name="be-organiser"),
    path("help/", guide.guides, name="guides"),
    path("help/guide.pdf", guide.booklet, name="guide-booklet"),
    path("help/<slug:who>/", guide.guide, name="guide"),
    path("healthz", healthz),
    path("robots.txt", front.robots),
    path("app.webmanifest", front.manifest, name="manifest"),
    path("favicon.ico", require_safe(lambda _request: redirect(static("clubsite/dash.svg")))),
    path(
        "apple-touch-icon.png",
        require_safe(lambda _request: redirect(static("clubsite/icon-180.png"))),
    ),
    path("privacy/", privacy.show_terms, name="privacy"),
    path("site/", upkeep.upkeep, name="upkeep"),
    path("site/network/", upkeep.open_to_network, name="open-to-network"),
    path("site/second-place/", upkeep.second_place, name="second-place"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),  # last: a club's page is any word
]
