"""Who may do what: every address of the site × who asks × own or other club × GET and POST.

The answers to GET and POST are written by hand, by what people may do and not by what the code
does: the same for all, by a right of RIGHTS, or for each of ASKING. `in` leads to the log-in,
`done` to anywhere else. A stranger belongs to another club, in any part there; behind a | stands
what its owner gets where that differs. `look`, `door` and `feed` are as the
club settled who may look (SEEN); the table is of one that lets nobody in. A route that stands in no
line fails, and so does a page of a club that shows anything of another.
"""

import re
from datetime import date
from functools import partial
from http.cookies import SimpleCookie
from io import BytesIO
from itertools import chain, pairwise
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

import scoring.sheets.links
from clubsite import urls
from scoring.sheets import lifecycle
from tests.by_day import by_chance
from tests.tournaments.evenings import playing
from tournaments import links, models
from tournaments.accounts import invitations, login_links
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw import draw, record
from tournaments.draw.engine.request import Request
from tournaments.files.imports import guess_columns, results
from tournaments.files.imports import members as member_import
from tournaments.members import members, past_imports
from tournaments.nights import changes_at_tables, draw_rounds, nights

ASKING = ("nobody", "visitor", "member", "helper", "organiser", "owner", "stranger")
RIGHTS = {  # of who has these, and above, and what all others get
    "user": "in * * * * * *",
    "admin": "in 404 * * * * *",
    "fellow": "look look * * * * look",
    "helper": "in 404 403 * * * 404",
    "organiser": "in 404 403 403 * * 404",
    "owner": "in 404 403 403 403 * 404",
}
TABLE = """
/                                               200            405
look-around/                                    405            404
look-around/organiser/                          405            404
help/                                           200            405
help/guide.pdf                                  200            405
help/<slug:who>/                                200            405
healthz                                         200            405
privacy/                                        200            405
site/                                           admin:403      405
site/network/                                   405            user:404
site/second-place/                              admin:403      admin:403
robots.txt                                      200            405
favicon.ico                                     done           405
app.webmanifest                                 200            405
apple-touch-icon.png                            done           405
i18n/setlang/                                   done           done
sheets/new/                                     200            200
sheets/form.pdf                                 404            405
games/                                          200            405
games/<slug:key>/                               200            405
games/<slug:key>/judge/                         200            405
s/<link:key>/rules/                             200            405
s/<link:key>/                                   200            405
s/<link:key>/game/<int:number>/                 done           405
s/<link:key>/file/                              200            405
s/<link:key>/history/                           200            405
s/<link:key>/judge/                             200            405
s/<link:key>/manage/                            200            404
s/<link:key>/next/                              200            405
s/<link:key>/paper/                             200            405
s/<link:key>/paper/look/                        200            405
s/<link:key>/paper/tables/                      404            405
s/<link:key>/share/                             200            405
s/<link:key>/form.pdf                           200            405
s/<link:key>/second/                             404            404
sw.js                                           200            405
sync/                                           404            404
new-club/ 404,404,404,404,404,200,404|200 404,404,404,404,404,done,404|done
login/                                          200            200
login/second/                                   in             in
login/link/                                     200            200
account/                                        user:200       user:done
account/data/                                   user:200       405
account/erase/                                  user:200       user:200
account/second/                                 user:200       user:200
account/second/prove/                           user:200       user:200
account/second/app/                             user:done      user:done
account/second/passkey/                         user:done      user:done
account/second/paper/                           user:done      user:done
account/second/remove/<slug:what>/              user:done      user:done
account/confirm/<link:key>/                     200            200
hall/<link:key>/                                200            405
hall/result/<link:key>/                         404            405
hall/result/<link:key>/result.pdf               404            405
club/<link:key>/calendar.ics                    feed           405
club/<link:key>/web/standing/                   feed           405
club/<link:key>/web/nights/                     feed           405
club/<link:key>/web/result/                     feed           405
club/<link:key>/web/club.json                   feed           405
club/<link:key>/web/results.atom                feed           405
club/<link:key>/                                door           405
m/<link:key>/                                   200            done
m/<link:key>/calendar.ics                       200            405
m/<link:key>/app.webmanifest                    200            405
m/<link:key>/letters/<slug:choice>/             404            404
m/<link:key>/nights/<int:pk>/<slug:said>/       404            404
m/<link:key>/data/                              200            405
backup/                                         admin:403      admin:403
join/<link:key>/                                200            done,done,200,200,200,200,done
log-in/<link:key>/                              200            done
logout/                                         405            done
<slug:slug>/                                    200            405
<slug:slug>/members/                            helper:200     405
<slug:slug>/members/new/                        organiser:200  organiser:done
<slug:slug>/members/list/                       organiser:200  organiser:done
<slug:slug>/members/file/                       organiser:200  organiser:200
<slug:slug>/members/file/empty.xlsx             organiser:200  405
<slug:slug>/members/file/<int:pk>/              organiser:200  organiser:done
<slug:slug>/members/imports/<int:pk>/           organiser:200  organiser:done
<slug:slug>/members/<int:pk>/                   organiser:200  organiser:done
<slug:slug>/members/<int:pk>/archive/           405            organiser:done
<slug:slug>/members/<int:pk>/merge/             organiser:200  organiser:done
<slug:slug>/members/<int:pk>/pairs/             organiser:200  organiser:done
<slug:slug>/members/families/                   organiser:200  organiser:done
<slug:slug>/members/letters/                    organiser:200  organiser:200
<slug:slug>/members/links.pdf                   organiser:200  405
<slug:slug>/members/<int:pk>/renew/             405            organiser:done
<slug:slug>/members/<int:pk>/erase/             organiser:200  organiser:done
<slug:slug>/players/                            fellow:200     405
<slug:slug>/players/<int:pk>/                   fellow:200     405
<slug:slug>/players/<int:pk>/compare/<int:other>/ fellow:200     405
<slug:slug>/records/                            fellow:200     405
<slug:slug>/rules/                              fellow:200     405
<slug:slug>/rules/new/                          organiser:200  organiser:200
<slug:slug>/rules/<int:pk>/                     fellow:200     405
<slug:slug>/rules/<int:pk>/change/              organiser:200  organiser:done
<slug:slug>/rules/<int:pk>/rules.pdf            fellow:200     405
<slug:slug>/rules/<int:pk>/archive/             405            organiser:done
<slug:slug>/seasons/                            fellow:200     405
<slug:slug>/seasons/new/                        organiser:200  organiser:done
<slug:slug>/seasons/<int:pk>/                   fellow:200     405
<slug:slug>/seasons/<int:pk>/change/            organiser:200  organiser:done
<slug:slug>/seasons/<int:pk>/before/            organiser:200  organiser:200
<slug:slug>/seasons/before/<int:pk>/            organiser:200  organiser:done
<slug:slug>/seasons/<int:pk>/nights/            organiser:200  organiser:done
<slug:slug>/seasons/<int:pk>/standing/          fellow:200     405
<slug:slug>/seasons/<int:pk>/print/<slug:what>.pdf fellow:200     405
<slug:slug>/seasons/<int:pk>/prizes/            fellow:200     405
<slug:slug>/seasons/<int:pk>/money/             organiser:200  organiser:200
<slug:slug>/seasons/<int:pk>/workbook/          fellow:200     405
<slug:slug>/seasons/<int:pk>/divisions/         organiser:200  organiser:done
<slug:slug>/seasons/<int:pk>/couples/           organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/couples/            helper:200     helper:200
<slug:slug>/seasons/<int:pk>/ties/              organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/ties/               organiser:200  organiser:200
<slug:slug>/calendar.ics                        fellow:200     405
<slug:slug>/nights/                             fellow:200     405
<slug:slug>/nights/open/                        organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/evening/            organiser:done organiser:done
<slug:slug>/nights/<int:pk>/                    fellow:200     405
<slug:slug>/nights/<int:pk>/state/              405            organiser:done
<slug:slug>/nights/<int:pk>/move/               organiser:200  organiser:done
<slug:slug>/nights/<int:pk>/begins/             405            organiser:404
<slug:slug>/nights/<int:pk>/call-off/           organiser:200  organiser:409
<slug:slug>/nights/<int:pk>/door/               helper:200     helper:done
<slug:slug>/nights/<int:pk>/money/              organiser:200  organiser:done
<slug:slug>/nights/<int:pk>/draw/               organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/draw/bag/           organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/draw/hand/          organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/draw/stones/        organiser:200  organiser:200
<slug:slug>/nights/<int:pk>/draws/<int:number>/ fellow:200     fellow:200
<slug:slug>/nights/<int:pk>/draw/back/          organiser:done organiser:done
<slug:slug>/nights/<int:pk>/rounds/             helper:200     405
<slug:slug>/nights/<int:pk>/codes/              helper:200     405
<slug:slug>/nights/<int:pk>/workbook/           helper:200     405
<slug:slug>/nights/<int:pk>/print/              helper:200     405
<slug:slug>/nights/<int:pk>/print/<slug:what>.pdf helper:200     405
<slug:slug>/nights/<int:pk>/prizes/             helper:200     405
<slug:slug>/nights/<int:pk>/before/             405            organiser:done
<slug:slug>/nights/<int:pk>/link/               405            organiser:done
<slug:slug>/nights/<int:pk>/result/             fellow:200     405
<slug:slug>/nights/<int:pk>/result.pdf          fellow:200     405
<slug:slug>/nights/<int:pk>/room/               helper:done    organiser:done
<slug:slug>/nights/<int:pk>/closing/            organiser:200  organiser:200
<slug:slug>/tables/<int:pk>/                    organiser:200  organiser:200
<slug:slug>/export/                             owner:200      405
<slug:slug>/export/file/                        owner:200      405
<slug:slug>/visitors/                           organiser:200  organiser:done
<slug:slug>/visitors/link/                      405            organiser:done
<slug:slug>/nights/<int:pk>/share/<slug:language>/<slug:digest>.png 404            405
<slug:slug>/time-and-place/                     organiser:200  organiser:done
<slug:slug>/website/                            organiser:200  organiser:done
<slug:slug>/web/standing/                       fellow:200     405
<slug:slug>/web/nights/                         fellow:200     405
<slug:slug>/web/result/                         fellow:200     405
<slug:slug>/web/club.json                       fellow:200     405
<slug:slug>/web/results.atom                    fellow:200     405
<slug:slug>/logo/                               owner:200      owner:200
<slug:slug>/logo.png                            200            405
<slug:slug>/people/                             organiser:200  organiser:done
<slug:slug>/people/<int:pk>/                    organiser:200  owner:done
<slug:slug>/people/<int:pk>/remove/             405            owner:done
<slug:slug>/people/<int:pk>/link/               organiser:200  organiser:done
<slug:slug>/people/<int:pk>/second/             owner:200      owner:200
<slug:slug>/people/second/                      405            owner:done
<slug:slug>/invitations/<int:pk>/               organiser:200  organiser:done
<slug:slug>/leave/ in,404,200,200,200,200,404 in,404,done,done,done,200,404
"""
# By what a club settled: what `look` is, and what the link for visitors does.
CLOSED = {"look": "404", "door": "404", "feed": "404"}
SEEN = """
                nobody visitor stranger linked old-link own-link own-link-renewed door feed
    members     404    404     404      404    404      200      404              404  404
    link        404    404     404      200    404      200      404              done 200
    open        200    200     200      200    200      200      200              done 200
"""
SOMEBODY = {"first": "Els", "family": "Vos", "writes": "any", "shown": "full", "another": "on"}
SEASON = {
    "reglement": "{rules}",
    "first": "2026-09-01",
    "last": "2027-05-31",
    "sizes": "3-4",
    "five": "split",
    "seating": "mix",
    "counting": "sum",
    "signed_off": "worst",
    "no_show": "worst",
    "before_joining": "absent",
    "sitting_out": "own",
    "tie_break": "shared",
}
# What is posted; {other} is a second thing of the club that is asked for.
BODIES = {
    "new-club/": {"name": "Els en Co"},
    "login/link/": {"who": "ours-member"},
    "account/": {"do": "name", "owner_name": "Els"},
    "m/<link:key>/": {"shown": "not"},
    "join/<link:key>/": {"owner_name": "Els", "login": "els", "password": "drie losse woorden"},
    "<slug:slug>/visitors/": {"visible_to": "open"},
    "<slug:slug>/people/": {"kind": "helper", "name": "Els"},
    "<slug:slug>/people/<int:pk>/": {"kind": "organiser"},
    "<slug:slug>/rules/<int:pk>/change/": {"name": "Zo", "approval": "one"},
    "<slug:slug>/seasons/new/": SEASON | {"name": "2027"},
    "<slug:slug>/seasons/<int:pk>/change/": SEASON | {"name": "2028"},
    "<slug:slug>/seasons/<int:pk>/nights/": {"first": "2026-10-01", "weeks": "1"},
    "<slug:slug>/nights/<int:pk>/state/": {"to": "sign-up"},
    "<slug:slug>/nights/<int:pk>/move/": {"day": "2026-09-05"},
    "<slug:slug>/nights/<int:pk>/call-off/": {"do": "call off"},
    "<slug:slug>/nights/<int:pk>/door/": {"in": "{other}"},
    "<slug:slug>/members/new/": SOMEBODY,
    "<slug:slug>/members/list/": {"text": "Fen Bos", "again": "on", "do": "add"},
    "<slug:slug>/members/file/<int:pk>/": {"seen": "{seen}"},
    "<slug:slug>/seasons/before/<int:pk>/": {"seen": "{seen_results}"},
    "<slug:slug>/members/<int:pk>/": SOMEBODY,
    "<slug:slug>/members/<int:pk>/merge/": {"keep": "{other}"},
    "<slug:slug>/members/<int:pk>/pairs/": {"other": "{other}", "kind": "apart"},
    "<slug:slug>/members/families/": {"household": "De Wit", "people": "{other}"},
}
# More that can be posted there: each body names things of the club by their ids.
NAMING = [
    *((route, body) for route, body in BODIES.items() if "{" in "".join(body.values())),
    ("<slug:slug>/members/<int:pk>/pairs/", {"remove": "{pair}"}),
    ("<slug:slug>/members/families/", {"remove": "{other}"}),
    ("<slug:slug>/nights/<int:pk>/door/", {"paid": "{other}"}),
    ("<slug:slug>/nights/<int:pk>/draw/bag/", {"away": "{other}"}),
    ("m/<link:key>/", {"said": "on", "night": "{sign_up}"}),
    ("<slug:slug>/tables/<int:pk>/", {"do": "come", "member": "{other}", "next": "1"}),
    ("<slug:slug>/tables/<int:pk>/", {"undo": "{entry}"}),
]
# And what an address asks for behind a question mark.
QUERIES = [
    ("<slug:slug>/seasons/<int:pk>/divisions/", "before={earlier}"),
    ("<slug:slug>/tables/<int:pk>/", "come={other}"),
    ("<slug:slug>/people/", "for={other}"),
]


