import json
import os
from collections import ChainMap
from runpy import run_path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.conf import global_settings
from django.core import checks

from clubsite import apps
from clubsite.config import mail
from clubsite.config.databases import read_url
from tests.servers import ROOT, build_environment, run


@pytest.fixture
def settings_with(tmp_path):
    """`settings_with(names, ENVIRONMENT="…")`: what the file of settings comes to, as JSON."""

    def ask(*names: str, **env: str):
        there = build_environment(tmp_path, **{"STREEPJE_SECRET_KEY": ""} | env)
        with patch.dict(os.environ, there, clear=True):
            ours = ChainMap(run_path(f"{ROOT}/clubsite/settings.py"), vars(global_settings))
            return json.loads(json.dumps({name: ours[name] for name in names}, default=str))

    return ask


def test_debug_only_when_asked(settings_with):
    assert settings_with("DEBUG", STREEPJE_DEBUG="1") == {"DEBUG": True}


SAFE = {
    "DEBUG": False,
    "ALLOWED_HOSTS": ["127.0.0.1", "localhost", "[::1]"],
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "CSRF_COOKIE_HTTPONLY": True,
    "CSRF_COOKIE_SAMESITE": "Lax",
    "SECURE_REFERRER_POLICY": "same-origin",
}
COOKIES = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME")


def test_session_cookie_is_for_this_site_and_no_script(settings_with, tmp_path):
    assert settings_with(*SAFE) == SAFE
    assert not (tmp_path / "secret-key").exists()


def test_cookies_are_for_this_name_alone_behind_https(settings_with):
    plain = settings_with(*COOKIES)
    wanted = {name: f"__Host-{plain[name]}" for name in COOKIES} | {
        **{f"{kind}_COOKIE_SECURE": True for kind in ("SESSION", "CSRF", "LANGUAGE")},
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 365 * 24 * 3600,
        "CSRF_TRUSTED_ORIGINS": ["https://club.example", "https://www.club.example"],
        "ALLOWED_HOSTS": [*SAFE["ALLOWED_HOSTS"], "club.example", "www.club.example"],
    }
    names = "club.example, www.club.example"
    assert settings_with(*wanted, STREEPJE_HTTPS="1", STREEPJE_HOSTS=names) == wanted


@pytest.mark.parametrize(("chosen", "days"), [("2", 2), ("no", 0)])
def test_browsers_keep_to_https_for_as_long_as_was_chosen(settings_with, chosen, days):
    seconds = settings_with("SECURE_HSTS_SECONDS", STREEPJE_HTTPS="1", STREEPJE_HSTS=chosen)
    assert seconds == {"SECURE_HSTS_SECONDS": days * 24 * 3600}


def test_site_and_demo_have_files_and_cookies_of_their_own(settings_with, tmp_path):
    names = ("DATABASES", *COOKIES[:2])
    site, demo = settings_with(*names), settings_with(*names, STREEPJE_DEMO="1")
    assert site["DATABASES"]["default"]["NAME"] == str(tmp_path / "streepje.sqlite3")
    assert demo["DATABASES"]["default"]["NAME"] == str(tmp_path / "demo.sqlite3")
    assert all(site[name] != demo[name] for name in names)


