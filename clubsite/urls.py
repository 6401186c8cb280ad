from django.urls import include, path

from clubsite.maintenance.health import healthz
from scoring.toolkit.later import Views

front = Views("clubsite.pages.front")
guide = Views("clubsite.pages.guide")
icon = Views("clubsite.pages.icon")
let_phones_in = Views("clubsite.pages.let_phones_in")
privacy = Views("clubsite.pages.privacy")
robots = Views("clubsite.pages.robots")
second_place = Views("clubsite.pages.second_place")
upkeep = Views("clubsite.pages.upkeep")

handler404 = "clubsite.pages.not_found.show_not_found"
handler500 = "clubsite.middleware.outage.explain_error"

urlpatterns = [
    path("", front.front, name="front"),
    path("look-around/", front.look_around, name="look-around"),
    path("look-around/organiser/", front.be_organiser, name="be-organiser"),
    path("help/", guide.guides, name="guides"),
    path("help/guide.pdf", guide.booklet, name="guide-booklet"),
    path("help/<slug:who>/", guide.guide, name="guide"),
    path("healthz", healthz),
    path("robots.txt", robots.robots),
    path("favicon.ico", icon.icon),
    path("privacy/", privacy.show_terms, name="privacy"),
    path("site/", upkeep.upkeep, name="upkeep"),
    path("site/network/", let_phones_in.open_to_network, name="open-to-network"),
    path("site/second-place/", second_place.second_place, name="second-place"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),  # last: a club's page is any word
]
