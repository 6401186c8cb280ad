import ssl

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail.backends.smtp import EmailBackend

from clubsite.config import mail

ANS = {"user": "ans@club.nl", "password": "p:w/d"}


@pytest.mark.parametrize(
    ("url", "server"),
    [
        (
            "smtp://ans%40club.nl:p%3Aw%2Fd@mail.club.nl:2525",
            mail.Server("mail.club.nl", 2525, **ANS, starttls=True, tls=False),
        ),
        (
            "smtps://ans%40club.nl:p%3Aw%2Fd@mail.club.nl",
            mail.Server("mail.club.nl", 465, **ANS, starttls=False, tls=True),
        ),
        ("smtp://mail.club.nl", mail.Server("mail.club.nl", 587, "", "", True, False)),
        ("smtp://localhost:25", mail.Server("localhost", 25, "", "", False, False)),
        ("smtp://[::1]:25", mail.Server("::1", 25, "", "", False, False)),
    ],
)
def test_mail_server_is_read(url, server):
    assert mail.read_url(url) == server


@pytest.mark.parametrize(
    "url",
    [
        "mail.club.nl",
        "http://mail.club.nl",
        "smtp://",
        "smtp://ans:geheim@mail.club.nl/x",
        "smtp://ans:geheim@mail.club.nl:no",
        "smtp://ans:geheim@mail.club.nl?tls=no",
    ],
)
def test_what_cannot_be_read_is_told_without_the_password(url):
    with pytest.raises(ImproperlyConfigured, match="smtp://user:password@host:587") as caught:
        mail.read_url(url)
    assert "geheim" not in str(caught.value)


def test_letters_come_from_somebody_and_lead_somewhere():
    named, nameless = mail.read_url("smtp://ans%40club.nl@x.nl"), mail.read_url("smtp://x.nl")
    assert mail.find_sender("", named, "https://club.nl") == "ans@club.nl"
    assert mail.find_sender("Ans <ans@x.nl>", nameless, "https://club.nl") == "Ans <ans@x.nl>"
    with pytest.raises(ImproperlyConfigured, match="STREEPJE_MAIL_FROM"):
        mail.find_sender("", nameless, "https://club.nl")
    with pytest.raises(ImproperlyConfigured, match="STREEPJE_URL"):
        mail.find_sender("ans@x.nl", named, "")


def test_certificate_of_a_mail_server_is_looked_at():
    context = EmailBackend(host="mail.club.nl", use_tls=True).ssl_context
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
