import logging
import os
import signal
import socket
import sys
import threading
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from contextlib import suppress
from functools import partial
from io import StringIO
from tempfile import TemporaryFile
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.utils import timezone

from clubsite import web_server
from clubsite.config import program
from clubsite.demo import server as demo_server
from clubsite.maintenance import spare_laptop
from clubsite.maintenance.upgrade import bring_up_to_date
from clubsite.management.site_command import lock_folder, shorten_mistakes
from clubsite.middleware.bodies import drop_bodies
from scoring.management.program_command import ProgramCommand
from scoring.toolkit import operating_system
from scoring.toolkit.addresses import only_here
from tournaments.accounts import mail, rights
from tournaments.backup import swap
from tournaments.club import first_club

logger = logging.getLogger(__name__)

NO_NETWORK = "Deze computer zit in geen netwerk: zet de wifi aan en start opnieuw."
TAKEN = (
    "Poort {port} is niet vrij. Draait Streepje (of de demo) al in een ander venster? Stop het "
    "daar met Ctrl+C, of start hier met {advice}."
)
NO_KEEPER = (
    "Niemand kijkt naar de hele site: de clubs hebben elk een eigen eigenaar. Wijs iemand aan met "
    f"{program.write_command('siteadmins')} en de inlognaam."
)
NOT_BACK = "De kopie is niet teruggezet; hierboven staat waarom. Er is niets veranderd."
FEW_CONNECTIONS = (
    "Deze computer laat Streepje maar {few} verbindingen tegelijk open houden: genoeg voor zo'n "
    "{phones} telefoons. Met meer telefoons gaat het trager. Laat de beheerder van deze computer "
    "het aantal open bestanden (ulimit -n) op {files} zetten."
)
SOON = 3  # seconds


