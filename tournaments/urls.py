"""The URL patterns of clubs."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.toolkit.later import Views
from tournaments.draw.engine.request import BAG, HAND

backup = Views("tournaments.views.backup")
changes = Views("tournaments.views.changes")
closing = Views("tournaments.views.closing")
clubs = Views("tournaments.views.clubs")
couples = Views("tournaments.views.couples")
divisions = Views("tournaments.views.divisions")
door = Views("tournaments.views.door")
downloads = Views("tournaments.views.downloads")
draw = Views("tournaments.views.draw")
draw_check = Views("tournaments.views.draw_check")
hall = Views("tournaments.views.hall")
hub = Views("tournaments.views.hub")
imports = Views("tournaments.views.imports")
link_login = Views("tournaments.views.link_login")
log_in = Views("tournaments.views.log_in")
lots = Views("tournaments.views.lots")
member_page = Views("tournaments.views.member_page")
members = Views("tournaments.views.members")
money = Views("tournaments.views.money")
night_result = Views("tournaments.views.night_result")
nights = Views("tournaments.views.nights")
own_account = Views("tournaments.views.own_account")
players = Views("tournaments.views.players")
printing = Views("tournaments.views.printing")
qr_codes = Views("tournaments.views.qr_codes")
reglementen = Views("tournaments.views.reglementen")
roles = Views("tournaments.views.roles")
seasons = Views("tournaments.views.seasons")
second_step = Views("tournaments.views.second_step")
sharing = Views("tournaments.views.sharing")
standing = Views("tournaments.views.standing")
visitors = Views("tournaments.views.visitors")
website = Views("tournaments.views.website")

app_name = "tournaments"
of_a_member = [
    path("", members.member, name="member"),
    path("season-<int:season>.pdf", printing.member_pdf, name="member-pdf"),
    path("archive/", members.archive, name="member-archive"),
    path("merge/", members.merge, name="member-merge"),
    path("pairs/", members.pairs, name="member-pairs"),
    path("renew/", members.renew, name="member-renew"),
    path("erase/", members.erase, name="member-erase"),
]
of_rules = [
    path("", reglementen.reglement, name="reglement"),
    path("change/", reglementen.change, name="reglement-change"),
    path("rules.pdf", printing.rules_pdf, name="rules-pdf"),
    path("archive/", reglementen.archive, name="reglement-archive"),
]
of_a_season = [
    path("", seasons.season, name="season"),
    path("change/", seasons.change, name="season-change"),
    path("before/", imports.bring_results, name="season-earlier"),
    path("nights/", nights.plan, name="season-nights"),
    path("standing/", standing.standing, name="standing"),
    path("print/<slug:what>.pdf", printing.season_pdf, name="season-pdf"),
    path("workbook/", downloads.season_book, name="season-book"),
    path("couples/", couples.season_couples, name="couples"),
    path("divisions/", divisions.divisions_page, name="divisions"),
    path("ties/", divisions.season_ties, name="ties"),
]
of_a_night = [
    # This page is fetched every few seconds, so it comes first.
    path("room/", hub.room_page, name="room"),
    path("result/", night_result.result, name="night-result"),  # likewise
    path("result.pdf", printing.result_pdf, name="night-result-pdf"),
    path("share/<slug:language>/<slug:digest>.png", sharing.picture, name="night-picture"),
    path("", nights.night_page, name="night"),
    path("state/", nights.move_on, name="night-state"),
    path("move/", nights.move, name="night-move"),
    path("begins/", hub.begin, name="round-begins"),
    path("call-off/", nights.call_off, name="night-call-off"),
    path("door/", door.door_page, name="door"),
    path("couples/", couples.night_couples, name="night-couples"),
    path("money/", money.money, name="money"),
    path("draw/", draw.draw, name="draw"),
    path("draw/bag/", lots.placing, {"method": BAG}, name="draw-bag"),
    path("draw/hand/", lots.placing, {"method": HAND}, name="draw-hand"),
    path("draw/back/", draw.take_back, name="draw-back"),
    path("draws/<int:number>/", draw_check.draw_record, name="draw-record"),
    path("rounds/", draw.rounds, name="rounds"),
    path("codes/", qr_codes.codes, name="codes"),
    path("closing/", closing.closing_page, name="closing"),
    path("print/", printing.night, name="print"),
    path("print/<slug:what>.pdf", printing.night_pdf, name="night-pdf"),
    path("workbook/", downloads.night_book, name="night-book"),
    path("before/", imports.take_back_results, name="night-earlier"),
    path("ties/", divisions.night_ties, name="night-ties"),
    path("link/", hall.renew, name="hall-renew"),
]
WEB = {  # by a club on its own website
    "standing/": "web-standing",
    "nights/": "web-nights",
    "result/": "web-result",
    "club.json": "web-json",
    "results.atom": "web-atom",
}
shown = [path(at, website.shown, {"what": what}, name=what) for at, what in WEB.items()]
shown_by_link = [
    path(at, website.shown_by_link, {"what": what}, name=f"{what}-by-link")
    for at, what in WEB.items()
]
of_a_club: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("calendar.ics", clubs.nights, name="calendar"),
    path("nights/<int:pk>/", include(of_a_night)),
    path("seasons/<int:pk>/", include(of_a_season)),
    path("members/", members.members_page, name="members"),
    path("members/new/", members.add, name="member-new"),
    path("members/families/", members.families, name="member-families"),
    path("members/links.pdf", printing.links_pdf, name="member-links"),
    path("members/list/", imports.add_list, name="member-list"),
    path("members/file/", imports.bring, name="member-file"),
    path("members/file/empty.xlsx", imports.empty, name="member-file-empty"),
    path("members/file/<int:pk>/", imports.preview, name="member-file-look"),
    path("members/imports/<int:pk>/", imports.take_back, name="member-import-back"),
    path("members/<int:pk>/", include(of_a_member)),
    path("players/", players.players_page, name="players"),
    path("players/<int:pk>/", players.player_page, name="player"),
    path("players/<int:pk>/compare/<int:other>/", players.compare, name="compare"),
    path("players/<int:pk>/season-<int:season>.pdf", printing.player_pdf, name="player-pdf"),
    path("records/", players.records, name="records"),
    path("rules/", reglementen.reglementen_page, name="reglementen"),
    path("rules/new/", reglementen.add, name="reglement-new"),
    path("rules/<int:pk>/", include(of_rules)),
    path("seasons/", seasons.seasons_page, name="seasons"),
    path("seasons/new/", seasons.add, name="season-new"),
    path("seasons/before/<int:pk>/", imports.preview_results, name="season-earlier-look"),
    path("nights/", nights.nights_page, name="nights"),
    path("tables/<int:pk>/", changes.table_page, name="table"),
    path("time-and-place/", clubs.usual_time, name="usual-time"),
    path("visitors/", visitors.visitors, name="visitors"),
    path("visitors/link/", visitors.renew, name="visitors-renew"),
    path("website/", website.website, name="website"),
    path("web/", include(shown)),
    path("logo/", clubs.logo, name="logo"),
    path("logo.png", clubs.picture, name="logo-picture"),
    path("export/", downloads.whole_club, name="export"),
    path("export/file/", downloads.whole_club_file, name="export-file"),
    path("people/", roles.people, name="people"),
    path("people/<int:pk>/", roles.role, name="role"),
    path("people/<int:pk>/remove/", roles.remove, name="role-remove"),
    path("people/<int:pk>/link/", roles.link, name="role-link"),
    path("people/<int:pk>/second/", second_step.reset, name="role-second"),
    path("people/second/", second_step.ask, name="ask-second"),
    path("invitations/<int:pk>/", roles.invitation, name="invitation"),
    path("leave/", roles.leave, name="leave"),
]
urlpatterns = [
    path("new-club/", clubs.new_club, name="new-club"),
    path("login/", log_in.log_in, name="login"),
    path("login/second/", log_in.second, name="login-second"),
    path("login/link/", link_login.ask, name="link"),
    path("account/", own_account.own, name="account"),
    path("account/data/", own_account.data, name="account-data"),
    path("account/erase/", own_account.erase, name="account-erase"),
    path("account/second/", second_step.own, name="second-step"),
    path("account/second/prove/", second_step.prove, name="second-step-prove"),
    path("account/second/app/", second_step.app, name="second-step-app"),
    path("account/second/passkey/", second_step.passkey, name="second-step-passkey"),
    path("account/second/paper/", second_step.paper, name="second-step-paper"),
    path("account/second/remove/<slug:what>/", second_step.remove, name="second-step-remove"),
    path("account/confirm/<link:key>/", link_login.confirm, name="confirm"),
    path("backup/", backup.back_up, name="back-up"),
    path("hall/<link:key>/", hall.hall_page, name="hall"),
    path("club/<link:key>/", clubs.by_link, name="club-by-link"),
    path("club/<link:key>/calendar.ics", clubs.nights_by_link, name="calendar-by-link"),
    path("club/<link:key>/web/", include(shown_by_link)),
    path("m/<link:key>/", member_page.own, name="own"),
    path("m/<link:key>/calendar.ics", member_page.own_calendar, name="own-calendar"),
    path("m/<link:key>/season-<int:season>.pdf", printing.own_pdf, name="own-pdf"),
    path("m/<link:key>/letters/", member_page.stop_letters, name="stop-letters"),
    path("m/<link:key>/data/", member_page.own_data, name="own-data"),
    path("join/<link:key>/", link_login.join, name="join"),
    path("log-in/<link:key>/", link_login.back, name="back"),
    path("logout/", log_in.log_out, name="logout"),
    path("<slug:slug>/", include(of_a_club)),
]
