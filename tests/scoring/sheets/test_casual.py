import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scoring.models import Erasure, Event, Sheet
from scoring.sheets import lifecycle
from tests.lifting import triggers_lifted

FULL = {"entries": {"Ans": "-", "Bob": 5}}


def opened(days=0, **how):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"], **{"loose": True} | how)
    time = timezone.now() - timedelta(days=days)
    Sheet.objects.filter(pk=sheet.pk).update(created=time)
    with triggers_lifted():
        Event.objects.filter(sheet=sheet).update(time=time)
    return sheet


def test_they_go_90_days_after_the_last_that_was_done():
    old = opened(days=91, loose=False)
    young, played = opened(days=89), opened()
    lifecycle.record(sheet=played, number=1, row=FULL)
    Sheet.objects.filter(pk=played.pk).update(created=timezone.now() - timedelta(days=91))
    due = opened(days=91)
    assert lifecycle.purge_expired(10) == 1
    assert set(Sheet.objects.all()) == {old, young, played}
    assert [mark.pk for mark in Erasure.objects.all()] == [due.pk]
    assert lifecycle.purge_expired(10) == 0


def laid_ready(count):
    """All due, each with a game; opening would let some go already."""
    made = [opened() for _ in range(count)]
    for sheet in made:
        lifecycle.record(sheet=sheet, number=1, row=FULL)
    long_ago = timezone.now() - timedelta(days=91)
    Sheet.objects.update(created=long_ago)
    with triggers_lifted():
        Event.objects.update(time=long_ago)


def test_many_go_a_few_at_a_time_in_as_many_queries(django_assert_max_num_queries):
    laid_ready(7)
    with django_assert_max_num_queries(20):
        assert lifecycle.purge_expired(5) == 5
    assert Event.objects.count() == 4
    assert [lifecycle.purge_expired(5), lifecycle.purge_expired(5)] == [2, 0]
    assert not Event.objects.exists()


def test_who_opens_one_waits_for_a_few_at_most():
    laid_ready(7)
    opened()
    assert Sheet.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_one_that_somebody_is_writing_on_waits_for_another_time():
    at_once = connection.vendor != "sqlite"  # there nobody writes before the other is done
    laid_ready(2)
    busy, came = Sheet.objects.first(), []

    def meanwhile():
        came.append(lifecycle.purge_expired(10))
        connection.close()

    other = threading.Thread(target=meanwhile)
    with transaction.atomic():
        lifecycle.record(sheet=busy, number=2, row=FULL)
        if at_once:
            other.start()
            other.join()
    if not at_once:
        other.start()
        other.join()
    assert came == [1]
    assert lifecycle.purge_expired(10) == 0
    assert list(Sheet.objects.all()) == [busy]
