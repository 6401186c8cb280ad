"""Processes are killed while phones write: nothing acknowledged is lost, nothing counts twice."""

import os
from itertools import cycle, islice

import pytest

from tests.faults.evening import SEED, Report, evening

TOTAL = int(os.environ.get("STREEPJE_KILLS", "8"))
ALONE = TOTAL // 5  # of these, where the site is one process
EACH = 25  # at most so many in one evening; then everything is counted, and new sheets are opened

# At any moment; with all that is to be written still to be committed ("before"), half of it still
# to be written ("during"), or just committed and not answered ("after").
OF_ALL = ("before all", "after all", "all", "during all")
OF_WORKERS = ("worker", "before worker", "after worker", "during worker")


def evenings(site, kinds: tuple[str, ...], kills: int, capsys) -> Report:
    report, in_turn = Report(), cycle(kinds)
    for number in range(0, kills, EACH):
        next_kinds = islice(in_turn, min(EACH, kills - number))
        report += evening(site, next_kinds, number, kept=("enter", "choose", "penalty"))
        log = site.log.read_text("utf-8")[-4000:]
        assert report.wrong == [], f"STREEPJE_SEED={SEED}, evening {number}\n{log}"
        assert report.letters["that told of another history"] == 0
    with capsys.disabled():
        for name in ("kills", "letters", "events"):
            counted = sorted(getattr(report, name).items())
            print(f"\n  {name}: " + ", ".join(f"{count} {what}" for what, count in counted), end="")
        print()
    assert sum(report.kills.values()) == kills
    return report


def test_nothing_is_lost_and_nothing_counts_twice_when_workers_are_killed(site, capsys):
    several = site()
    kinds = OF_WORKERS + several.database.kills + OF_ALL
    report = evenings(several, kinds, TOTAL - ALONE, capsys)
    written = ("entered", "set aside", "chosen", "penalized")
    assert all(report.events[kind] for kind in written), report.events
    assert report.letters["whose reply was not read"] > 0
    assert report.letters["with something answered before"] > 0
    if not several.database.kills:
        assert report.letters["answered that nothing can be kept"] == 0


@pytest.mark.wide
def test_nothing_is_lost_and_nothing_counts_twice_when_the_one_process_is_killed(site, capsys):
    report = evenings(site(workers=1), OF_ALL, ALONE, capsys)
    assert report.letters["answered that nothing can be kept"] == 0


@pytest.mark.wide
@pytest.mark.usefixtures("small_disk")
def test_full_disk_loses_nothing_and_is_over_by_itself(site):
    report = evening(site(), ["full disk", "worker", "full disk"], 0)
    assert report.wrong == [], f"STREEPJE_SEED={SEED}"


@pytest.mark.wide
def test_what_the_disk_lost_comes_back_from_the_phones(site):
    """The site begins anew as it was a while ago. Phones that were quicker have gone beyond what
    others remember of it, before these ask again.
    """
    for number in range(max(1, TOTAL // EACH)):
        report = evening(site(), ["keep", "all", "put back", "worker"], number)
        assert report.wrong == [], f"STREEPJE_SEED={SEED}, evening {number}"
        assert report.letters["that told of another history"] > 0


@pytest.mark.wide
def test_what_a_back_up_missed_comes_back_from_the_phones(site):
    """The drill: backed up while phones write, the disk lost with the secret on it, restored. Links
    open again, and what was entered since is sent again.
    """
    for number in range(max(1, TOTAL // EACH)):
        report = evening(site(), ["back up", "worker", "lose the disk", "worker"], number)
        assert report.wrong == [], f"STREEPJE_SEED={SEED}, evening {number}"
        assert report.letters["that told of another history"] > 0
