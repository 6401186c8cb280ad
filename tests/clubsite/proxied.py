"""The site behind the proxies that docs/deploying/ shows, as they are shown there but for ports and
certificates. Slow, and of programs that few machines have: run by name, as .ci/nightly does.
"""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from contextlib import closing, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.clubsite.test_start import Site
from tests.servers import free_port
from tests.test_deploying import environment, found

NEW = "/sheets/new/?game=jokeren"
NAME = "club.example"


@pytest.fixture
def running(tmp_path):
    """`running(…)`: a program beside the test, its log in the folder."""
    begun = []

    def run(*words, **env):
        with (tmp_path / f"{Path(words[0]).name}.log").open("ab") as log:
            here = {"cwd": Path(__file__).parents[2], "env": os.environ | env}
            begun.append(subprocess.Popen(words, stdout=log, stderr=log, **here))

    yield run
    for one in begun:
        one.terminate()
        one.wait(timeout=30)


@pytest.fixture
def site(tmp_path):
    told = environment("server.md") | {"STREEPJE_DATA": str(tmp_path / "data")}
    made = Site(tmp_path / "data", **told)
    made.wait_for("http")
    yield made
    made.process.kill()
    made.process.communicate()


def program(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") or pytest.skip(f"no {name}")


def certificate(folder):
    words = "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj"
    subprocess.run(
        [program("openssl"), *words.split(), f"/CN={NAME}"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


class Browser:
    """By https at a port of this machine, under a name; it keeps its cookies."""

    def __init__(self, port: int, name: str = NAME) -> None:
        self.port, self.name, self.cookies = port, name, SimpleCookie()

    def ask(self, method, path, body=None, **headers):
        sent = {"Host": self.name, "Origin": f"https://{self.name}", **headers}
        sent["Cookie"] = "; ".join(f"{key}={one.value}" for key, one in self.cookies.items())
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


def opens_a_sheet(browser):
    """What a visitor does first, and what goes wrong first where a header is missing."""
    reply, page = browser.ask("GET", NEW)
    assert (reply.status, reply.headers["Strict-Transport-Security"]) == (200, None)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    typed = {"csrfmiddlewaretoken": token, "name_1": "Ans", "name_2": "Bob"}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    reply, _ = browser.ask("POST", NEW, urlencode(typed), **form)
    assert (reply.status, reply.headers["Location"][:3]) == (302, "/s/")
    reply, page = browser.ask("GET", f"{reply.headers['Location']}share/")
    assert reply.status == 200 and f"https://{browser.name}" in page


def until_it_listens(port):
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError(f"nobody listens on {port}")


def test_nginx_on_a_small_server(site, tmp_path, running):
    (text,) = found("server.md", "nginx")
    plain, secure = free_port(), free_port()
    certificate(tmp_path)
    for old, new in (
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("listen 443", f"listen 127.0.0.1:{secure}"),
        ("127.0.0.1:8000", f"127.0.0.1:{site.port}"),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", f"{tmp_path}/cert.pem"),
        ("/etc/letsencrypt/live/club.example/privkey.pem", f"{tmp_path}/key.pem"),
    ):
        assert old in text
        text = text.replace(old, new)
    around = f"pid {tmp_path}/pid; daemon off; error_log {tmp_path}/error; events {{}}"
    (tmp_path / "nginx.conf").write_text(f"{around}\nhttp {{\n{text}}}\n")
    running(program("nginx"), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"))
    until_it_listens(secure)
    opens_a_sheet(Browser(secure))
    with closing(http.client.HTTPConnection("127.0.0.1", plain)) as line:
        line.request("GET", "/login/", headers={"Host": NAME})
        assert line.getresponse().headers["Location"] == f"https://{NAME}/login/"


def test_caddy_on_a_small_server(site, tmp_path, running):
    (text,) = found("server.md", "caddyfile")
    port = free_port()
    text = text.replace(f"{NAME} {{", f"https://{NAME}:{port} {{\n\ttls internal", 1)
    behind_caddy(text, site, tmp_path, running)
    until_it_listens(port)
    opens_a_sheet(Browser(port))


def test_caddy_on_the_clubs_laptop(tmp_path, running):
    text = found("https.md", "caddyfile")[0]
    port = free_port()
    text = text.replace("https://192.168.1.7", f"https://127.0.0.1:{port}")
    text = text.replace("192.168.1.7", "127.0.0.1")
    here = {"STREEPJE_HTTPS": "1", "STREEPJE_HOSTS": "127.0.0.1"}
    site = Site(tmp_path / "data", **here, STREEPJE_URL="https://127.0.0.1")
    try:
        site.wait_for("http")
        behind_caddy(text, site, tmp_path, running)
        until_it_listens(port)
        opens_a_sheet(Browser(port, "127.0.0.1"))
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


def test_several_processes_of_gunicorn(tmp_path, running):
    """As PostgreSQL has it, on the database at hand."""
    pytest.importorskip("gunicorn")
    told = environment("postgresql.md") | {"STREEPJE_DATA": str(tmp_path / "data")}
    del told["DATABASE_URL"]
    port, manage = free_port(), [sys.executable, "manage.py"]
    subprocess.run([*manage, "upgrade"], env=os.environ | told, check=True, capture_output=True)
    words = ["--workers", "4", "--threads", "4", "clubsite.wsgi:application"]
    running(sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", *words, **told)
    until_it_listens(port)
    https = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.1"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("GET", NEW, headers=https)
        assert line.getresponse().status == 200
