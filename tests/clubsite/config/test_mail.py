import ssl

import pytest
from django.core import mail as outbox
from django.core.exceptions import ImproperlyConfigured

from clubsite.config import mail

ANS = {"username": "ans@club.nl", "password": "p:w/d"}
NOBODY = {"username": "", "password": ""}
PLAIN = {"use_tls": False, "use_ssl": False}
STARTTLS, TLS = {**PLAIN, "use_tls": True}, {**PLAIN, "use_ssl": True}


@pytest.mark.parametrize(
    ("url", "address", "more"),
    [
        ("smtp://ans%40club.nl:p%3Aw%2Fd@m.club.nl:2525", ("m.club.nl", 2525), ANS | STARTTLS),
        ("smtps://ans%40club.nl:p%3Aw%2Fd@mail.club.nl", ("mail.club.nl", 465), ANS | TLS),
        ("smtp://mail.club.nl", ("mail.club.nl", 587), NOBODY | STARTTLS),
        ("smtp://localhost:25", ("localhost", 25), NOBODY | PLAIN),
        ("smtp://[::1]:25", ("::1", 25), NOBODY | PLAIN),
    ],
)
def test_letters_go_to_the_server_that_is_named(settings, url, address, more):
    for name, value in mail.build_settings("smtp", **mail.read_url(url)).items():
        setattr(settings, name, value)
    new = hasattr(outbox, "mailers")  # since Django 6.1
    server = outbox.mailers.default if new else outbox.get_connection()
    assert (server.host, server.port, server.timeout) == (*address, 10)
    assert {name: getattr(server, name) for name in more} == more
    look = server.ssl_context
    assert (look.verify_mode, look.check_hostname) == (ssl.CERT_REQUIRED, True)


@pytest.mark.parametrize(
    "url",
    [
        "mail.club.nl",
        "http://mail.club.nl",
        "smtptls://ans:geheim@mail.club.nl:587",  # without encryption, the password could be read
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
    site = "https://club.nl"
    assert mail.find_sender("", "ans@club.nl", site) == "ans@club.nl"
    assert mail.find_sender("Ans <ans@x.nl>", "", site) == "Ans <ans@x.nl>"
    with pytest.raises(ImproperlyConfigured, match="STREEPJE_MAIL_FROM"):
        mail.find_sender("", "ans", site)
    with pytest.raises(ImproperlyConfigured, match="STREEPJE_URL"):
        mail.find_sender("ans@x.nl", "ans@club.nl", "")
