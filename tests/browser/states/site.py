from datetime import date
from pathlib import Path

from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from clubsite.demo import make_clubs, server
from clubsite.demo.make_clubs import DemoPlan
from clubsite.maintenance import health, spare_laptop
from clubsite.pages import front, upkeep
from scoring.sheets import lifecycle, links
from scoring.toolkit import operating_system
from tests.browser.pages import state
from tests.browser.scribe import cells, opened
from tests.browser.states.clubs import OWNER
from tests.tournaments import evenings
from tournaments.accounts import mail_queue
from tournaments.backup import copies, second_place
from tournaments.backup.stick import Copy
from tournaments.club import clubs
from tournaments.models import Machine, QueuedMail, User


@state("front")
def welcome(visit):
    visit.patch.setattr(server, "_port", 8000)
    visit.go("front")


@state("front")
def welcome_beside_a_copy(visit):
    path = Path("/media/ans/KAARTCLUB DE HOOP/Streepje/streepje-2026-11-19-21.34.05-ab12.backup")
    visit.patch.setattr(spare_laptop, "find_copies", lambda: [Copy(path, "KAARTCLUB DE HOOP")])
    visit.patch.setattr("sys.argv", ["manage.py", "start", "--port", "8000"])
    visit.patch.setattr(server, "_port", 8000)
    visit.go("front")


@state("front")
def welcome_on_another_machine(visit):
    visit.patch.setattr(server, "_port", 8000)
    visit.patch.setattr(front, "is_at_laptop", lambda request: False)
    visit.go("front")


@state("look-around")
def demo_did_not_start(visit):
    def fails(site):
        raise server.DidNotStart

    welcome(visit)
    visit.patch.setattr(server, "open_demo", fails)
    visit.expect(503)
    visit.page.click("[action='/look-around/'] button")


@state("front")
def front_of_a_club(visit):
    clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    visit.go("front")


@state("front")
def front_with_sheets(visit):
    clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    first = opened(names=["Ans", "Bob", "Cor"], rows=[cells(Ans="-", Bob=5, Cor=11)])
    second = opened("jokeren-vijf", ["Els", "Fenna"], [cells(Els=3, Fenna="-")])
    for sheet in (first, second):
        visit.go(links.build_path(sheet))
    visit.go("front")


@state("front")
def front_of_the_demo(visit):
    visit.patch.setattr(settings, "DEMO", True)
    visit.patch.setattr(front, "SHEETS_A_PAGE", 1)
    for names in (["Ans", "Bob"], ["Cor", "Dik"], ["Els", "Fenna"]):
        opened(names=names)
    visit.go("front", query="?page=2")


@state("front")
def front_of_the_demo_with_its_clubs(visit):
    visit.patch.setattr(settings, "DEMO", True)
    plan = DemoPlan(clubs=2, members=9, nights=0, seed="x", today=date(2026, 11, 19))
    make_clubs.fill(plan, str)
    visit.go("front")


@state("upkeep")
def site_with_all_kinds_of_trouble(visit):
    night = evenings.playing(evenings.club_with())
    late = [upkeep.Waiting(night, 2, 0), upkeep.Waiting(night, 1, 3)]
    lost = QueuedMail(why=QueuedMail.Why.UNKNOWN, gave_up=timezone.now())
    visit.patch.setattr(settings, "MAIL", True)
    visit.patch.setattr(mail_queue, "count_waiting", lambda: mail_queue.Waiting(2, 3, lost))
    for name in ("kaarten-2", "de-andere-computer-in-het-clubhuis.kaartvereniging-de-hoop.example"):
        values = {"version": "1.0", "free": 7 * 10**9, "last_back_up": timezone.now()}
        Machine.objects.create(place=name[:32], name=name, seen=timezone.now(), **values)
    wrong = ["disk", "migrations", "read-only"]
    visit.patch.setattr(upkeep, "list_waiting", lambda: late)
    visit.patch.setattr(health, "list_failures", lambda: wrong)
    visit.log_in(User.objects.get())
    visit.go("upkeep")


@state("upkeep")
def site_without_its_stick(visit):
    _club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    since = timezone.now()
    troubles = (copies.Trouble(True, "gone", since), copies.Trouble(False, "full", since))
    visit.patch.setattr(settings, "BACKS_UP", True)
    visit.patch.setattr(copies, "read_state", lambda: copies.State(since, 2.0, since, troubles))
    named, folder = "/media/ans/MIJN LANGE USB STICK", "/media/ans/USB/Streepje"
    place = second_place.SecondPlace(named, folder, False)
    visit.patch.setattr("clubsite.pages.upkeep.find_place", lambda: place)
    visit.log_in(owner)
    visit.go("upkeep")


@state("second-place")
def second_place_that_is_not_there(visit):
    _club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    drives = [Path("/media/ans/KAARTCLUB DE HOOP"), Path("/run/media/ans/USB")]
    visit.patch.setattr(operating_system, "list_drives", lambda: drives)
    visit.log_in(owner)
    visit.go("second-place")
    visit.page.check("[value=other]")
    visit.send(folder="/nowhere/at/all", current=OWNER["password"])


@state("403")
def open_too_long(visit):
    visit.go("tournaments:login")
    visit.page.context.clear_cookies()
    visit.expect(403)
    visit.send(username="ans", password="drie losse woorden")


@state("400", fixed="no language is known yet, so it stands there in all three")
def wrong_host(visit):
    visit.expect(400)
    visit.trouble.expect("Cross-Origin-Opener-Policy header has been ignored")
    visit.page.goto(visit.site.replace("localhost", "stranger.test"))


@state("503")
def nothing_can_be_kept(visit):
    def full(**_):
        raise OperationalError("database or disk is full")

    visit.go("scoring:new", query="?game=jokeren")
    visit.patch.setattr(lifecycle, "open", full)
    visit.expect(503)
    visit.send(name_1="Ans", name_2="Bob")


@state("500", fixed="nothing can be trusted to work by then, so it stands there in all three")
def our_own_fault(visit):
    visit.patch.setattr(health, "list_failures", None)
    visit.go("/healthz", status=500)
