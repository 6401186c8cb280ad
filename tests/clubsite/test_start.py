import http.client
import http.cookiejar
import io
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management.base import CommandError
from django.db import OperationalError

from clubsite.management import site_command
from clubsite.management.commands import start as command
from tests.servers import ROOT, build_environment, free_port, run, wait
from tournaments.backup import archive


class Site:
    program = ["manage.py"]

    def __init__(self, data: Path, *args: str, **env: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, *self.program, "start", "--port", str(self.port), *args],
            cwd=ROOT,
            env=build_environment(data, **env),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.said = ""
        jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0

    def wait_for(self, words: str) -> str:
        for line in self.process.stdout:
            self.said += line
            if words in line:
                return line
        raise AssertionError(f"{words!r} was not said, but:\n{self.said}")

    def get(self, path: str = "/", base: str = "") -> str:
        with self.browser.open((base or self.base) + path, timeout=60) as page:
            self.at = page.url
            return page.read().decode()

    def post(self, path: str, base: str = "", **typed: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(base=base))[1]
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **typed}).encode()
        with self.browser.open((base or self.base) + path, data, timeout=60) as page:
            self.at = page.url
            return page.read().decode()


@pytest.fixture
def start(tmp_path):
    sites = []

    def run(*args: str, kind: type[Site] = Site, **env: str) -> Site:
        sites.append(kind(tmp_path, *args, **env))
        return sites[-1]

    yield run
    for site in sites:
        site.process.kill()
        site.process.communicate()


class Hasty(Site):
    """Its demo has one club, which has not played, and its daily work begins at once."""

    program = ["-c", """if True:
        import os, sys, django
        os.environ["STREEPJE_DEMO"] = "1" * ("--demo" in sys.argv)
        django.setup()
        from clubsite import command_line
        from clubsite.demo.make_clubs import USUAL
        from clubsite.management.commands import start
        USUAL.update(clubs=1, members=8, nights=0)
        start.SOON = 0.1
        command_line.run()"""]  # fmt: skip


@pytest.fixture
def start_again(start, tmp_path, lay_empty_site):
    lay_empty_site(tmp_path)
    return start


def test_demo_fills_itself_once_prints_the_address_and_is_quick_the_second_time(start, tmp_path):
    """Of two starts at once one fills it; the other may have to wait."""
    began = seconds_of_ended_processes()
    first, second = start("--demo", kind=Hasty), start("--demo", kind=Hasty)
    for site in (first, second):
        line = site.wait_for("http")
        assert line == f"Streepje staat op http://localhost:{site.port}/  (stoppen: Ctrl+C)\n"
        assert site.get().count('href="/s/') == 17
    waiting = "Streepje wordt al klaargezet door een andere start; even wachten …\n"
    address = "Streepje staat op http://localhost:{}/  (stoppen: Ctrl+C)\n"
    printed = {site.said.replace(str(site.port), "{}") for site in (first, second)}
    filled = [words for words in printed if words.startswith("De demo wordt gevuld")]
    assert len(filled) == 1 and filled[0].endswith(address)
    assert printed - {*filled} <= {address, waiting + address}
    assert (tmp_path / "demo.sqlite3").exists()
    assert not (tmp_path / "streepje.sqlite3").exists()
    first.stop()
    second.stop()
    before = seconds_of_ended_processes()
    third = start("--demo")
    third.wait_for("http")
    assert third.get().count('href="/s/') == 17
    third.stop()
    assert seconds_of_ended_processes() - before < (before - began) / 3  # on the clock: `bench`


def seconds_of_ended_processes() -> float:
    """Of work, not on the clock: a machine that does much else gives every start less."""
    times = os.times()
    return times.children_user + times.children_system


@pytest.mark.wide
def test_demo_beside_an_empty_site_is_one_and_ends_with_it(start_again, tmp_path, lay_empty_site):
    lay_empty_site(tmp_path, "demo.sqlite3")
    words = "manage.py demo --clubs 0 --verbosity 0"
    assert run(tmp_path, *words.split(), STREEPJE_DEMO="1").returncode == 0
    site = start_again()
    site.wait_for("Code")
    assert site.post("/look-around/").count('href="/s/') == 17
    demo = site.at
    assert demo.startswith("http://localhost:") and f":{site.port}/" not in demo
    site.post("/look-around/")
    assert site.at == demo
    site.process.kill()
    wait(lambda: is_closed(demo), "it outlives the site that opened it")


