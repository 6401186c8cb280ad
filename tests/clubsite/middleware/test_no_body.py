import re

import pytest
from django.test import Client

from clubsite.middleware.bodies import drop_bodies
from scoring.sheets import lifecycle, links
from tests.clubsite.lines import exchange, request
from tests.servers import Server
from tests.tournaments.evenings import club_with
from tournaments.models import User

HOST = {"Host": "127.0.0.1"}
NEXT = request("GET", "/robots.txt", **HOST, Connection="close")
PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def site(transactional_db, tmp_path):
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def list_answers():
    club = club_with().club
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    client = Client()
    client.force_login(User.objects.get())
    owner = {"Cookie": "; ".join(f"{key}={it.value}" for key, it in client.cookies.items())}
    picture = "/static/clubsite/guide/nl/enter.webp"
    return {
        "page": ("/", {}, 200),
        "packed page": ("/", PACKED, 200),
        "redirect": ("/login", {}, 301),
        "nothing there": ("/nowhere/", PACKED, 404),
        "other name": ("/", {"Host": "elsewhere.example"}, 400),
        "script": ("/static/scoring/worker.js", {}, 200),
        "packed script": ("/static/scoring/worker.js", PACKED, 200),
        "part of a file": (picture, {"Range": "bytes=5-9"}, 206),
        "drawn": (f"{links.build_path(sheet)}form.pdf", {}, 200),
        "streamed": (f"/{club.slug}/export/file/", owner, 200),
    }


def test_head_and_what_is_still_the_same_are_answered_without_a_body(site):
    leaked, every_answer = {}, list_answers()
    for kind, (path, headers, status) in every_answer.items():
        head, rest = exchange(site.port, request("HEAD", path, **HOST | headers), NEXT)
        assert f" {status} " in head.decode().split("\r\n")[0], (kind, head)
        if not re.match(rb"HTTP/1\.1 200 OK\r\n|$", rest):
            leaked[kind] = len(rest.partition(b"HTTP/1.1 ")[0])
    assert leaked == {}
    for kind in ("script", "packed script"):
        path, headers, _status = every_answer[kind]
        head, _rest = exchange(site.port, request("GET", path, **HOST | headers), NEXT)
        (same,) = re.findall(r"\r\nEtag: (\S+)", head.decode())
        for method in ("GET", "HEAD"):
            known = HOST | headers | {"If-None-Match": same}
            head, rest = exchange(site.port, request(method, path, **known), NEXT)
            assert head.startswith(b"HTTP/1.1 304 ") and b"Content-Length" not in head
            assert re.match(rb"HTTP/1\.1 200 OK\r\n|$", rest)


class Content(list):
    closed = False

    def close(self):
        self.closed = True


def answered(method, status, headers, pieces):
    """What a server gets of such an answer; that its content was closed."""
    begun, content = [], Content(pieces)

    def application(_environ, start_response):
        start_response(status, headers)
        return content

    sent = drop_bodies(application)({"REQUEST_METHOD": method}, lambda *said: begun.append(said))
    body = b"".join(sent)
    assert content.closed or sent is content
    return *begun[0], body


HTML = ("Content-Type", "text/html")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("status", ["100 Continue", "204 No Content", "304 Not Modified"])
def test_status_without_a_body_has_neither_one_nor_a_length(method, status):
    headers = [HTML, ("Content-Length", "3")]
    assert answered(method, status, headers, [b"abc"]) == (status, [HTML], b"")


def test_answer_to_head_says_how_long_that_to_get_is():
    length = ("Content-Length", "5")
    assert answered("HEAD", "200 OK", [HTML, length], [b"abc", b"de"])[1:] == ([HTML, length], b"")
    assert answered("HEAD", "200 OK", [HTML], [b"abc", b"de"])[1:] == ([HTML, length], b"")
    assert answered("GET", "200 OK", [HTML], [b"abc", b"de"])[1:] == ([HTML], b"abcde")
    assert answered("HEAD", "404 Not Found", [HTML], [b"abc"])[2] == b""
