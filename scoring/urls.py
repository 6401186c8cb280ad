from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from scoring.sheets import links
from scoring.views import downloads, manage, new_sheet, paper_entry, rules, second_list, sheet, sync


class LinkConverter(StringConverter):
    regex = rf"[A-Za-z0-9_-]{{{links.LENGTH}}}"


register_converter(LinkConverter, "link")

of_a_sheet = [
    path("", sheet.sheet, name="sheet"),
    path("game/<int:number>/", sheet.game, name="game"),
    path("paper/", paper_entry.paper, name="paper"),
    path("paper/look/", paper_entry.check_grid, name="look"),
    path("paper/tables/", paper_entry.check_tables, name="tables"),
    path("next/", sheet.next_tables, name="next"),
    path("second/", second_list.second, name="second"),
    path("file/", downloads.file, name="file"),
    path("history/", sheet.history, name="history"),
    path("rules/", rules.sheet_rules, name="sheet-rules"),
    path("judge/", rules.judge, name="judge"),
    path("manage/", manage.manage, name="manage"),
    path("share/", sheet.share, name="share"),
    path("form.pdf", downloads.form, name="form"),
]

app_name = "scoring"
urlpatterns = [
    path("sheets/new/", new_sheet.new, name="new"),
    path("sheets/form.pdf", downloads.blank, name="blank"),
    path("games/", rules.every_game, name="games"),
    path("games/<slug:key>/", rules.game_rules, name="rules"),
    path("games/<slug:key>/judge/", rules.judge_game, name="judge-of-game"),
    path("s/<link:key>/", include(of_a_sheet)),
    path("sw.js", sync.worker, name="worker"),
    path("sync/", sync.sync_sheet, name="sync"),
]