def is_closed(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except OSError:
        return True
    return False


def test_lan_prints_an_address_and_its_picture_and_answers_there(start_again):
    site = start_again("--lan")
    line = site.wait_for("netwerk")
    site.wait_for("Code")
    assert "█" in site.said
    address = re.search(r"http://\S+/", line).group()
    assert "Streepje" in site.get(base=address.rstrip("/"))
    names = [urlsplit(address).netloc, f"{socket.gethostname()}.local:{site.port}".lower()]
    assert [status(site.port, name) for name in names] == [200, 200]
    assert status(site.port, f"192.168.77.77:{site.port}") == 400


def test_empty_site_offers_both_ways_makes_a_club_by_its_code_and_lets_phones_in(start_again):
    site = start_again()
    site.wait_for("http")
    said = site.wait_for("Code")
    assert re.fullmatch(r"Code om hier een club te maken: [A-Z2-9]{4}-[A-Z2-9]{4}\n", said)
    page, code = site.get(), said.split()[-1]
    assert 'action="/look-around/"' in page and 'href="/new-club/"' in page
    owner = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    site.post("/new-club/", name="De Hoop", code=code, **owner)
    own = urlsplit(site.at).path
    lan = f"http://{command.find_lan_address()}:{site.port}"
    with pytest.raises(OSError):
        site.get(base=lan)
    page = site.post("/site/network/", next=own)
    assert f"{lan}/</strong>" in page and f'href="{own}"' in page
    assert f" {lan}/\n" in site.wait_for("netwerk")
    assert "Streepje" in site.get(base=lan)
    assert status(site.port, f"192.168.77.77:{site.port}") == 400
    assert site.post("/site/network/", next=own)  # once more does no harm
    site.stop()


@pytest.mark.parametrize(
    "said", [{"HTTPS": True}, {"HOSTS": ["club.test"]}, {"PUBLIC_URL": "https://club.test"}]
)
def test_site_whose_address_is_told_is_not_opened_by_a_button(settings, said):
    assert not command.has_own_address()
    for name, value in said.items():
        setattr(settings, name, value)
    assert command.has_own_address()


def test_lan_starts_where_what_it_says_goes_into_a_file_of_windows(start_again):
    site = start_again("--lan", PYTHONIOENCODING="cp1252", STREEPJE_URL="http://192.0.2.7:8000")
    site.wait_for("Code")
    assert "netwerk: http://192.0.2.7:8000/" in site.said and "█" not in site.said


@pytest.mark.parametrize(
    ("free", "said"), [(0, "schijf is vol"), (10**9, "niet te bereiken: disk I/O error")]
)
def test_full_disk_is_told_in_its_own_words(monkeypatch, free, said):
    monkeypatch.setattr(site_command.health, "count_free_bytes", lambda: free)
    with pytest.raises(CommandError, match=said), site_command.shorten_mistakes():
        raise OperationalError("disk I/O error")


def test_folder_that_this_user_may_not_look_at_is_named(monkeypatch, settings):
    class Hidden(type(Path())):
        def is_dir(self):
            raise PermissionError(13, "Permission denied", str(self))

    settings.DATA = Hidden("/var/lib/streepje")
    with (
        pytest.raises(CommandError, match="kan niet schrijven in /var/lib/streepje"),
        site_command.shorten_mistakes(),
    ):
        settings.DATA.is_dir()


@pytest.mark.parametrize(("https", "offered"), [(False, [8000]), (True, [])])
def test_server_behind_a_proxy_offers_no_demo_that_opens_on_its_own_screen(
    db, settings, monkeypatch, https, offered
):
    settings.HTTPS, settings.DEMO, offers = https, False, []
    monkeypatch.setattr(command.demo_server, "offer", offers.append)
    command.Command(stdout=io.StringIO(), stderr=io.StringIO()).tell(8000, lan=False)
    assert offers == offered


def status(port: int, host: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/healthz", headers={"Host": host})
    code = line.getresponse().status
    line.close()
    return code


def test_no_network_no_code(monkeypatch, settings):
    monkeypatch.setattr(command.socket, "socket", Unconnected)
    settings.PUBLIC_URL, said = "", io.StringIO()
    command.Command(stdout=said).tell_lan(8000)
    assert said.getvalue() == f"{command.NO_NETWORK}\n"
    assert settings.PUBLIC_URL == ""
    settings.PUBLIC_URL = "https://club.example"  # the address that was named is the one
    command.Command(stdout=said).tell_lan(8000)
    assert "hetzelfde netwerk: https://club.example/\n" in said.getvalue()


def test_another_address_is_noticed_and_followed(monkeypatch, settings):
    settings.PUBLIC_URL, said = "http://192.0.2.9:8000", io.StringIO()
    monkeypatch.setattr(command, "find_lan_address", lambda: "127.0.0.3")
    monkeypatch.setattr(command.spare_laptop, "find_former_address", lambda: None)
    monkeypatch.setattr(command.spare_laptop, "remember_address", lambda url: None)
    assert not command.has_address(8000)
    assert command.Command(stdout=said).open_to_network(None, 8000)
    assert settings.PUBLIC_URL == "http://127.0.0.3:8000"
    assert "127.0.0.3" in settings.ALLOWED_HOSTS
    assert command.has_address(8000)


class Unconnected(socket.socket):
    def connect(self, address):
        raise OSError("Network is unreachable")


def test_taken_port_gets_one_line(start_again):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        site = start_again("--port", str(port))
        said, _ = site.process.communicate(timeout=60)
    assert site.process.returncode == 1
    assert said == (
        f"Streepje: Poort {port} is niet vrij. Draait Streepje (of de demo) al in een ander "
        f"venster? Stop het daar met Ctrl+C, of start hier met --port {port + 1}.\n"
    )


@pytest.mark.parametrize(
    ("there", "variables", "said"),
    [
        ("demo.sqlite3", {"STREEPJE_DEMO": "1"}, "De database is niet te gebruiken: file is not"),
        ("streepje.sqlite3/", {}, "De database is niet te bereiken: "),
        ("", {"DATABASE_URL": "postgres://iemand:geheim@127.0.0.1:9/club?foo=bar"}, ""),
        ("map", {"STREEPJE_DATA": "{}/map"}, "De database is niet te bereiken: "),
        (
            *("map", {"STREEPJE_DATA": "{}/map", "STREEPJE_SECRET_KEY": ""}),
            "Streepje kan niet schrijven in {}/map (",
        ),
        ("secret-key", {"STREEPJE_SECRET_KEY": ""}, "{}/secret-key is leeg of beschadigd."),
    ],
)
def test_what_keeps_the_site_from_starting_gets_one_line(
    start_again, tmp_path, there, variables, said
):
    if there.endswith("/"):
        (tmp_path / there).unlink()
        (tmp_path / there).mkdir()
    elif there:
        (tmp_path / there).write_text("geen database " * 100 * there.endswith("sqlite3"))
    site = start_again(**{name: value.format(tmp_path) for name, value in variables.items()})
    (line,) = site.process.communicate(timeout=60)[0].splitlines()
    assert site.process.returncode == 1
    assert line.startswith(f"Streepje: {said.format(tmp_path)}")
    assert "geheim" not in line


def test_access_is_not_logged(start_again, tmp_path):
    site = start_again(kind=Hasty)
    site.wait_for("Code")
    with pytest.raises(urllib.error.HTTPError):
        site.get("/s/abcdefghij0123456789/?token=geheim")
    wait((tmp_path / "purged").exists)  # what is done each day was done
    site.process.send_signal(signal.SIGTERM)
    said, _ = site.process.communicate(timeout=60)
    (log,) = (tmp_path / "logs").glob("*.log")
    written = log.read_text(encoding="utf-8")
    assert "Not Found: /s/\\u2026/" in written and "Not Found" not in said
    assert "abcdefghij0123456789" not in said + written
    assert "geheim" not in said + written


@pytest.mark.wide
def test_database_from_before_an_upgrade_is_backed_up_first(start, tmp_path):
    assert run(tmp_path, "manage.py", "migrate", "scoring").returncode == 0
    said = start().wait_for("Bijgewerkt")
    (kept,) = (tmp_path / "backups").iterdir()
    assert said == f"Bijgewerkt. Hoe het ervoor was staat in {kept}\n"
    with archive.open_archive(kept) as whole:
        assert {app for app, _name in whole.migrations} == {"scoring"}
