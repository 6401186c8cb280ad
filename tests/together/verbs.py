import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

from tests.together.listing import World, who
from tournaments.club import clubs, reglementen, seasons
from tournaments.members import couples, households, members, privacy
from tournaments.models import Club, Couple, Night, Pair, Season
from tournaments.nights import attendances, entrants
from tournaments.standings import divisions

# What holds the club alone, and no night


def club(w: World) -> Club:
    return Club.objects.get(pk=w.club)


def rules(w: World) -> Any:
    return Season.objects.get(pk=w.season).reglement


def _divide(w: World) -> Any:
    season = Season.objects.get(pk=w.season)
    seasons.change(season=season, divisions=2)
    return divisions.divide(season=season, divisions={w.who[0]: 1, w.who[1]: 2})


def _couple(w: World) -> Couple:
    Season.objects.filter(pk=w.season).update(by_couple=True)
    season = Season.objects.get(pk=w.season)
    return couples.form_couple(season=season, first=who(w, 0), second=who(w, 1))


def _night(w: World) -> Night:
    return Night.objects.get(pk=w.door)


ALONE: dict[str, Callable[[World], Any]] = {
    "tournaments.members.couples.form_couple": _couple,
    "tournaments.members.couples.split": lambda w: couples.split(couple=_couple(w)),
    "tournaments.nights.entrants.set_substitute": lambda w: entrants.set_substitute(
        night=_night(w), couple=_couple(w), member=None
    ),
    "tournaments.nights.attendances.check_in_both": lambda w: attendances.check_in_both(
        night=_night(w), member=who(w, 0)
    ),
    "tournaments.members.members.add": lambda w: members.add(club=club(w), first="Nieuw"),
    "tournaments.members.members.add_many": lambda w: members.add_many(
        club=club(w), text="Een\nTwee"
    ),
    "tournaments.members.members.archive": lambda w: members.archive(member=who(w, 0)),
    "tournaments.members.members.restore": lambda w: members.restore(member=who(w, 11)),
    "tournaments.members.members.pair": lambda w: members.pair(
        member=who(w, 2), other=who(w, 3), kind="apart"
    ),
    "tournaments.members.households.keep_apart": lambda w: households.keep_apart(
        club=club(w), people=w.who[:2], household="De Wit"
    ),
    "tournaments.members.members.unpair": lambda w: members.unpair(
        pair=Pair.objects.get(pk=w.pair)
    ),
    "tournaments.members.privacy.renew_link": lambda w: privacy.renew_link(member=who(w, 0)),
    "tournaments.members.privacy.ask_letters": lambda w: privacy.ask_letters(
        member=who(w, 0), language="nl"
    ),
    "tournaments.members.privacy.ask_erasure": lambda w: privacy.ask_erasure(member=who(w, 0)),
    "tournaments.members.privacy.withdraw_erasure": lambda w: privacy.withdraw_erasure(
        member=who(w, 0)
    ),
    "tournaments.club.clubs.rename": lambda w: clubs.rename(
        club=club(w), name="Anders", slug="anders"
    ),
    "tournaments.club.clubs.set_visibility": lambda w: clubs.set_visibility(
        club=club(w), visible_to="open"
    ),
    "tournaments.club.clubs.set_usual_time": lambda w: clubs.set_usual_time(
        club=club(w), starts=None, venue="Zaal 2"
    ),
    "tournaments.club.clubs.set_website": lambda w: clubs.set_website(
        club=club(w), framed_by="https://www.kaartclub.nl"
    ),
    "tournaments.club.clubs.renew_link": lambda w: clubs.renew_link(club=club(w)),
    "tournaments.standings.divisions.divide": _divide,
    "tournaments.club.reglementen.change": lambda w: reglementen.change(
        reglement=rules(w), name="Anders", options={}, approval="all"
    ),
    "tournaments.club.reglementen.archive": lambda w: reglementen.archive(reglement=rules(w)),
    "tournaments.club.reglementen.restore": lambda w: reglementen.restore(reglement=rules(w)),
}


# Verbs that stand in neither list, and why

REASONS = {
    "on a form, whose lock is all they need; on one of a night through the verbs of the night": (
        "scoring.sheets.player_changes.leave scoring.sheets.player_changes.add"
        " scoring.sheets.player_changes.replace"
        " scoring.sheets.player_changes.undo scoring.sheets.lifecycle.close"
        " scoring.sheets.lifecycle.reopen scoring.sheets.lifecycle.erase"
        " scoring.sheets.lifecycle.set_starter scoring.sheets.lifecycle.erase_name"
    ),
    "something new, that nobody else can know yet": (
        "scoring.sheets.lifecycle.open tournaments.club.clubs.create_club_with_owner"
        " tournaments.club.clubs.create_club tournaments.club.reglementen.make"
        " tournaments.club.seasons.plan"
        " tournaments.files.imports.results.save_draft"
        " tournaments.files.imports.members.save_draft"
    ),
    "writes nothing": (
        "scoring.browser.texts.build_typing_words scoring.browser.texts.build_words"
        " tournaments.members.members.preview_list tournaments.files.imports.members.read_file"
    ),
    "where copies of the site are put": (
        "tournaments.backup.copies.choose_place tournaments.backup.copies.name_place"
    ),
    "the picture of a club": ("tournaments.club.logos.set_logo tournaments.club.logos.remove_logo"),
    "the same as erasing somebody, for each": ("tournaments.members.privacy.reapply_erasures"),
    "accounts, letters and what part somebody takes, which stand beside nights and standings": (
        "tournaments.members.privacy.erase_account tournaments.accounts.accounts"
        " tournaments.accounts.mail_queue tournaments.accounts.roles"
        " tournaments.accounts.sessions tournaments.accounts.throttle"
        " tournaments.accounts.second_step tournaments.accounts.passkeys"
        " tournaments.accounts.step_duty"
    ),
}
PASSED_OVER = {name for names in REASONS.values() for name in names.split()}


def verbs() -> Iterator[str]:
    """All functions of the apps that take keywords only."""
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
