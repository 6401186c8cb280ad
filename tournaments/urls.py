"""Addresses of clubs."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from tournaments.draw.request import BAG, HAND
from tournaments.forms.accounts import LoginForm
from tournaments.views import (
    checking,
    closing,
    clubs,
    divisions,
    door,
    drawing,
    entering,
    members,
    nights,
    own_account,
    personal,
    placing,
    reglementen,
    roles,
    room,
    seasons,
)

app_name = "tournaments"
log_in = LoginView.as_view(template_name="tournaments/login.html", authentication_form=LoginForm)
of_a_club = [
    path("", clubs.club, name="club"),
    path("members/", members.everybody, name="members"),
    path("members/new/", members.add, name="member-new"),
    path("members/list/", members.add_list, name="member-list"),
    path("members/<int:pk>/", members.member, name="member"),
    path("members/<int:pk>/archive/", members.archive, name="member-archive"),
    path("members/<int:pk>/merge/", members.merge, name="member-merge"),
    path("members/<int:pk>/pairs/", members.pairs, name="member-pairs"),
    path("members/<int:pk>/renew/", members.renew, name="member-renew"),
    path("members/<int:pk>/erase/", members.erase, name="member-erase"),
    path("rules/", reglementen.everything, name="reglementen"),
    path("rules/new/", reglementen.add, name="reglement-new"),
    path("rules/<int:pk>/", reglementen.reglement, name="reglement"),
    path("rules/<int:pk>/change/", reglementen.change, name="reglement-change"),
    path("rules/<int:pk>/archive/", reglementen.archive, name="reglement-archive"),
    path("seasons/", seasons.everything, name="seasons"),
    path("seasons/new/", seasons.add, name="season-new"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/change/", seasons.change, name="season-change"),
    path("seasons/<int:pk>/nights/", nights.plan, name="season-nights"),
    path("seasons/<int:pk>/divisions/", divisions.divisions_page, name="divisions"),
    path("nights/", nights.everything, name="nights"),
    path("nights/<int:pk>/", nights.night_page, name="night"),
    path("nights/<int:pk>/state/", nights.move_on, name="night-state"),
    path("nights/<int:pk>/door/", door.door_page, name="door"),
    path("nights/<int:pk>/draw/", drawing.draw, name="draw"),
    path("nights/<int:pk>/draw/bag/", placing.placing, {"method": BAG}, name="draw-bag"),
    path("nights/<int:pk>/draw/hand/", placing.placing, {"method": HAND}, name="draw-hand"),
    path("nights/<int:pk>/draw/back/", drawing.take_back, name="draw-back"),
    path("nights/<int:pk>/draws/<int:number>/", checking.draw_record, name="draw-record"),
    path("nights/<int:pk>/rounds/", drawing.rounds, name="rounds"),
    path("nights/<int:pk>/closing/", closing.closing_page, name="closing"),
    path("nights/<int:pk>/room/", room.room_page, name="room"),
    path("people/", roles.people, name="people"),
    path("people/<int:pk>/", roles.role, name="role"),
    path("people/<int:pk>/remove/", roles.remove, name="role-remove"),
    path("people/<int:pk>/link/", roles.link, name="role-link"),
    path("invitations/<int:pk>/", roles.invitation, name="invitation"),
    path("leave/", roles.leave, name="leave"),
]
urlpatterns = [
    path("new-club/", clubs.found, name="found"),
    path("login/", log_in, name="login"),
    path("login/link/", entering.ask, name="link"),
    path("account/", own_account.own, name="account"),
    path("account/data/", own_account.data, name="account-data"),
    path("account/erase/", own_account.erase, name="account-erase"),
    path("account/confirm/<link:key>/", entering.confirm, name="confirm"),
    path("m/<link:key>/", personal.own, name="own"),
    path("m/<link:key>/data/", personal.own_data, name="own-data"),
    path("join/<link:key>/", entering.join, name="join"),
    path("log-in/<link:key>/", entering.back, name="back"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("<slug:slug>/", include(of_a_club)),
]
