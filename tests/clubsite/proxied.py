"""The site behind the proxies that docs/deploying/ shows, as they are shown there but for ports and
certificates. Slow, and of programs that few machines have: run by name, as .ci/nightly does.
"""

import http.client
import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from tests.clubsite.test_start import Site
from tests.programs import module, program
from tests.servers import free_port, wait
from tests.test_deploying import FOLDER, environment, list_examples, unit
from tests.tournaments.backup import sites

NEW = "/sheets/new/?game=jokeren"
NAME = "club.example"


@pytest.fixture
def running(tmp_path):
    begun = []

    def run(*words, **env):
        with (tmp_path / f"{Path(words[0]).name}.log").open("ab") as log:
            here = {"cwd": Path(__file__).parents[2], "env": os.environ | env}
            begun.append(subprocess.Popen(words, stdout=log, stderr=log, **here))

    yield run
    for process in begun:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture
def site(tmp_path):
    variables = environment("server.md") | {"STREEPJE_DATA": str(tmp_path / "data")}
    made = Site(tmp_path / "data", **variables)
    made.wait_for("http")
    yield made
    made.process.kill()
    made.process.communicate()


def certificate(folder):
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj"
    subprocess.run(
        [program("openssl"), *words.split(), f"/CN={NAME}"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


class Browser:
    def __init__(self, port: int, name: str = NAME) -> None:
        self.port, self.name, self.cookies = port, name, SimpleCookie()

    def ask(self, method, path, body=None, **headers):
        sent = {"Host": self.name, "Origin": f"https://{self.name}", **headers}
        sent["Cookie"] = "; ".join(f"{key}={morsel.value}" for key, morsel in self.cookies.items())
        with closing(http.client.HTTPSConnection(self.name, timeout=30)) as line:
            trusting = ssl._create_unverified_context()
            raw = socket.create_connection(("127.0.0.1", self.port), timeout=30)
            line.sock = trusting.wrap_socket(raw, server_hostname=self.name)
            line.request(method, path, body, sent)
            reply = line.getresponse()
            text = reply.read().decode()
        for cookie in reply.headers.get_all("Set-Cookie") or ():
            assert "Secure" in cookie
            self.cookies.load(cookie)
        return reply, text


def opens_a_sheet(browser, keeps_to_https="max-age=31536000"):
    """What a visitor does first, and what goes wrong first where a header is missing."""
    reply, page = browser.ask("GET", NEW)
    assert reply.status == 200
    assert reply.headers["Strict-Transport-Security"] == keeps_to_https
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    typed = {"csrfmiddlewaretoken": token, "name_1": "Ans", "name_2": "Bob"}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    reply, _ = browser.ask("POST", NEW, urlencode(typed), **form)
    assert (reply.status, reply.headers["Location"][:3]) == (302, "/s/")
    reply, page = browser.ask("GET", f"{reply.headers['Location']}share/")
    assert reply.status == 200 and f"https://{browser.name}" in page


def everybody_gets_their_own_answer(port):
    """While two ask how long pages are, and nothing more; each on a connection that it keeps."""
    asking = [("HEAD", page) for page in ("/", "/nowhere/")] + [("GET", "/healthz")] * 4
    with ThreadPoolExecutor(len(asking)) as threads:
        replies = threads.map(lambda request: answers(port, *request), asking)
    assert [*replies] == [{(200, "")}, {(404, "")}, *([{(200, "ok")}] * 4)]


def answers(port, method, path):
    with closing(http.client.HTTPSConnection(NAME, timeout=30)) as line:
        raw = socket.create_connection(("127.0.0.1", port), timeout=30)
        trusting = ssl._create_unverified_context()
        line.sock = trusting.wrap_socket(raw, server_hostname=NAME)
        replies = set()
        for _ in range(100):
            line.request(method, path, headers={"Host": NAME})
            reply = line.getresponse()
            replies.add((reply.status, reply.read().decode()))
        return replies


def until_it_listens(port):
    def listens():
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return True

    wait(listens)


def behind_nginx(port, folder, running):
    (text,) = list_examples("server.md", "nginx")
    plain, secure = free_port(), free_port()
    certificate(folder)
    for old, new in (
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("listen 443", f"listen 127.0.0.1:{secure}"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/club.example/privkey.pem", f"{folder}/key.pem"),
    ):
        assert old in text
        text = text.replace(old, new)
    around = f"pid {folder}/pid; daemon off; error_log {folder}/error; events {{}}"
    (folder / "nginx.conf").write_text(f"{around}\nhttp {{\n{text}}}\n")
    running(program("nginx", "nginx-light"), "-p", str(folder), "-c", str(folder / "nginx.conf"))
    until_it_listens(secure)
    return plain, secure


def test_nginx_on_a_small_server(site, tmp_path, running):
    plain, secure = behind_nginx(site.port, tmp_path, running)
    opens_a_sheet(Browser(secure))
    everybody_gets_their_own_answer(secure)
    with closing(http.client.HTTPConnection("127.0.0.1", plain)) as line:
        line.request("GET", "/login/", headers={"Host": NAME})
        assert line.getresponse().headers["Location"] == f"https://{NAME}/login/"


def test_caddy_on_a_small_server(site, tmp_path, running):
    (text,) = list_examples("server.md", "caddyfile")
    port = free_port()
    text = text.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal", 1)
    behind_caddy(text, site, tmp_path, running)
    until_it_listens(port)
    opens_a_sheet(Browser(port))
    everybody_gets_their_own_answer(port)


def test_caddy_on_the_clubs_laptop(tmp_path, running):
    text = list_examples("https.md", "caddyfile")[0]
    port = free_port()
    text = text.replace("https://192.168.1.7", f"https://127.0.0.1:{port}")
    text = text.replace("192.168.1.7", "127.0.0.1")
    here = {"STREEPJE_HTTPS": "1", "STREEPJE_HSTS": "no", "STREEPJE_HOSTS": "127.0.0.1"}
    site = Site(tmp_path / "data", **here, STREEPJE_URL="https://127.0.0.1")
    try:
        site.wait_for("http")
        behind_caddy(text, site, tmp_path, running)
        until_it_listens(port)
        opens_a_sheet(Browser(port, "127.0.0.1"), keeps_to_https=None)
        (trusted,) = re.findall(r"`(\S+/root\.crt)`", (FOLDER / "https.md").read_text("utf-8"))
        assert (tmp_path / "caddy" / trusted).exists()  # its caddy.AppDataDir
    finally:
        site.process.kill()
        site.process.communicate()


def behind_caddy(text, site, folder, running):
    lead = "{\n\tadmin off\n\tauto_https disable_redirects\n"
    text = (
        re.sub(r"\A\{\n", lead, text)
        if text.startswith("{")
        else f"{lead}\tskip_install_trust\n}}\n{text}"
    )
    (folder / "Caddyfile").write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{site.port}"))
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    running(program("caddy"), "run", "--config", str(folder / "Caddyfile"), **home)


# Several processes


def served_by(server, port):
    text = "\n".join([*list_examples("postgresql.md", "console"), unit("postgresql.md")])
    (options,) = re.findall(rf"\b{server}(?:-serve)? (--.*)$", text, re.MULTILINE)
    return [sys.executable, "-m", server, *shlex.split(options.replace("8000", str(port)))]


@pytest.mark.parametrize("server", ["gunicorn", "granian", "waitress"])
def test_several_processes_behind_nginx(server, tmp_path, running):
    module(server)
    variables = environment("postgresql.md") | {"STREEPJE_DATA": str(tmp_path / "data")}
    del variables["DATABASE_URL"]
    if server == "waitress":  # which tells the visitor's address by itself
        del variables["STREEPJE_PROXIES"]
    port, manage = free_port(), [sys.executable, "manage.py"]
    subprocess.run(
        [*manage, "upgrade"], env=os.environ | variables, check=True, capture_output=True
    )
    running(*served_by(server, port), **variables)
    until_it_listens(port)
    _plain, secure = behind_nginx(port, tmp_path, running)
    for _ in range(8):  # by whichever worker answers
        opens_a_sheet(Browser(secure))
    everybody_gets_their_own_answer(secure)
    wait((tmp_path / "data/purged").exists)  # what is done each day was begun


# Several machines


@pytest.fixture
def database():
    name = f"machines_{uuid.uuid4().hex}"
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        pytest.skip("several machines share a PostgreSQL")
    yield sites.new_postgresql(name)
    sites.drop_postgresql(name)


@pytest.fixture
def machine(tmp_path, database, running):
    """`machine("one")` is one with a data folder of its own, made as machines.md has it."""
    module("gunicorn")
    (serves,) = re.findall(r"gunicorn (--.*)$", (FOLDER / "machines.md").read_text(), re.MULTILINE)

    class Machine:
        def __init__(self, name):
            self.data, self.port = tmp_path / name, free_port()
            self.data.mkdir(mode=0o700)
            variables = environment("postgresql.md") | {"STREEPJE_DATA": str(self.data)}
            self.env = {**variables, "DATABASE_URL": database, "STREEPJE_SECRET_KEY": ""}

        def upgrade(self):
            words = [sys.executable, "manage.py", "upgrade"]
            env = os.environ | self.env
            return subprocess.run(words, env=env, capture_output=True, encoding="utf-8")

        def serve(self):
            options = shlex.split(serves.replace("10.0.0.11:8000", f"127.0.0.1:{self.port}"))
            running(sys.executable, "-m", "gunicorn", *options, **self.env)
            wait(self.is_well)

        def is_well(self):
            with (
                suppress(OSError),
                closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line,
            ):
                line.request("GET", "/healthz", headers={"Host": NAME})
                return line.getresponse().read() == b"ok"

        def dies(self):
            """Whoever listens there, and the workers, also one that takes the place of another just
            then.
            """
            while there := [*self.processes()]:
                for pid in there:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                time.sleep(0.1)

        def processes(self):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with suppress(OSError):
                    if f"127.0.0.1:{self.port}".encode() in path.read_bytes().split(b"\0"):
                        yield int(path.parent.name)

    return Machine


def bring_key(source, other):
    (typed,) = (
        line
        for text in list_examples("machines.md", "console")
        for line in text.splitlines()
        if "/dev/stdin" in line
    )
    typed = typed.replace("ssh 10.0.0.11 sudo ", "").replace("sudo ", "")
    typed = typed.replace("-o streepje -g streepje ", "")
    first, second = typed.split(" | ")
    whole = " | ".join(
        part.replace("/var/lib/streepje", str(where.data))
        for part, where in ((first, source), (second, other))
    )
    subprocess.run(["bash", "-euc", whole], check=True)


def test_several_machines_behind_caddy(machine, database, tmp_path, running):
    first_machine, other = machine("one"), machine("other")
    assert first_machine.upgrade().returncode == 0
    refused = other.upgrade()
    assert (refused.returncode, str(other.data / "secret-key") in refused.stderr) == (1, True)
    bring_key(first_machine, other)
    assert (other.data / "secret-key").stat().st_mode & 0o777 == 0o600
    assert other.upgrade().returncode == 0
    for each in (first_machine, other):
        each.serve()
    (text,) = list_examples("machines.md", "caddyfile")
    port = free_port()
    text = text.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal", 1)
    for address, each in (("10.0.0.11:8000", first_machine), ("10.0.0.12:8000", other)):
        assert address in text
        text = text.replace(address, f"127.0.0.1:{each.port}")
    behind_caddy(text, first_machine, tmp_path, running)
    until_it_listens(port)
    wait(lambda: is_well(port))
    for _ in range(8):
        opens_a_sheet(Browser(port))
    with psycopg.connect(database, autocommit=True) as connection:
        query = "SELECT count(*) FROM tournaments_machine"
        wait(lambda: connection.execute(query).fetchone() == (2,))
    first_machine.dies()
    for _ in range(8):
        opens_a_sheet(Browser(port))
    first_machine.serve()
    other.dies()
    wait(lambda: is_well(port))
    opens_a_sheet(Browser(port))


def is_well(port):
    with suppress(OSError):
        return Browser(port).ask("GET", "/healthz")[0].status == 200
