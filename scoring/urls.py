"""Addresses of sheets."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from scoring.sheets import links
from scoring.views import (
    approving,
    choosing,
    entering,
    history,
    judging,
    managing,
    opening,
    papering,
    printing,
    rules,
    sharing,
    sheet,
    syncing,
    taking,
    worker,
)


class LinkConverter(StringConverter):
    """The secret part of a sheet's address."""

    regex = rf"[A-Za-z0-9_-]{{{links.LENGTH}}}"


register_converter(LinkConverter, "link")

of_a_sheet = [
    path("", sheet.sheet, name="sheet"),
    path("game/<int:number>/", entering.game, name="game"),
    path("paper/", papering.paper, name="paper"),
    path("paper/look/", papering.look, name="look"),
    path("file/", taking.form, name="file"),
    path("history/", history.history, name="history"),
    path("rules/", rules.of_sheet, name="sheet-rules"),
    path("judge/", judging.judge, name="judge"),
    path("approve/", approving.approve, name="approve"),
    path("choose/", choosing.choose, name="choose"),
    path("manage/", managing.manage, name="manage"),
    path("share/", sharing.share, name="share"),
    path("form.pdf", printing.form, name="form"),
]

app_name = "scoring"
urlpatterns = [
    path("sheets/new/", opening.new, name="new"),
    path("sheets/form.pdf", printing.blank, name="blank"),
    path("games/", rules.every_game, name="games"),
    path("games/<slug:key>/", rules.of_game, name="rules"),
    path("s/<link:key>/", include(of_a_sheet)),
    path("sw.js", worker.worker, name="worker"),
    path("sync/", syncing.sync_sheet, name="sync"),
]
