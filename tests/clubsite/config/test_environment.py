from functools import partial

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.config import environment

NAME = "OF_A_TEST"
READ_PROXY = partial(environment.read_address, usual="127.0.0.1")


@pytest.fixture
def given(monkeypatch):
    return partial(monkeypatch.setenv, NAME)


def test_switch_knows_its_words(given):
    for words in ("1", "true", "Yes", " on "):
        given(words)
        assert environment.is_on(NAME)
    for words in ("", "0", "no", "False", "off"):
        given(words)
        assert not environment.is_on(NAME)


@pytest.mark.parametrize(
    ("read", "wrong", "why"),
    [
        (environment.is_on, ("ja", "2", "https"), "is no switch"),
        (environment.list_hosts, ("https://b.example", "b.example:8443", "a b", "c/x"), "no name"),
        (environment.read_site_url, ("b.example", "https://", "https://b.example/x"), "of a site"),
        (READ_PROXY, ("*", "b.example", "10.0.0.0/8", "10.0.0.5, 10.0.0.6"), "no address: write"),
        (environment.count_proxies, ("6", "-1", "one", "*"), "no number of proxies"),
    ],
)
def test_what_makes_no_sense_is_refused(given, read, wrong, why):
    for words in wrong:
        given(words)
        with pytest.raises(ImproperlyConfigured, match=why):
            read(NAME)


def test_hosts_are_names_with_commas(given):
    given("club.example, .club.example,192.0.2.1,[2001:db8::1] ,*,")
    hosts = ["club.example", ".club.example", "192.0.2.1", "[2001:db8::1]", "*"]
    assert environment.list_hosts(NAME) == hosts


def test_address_of_the_site_ends_without_a_slash(given):
    for words in ("https://club.example/", "http://192.168.1.7:8000", ""):
        given(words)
        assert environment.read_site_url(NAME) == words.rstrip("/")
