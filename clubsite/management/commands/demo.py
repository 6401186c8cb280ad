from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from string import ascii_lowercase
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from clubsite.demo import make_clubs
from clubsite.demo.make_clubs import ORGANISER, OWNER, USUAL, Demo, DemoPlan
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
        counts = {
            "nights": (0, 50, "nights each club played before tonight"),
            "members": (4, 200, "people who come to each club"),
            "clubs": (0, make_clubs.MOST, "how many clubs"),
        }
        for name, (low, high, words) in counts.items():
            reads = make_bounded_reader(low, high)
            parser.add_argument(f"--{name}", type=reads, default=USUAL[name], help=words)
        words = "the same seed makes the same people and nights"
        parser.add_argument("--seed", default=USUAL["seed"], help=words)

    def handle(self, *, seed: str, verbosity: int, **options: Any) -> None:
        if not health.is_up_to_date():
            call_command("migrate", verbosity=0)
        if not first_club.is_empty():
            raise CommandError("Hier staat al iets; de demo vult alleen een lege database.")
        sizes = {key: options[key] for key in ("clubs", "members", "nights")}
        plan = DemoPlan(**sizes, seed=seed, today=timezone.localdate())
        # Without output nobody would be told
        password = get_random_string(12, ascii_lowercase) if verbosity else None
        filled = make_clubs.fill(
            plan, lambda where: verbosity and self.stderr.write(f"{where} …"), password
        )
        if verbosity:
            self.tell(filled, plan, password)

    def tell(self, filled: Demo, plan: DemoPlan, password: str | None) -> None:
        say = self.stdout.write
        for club, members, tonight in filled.clubs:
            say(f"{club}: {len(members)} leden op {club.get_absolute_url()}")
            say(f"  vanavond: {reverse('tournaments:room', args=[club.slug, tonight.pk])}")
            own = reverse("tournaments:own", args=[links.make_key(members[0])])
            say(f"  {members[0]} komt binnen op {own}")
        say(f"{len(filled.sheets)} wedstrijdformulieren van losse tafels op /")
        if filled.clubs:
            login = reverse("tournaments:login")
            say(f"Inloggen op {login} met wachtwoord {password}:")
            say(f"  {OWNER}, eigenaar; {ORGANISER}, organisator van elke club")
        say(f"Gemaakt met --seed {plan.seed}")