def lines():
    for line in TABLE.strip().splitlines():
        route, *cells = line.split()
        for method, cell in zip(("GET", "POST"), cells, strict=True):
            least, _, answer = cell.rpartition(":")
            answers = RIGHTS[least].replace("*", answer).split() if least else cell.split(",")
            answers *= len(ASKING) // len(answers)
            yield route.removeprefix("/"), method, dict(zip(ASKING, answers, strict=True))


def routes(patterns=None, before=""):
    for url_pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(url_pattern.pattern)
        if isinstance(url_pattern, URLResolver):
            yield from routes(url_pattern.url_patterns, path)
        else:
            yield path


def make_club(slug):
    owner = {"owner_name": slug, "login": f"{slug}-owner", "password": "drie losse woorden"}
    club, _owner = clubs.create_club_with_owner(name=slug, slug=slug, **owner)
    for kind in ("member", "helper", "organiser"):
        user = models.User.objects.create(login=f"{slug}-{kind}", name=kind)
        models.Role.objects.create(user=user, club=club, kind=kind)
    models.Logo.objects.create(club=club, image=b"")
    return club


def things_of(club):
    names = ("Ans", "Bob", "Cor")
    member, other, third = (members.add(club=club, first=name, family=club.slug) for name in names)
    pair = members.pair(member=member, other=third, kind="apart")
    owner = club.roles.get(kind="owner").user
    invitation = invitations.invite(club=club, kind="helper", name=f"Fen {club.slug}", by=owner)
    named = {"club": club, "name": f"Zo {club.slug}"}
    rules = reglementen.make(**named, game="jokeren", options={}, approval="one")
    season, year_before = season_by(rules), season_by(rules, 2025)
    (open_door,) = nights.plan(season=season, days=[date(2026, 9, 3)])
    nights.set_state(night=open_door, to="check-in")
    models.ReservedSeat.objects.create(night=open_door, member=other, table=1, seat=1)
    draw_request = Request(2, 1)
    made = record.build_record(draw(draw_request, "seed"), draw_request)
    open_door.draw_records.create(
        record=made, people=[member.pk, other.pk], taken_back=timezone.now(), reason="too soon"
    )
    (sign_up,) = nights.plan(season=season, days=[date(2026, 9, 10)], sign_up=True)
    table, entry = played(season, third)
    listed = guess_columns.read(f"Naam;Tel\nCor {club.slug};06 1\n", {})
    kept = member_import.save_draft(club=club, listed=listed, name="list.csv")
    upload = SimpleUploadedFile("list.csv", f"Naam;1-10-2026\nCor {club.slug};7\n".encode())
    came = results.save_draft(season=season, file=upload)
    past_imports.save_import(club, [members.add(club=club, first=f"Fen {club.slug}")])
    return {
        "before": came.pk,
        "seen_results": member_import.preview(came).digest,
        "file": kept.pk,
        "seen": member_import.preview(kept).digest,
        "imports": club.member_imports.latest("pk").pk,
        "tables": table.pk,
        "entry": entry.pk,
        "members": member.pk,
        "players": member.pk,
        "other": other.pk,
        "pair": pair.pk,
        "people": club.roles.get(kind="member").pk,
        "invitations": invitation.pk,
        "rules": rules.pk,
        "seasons": season.pk,
        "earlier": year_before.pk,
        "nights": open_door.pk,
        "sign_up": sign_up.pk,
    }


