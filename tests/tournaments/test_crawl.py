"""Whatever a visitor or a member can reach of a club holds no name that is hidden from them: pages,
files, papers, feeds, headers. New addresses are found by themselves: every pattern of the
site is filled in with what the club has, and every link on every page is followed.
"""

import html
import re
from io import BytesIO
from itertools import product
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pypdfium2 as pdfium
import pytest
from django.conf import settings
from django.test import Client

from scoring.models import Sheet
from tests.by_day import by_chance
from tests.tournaments.evenings import THURSDAY, club_with, evening, playing
from tests.tournaments.test_permissions import routes
from tournaments import links
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Member, Night, User
from tournaments.nights import closing, nights
from tournaments.printing import night_picture

# How each shows, and their names: first, family, nickname, number.
PEOPLE = {
    "full": ("Openlijk", "Zichtbaar", "Bijnaam", "N1"),
    "first": ("Voornaam", "Verzwegen", "Roepnaam", "N2"),
    "nickname": ("Onbekend", "Verholen", "Kees", "N3"),
    "not": ("Zacharias", "Geheim", "Schuilnaam", "N4x9"),
}
FROM_MEMBERS = ("Verzwegen", "Onbekend", "Verholen", "Zacharias", "Geheim")
FROM_VISITORS = (*FROM_MEMBERS, "Roepnaam", "Schuilnaam", "N4x9")
WHATS = ("standing", "prizes", "result", "forms", "seats", "door", "lots")
MOST, FEW = by_chance(350, 800), 100


@pytest.fixture
def club():
    season = club_with(season_prizes=[1, 2, 3, 4])
    for shown, (first, family, nickname, number) in PEOPLE.items():
        name = {"first": first, "family": family, "nickname": nickname, "number": number}
        members.show_as(member=members.add(club=season.club, **name), shown=shown)
    who = list(season.club.members.order_by("pk"))
    night = evening(season, who)
    closing.reopen(night=night, reason="Fout bij Zacharias Geheim (Schuilnaam)")
    closing.close(night=night, reason="klaar, Verholen")
    playing(season, who, THURSDAY.replace(day=17))
    nights.plan(season=season, days=[THURSDAY.replace(month=10)], sign_up=True)
    return season.club


@pytest.fixture(autouse=True)
def read_picture(monkeypatch):
    """A picture is the texts that it is drawn from."""
    draw = night_picture.draw_picture
    monkeypatch.setattr(
        night_picture, "draw_picture", lambda shown: draw(shown) + repr(shown).encode()
    )


def addresses(club, **secrets):
    """Every pattern with all that this club has to fill in. Those with a secret link are left out,
    but for the club's own and those of `secrets`.
    """
    secrets["club"] = club
    ids = {
        "nights": Night.objects.all(),
        "seasons": club.seasons.all(),
        "rules": club.reglementen.all(),
        "members": club.members.all(),
        "players": club.members.all(),
    }
    values = {name: [str(member.pk) for member in every] for name, every in ids.items()}
    season = values["seasons"][0]
    words = {"slug:slug": [club.slug], "slug:key": ["jokeren"], "slug:what": WHATS}
    words |= {"int:number": ["1", "2"], "int:season": [season]}
    words["int:other"] = [str(member.pk) for member in club.members.filter(shown="not")]
    for route in routes():
        if "<link:key>" in route:
            if not (opens := secrets.get(route.partition("/")[0])):
                continue
            words["link:key"] = [links.make_key(opens)]
        parts = re.split(r"<([^>]+)>", route)
        befores = [part.rstrip("/").rpartition("/")[2] for part in parts[::2]]
        choices = [
            values.get(before, ["1", "2"]) if kind == "int:pk" else words.get(kind, ["1"])
            for before, kind in zip(befores, parts[1::2], strict=False)
        ]
        for chosen in product(*choices):
            yield "/" + "".join(a + b for a, b in zip(parts[::2], [*chosen, ""], strict=True))


def crawl(client, club, most):
    """Each answer by its address."""
    waiting, seen = list(addresses(club)), set()
    while waiting and len(seen) < most:
        address = urlsplit(waiting.pop(0))
        query = parse_qs(address.query, keep_blank_values=True)
        which = [*query.get("as", []), *query.get("list", [])]
        kind = (address.path, *sorted({*query} - {"sort"}), *which)
        if kind in seen or address.path.startswith(("/i18n/", "/static/", "/help/", "/logout/")):
            continue
        seen.add(kind)
        path = address._replace(scheme="", netloc="", fragment="").geturl()
        answer = client.get(path)
        if answer.status_code == 200:
            yield path, answer
            page = answer.content.decode() if is_page(answer) else ""
            waiting += re.findall(r'og:image" content="http://testserver([^"]+)"', page)
            waiting += [html.unescape(match) for match in re.findall(r'href="([/?][^"]*)"', page)]
            if page and not address.query:
                waiting.append(f"{path}?as=csv")
            elif not page and which == ["csv"]:  # it has a list, which is also a workbook
                waiting.append(path.replace("as=csv", "as=xlsx"))
            waiting = [name if name[0] == "/" else address.path + name for name in waiting]


