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
