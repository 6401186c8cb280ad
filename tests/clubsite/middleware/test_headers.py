import re

import pytest

from scoring.sheets import lifecycle, links

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(client):
    welcome = client.get("/")
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    paths = ("/", "/login/", "/healthz", "/nowhere/", "/sheets/new/", links.build_path(sheet))
    return [welcome, *(client.get(path) for path in paths)]


def test_every_answer_is_guarded(pages):
    for page in pages:
        policy = page["Content-Security-Policy"]
        assert policy.startswith("default-src 'self'; base-uri 'none'; form-action 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert page["X-Content-Type-Options"] == "nosniff"
        assert page["X-Frame-Options"] == "DENY"
        assert page["Referrer-Policy"] == "same-origin"
        assert "camera=()" in page["Permissions-Policy"]


def test_only_the_welcome_lets_a_form_lead_to_the_demo(pages):
    loose = [page for page in pages if "127.0.0.1:*" in page["Content-Security-Policy"]]
    assert loose == pages[:1]


INLINE = r"<style|\sstyle=|<script(?![^>]*\s(?:src=|type=.application/json))|\son\w+="


def test_pages_have_nothing_inline_and_nothing_from_elsewhere(pages):
    for page in pages:
        html = page.content.decode()
        assert not re.search(INLINE, html)
        assert not re.search(r"""(?:src|href|action)=["'](?:https?:)?//""", html)


ASKED = ["/", "/login/", "/healthz", "/robots.txt", "/sheets/new/", "/sw.js"]


def test_every_page_says_what_it_is_and_in_which_letters(client):
    said = {path: client.get(path)["Content-Type"] for path in ASKED}
    kinds = {"/healthz": "text/plain", "/robots.txt": "text/plain", "/sw.js": "text/javascript"}
    plain = {path: kinds.get(path, "text/html") + "; charset=utf-8" for path in ASKED}
    assert {path: kind.lower() for path, kind in said.items()} == plain


def test_no_other_site_reads_a_page(client):
    for path in (*ASKED, "/static/clubsite/site.css"):
        answer = client.get(path, headers={"origin": "https://evil.example"})
        assert "Access-Control-Allow-Origin" not in answer
        assert answer.getvalue() if answer.streaming else answer.content


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "DELETE"])
def test_methods_that_nobody_needs_are_not_answered(client, method):
    assert client.generic(method, "/login/").status_code in (403, 405)
    assert client.generic(method, "/healthz").status_code in (403, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/data/secret-key",
        "/manage.py",
        "/static/",
        "/static/clubsite/",
        "/static/../clubsite/settings.py",
        "/static/%2e%2e/%2e%2e/manage.py",
        "/static/clubsite/../../settings.py",
    ],
)
def test_nothing_of_the_program_is_handed_out(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("https", "secure", "status"), [(False, False, 404), (True, False, 403), (True, True, 404)]
)
def test_entries_come_by_https_where_the_site_has_it(client, settings, https, secure, status):
    settings.HTTPS = https
    assert client.post("/sync/", "{}", "application/json", secure=secure).status_code == status


def test_browser_that_asks_by_itself_gets_the_icon_of_the_site(client):
    answer = client.get("/favicon.ico", follow=True)
    assert answer.redirect_chain == [("/static/clubsite/dash.svg", 302)]
    assert b"<svg" in answer.getvalue()
