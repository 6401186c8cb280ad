"""Codes by the numbers of RFC 4226 and RFC 6238, and what is no code."""

import base64

import pytest

from tournaments.accounts import one_time_codes as codes

SECRET = base64.b32encode(b"12345678901234567890").decode()  # that of both documents
RFC_4226 = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
NOW = 1_111_111_109  # RFC 6238, appendix B
STEP = NOW // 30


@pytest.mark.parametrize(("step", "code"), [*enumerate(RFC_4226.split())])
def test_codes_of_rfc_4226(step, code):
    assert codes.compute_code(SECRET, step) == code


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


@pytest.mark.parametrize("apart", [-1, 0, 1])
def test_clock_may_be_half_a_minute_off(apart):
    typed = codes.compute_code(SECRET, STEP + apart)
    assert codes.find_step(SECRET, f" {typed[:3]}-{typed[3:]}\n", now=NOW, after=0) == STEP + apart


@pytest.mark.parametrize("apart", [-2, 2])
def test_clock_may_not_be_a_minute_off(apart):
    assert (
        codes.find_step(SECRET, codes.compute_code(SECRET, STEP + apart), now=NOW, after=0) is None
    )


def test_code_works_once_and_no_older_one_after_it():
    for step in (STEP, STEP - 1):
        assert (
            codes.find_step(SECRET, codes.compute_code(SECRET, step), now=NOW, after=STEP) is None
        )
    later = codes.compute_code(SECRET, STEP + 1)
    assert codes.find_step(SECRET, later, now=NOW, after=STEP) == STEP + 1


@pytest.mark.parametrize("typed", ["", "12345", "abcdef", "٠٨١٨٠٤", "0818040", "08180"])
def test_what_is_no_code(typed):
    assert codes.find_step(SECRET, typed, now=NOW, after=0) is None


def test_app_reads_where_the_code_is_for():
    found = codes.build_app_address("ABC", login="ans@club.nl", site="Streepje De Hoop")
    assert found == (
        "otpauth://totp/Streepje%20De%20Hoop:ans@club.nl?secret=ABC&issuer=Streepje%20De%20Hoop"
    )


def test_secret_is_read_out_in_groups():
    assert codes.group_letters("ABCDEFGHIJ") == "ABCD EFGH IJ"
