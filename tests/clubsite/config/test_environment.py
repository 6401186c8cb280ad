"""A variable that can't be meant so is refused before anything starts."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.config import environment

NAME = "OF_A_TEST"


@pytest.fixture
def given(monkeypatch):
    def give(words):
        monkeypatch.setenv(NAME, words)

    return give


def test_switch_knows_its_words(given):
    for words in ("1", "true", "Yes", " on "):
        given(words)
        assert environment.is_on(NAME)
    for words in ("", "0", "no", "False", "off"):
        given(words)
        assert not environment.is_on(NAME)


@pytest.mark.parametrize("words", ["ja", "2", "https"])
def test_switch_with_another_word_is_not_taken_for_off(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} .{words}. is no switch"):
        environment.is_on(NAME)


def test_hosts_are_names_with_commas(given):
    given("club.example, .club.example,192.0.2.1,[2001:db8::1] ,*,")
    hosts = ["club.example", ".club.example", "192.0.2.1", "[2001:db8::1]", "*"]
    assert environment.list_hosts(NAME) == hosts


@pytest.mark.parametrize("words", ["https://club.example", "club.example:8443", "a b", "club/x"])
def test_host_that_no_request_could_have_is_refused(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match="no name of a host"):
        environment.list_hosts(NAME)


def test_address_of_the_site_ends_without_a_slash(given):
    for words in ("https://club.example/", "http://192.168.1.7:8000", ""):
        given(words)
        assert environment.read_site_url(NAME) == words.rstrip("/")


@pytest.mark.parametrize("words", ["club.example", "https://", "https://bond.example/streepje"])
def test_address_to_which_no_link_would_lead_is_refused(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match="no address of a site"):
        environment.read_site_url(NAME)