def test_demo_keeps_out_of_the_clubs_own_database(settings_with):
    values = settings_with("DATABASES", STREEPJE_DEMO="1", DATABASE_URL="postgres://db/club")
    assert values["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"


def test_without_files_the_window_gets_the_whole_log(settings_with):
    def console(**chosen):
        return settings_with("LOGGING", **chosen)["LOGGING"]["handlers"]["console"]

    assert console()["level"] == "WARNING"
    alone = console(STREEPJE_LOGS="no")
    assert (alone["level"], alone["formatter"], alone["filters"]) == ("INFO", "lines", [])


@pytest.mark.wide
@pytest.mark.parametrize("chosen", ["", "365", "no"])
def test_real_site_has_nothing_to_be_warned_of(chosen, tmp_path):
    here = {"STREEPJE_HTTPS": "1", "STREEPJE_HOSTS": "club.example", "STREEPJE_HSTS": chosen}
    done = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **here)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("url", "warned"),
    [
        ("postgres://db.example/club", False),
        ("postgres://db.example/club?sslmode=verify-full", False),
        ("postgres://localhost/club?sslmode=disable", False),
        ("postgres://db.example/club?sslmode=prefer", True),
        ("postgres://db.example/club?sslmode=disable", True),
        ("postgres://localhost/club?hostaddr=10.0.0.2&sslmode=disable", True),
    ],
)
def test_database_whose_words_can_be_read_on_the_way_is_warned_of(monkeypatch, url, warned):
    databases = {"default": read_url(url, ROOT)}
    monkeypatch.setattr(apps, "settings", SimpleNamespace(DATABASES=databases))
    told = apps.check_encryption()
    assert [message.id for message in told] == ["streepje.W001"] * warned
    assert apps.check_encryption in checks.registry.registry.deployment_checks


MAIL = {
    "STREEPJE_MAIL": "smtp://ans:geheim@mail.club.example",
    "STREEPJE_MAIL_FROM": "streepje@club.example",
    "STREEPJE_URL": "https://club.example/",
}


def test_mail_is_off_until_there_is_a_server(settings_with):
    off = {"MAIL": False, **mail.build_settings("dummy")}
    assert settings_with(*off) == off
    assert settings_with(*off, **MAIL, STREEPJE_DEMO="1") == off
    on = {"MAIL": True, "DEFAULT_FROM_EMAIL": "streepje@club.example"}
    on |= mail.build_settings("smtp", **mail.read_url(MAIL["STREEPJE_MAIL"]))
    assert settings_with(*on, **MAIL) == on


WRONG_HOST = """
import django, sys
django.setup()
from django.test import Client
answer = Client(raise_request_exception=False).get("/x-marks/?y", headers={"host": "laptop.local"})
print(answer.status_code, answer.content.decode())
"""


def test_wrong_address_is_told_in_three_languages_and_one_line_of_log(tmp_path):
    done = run(tmp_path, "-c", WRONG_HOST)
    page = done.stdout
    assert page.startswith("400 ")
    for words in ("Onder dit adres gaat het niet", "Unter dieser Adresse", "This address does not"):
        assert words in page
    assert "laptop.local" not in page
    assert "x-marks" not in page
    assert "Traceback" not in done.stderr
    (line,) = (line for line in done.stderr.splitlines() if "laptop.local" in line)
    assert "STREEPJE_HOSTS" in line and "ALLOWED_HOSTS" not in line


def test_every_secret_may_come_from_a_file(settings_with, tmp_path):
    secrets = {"STREEPJE_SECRET_KEY": "x" * 60, "STREEPJE_MAIL": MAIL["STREEPJE_MAIL"]}
    secrets["DATABASE_URL"] = "postgres://streepje:geheim@db.example/club"
    env = {"STREEPJE_MAIL_FROM": MAIL["STREEPJE_MAIL_FROM"], "STREEPJE_URL": MAIL["STREEPJE_URL"]}
    for name, secret in secrets.items():
        (tmp_path / name).write_text(f"{secret}\n")
        env[f"{name}_FILE"] = str(tmp_path / name)
    mailer = mail.build_settings("smtp", **mail.read_url(MAIL["STREEPJE_MAIL"]))
    values = settings_with("SECRET_KEY", "KEY_VARIABLE", "MAIL", "DATABASES", *mailer, **env)
    database = values.pop("DATABASES")["default"]
    assert (database["PASSWORD"], database["HOST"]) == ("geheim", "db.example")
    assert values == {
        "SECRET_KEY": "x" * 60,
        "KEY_VARIABLE": "STREEPJE_SECRET_KEY_FILE",
        "MAIL": True,
        **mailer,
    }
    assert not (tmp_path / "secret-key").exists()