class Command(ProgramCommand):
    help = "Starts the site on this computer: http://127.0.0.1:8000/ unless told otherwise."

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.open_at: set[str] = set()  # addresses that were opened while the site ran
        self.opening = threading.Lock()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="show an invented club instead")
        parser.add_argument("--port", type=read_port, default=8000, help="another port than 8000")
        parser.add_argument(
            "--lan", action="store_true", help="let phones and laptops on the same network in"
        )
        parser.add_argument("--until-input-closes", action="store_true", help=SUPPRESS)

    def handle(self, **options: Any) -> None:
        if options["demo"] and not settings.DEMO:
            raise CommandError("start --demo: alleen op de opdrachtregel")
        with shorten_mistakes():
            try:
                spare_laptop.offer(sys.stdin, sys.stdout)
            except spare_laptop.Failed:
                raise CommandError(NOT_BACK) from None
        with shorten_mistakes(), lock_folder():
            if not settings.KEY_VARIABLE:  # without it the key may be written there
                settings.DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
                TemporaryFile(dir=settings.DATA).close()
            swap.go_on()  # finish a restore that was interrupted
            if kept := bring_up_to_date().kept:
                self.stderr.write(f"Bijgewerkt. Hoe het ervoor was staat in {kept}")
            str(settings.SECRET_KEY)  # read it now: a damaged key fails here, not in a page
            if settings.DEMO and first_club.is_empty():
                self.fill_demo()
        on_laptop = not (options["until_input_closes"] or has_own_address())
        server = listen(options["port"], lan=options["lan"])
        if options["until_input_closes"]:
            threading.Thread(target=end_with_input, daemon=True).start()
        self.tell(options["port"], lan=options["lan"])
        few = server.adj.connection_limit
        if few < web_server.CONNECTIONS and not operating_system.is_windows():
            values = {"phones": few // web_server.A_PHONE, "files": web_server.FILES_IN_ALL}
            self.stderr.write(FEW_CONNECTIONS.format(few=few, **values))
        if on_laptop:
            here_only = None if options["lan"] else server
            settings.OPEN_TO_NETWORK = partial(self.open_to_network, here_only, options["port"])
            settings.HAS_ADDRESS = partial(has_address, options["port"])
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        timer = threading.Timer(SOON, work_in_background)  # does not delay the first page
        timer.daemon = True
        timer.start()
        server.run()

    def fill_demo(self) -> None:
        from clubsite.demo import make_clubs

        self.stderr.write("De demo wordt gevuld, met verzonnen clubs:")
        make_clubs.fill(
            make_clubs.DemoPlan(**make_clubs.USUAL, today=timezone.localdate()),
            lambda where: self.stderr.write(f"  {where} …"),
        )

    def tell(self, port: int, *, lan: bool) -> None:
        # The demo has another name than the club's site: browsers tell cookies apart by name alone.
        name = "localhost" if settings.DEMO else "127.0.0.1"
        self.stdout.write(f"Streepje staat op http://{name}:{port}/  (stoppen: Ctrl+C)")
        if lan:
            self.tell_lan(port)
        if not settings.DEMO:
            if not settings.HTTPS:  # nobody sits at a server, and only there the demo opens
                demo_server.offer(port)
            if first_club.is_free():
                code = first_club.make_code()
                self.stdout.write(f"Code om hier een club te maken: {code}")
                self.stderr.write(program.describe_another_site(settings.DATA))
            elif not rights.has_site_admin():
                self.stderr.write(NO_KEEPER)
        self.stdout.flush()

    def open_to_network(self, server: web_server.Server | None, port: int) -> bool:
        """`server` is None if it listens at every address anyway."""
        address = find_lan_address()
        if not address:
            return False
        with self.opening:  # two who press the button at once
            names = list_lan_names(port)
            for host in {address, *filter(spare_laptop.is_number, names)} - self.open_at:
                if server:
                    server.listen_also(host)
                self.open_at.add(host)
                logger.info("open to the network at %s", host)
            settings.ALLOWED_HOSTS = [*{*settings.ALLOWED_HOSTS, *names}]
            settings.PUBLIC_URL = ""
            self.tell_lan(port)
            self.stdout.flush()
        return True

    def tell_lan(self, port: int) -> None:
        """The address of an earlier start that still leads here is kept: phones know it."""
        address, before = find_lan_address(), spare_laptop.find_former_address()
        if before and not settings.PUBLIC_URL and before.is_ours(port):
            settings.PUBLIC_URL = before.url
        settings.PUBLIC_URL = settings.PUBLIC_URL or (f"http://{address}:{port}" if address else "")
        if not settings.PUBLIC_URL:
            self.stdout.write(NO_NETWORK)
            return
        if before and before.url != settings.PUBLIC_URL:
            self.stdout.write(spare_laptop.describe_move(before, address, port))
        else:
            spare_laptop.remember_address(settings.PUBLIC_URL)
        url = f"{settings.PUBLIC_URL}/"
        self.stdout.write(f"Op telefoons en laptops in hetzelfde netwerk: {url}")
        picture = StringIO()
        segno.make(url).terminal(out=picture, compact=True)
        with suppress(UnicodeEncodeError):  # on Windows, if output goes into a file
            self.stdout.write(picture.getvalue())


def work_in_background() -> None:
    from clubsite.maintenance import copy_schedule, daily

    mail.wake()  # send what the previous process left
    copy_schedule.begin()
    daily.purge_now()
    daily.begin()


def listen(port: int, *, lan: bool) -> web_server.Server:
    if lan:
        settings.ALLOWED_HOSTS += list_lan_names(port)
    proxy: dict[str, Any] = {"clear_untrusted_proxy_headers": False}
    if settings.HTTPS:
        headers = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
        proxy = {"trusted_proxy": settings.PROXY, "trusted_proxy_headers": headers}
        proxy["trusted_proxy_count"] = settings.PROXIES or 1
    host = "0.0.0.0" if lan else "127.0.0.1"  # noqa: S104  by --lan
    try:
        operating_system.refuse_taken_port(host, port)
        application = drop_bodies(get_wsgi_application())
        return web_server.make_server(application, host=host, port=port, **proxy)
    except OSError:
        advice = f"--port {port + 1}" if port < 65535 else "een lagere --port"
        raise CommandError(TAKEN.format(port=port, advice=advice)) from None


def has_own_address() -> bool:
    return bool(settings.HTTPS or settings.HOSTS or settings.PUBLIC_URL)


def has_address(port: int) -> bool:
    return spare_laptop.FormerAddress(settings.PUBLIC_URL).is_ours(port)


def read_port(typed: str) -> int:
    """Refuse a large number: the system would take 70000 for 4464."""
    if typed.isdecimal() and 1 <= int(typed) <= 65535:
        return int(typed)
    raise ArgumentTypeError("een poort is een getal van 1 tot en met 65535")


def list_lan_names(port: int) -> list[str]:
    before = spare_laptop.find_former_address()
    known = before.host if before and before.is_ours(port) else ""
    return [name for name in (find_lan_address(), known, *spare_laptop.list_names()) if name]


def find_lan_address() -> str:
    """No packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation by RFC 5737
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
        return "" if only_here(address) else address


def end_with_input() -> None:
    """Standard input closes when the program that started this one has ended."""
    sys.stdin.buffer.read()
    os._exit(0)
