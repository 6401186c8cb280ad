import base64

import pytest

from tournaments.accounts import one_time_codes as codes

SECRET = base64.b32encode(b"12345678901234567890").decode()  # that of both documents
NOW = 1_111_111_109  # RFC 6238, appendix B
STEP = NOW // 30


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_of_rfc_6238_by_their_last_six_digits(seconds, code):
    assert codes.compute_code(SECRET, seconds // 30) == code[2:]


def match(typed, *, at, after=0, delay=0):
    return codes.match_code(SECRET, typed, now=at, after=after, delay=delay)


def code(apart=0):
    return codes.compute_code(SECRET, STEP + apart)


@pytest.mark.parametrize("delay", [-70, 0, 8, 41, 300])
def test_code_counts_for_half_a_minute_and_not_a_second_longer(delay):
    counted = [
        second for second in range(-400, 400)
        if (found := match(code(), at=STEP * 30 + second, delay=delay)) and found.in_time
    ]  # fmt: skip
    assert counted == [*range(delay, delay + 30)]


def test_code_may_be_typed_in_groups():
    typed = code()
    assert match(f" {typed[:3]}-{typed[3:]}\n", at=STEP * 30) == (STEP, True, -codes.MARGIN)


def test_code_beside_its_half_minute_tells_when_the_next_one_counts():
    """Whoever typed so late, or has such a clock, does so again."""
    for second in range(-60, 90):
        found = match(code(), at=STEP * 30 + second)
        assert found.in_time == (0 <= second < 30)
        for again in range(second - codes.MARGIN, second + codes.MARGIN):
            later = match(code(2), at=(STEP + 2) * 30 + again, after=found.step, delay=found.delay)
            assert later.in_time, (second, again)
        if codes.MARGIN <= second <= 30 - codes.MARGIN:
            assert found.delay == 0


@pytest.mark.parametrize("second", [-61, 90])
def test_code_of_long_ago_or_of_much_later_is_none(second):
    assert match(code(), at=STEP * 30 + second) is None


def test_code_works_once_and_no_older_one_after_it():
    assert match(code(), at=STEP * 30, after=STEP) is None
    assert match(code(-1), at=STEP * 30, after=STEP) is None
    assert match(code(1), at=STEP * 30 + 30, after=STEP).in_time


def test_late_code_is_used_up_and_does_not_count_by_the_delay_that_it_told():
    late = match(code(), at=STEP * 30 + 40)
    again = match(code(), at=STEP * 30 + 41, after=late.step, delay=late.delay)
    assert (late.in_time, again) == (False, None)


def test_codes_that_come_later_and_later_stretch_no_delay_for_ever():
    delay = codes.TYPING
    for tries in range(20):  # each is as late as is still read
        at = (STEP + tries) * 30 + delay + 60 + 29
        delay = match(code(tries), at=at, after=STEP + tries - 1, delay=delay).delay
    assert delay == codes.FARTHEST == 330


@pytest.mark.parametrize("wrong", [-299, -60, 0, 29, 60, 260])
def test_first_code_tells_how_far_off_the_clock_is(wrong):
    """The clock of the app is behind by so much, and its user types for eight seconds."""
    for second in range(30):
        at = STEP * 30 + wrong + second + codes.TYPING
        first = codes.match_first_code(SECRET, code(), now=at)
        assert first.step == STEP
        assert first.delay == codes.TYPING or abs(first.delay - wrong - codes.TYPING) <= 15
    assert codes.match_first_code(SECRET, code(), now=STEP * 30 + 29 + codes.TYPING).delay == 8


def test_who_typed_slowly_when_the_app_was_new_is_not_late_for_ever():
    assert codes.match_first_code(SECRET, code(), now=STEP * 30 + 55).delay == codes.TYPING


@pytest.mark.parametrize("typed", ["", "12345", "abcdef", "٠٨١٨٠٤", "0818040", "08180"])
def test_what_is_no_code(typed):
    assert match(typed, at=NOW) is None
    assert codes.match_first_code(SECRET, typed, now=NOW) is None


def test_app_reads_where_the_code_is_for():
    found = codes.build_app_address("ABC", login="ans@club.nl", site="Streepje De Hoop")
    assert found == (
        "otpauth://totp/Streepje%20De%20Hoop:ans@club.nl?secret=ABC&issuer=Streepje%20De%20Hoop"
    )