def played(season, who):
    """A table where somebody sits, and what was changed there."""
    other = members.add(club=season.club, first="Dik")
    night = playing(season, [who, other], date(2026, 9, 17))
    draw_rounds.draw_rounds(night=night, rounds=1, method="lots")
    table = night.rounds.get().tables.get()
    return table, changes_at_tables.hand_over(table=table, member=who)


def season_by(rules, year=2026):
    days = {"first": date(year, 9, 1), "last": date(year + 1, 5, 31), "rounds": 2, "divisions": 2}
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    name = f"{year} {rules.club.slug}"
    return seasons.plan(club=rules.club, name=name, reglement=rules, **days, **missed)


def read_content(answer):
    content = answer.getvalue()
    if not content.startswith(b"PK"):
        return content
    with ZipFile(BytesIO(content)) as file:
        return b"".join(file.read(name) for name in file.namelist())


FILLED_IN = {"slug:slug": "ours", "slug:what": "prizes", "slug:who": "member", "int:number": 1}
FILLED_IN |= {"slug:key": "jokeren", "slug:language": "nl", "slug:digest": "x"}


class Site:
    def __init__(self):
        self.things = {club.slug: things_of(club) for club in map(make_club, ("ours", "theirs"))}
        for club in self.things:
            role = models.Role.objects.get(user__login=f"{club}-member")
            login_links.create_login_link(
                role=role, by=models.User.objects.get(login=f"{club}-owner")
            )
        link = models.LogInLink.objects.get(user__login="ours-member")
        confirmation = models.EmailConfirmation.objects.create(
            user=link.user, email="els@club.nl", expires=link.expires
        )
        self.keys = {
            "s": scoring.sheets.links.make_key(
                lifecycle.open(game="jokeren", names=["Ans", "Bob"])
            ),
            "hall": links.make_key(models.Night.objects.filter(season__club__slug="ours")[0]),
            "m": links.make_key(models.Member.objects.filter(club__slug="ours")[0]),
            "join": links.make_key(models.Invitation.objects.get(club__slug="ours")),
            "log-in": links.make_key(link),
            "account": links.make_key(confirmation),
        }
        self.keys["club"] = links.make_key(models.Club.objects.get(slug="ours"))
        self.client = Client(raise_request_exception=True)
        self.sessions = {}
        self.kept = set()  # paths of what a browser or proxy may keep of the owner's
        self.users = {user.login: user for user in models.User.objects.all()}
        self.users["visitor"] = models.User.objects.create(login="visitor", name="visitor")

    def path(self, route, ids):
        path = route.replace("<link:key>", self.keys.get(route.split("/")[0], ""))
        own = {"int:other": ids["other"], "int:season": ids["seasons"]}
        for name, value in (FILLED_IN | own).items():
            path = path.replace(f"<{name}>", str(value))
        path = re.sub(r"(\w+)/<int:pk>", lambda match: f"{match[1]}/{ids[match[1]]}", path)
        return f"/{path}"

    def ask(self, login, method, path, body, *, looking=False, came_by=""):
        """The answer, and what the tables hold then; what it did is undone."""
        client = self.client  # a new one would load the middleware
        client.cookies = SimpleCookie()
        client.cookies["streepje_links"] = came_by
        if login:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.session(login)
        with transaction.atomic():
            answer = client.post(path, body) if method == "POST" else client.get(path)
            shown = read_content(answer)
            if answer.status_code == 200 and login == "ours-owner":
                control = answer.get("Cache-Control", "")
                if "no-store" not in control and control != REVALIDATED:
                    self.kept.add(path)
            changed = self.contents() if looking else None
            transaction.set_rollback(True)
        status = str(answer.status_code)
        if path.startswith("/ours/") and login.startswith("ours") and b"theirs" in shown:
            status = "shows another club"
        if status == "302":
            status = "in" if answer["Location"].startswith("/login/") else "done"
        return status, changed

    def session(self, login):
        """Of somebody who logged in once, for all that they ask."""
        if login not in self.sessions:
            client = Client()
            client.force_login(self.users[login])
            self.sessions[login] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return self.sessions[login]

    def page(self, path, query):
        """As an owner sees it; without what was asked for, and what is another each time."""
        client = Client()
        client.force_login(self.users["ours-owner"])
        page = read_content(client.get(f"{path}?{query}")).decode(errors="replace")
        return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page).replace(query, "")

    def contents(self):
        kinds = {*apps.get_app_config("tournaments").get_models()}
        # Which asking alone changes:
        kinds -= {models.LoginAttempt, models.User, models.UserSession}
        return {kind: [*kind.objects.order_by("pk").values_list()] for kind in kinds}