def is_page(answer):
    return answer["Content-Type"].startswith("text/html")


def text_of(answer):
    """All that somebody could read in it, packed or drawn, and in its headers."""
    content, kind = answer.getvalue(), answer["Content-Type"]
    if kind == "application/pdf":
        file = pdfium.PdfDocument(content)
        text = " ".join(page.get_textpage().get_text_range() for page in file)
        text += str(file.get_metadata_dict())
    elif content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as file:
            text = " ".join(file.read(name).decode(errors="replace") for name in file.namelist())
    else:
        text = content.decode(errors="replace")
    return html.unescape(text) + str(answer.headers)


def find_names(client, club, hidden, most=MOST):
    """Where which of these names stand; and of what kinds what was looked through is."""
    places, kinds = [], set()
    for path, answer in crawl(client, club, most):
        text = text_of(answer)
        places += [f"{path}: {name}" for name in hidden if name in text]
        kinds.add(answer["Content-Type"].partition(";")[0])
        if path.startswith(f"/{club.slug}/") and not path.endswith("logo.png"):
            kept = answer["Cache-Control"]
            places += [f"{path}: {kept}"] * ("private" not in kept and "no-store" not in kept)
    return places, kinds


EVERY_KIND = {
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    *("text/calendar", "text/csv", "text/html"),
}


def test_a_visitor_finds_no_hidden_name(club):
    club = clubs.set_visibility(club=club, visible_to="open")
    found, kinds = find_names(Client(), club, FROM_VISITORS)
    kinds_outside = {"image/png", "application/json", "application/atom+xml"}
    assert (found, (EVERY_KIND | kinds_outside) - kinds) == ([], set())


def test_who_came_by_the_link_finds_no_hidden_name(club):
    club = clubs.set_visibility(club=club, visible_to="link")
    client = Client()
    client.get(f"/club/{links.make_key(club)}/")
    found, kinds = find_names(client, club, FROM_VISITORS, FEW)
    assert (found, "text/html" in kinds) == ([], True)


def test_a_fellow_member_finds_no_hidden_name(club):
    client = Client()
    client.get(f"/m/{links.make_key(Member.objects.get(shown='full'))}/")
    found, kinds = find_names(client, club, FROM_MEMBERS)
    assert (found, EVERY_KIND - kinds) == ([], set())


@pytest.mark.wide
def test_the_crawl_finds_names_where_they_are(club):
    client = Client()
    client.force_login(User.objects.get())
    found, _kinds = find_names(client, club, ["Zacharias"], FEW)
    assert len(found) > 3


# Odd query strings

READ = re.compile(r"""\bGET(?:\.get\(|\.getlist\(|\[)"([\w-]+)"|"([\w-]+)" in request\.GET""")
ODD = ("", "-", "-1", "zzz\0", "²", "9" * 18, "x " * by_chance(3_000, 30_000))


def parameters():
    """All that some page of the site reads of a query string."""
    root = Path(settings.BASE_DIR)
    apps = ("clubsite", "tournaments", "scoring")
    sources = [path.read_text() for app in apps for path in (root / app).rglob("*.py")]
    read = {name for source in sources for names in READ.findall(source) for name in names}
    return {*read, "sort", "page", "per_page", "page1"} - {"", "as"}


def test_no_page_breaks_by_an_odd_address(club):
    client, names, broken = Client(raise_request_exception=False), parameters(), set()
    client.force_login(User.objects.get())
    secrets = {"hall": Night.objects.last(), "m": Member.objects.first()}
    found = addresses(club, **secrets, s=Sheet.objects.first())
    pages = {re.sub(r"/\d+/", "/1/", page): page for page in found}.values()
    pages = [page for page in pages if page != "/help/guide.pdf"]  # a second, and asks for nothing
    for number, page in enumerate(pages):
        asked = [(re.sub(r"(?<=[/-])\d+", "9" * 22, page), {})] if "/1/" in page else []
        some = [ODD[(number + more) % len(ODD)] for more in range(by_chance(1, len(ODD)))]
        asked += [(page, dict.fromkeys(names, odd)) for odd in some]
        file = {"sort": "zzz", "as": ("csv", "xlsx")[number % 2]}
        asked.append((page, dict.fromkeys(names, ODD[(number + 1) % len(ODD)]) | file))
        has_list = by_chance(False, True)
        for path, query in asked:
            if "as" in query and not has_list:
                continue
            answer = client.get(path, query)
            has_list |= b"as=csv" in answer.getvalue()
            if answer.status_code >= 500:
                broken.add((path, query.get("sort", "")[:9]))
            if answer.status_code == 405:
                break
    assert broken == set()
