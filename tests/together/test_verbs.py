import re

import pytest
from django.test import Client

from tests.together.listing import CALLS
from tests.together.verbs import ALONE, PASSED_OVER, REASONS, verbs
from tournaments.club import clubs
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_verb_has_a_line():
    found = {*verbs()}
    listed = {call.verb for call in CALLS.values()} | ALONE.keys()
    left = {verb for verb in found - listed if not passed_over(verb)}
    assert left == set()
    assert listed <= found


def test_verbs_of_a_night_are_passed_over_for_no_reason():
    assert [verb for verb in verbs() if ".nights." in verb and passed_over(verb)] == []


def test_what_is_passed_over_is_there():
    found = {*verbs()}
    modules = {name.rpartition(".")[0] for name in found}
    assert set() == PASSED_OVER - found - modules
    assert len(PASSED_OVER) == sum(len(names.split()) for names in REASONS.values())


def passed_over(verb):
    return not PASSED_OVER.isdisjoint((verb, verb.rpartition(".")[0]))


# What was remembered of a standing is asked about by the club's `results_version`.

ANYBODY, ORGANISER = Client(), Client()  # each new one would load the middleware


def drawn(w):
    page = f"/{Club.objects.get(pk=w.club).slug}/seasons/{w.season}/standing/"
    ORGANISER.force_login(User.objects.get())
    responses = [client.get(page) for client in (ANYBODY, ORGANISER)]
    return [(response.status_code, seen(response.content.decode())) for response in responses]


def seen(text):
    """Return the page without what follows from no result: tokens, and the mark in the bar."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"|<a class="live".*?</a>', "", text)


def test_each_can_be_done_and_who_changes_a_standing_says_so(evening):
    """Pairs of what is refused anyway would show little."""
    evening.kept.put_back()
    before, not_done, silent = drawn(evening.w), {}, []
    for name, call in (CALLS | ALONE).items():
        evening.kept.put_back()
        results_version = Club.objects.get().results_version
        how = call(evening.w)
        if name in CALLS and how not in ("done", "kept", "aside"):
            not_done[name] = how
        if Club.objects.get().results_version == results_version:
            clubs.lock_and_invalidate(Club.objects.get())  # nothing remembered is in the way
            if drawn(evening.w) != before:
                silent.append(name)
    assert (not_done, silent) == ({}, [])
