import re

from tests.test_docs import ROOT, table

THREATS = (ROOT / "tests/threats.md").read_text(encoding="utf-8")
STANDARD = "\n".join(
    (ROOT / page).read_text(encoding="utf-8") for page in ("tests/asvs.md", "docs/security.md")
)

# The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0. They come first in
# their section; those of level 3 come last.
SECTIONS = {
    1: [2, 9, 11, 3, 2],
    2: [3, 3, 4, 1],
    3: [0, 2, 4, 6, 5, 0, 2],
    4: [3, 1, 2, 4],
    5: [1, 3, 2, 3],
    6: [3, 12, 4, 4, 5, 3, 0, 4],
    7: [3, 4, 2, 5, 2, 2],
    8: [2, 3, 1, 1],
    9: [3, 4],
    10: [2, 2, 4, 11, 5, 2, 3],
    11: [2, 3, 3, 4, 1, 1, 0],
    12: [3, 2, 4],
    13: [1, 5, 2, 5],
    14: [2, 4, 3],
    15: [3, 3, 7, 0],
    16: [1, 5, 4, 3, 3],
    17: [1, 4, 2],
}
REQUIREMENTS = [
    (chapter, section, number)
    for chapter, sections in SECTIONS.items()
    for section, count in enumerate(sections, 1)
    for number in range(1, count + 1)
]
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


def test_every_requirement_of_the_standard_is_answered_once():
    assert len(REQUIREMENTS) == 253
    assert sorted(number for row in ROWS for number in numbers(row[0])) == REQUIREMENTS


def test_what_is_met_names_its_test_and_the_rest_says_why():
    for requirement, state, how in ROWS:
        assert state in STATES and how, requirement
        lost = missing(how)
        assert [test for test in lost if state == "met" or "::" in test] == [], requirement


def test_what_is_met_of_level_3_names_its_test():
    rows = table(STANDARD, "level 3", "how it is met")
    counts = {(c, s): n for c, sections in SECTIONS.items() for s, n in enumerate(sections, 1)}
    for row in rows:
        assert missing(row[1]) == [], row[0]
        assert all(number > counts[chapter, part] for chapter, part, number in numbers(row[0]))
    assert len(rows) > 10


def test_every_threat_names_its_tests():
    rows = table(THREATS, "threat", "what stands against it", "its test")
    assert len(rows) > 15
    assert {row[0]: lost for row in rows if (lost := missing(row[2]))} == {}