STRANGERS = ("member", "helper", "organiser", "owner")
LOGINS = {
    "nobody": [""],
    "visitor": ["visitor"],
    **{kind: [f"ours-{kind}"] for kind in ("member", "helper", "organiser", "owner")},
    "stranger": [f"theirs-{kind}" for kind in STRANGERS],
}
# Who is owner elsewhere gets all that others of that club do; at night they ask, too.
OWNER_ELSEWHERE, BELOW = ["theirs-owner"], ["theirs-organiser", "theirs-owner"]
PRESSED = {route for route, _method, answers in lines() if answers["owner"] == "405"}  # or read


def asking(route, method, answers):
    """Who asks, in which parts. By day only who is just below and above the bound of those who may,
    and once for an address also nobody and a stranger; where all get the same, nobody and the
    owner. The stranger owns another club: others there get no more, but where a | stands.
    """
    if not by_chance(True, False):
        return [*LOGINS.items()]
    logins = {**LOGINS, "stranger": BELOW if "|" in answers["stranger"] else OWNER_ELSEWHERE}
    kinds = {"owner"} if answers["owner"] == "405" else {"nobody", "owner"}
    if len({*answers.values()}) > 1:
        steps = pairwise(ASKING[1:-1])
        answered = {step: (answers[step[0]], answers[step[1]]) for step in steps}
        bounds = [step for step, (a, b) in answered.items() if a != b and (a, b) != ("404", "403")]
        kinds = {*chain(*bounds)}
        shut = answers["nobody"] == "in" and answers["stranger"] == "404"
        if method == "GET" or not shut or route in PRESSED:
            kinds |= {"nobody", "stranger"}
    return [(kind, logins[kind]) for kind in ASKING if kind in kinds]


