import re

from tests.test_docs import ROOT, table

THREATS = (ROOT / "tests/threats.md").read_text(encoding="utf-8")
STANDARD = "\n".join(
    (ROOT / page).read_text(encoding="utf-8") for page in ("tests/asvs.md", "docs/security.md")
)

SPAN = re.compile(r"V(\d+)\.(\d+)\.(\d+)(?: – V\1\.\2\.(\d+))?")
NAMED = re.compile(r"`([\w./-]+\.(?:py|md|txt|html|in)|\.ci/\w+)(?:::(test_\w+))?`")
STATES = {"met", "not applicable", "open"}


def numbers(cell):
    for chapter, section, first, last in SPAN.findall(cell):
        for number in range(int(first), int(last or first) + 1):
            yield int(chapter), int(section), number


def missing(words):
    named = NAMED.findall(words)
    lost = [f"{path}::{test}" for path, test in named if not exists(path, test)]
    return lost if named else ["nothing is named"]


def exists(path, test):
    file = ROOT / path
    if not file.is_file():
        return False
    return not test or f"\ndef {test}(" in file.read_text(encoding="utf-8")


ROWS = table(STANDARD, "requirement", "state", "how")
ANSWERED = [number for row in ROWS for number in numbers(row[0])]


def test_every_requirement_of_the_standard_is_answered_once():
    """Levels 1 and 2 of ASVS 5.0.0."""
    assert len(ANSWERED) == len({*ANSWERED}) == 253


def test_what_is_met_names_its_test_and_the_rest_says_why():
    for requirement, state, how in ROWS:
        assert state in STATES and how, requirement
        lost = missing(how)
        assert [test for test in lost if state == "met" or "::" in test] == [], requirement


def test_what_is_met_of_level_3_names_its_test():
    rows = table(STANDARD, "level 3", "how it is met")
    for row in rows:
        assert missing(row[1]) == [], row[0]
        assert not {*numbers(row[0])} & {*ANSWERED}
    assert len(rows) > 10


def test_every_threat_names_its_tests():
    rows = table(THREATS, "threat", "what stands against it", "its test")
    assert len(rows) > 15
    assert {row[0]: lost for row in rows if (lost := missing(row[2]))} == {}
