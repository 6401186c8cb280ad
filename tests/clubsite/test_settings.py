import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core import checks

from clubsite import apps
from clubsite.config import mail
from clubsite.config.databases import read_url

ROOT = Path(__file__).resolve().parents[2]
ASK = """
import json, sys
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def settings_with(tmp_path):
    def ask(*names: str, script=ASK, **env: str):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("STREEPJE", "DATABASE"))}
        clean |= {"STREEPJE_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
        done = subprocess.run(
            [sys.executable, "-c", script, *names], cwd=ROOT, env=clean | env,
            check=True, capture_output=True, encoding="utf-8",
        )  # fmt: skip
        return json.loads(done.stdout)

    return ask


def test_safe_by_default(settings_with, tmp_path):
    safe = {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["127.0.0.1", "localhost", "[::1]"],
        "USE_TZ": True,
        "TIME_ZONE": "Europe/Amsterdam",
        "LANGUAGE_CODE": "nl",
        "AUTH_USER_MODEL": "tournaments.User",
    }
    assert settings_with(*safe) == safe
    assert not (tmp_path / "secret-key").exists()


def test_debug_only_when_asked(settings_with):
    assert settings_with("DEBUG", STREEPJE_DEBUG="1") == {"DEBUG": True}


def test_site_and_demo_have_files_and_cookies_of_their_own(settings_with, tmp_path):
    names = ("DATABASES", "SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    site, demo = settings_with(*names), settings_with(*names, STREEPJE_DEMO="1")
    assert site["DATABASES"]["default"]["NAME"] == str(tmp_path / "streepje.sqlite3")
    assert demo["DATABASES"]["default"]["NAME"] == str(tmp_path / "demo.sqlite3")
    assert site["SESSION_COOKIE_NAME"] != demo["SESSION_COOKIE_NAME"]
    assert site["CSRF_COOKIE_NAME"] != demo["CSRF_COOKIE_NAME"]


def test_demo_keeps_out_of_the_clubs_own_database(settings_with):
    values = settings_with("DATABASES", STREEPJE_DEMO="1", DATABASE_URL="postgres://db/club")
    assert values["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"


def test_https_forces_it_and_trusts_the_clubs_names(settings_with):
    names = ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE")
    values = settings_with(
        *names, "CSRF_TRUSTED_ORIGINS", "ALLOWED_HOSTS",
        STREEPJE_HTTPS="1", STREEPJE_HOSTS="club.example, www.club.example",
    )  # fmt: skip
    assert all(values[name] for name in names)
    origins = ["https://club.example", "https://www.club.example"]
    assert values["CSRF_TRUSTED_ORIGINS"] == origins
    assert values["ALLOWED_HOSTS"][3:] == ["club.example", "www.club.example"]


def test_browsers_are_told_to_keep_to_https_for_as_long_as_was_chosen(settings_with):
    def days(**chosen):
        return settings_with("SECURE_HSTS_SECONDS", **chosen)["SECURE_HSTS_SECONDS"] / (24 * 3600)

    assert days(STREEPJE_HTTPS="1") == 365
    assert days(STREEPJE_HTTPS="1", STREEPJE_HSTS="2") == 2
    assert days(STREEPJE_HTTPS="1", STREEPJE_HSTS="no") == days() == 0


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
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("STREEPJE", "DATABASE"))}
    clean |= {"STREEPJE_DATA": str(tmp_path), "STREEPJE_NO_SETUP": "1", **here}
    check = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(check, cwd=ROOT, env=clean, capture_output=True, encoding="utf-8")
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


def test_cookies_are_for_this_name_alone_behind_https(settings_with):
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME")
    safe, plain = settings_with(*names, STREEPJE_HTTPS="1"), settings_with(*names)
    assert safe == {name: f"__Host-{plain[name]}" for name in names}
    marks = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    assert settings_with(*marks, STREEPJE_HTTPS="1") == dict.fromkeys(marks, True)


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


def test_session_cookie_is_for_this_site_and_no_script(settings_with):
    names = ("SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_HTTPONLY")
    values = settings_with(*names, "CSRF_COOKIE_SAMESITE", "SECURE_REFERRER_POLICY")
    assert values == {
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "SECURE_REFERRER_POLICY": "same-origin",
    }


WRONG_HOST = """
import django, sys
django.setup()
from django.test import Client
answer = Client(raise_request_exception=False).get("/x-marks/?y", headers={"host": "laptop.local"})
print(answer.status_code, answer.content.decode())
"""


def test_wrong_address_is_told_in_three_languages_and_one_line_of_log(tmp_path):
    env = {**os.environ, "STREEPJE_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    env |= {"DJANGO_SETTINGS_MODULE": "clubsite.settings", "DATABASE_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", WRONG_HOST],
        cwd=ROOT, env=env, check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    page = done.stdout
    assert page.startswith("400 ")
    for words in ("Onder dit adres gaat het niet", "Unter dieser Adresse", "This address does not"):
        assert words in page
    assert "laptop.local" not in page
    assert "x-marks" not in page
    assert "Traceback" not in done.stderr
    (line,) = (line for line in done.stderr.splitlines() if "laptop.local" in line)
    assert "STREEPJE_HOSTS" in line and "ALLOWED_HOSTS" not in line


def test_key_of_the_environment_wins(settings_with, tmp_path):
    assert settings_with("SECRET_KEY", STREEPJE_SECRET_KEY="x" * 60) == {"SECRET_KEY": "x" * 60}
    assert not (tmp_path / "secret-key").exists()


def test_every_secret_may_come_from_a_file(settings_with, tmp_path):
    """As the credentials of systemd do, and the secrets of containers and vaults."""
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


PRAGMAS = """
import json, sys
from django.db import connection
with connection.cursor() as cursor:
    asked = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in sys.argv[1:]}
print(json.dumps(asked))
"""


def test_sqlite_file_is_durable_and_lets_readers_in_beside_a_writer(settings_with):
    wanted = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 20_000}
    wanted |= {"foreign_keys": 1, "secure_delete": 1}
    assert settings_with(*wanted, script=PRAGMAS, DATABASE_URL="") == wanted