def filled(body, ids):
    return {key: value.format(**ids) for key, value in body.items()}


def different(site):
    """Where the site answers otherwise than the table says, one after the other."""
    ids = site.things["ours"]
    return (
        f"{method} {route} as {login or 'nobody'}: {got}, should be {answers[who]}"
        for route, method, answers in lines()
        for who, logins in asking(route, method, answers)
        for login in logins
        for body in [filled(BODIES.get(route, {}), ids)]
        for got, _changed in [site.ask(login, method, site.path(route, ids), body)]
        for wanted in [answers[who].split("|")[-1 if login.endswith("owner") else 0]]
        if got != CLOSED.get(wanted, wanted)
    )


def reached_across(site):
    """Where an owner gets at, or changes, what is another club's by naming its ids."""
    ours, theirs = site.things["ours"], site.things["theirs"]
    before, faults = site.contents(), []
    for route, method, answers in lines():
        if "<int:pk>" in route and answers["owner"] != "405":
            body = filled(BODIES.get(route, {}), ours)
            got, _changed = site.ask("ours-owner", method, site.path(route, theirs), body)
            faults += [f"{method} {route}: {got}"] * (got != "404")
    for route, body in NAMING:
        path = site.path(route, ours)
        _got, changed = site.ask("ours-owner", "POST", path, filled(body, theirs), looking=True)
        faults += [f"POST {route} {body}"] * (changed != before)
        _got, changed = site.ask("ours-owner", "POST", path, filled(body, ours), looking=True)
        faults += [f"POST {route} {body}: does nothing at all"] * (changed == before)
    for route, query in QUERIES:
        path, key = site.path(route, ours), query.partition("=")[0]
        nobodys = site.page(path, f"{key}=0")
        faults += [f"GET {route} {query}"] * (site.page(path, query.format(**theirs)) != nobodys)
        same = site.page(path, query.format(**ours)) == nobodys
        faults += [f"GET {route} {query}: does nothing at all"] * same
    return faults


