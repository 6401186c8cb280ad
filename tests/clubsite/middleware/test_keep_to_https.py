"""How long browsers are told to keep to https."""

import os
import time

import pytest
from django.test import Client

DAY = 24 * 3600


@pytest.fixture
def site(settings, tmp_path):
    """A site by https whose owner chose no term; its file is as old as the number of days."""
    settings.HTTPS_SINCE, settings.SECURE_HSTS_SECONDS = tmp_path / "https-since", DAY
    settings.ALLOWED_HOSTS = [".club.test", "testserver"]

    def age(days):
        settings.HTTPS_SINCE.touch()
        os.utime(settings.HTTPS_SINCE, (time.time() - days * DAY,) * 2)

    return age


def read_term(host="kaarten.club.test", **how):
    answer = Client(headers={"host": host}).get("/favicon.ico", **how)
    return answer.headers.get("Strict-Transport-Security")


def test_site_that_was_tried_for_weeks_says_a_year_for_all_its_names(site, settings):
    assert read_term(secure=True) == f"max-age={DAY}"
    assert time.time() - settings.HTTPS_SINCE.stat().st_mtime < DAY
    for days, term in (
        (27, f"max-age={DAY}"),
        (29, f"max-age={365 * DAY}; includeSubDomains"),
    ):
        site(days)
        assert (read_term(secure=True), read_term()) == (term, None)


@pytest.mark.parametrize(
    "host", ["club.test", "club.test:8443", "club.test.", "KAART.co.uk", "kaart.or.at"]
)
def test_domain_says_nothing_for_the_names_of_others_below_it(site, settings, host):
    site(29)
    settings.ALLOWED_HOSTS = ["club.test", "kaart.co.uk", "kaart.or.at"]
    assert read_term(host, secure=True) == f"max-age={365 * DAY}"


@pytest.mark.parametrize("host", ["club.kaart.co.uk", "club.kaart.nl", "streepje.co.test"])
def test_name_of_its_own_below_a_domain_says_it_for_the_names_below(site, settings, host):
    site(29)
    settings.ALLOWED_HOSTS = [host]
    assert read_term(host, secure=True) == f"max-age={365 * DAY}; includeSubDomains"


def test_running_site_comes_to_a_year_without_a_new_start(site, monkeypatch):
    client = Client()
    terms = []
    for _ in range(2):
        answer = client.get("/favicon.ico", secure=True)
        terms.append(answer.headers["Strict-Transport-Security"])
        later = time.time() + 29 * DAY
        monkeypatch.setattr(time, "time", lambda later=later: later)
    assert terms == [f"max-age={DAY}", f"max-age={365 * DAY}; includeSubDomains"]


def test_by_plain_http_nothing_is_counted(site, settings):
    assert read_term() is None
    assert not settings.HTTPS_SINCE.exists()


def test_term_that_the_owner_chose_stays(site, settings):
    site(400)
    settings.HTTPS_SINCE = None
    assert read_term(secure=True) == f"max-age={DAY}"


def test_folder_that_takes_no_file_leaves_it_at_a_day(settings, site, tmp_path):
    settings.HTTPS_SINCE = tmp_path / "no folder" / "https-since"
    assert read_term(secure=True) == f"max-age={DAY}"
