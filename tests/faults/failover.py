"""A primary with two standbys, by the lines of docs/deploying/standbys.md, while phones write: the
primary is killed or hangs, and standbys go. Slow; run by name, as .ci/nightly does.
"""

import http.client
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.faults import database, evening
from tests.faults.cluster import Cluster, lines
from tests.faults.conftest import MISSING
from tests.faults.evening import SEED, Report, count, some_more
from tests.faults.phones import Phone
from tests.faults.site import Site
from tests.servers import wait

WITHIN = 5  # seconds from the promotion, until something is kept again
HANGING = 15  # likewise, while the old primary hangs and keeps its connections open


@pytest.fixture(scope="module")
def cluster():
    made = Cluster(database.programs() or pytest.skip(MISSING["postgresql"]))
    yield made
    made.close()


@pytest.fixture(scope="module")
def site(cluster, tmp_path_factory):
    made = Site(tmp_path_factory.mktemp("failover"), cluster)
    made.migrate()
    yield made
    made.end()


@contextmanager
def writing(site: Site, name: str) -> Iterator[list[Phone]]:
    phones = evening.sit_down(site, name)
    with evening.writing(site, phones):
        some_more(phones, 50)
        yield phones
        some_more(phones, 50)
    report = Report()
    count(report, site, phones)
    assert report.wrong == [], f"STREEPJE_SEED={SEED}\n{site.log.read_text('utf-8')[-4000:]}"
    assert report.letters["that told of another history"] == 0


def count_told(phones: list[Phone]) -> int:
    return sum(phone.letters["answered that nothing can be kept"] for phone in phones)


def until_each_is_answered(phones: list[Phone]) -> float:
    """Return after how many seconds something was kept again."""
    began = time.monotonic()
    before = [len(phone.answered) for phone in phones]

    def more() -> list[bool]:
        return [len(phone.answered) > few for phone, few in zip(phones, before, strict=True)]

    wait(lambda: any(more()), "nobody is answered any more")
    first = time.monotonic() - began
    wait(lambda: all(more()), "somebody is not answered any more")
    return first


def healthz(site: Site) -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)) as line:
        line.request("GET", "/healthz")
        return line.getresponse().read().decode()


def promote(cluster: Cluster, phones: list[Phone]) -> float:
    """Return after how many seconds something was kept again, from the first line typed."""
    began = time.monotonic()
    cluster.promote()
    promoted = time.monotonic() - began
    return promoted + until_each_is_answered(phones)


def test_nobody_notices_that_a_standby_is_gone(cluster, site):
    with writing(site, "standby gone") as phones:
        gone = cluster.standbys[0]
        gone.kill()
        until_each_is_answered(phones)
        gone.start()
        wait(lambda: cluster.copying() == 2, "it does not copy again")
    assert count_told(phones) == 0


def test_primary_that_is_killed_is_taken_over_from(cluster, site):
    with writing(site, "primary killed") as phones:
        old = cluster.primary
        old.kill()
        wait(lambda: count_told(phones) >= len(phones), "nobody is told that nothing can be kept")
        assert healthz(site) == "database"
        took = promote(cluster, phones)
        old.copy_from(cluster.primary)
        wait(lambda: cluster.copying() == 2, "the old one does not copy")
    assert took < WITHIN


def test_primary_that_hangs_is_left_and_harms_nobody_when_it_comes_back(cluster, site):
    with writing(site, "primary frozen") as phones:
        old = cluster.primary
        old.freeze()
        assert healthz(site) == "database"
        wait(lambda: count_told(phones) >= len(phones), "nobody is told that nothing can be kept")
        took = promote(cluster, phones)
        old.thaw()  # nobody made sure that it stays dead
        some_more(phones, 50)
        old.kill()
        old.copy_from(cluster.primary)
        wait(lambda: cluster.copying() == 2, "the old one does not copy")
    assert took < HANGING


def test_nothing_is_called_saved_while_both_standbys_are_gone(cluster, site):
    with writing(site, "both standbys gone") as phones:
        for standby in cluster.standbys:
            standby.kill()
        time.sleep(1)  # what was on its way
        before = sum(len(phone.answered) for phone in phones)
        wait(lambda: count_told(phones) >= len(phones), "nobody is told that nothing can be kept")
        assert sum(len(phone.answered) for phone in phones) == before
        alone, together = lines("synchronous_standby_names =")
        cluster.primary.type(alone)
        until_each_is_answered(phones)
        for standby in cluster.standbys:
            standby.start()
        wait(lambda: cluster.copying() == 2, "the standbys do not copy again")
        cluster.primary.type(together)
