import pytest

pytestmark = pytest.mark.django_db

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
