"""Days and times are written as the language does, on every page, paper and file of a club."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client

from tests.by_day import by_day
from tests.tournaments import test_crawl
from tests.tournaments.test_crawl import crawl, is_page, text_of
from tournaments.models import User

club = test_crawl.club

WEEKDAYS = {
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma di wo do vr za zo",
    "de": "Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag, Mo., Di., Mi., Do.,"
    " Fr., Sa., So.,",
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun",
}
MONTHS = {
    "nl": "januari februari maart april mei juni juli augustus september oktober november december"
    " jan. feb. mrt. apr. jun. jul. aug. sep. okt. nov. dec.",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember Jan."
    " Feb. Aug. Sept. Okt. Nov. Dez.",
    "en": "January February March April May June July August September October November December"
    " Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec",
}
OTHERS = "Sept Mär mrt maa"  # nobody's, and found all the same


MOST = 60  # addresses that are looked at
KINDS = {"application/pdf", "text/csv", "text/html"}


def any_of(words):
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def bare(lists):
    return any_of({word.rstrip(".,") for words in lists for word in words.split()})


DAY, MONTH = bare(WEEKDAYS.values()), bare([*MONTHS.values(), OTHERS])
# Whatever is a day, in any language, order and case.
SOME_DAY = re.compile(
    rf"(?<!\w)(?:(?:{DAY})\.?,? )?\d{{1,2}}\.? (?:{MONTH})\.?,? \d{{4}}(?!\w)"
    rf"|(?<!\w)(?:{DAY})\.?,? \d{{1,2}}\.? (?:{MONTH})(?!\w)\.?"
    rf"|(?<!\w)(?:{MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?, \d{{4}}"
    r"|(?<![\w./-])\d{1,2}([-/.])\d{1,2}\1\d{4}(?!\w)"
    r"|\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?",
    re.IGNORECASE,
)
FIGURES = {"nl": r"\d{1,2}-\d{1,2}-\d{4}", "de": r"\d\d\.\d\d\.\d{4}", "en": r"\d\d/\d\d/\d{4}"}


def own_day(language):
    dot = r"\." if language == "de" else ""
    day, month = any_of(WEEKDAYS[language].split()), any_of(MONTHS[language].split())
    return re.compile(
        rf"(?:(?:{day}) )?\d{{1,2}}{dot} (?:{month})(?: \d{{4}})?|{FIGURES[language]}"
    )


def strays(text, language):
    """Days in it that this language does not write so."""
    days = [match[0] for match in SOME_DAY.finditer(re.sub(r"\s+", " ", text))]
    return [day for day in days if not own_day(language).fullmatch(day)]


def answers(client, club):
    """Pages and papers, each with its address, and the files that the pages lead to."""
    files = set()
    for path, answer in crawl(client, club, MOST):
        yield path, answer
        if is_page(answer):
            links = re.findall(r'href="([^"]*as=(?:csv|xlsx)[^"]*)"', answer.content.decode())
            files |= {urljoin(path, unescape(link)) for link in links}
    for path in sorted(files):
        yield path, client.get(path)


@pytest.mark.parametrize("language", by_day(["nl", "de", "en"], "de"))
def test_days_are_written_as_the_language_does(club, language):
    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.get())
    found, days, kinds = [], 0, set()
    for path, answer in answers(client, club):
        text = text_of(answer).removesuffix(str(answer.headers))
        found += [f"{path}: {day}" for day in strays(text, language)]
        kinds.add(answer["Content-Type"].partition(";")[0])
        days += len(SOME_DAY.findall(text))
    assert found == []
    assert days > 15 and kinds >= KINDS


@pytest.mark.parametrize(
    ("language", "day"),
    [
        *(("nl", "zo 29 Nov 2026"), ("nl", "29.11.2026"), ("de", "Sonntag 22 November 2026")),
        *(("de", "So 29. Nov. 2026"), ("en", "November 29, 2026"), ("en", "2:05 p.m.")),
    ],
)
def test_other_ways_are_found(language, day):
    assert strays(f"Op {day} en zo", language) == [day]
