from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from clubsite.demo import make_clubs
from clubsite.demo.make_clubs import (
    ORGANISER,
    OWNER,
    USUAL,
    Demo,
    DemoClub,
    DemoPlan,
    make_password,
)
from clubsite.maintenance import health
from scoring.management.program_command import ProgramCommand
from tournaments import links
from tournaments.club import first_club


def make_bounded_reader(low: int, high: int) -> Callable[[str], int]:
    def number(typed: str) -> int:
        if typed.isdecimal() and low <= int(typed) <= high:
            return int(typed)
        raise ArgumentTypeError(f"een getal van {low} tot en met {high}")

    return number


class Command(ProgramCommand):
    help = "Fills an empty database with invented clubs; refuses one that is not empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add(
            "--nights",
            type=make_bounded_reader(0, 50),
            default=USUAL["nights"],
            help="nights each club played before tonight",
        )
        usual = USUAL
        people = "people who come to each club"
        add("--members", type=make_bounded_reader(4, 200), default=usual["members"], help=people)
        many = make_bounded_reader(0, make_clubs.MOST)
        add("--clubs", type=many, default=usual["clubs"], help="how many clubs")
        same = "the same seed makes the same people and nights"
        add("--seed", default=usual["seed"], help=same)

    def handle(self, *, seed: str, verbosity: int, **options: Any) -> None:
        if not health.is_up_to_date():
            call_command("migrate", verbosity=0)
        if not first_club.is_empty():
            raise CommandError("Hier staat al iets; de demo vult alleen een lege database.")
        sizes = {key: options[key] for key in ("clubs", "members", "nights")}
        plan = DemoPlan(**sizes, seed=seed, today=timezone.localdate())
        password = make_password() if verbosity else None  # nobody would be told
        with transaction.atomic():  # half a demo is none
            filled = make_clubs.fill(plan, self.progress(verbosity), password)
        if verbosity:
            self.tell(filled, plan, password)

    def progress(self, verbosity: int) -> make_clubs.Tell:
        return lambda where: verbosity and self.stderr.write(f"{where} …")

    def tell(self, filled: Demo, plan: DemoPlan, password: str | None) -> None:
        for club_made in filled.clubs:
            self.tell_club(club_made)
        say = self.stdout.write
        say(f"{len(filled.sheets)} wedstrijdformulieren van losse tafels op /")
        if filled.clubs:
            login = reverse("tournaments:login")
            say(f"Inloggen op {login} met wachtwoord {password}:")
            say(f"  {OWNER}, eigenaar; {ORGANISER}, organisator van elke club")
        say(f"Gemaakt met --seed {plan.seed}")

    def tell_club(self, made: DemoClub) -> None:
        club, member = made.club, made.members[0]
        room = reverse("tournaments:room", args=[club.slug, made.tonight.pk])
        own = reverse("tournaments:own", args=[links.make_key(member)])
        self.stdout.write(f"{club}: {len(made.members)} leden op {club.get_absolute_url()}")
        self.stdout.write(f"  vanavond: {room}")
        self.stdout.write(f"  {member} komt binnen op {own}")
