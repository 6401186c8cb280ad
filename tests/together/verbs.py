import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

from tests.together.listing import World, find_night, find_season, name_verb, who
from tests.tournaments.evenings import THURSDAY
from tournaments.accounts import mail_queue
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import couples, erasure, households, members
from tournaments.models import Club, Couple, Pair, Season
from tournaments.nights import entrants, money, open_evenings, signing_up
from tournaments.publishing import letters_to_send
from tournaments.standings import divisions

# What holds the club alone, and no night


def club(w: World) -> Club:
    return Club.objects.get(pk=w.club)


def _divide(w: World) -> dict[str, Any]:
    seasons.change(season=find_season(w), divisions=2)
    return {"season": find_season(w), "divisions": {w.who[0]: 1, w.who[1]: 2}}


def _couple(w: World) -> Couple:
    Season.objects.filter(pk=w.season).update(by_couple=True)
    return couples.form_couple(season=find_season(w), first=who(w, 0), second=who(w, 1))


def _partners(w: World) -> dict[str, Any]:
    Season.objects.filter(pk=w.season).update(by_couple=True)
    return {"season": find_season(w), "first": who(w, 0), "second": who(w, 1)}


def _first(w: World) -> dict[str, Any]:
    return {"member": who(w, 0)}


def _season_and_first(w: World) -> dict[str, Any]:
    return {"season": find_season(w), "member": who(w, 0)}


def _card(w: World) -> int:
    return money.buy_card(**_season_and_first(w), amount=2000).pk


def _rules(w: World) -> dict[str, Any]:
    return {"reglement": find_season(w).reglement}


ALONE: dict[str, Callable[[World], Any]] = {
    name_verb(verb): lambda w, verb=verb, said=said: verb(**said(w))  # type: ignore[misc]
    for verb, said in {
        couples.form_couple: _partners,
        couples.form_listed: lambda w: {
            "season": _partners(w)["season"],
            "text": "Een & Twee",
            "new": True,
        },
        couples.split: lambda w: {"couple": _couple(w)},
        entrants.set_substitute: lambda w: {
            "night": find_night(w, "door"),
            "couple": _couple(w),
            "member": None,
        },
        members.add: lambda w: {"club": club(w), "first": "Nieuw"},
        members.add_many: lambda w: {"club": club(w), "text": "Een\nTwee"},
        members.archive: _first,
        members.restore: lambda w: {"member": who(w, 11)},
        members.pair: lambda w: {"member": who(w, 2), "other": who(w, 3), "kind": "apart"},
        households.keep_apart: lambda w: {
            "club": club(w),
            "people": w.who[:2],
            "household": "De Wit",
        },
        members.unpair: lambda w: {"pair": Pair.objects.get(pk=w.pair)},
        members.renew_link: _first,
        mail_queue.ask_letters: lambda w: {**_first(w), "language": "nl"},
        mail_queue.refuse_mail: _first,
        clubs.set_letters: lambda w: {"club": club(w), "letters": True},
        money.buy_card: lambda w: {**_season_and_first(w), "amount": 2000},
        money.take_card_away: lambda w: {"season": find_season(w), "card": _card(w)},
        letters_to_send.send_links: lambda w: {"club": club(w), "people": w.who},
        signing_up.fill_places: lambda w: {"night": find_night(w, "sign_up")},
        erasure.ask_erasure: _first,
        clubs.rename: lambda w: {"club": club(w), "name": "Anders", "slug": "anders"},
        clubs.set_visibility: lambda w: {"club": club(w), "visible_to": "open"},
        clubs.introduce: lambda w: {"club": club(w), "starts": None, "venue": "Zaal 2"},
        clubs.set_website: lambda w: {"club": club(w), "framed_by": "https://www.kaartclub.nl"},
        clubs.renew_link: lambda w: {"club": club(w)},
        divisions.divide: _divide,
        open_evenings.plan: lambda w: {
            "club": club(w),
            "rules": find_season(w).reglement,
            "name": "Open",
            "rounds": 1,
            "day": THURSDAY,
            "starts": None,
            "fee": 3,
        },
        reglementen.change: lambda w: _rules(w) | {"name": "A", "options": {}, "approval": "all"},
        reglementen.archive: _rules,
        reglementen.restore: _rules,
    }.items()
}


# Verbs that stand in neither list, and why

REASONS = {
    "on a form, whose lock is all they need; on one of a night through the verbs of the night": (
        "scoring.sheets.player_changes.leave scoring.sheets.player_changes.add"
        " scoring.sheets.player_changes.replace"
        " scoring.sheets.player_changes.undo scoring.sheets.lifecycle.close"
        " scoring.sheets.lifecycle.reopen scoring.sheets.lifecycle.erase"
        " scoring.sheets.lifecycle.set_starter scoring.sheets.lifecycle.erase_name"
        " scoring.sheets.lifecycle.set_entry scoring.sheets.second_list.record_second"
        " scoring.sheets.second_list.settle"
    ),
    "something new, that nobody else can know yet": (
        "scoring.sheets.lifecycle.open tournaments.club.clubs.create_club_with_owner"
        " tournaments.club.clubs.create_club tournaments.club.reglementen.make"
        " tournaments.club.seasons.plan"
        " tournaments.files.imports.results.save_draft"
        " tournaments.files.imports.members.save_draft"
    ),
    "writes nothing": (
        "scoring.browser.phone_words.build_typing_words scoring.browser.phone_words.build_words"
        " tournaments.members.members.preview_list tournaments.files.imports.members.read_file"
    ),
    "where copies of the site are put": (
        "tournaments.backup.second_place.choose_place tournaments.backup.second_place.name_place"
    ),
    "the picture of a club": ("tournaments.club.logos.set_logo tournaments.club.logos.remove_logo"),
    "the same as erasing somebody, for each": ("tournaments.members.erasure.reapply_erasures"),
    "accounts, letters and what part somebody takes, which stand beside nights and standings": (
        "tournaments.members.erasure.erase_account tournaments.accounts.accounts"
        " tournaments.accounts.login_links"
        " tournaments.accounts.mail_queue tournaments.accounts.invitations"
        " tournaments.accounts.sessions tournaments.accounts.throttle"
        " tournaments.accounts.second_step tournaments.accounts.passkeys"
        " tournaments.accounts.step_duty tournaments.accounts.roles"
    ),
}
PASSED_OVER = {name for names in REASONS.values() for name in names.split()}


def verbs() -> Iterator[str]:
    for app in ("scoring", "tournaments"):
        package = importlib.import_module(app)
        for info in pkgutil.walk_packages(package.__path__, f"{app}."):
            if info.name.startswith(LOOKED_PAST):
                continue
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                if inspect.isfunction(value) and _is_verb(value, name, module.__name__):
                    yield f"{module.__name__}.{name}"


LOOKED_PAST = ("scoring.games", "scoring.migrations", "tournaments.migrations", "clubsite.demo")


def _is_verb(function: Any, name: str, module: str) -> bool:
    if name.startswith("_") or function.__module__ != module:
        return False
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    keywords = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD)
    return bool(kinds) and kinds[0] == keywords[0] and all(kind in keywords for kind in kinds)
