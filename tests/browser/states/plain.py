from typing import Any

from tests.browser.pages import DEVICES, state
from tests.browser.states.accounts import ans, ask_confirmation, mailed_link, with_mail
from tests.browser.states.clubs import OWNER, PEOPLE, members_of
from tests.browser.states.nights import _signed_up_for, night_of
from tests.browser.states.players import a_season
from tests.browser.states.seasons import rules_of, season_of
from tests.browser.states.second_step import FIXED, inside
from tournaments import links
from tournaments.club import first_club

NEW = ()  # a club without people


def simple(
    name: str,
    address: str,
    *covers: str,
    before: Any = None,
    club: Any = None,
    of: Any = None,
    args: Any = lambda visit: [],
    to: str = "",
    typed: dict[str, str] | None = None,
    devices: tuple[str, ...] = DEVICES,
    fixed: str = "",
    **how: Any,
) -> None:
    """`club`: of these people, which is in the address, and then what `of` makes in it."""

    def prepare(visit: Any) -> None:
        if before:
            before(visit)
        where = args(visit)
        if club is not None:
            made = members_of(visit, *club)
            where = [made.slug, *([of(made).pk] if of else [])]
        visit.go(to or address, *where, **how)
        if typed is not None:
            visit.send(**typed)

    prepare.__name__ = name.replace(" ", "_")
    state(address, *covers, devices=devices, fixed=fixed)(prepare)


def sent(name: str, address: str, people: Any, **typed: str) -> None:
    simple(name, address, club=people, typed=typed)


def first_member(club: Any) -> Any:
    return club.members.all()[0]


simple(
    "back by a letter", "tournaments:back", args=lambda visit: [links.make_key(mailed_link(visit))]
)
simple("asking for a link", "tournaments:link", before=with_mail, typed={})
simple("link is on its way", "tournaments:link", before=with_mail, typed={"who": "nobody"})
simple("no link without a mail server", "tournaments:link")
asked = {"args": lambda visit: [ask_confirmation(visit)]}
simple("confirming an address", "tournaments:confirm", **asked)
simple("address confirmed", "tournaments:confirm", **asked, typed={})
password = {"current": OWNER["password"]}
simple("erasing an account", "tournaments:account-erase", before=ans, typed=password)
simple("before new codes on paper", "tournaments:second-step-paper", before=inside)
simple("new codes on paper", "tournaments:second-step-paper", before=inside, typed={}, fixed=FIXED)
remove = "tournaments:second-step-remove"
simple("taking the app off", remove, before=inside, args=lambda visit: ["app"])
simple("choosing a game", "scoring:new")
sent("when and where a club plays", "tournaments:usual-time", NEW, venue="De\u200bBrink")
first = {"before": lambda visit: first_club.make_code()}
simple("making a club", "tournaments:new-club", **first)
unfit = {"name": "Kaartclub De Hoop", "slug": "De Hoop", "password": "123"}
simple("club refused", "tournaments:new-club", **first, typed=unfit)
simple("making another club", "tournaments:new-club", before=members_of)
simple("logging in", "tournaments:login")
simple("log in refused", "tournaments:login", typed={"username": "ans", "password": "wrong"})
simple("club for its owner", "tournaments:club", club=NEW)
simple("everything to take along", "tournaments:export", club=NEW)
simple("members of a new club", "tournaments:members", club=NEW)
simple("members nobody found", "tournaments:members", club=PEOPLE, query="?q=zz&archived")
simple("adding a member", "tournaments:member-new", club=NEW)
sent("member known already", "tournaments:member-new", PEOPLE, first="Ans", family="Willemse")
simple("pasting a list", "tournaments:member-list", club=NEW)
known = "Bob de Groot\nAns Willemse\nJan Willem Smit\nCor\nDik Mulder"
sent("pasted list to look at", "tournaments:member-list", PEOPLE, text=known)
columns = "Voornaam,Tussenvoegsel,Achternaam,Lidnr\nRiet,van der,Berg,7\nCor,,Bos,=1"
sent("pasted list with columns", "tournaments:member-list", NEW, text=columns)
wrong = "Bob de Groot\nCor;van;Dijk;0612345678\n" + "Wim " * 20
sent("pasted list to mend", "tournaments:member-list", NEW, text=wrong)
simple("choosing a file", "tournaments:member-file", club=NEW)
simple("merging members", "tournaments:member-merge", club=PEOPLE, of=first_member)
simple("leaving the club", "tournaments:leave", club=NEW)
simple(
    "old link", "tournaments:join", "tournaments:back", args=lambda visit: ["A" * 46], status=404
)
simple("erasing a member", "tournaments:member-erase", club=PEOPLE, of=first_member)
simple("season without couples", "tournaments:couples", club=NEW, of=season_of)
simple("no nights yet", "tournaments:nights", club=NEW)
simple(
    "a planned night", "tournaments:night", club=PEOPLE, of=lambda club: night_of(club, "planned")
)
simple("a night with its door open", "tournaments:night", club=PEOPLE, of=night_of)
simple("calling a night off", "tournaments:night-call-off", club=PEOPLE, of=_signed_up_for)
simple("a closed door", "tournaments:door", club=PEOPLE, of=lambda club: night_of(club, "sign-up"))
simple("no draw before the door has closed", "tournaments:draw", club=PEOPLE, of=night_of)
simple(
    "the form of an open evening with errors",
    "tournaments:open-evening-new",
    club=PEOPLE,
    typed={"name": "", "fee": "veel"},
)
simple("players in a list", "tournaments:players", args=lambda visit: [a_season(visit).slug])
simple("records of a club", "tournaments:records", args=lambda visit: [a_season(visit).slug])
simple("no records yet", "tournaments:records", club=NEW, devices=("phone",))
simple("no rules yet", "tournaments:reglementen", club=NEW)
simple("choosing what is played", "tournaments:reglement-new", club=NEW)
simple("rules to read", "tournaments:reglement", club=NEW, of=rules_of)
simple("changing rules", "tournaments:reglement-change", club=NEW, of=rules_of)
simple("no seasons yet", "tournaments:seasons", club=NEW)
simple("season without rules", "tournaments:season-new", club=NEW)
simple("season to read", "tournaments:season", club=NEW, of=season_of)
simple("changing a season", "tournaments:season-change", club=NEW, of=season_of)
simple("season without divisions", "tournaments:divisions", club=NEW, of=season_of)
simple("standing before the first night", "tournaments:standing", club=NEW, of=season_of)
simple("the games", "scoring:games")
simple("how a game goes", "scoring:rules", args=lambda visit: ["amerikaans-jokeren"])
asks = "?ask=nat&plays=13&points_13=81&points_24=&roem_13=20&roem_24=20"
klaverjassen = {"args": lambda visit: ["klaverjassen"], "query": asks}
simple("judge of a game", "scoring:judge-of-game", **klaverjassen)
simple("welcome under another server", "front")
simple("what is kept", "privacy")
simple("site is well", "upkeep", before=members_of)
simple("wrong address", "404", status=404, to="/there/is/nothing/here/")
simple("guides", "guides", devices=("phone",))
simple("guide of the scribe", "guide", args=lambda visit: ["scribe"])