@pytest.fixture
def site(monkeypatch):
    """By day a refusal is its status alone; test_front.py reads its page."""
    for status in by_chance(("404", "403"), ()):
        answer = partial(HttpResponse, status=int(status))
        monkeypatch.setattr(urls, f"handler{status}", lambda *_, exception, answer=answer: answer())
    return Site()


def test_every_route_is_classified():
    classified = {route for route, _method, _answers in lines()}
    assert sorted(classified ^ {*routes()}) == []


# Pages that follow an evening: the browser has to ask each time whether they are as they were.
REVALIDATED = "private, no-cache"


def test_everybody_is_answered_as_the_table_says_and_no_proxy_keeps_what_the_owner_saw(site):
    assert "\n".join(different(site)) == ""
    assert site.kept == {"/ours/logo.png", "/robots.txt"}  # nothing in them is anybody's


def test_visitors_are_let_in_as_the_club_settled(site):
    heads, *rows = [line.split() for line in SEEN.strip().splitlines()]
    ours = models.Club.objects.get(slug="ours")
    member = models.Member.objects.filter(club=ours)[1]
    renewed = links.make_key(member)
    members.renew_link(member=member)
    for seen, *wanted in rows:
        old = links.make_key(ours)
        clubs.renew_link(club=ours)
        ours = clubs.set_visibility(club=ours, visible_to=seen)
        site.keys["club"] = links.make_key(ours)
        came_by = {
            "linked": site.keys["club"],
            "old-link": old,
            "own-link": site.keys["m"],
            "own-link-renewed": renewed,
        }
        expected = dict(zip(heads, wanted, strict=True))
        door, feed = expected.pop("door"), expected.pop("feed")
        assert [*looked_at(site, expected, came_by, by_chance(BY_DAY[seen], expected))] == []
        by_link = f"/club/{site.keys['club']}/"
        assert site.ask("", "GET", by_link, {})[0] == door
        assert site.ask("", "GET", f"{by_link}calendar.ics", {})[0] == feed


# Of each address by day; all ask at the addresses of OFTEN.
BY_DAY = {"members": ("own-link",), "link": ("nobody", "linked"), "open": ("nobody",)}
OFTEN = ("<slug:slug>/players/", "<slug:slug>/calendar.ics")


def looked_at(site, expected, came_by, asking):
    """Where somebody finds what should not be there, or the other way round."""
    logins = {"visitor": "visitor", "stranger": "theirs-owner"}
    for route, method, answers in lines():
        path = site.path(route, site.things["ours"])
        if answers["nobody"] != "look":
            continue
        for who in expected if route in OFTEN else asking:
            by = came_by.get(who, "")
            got, _ = site.ask(logins.get(who, ""), method, path, {}, came_by=by)
            if got != expected[who]:
                yield f"{method} {route} as {who}: {got}, should be {expected[who]}"


def test_nobody_reaches_into_another_club(site):
    assert reached_across(site) == []
