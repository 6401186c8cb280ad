"""Whatever differs between machines comes from the environment (docs/deploying/README.md). The
defaults are safe: no debug pages, and no host names except this machine's.
"""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from wsgiref.headers import Headers

from django.utils.functional import SimpleLazyObject

from clubsite.config import databases, mail, program
from clubsite.config.environment import (
    count_days,
    count_proxies,
    is_on,
    list_hosts,
    read_address,
    read_site_url,
)
from clubsite.config.secrets import find_variable, get_or_make_key, read_secret
from tournaments.accounts import lifetimes

BASE_DIR = program.ROOT
PROGRAM = program.write_command()  # what people type before the name of a command


DEBUG = is_on("STREEPJE_DEBUG")
DEMO = is_on("STREEPJE_DEMO")
HTTPS = is_on("STREEPJE_HTTPS")  # behind a proxy that speaks https and sets X-Forwarded-Proto
# The proxy whose headers are trusted, with HTTPS.
PROXY = read_address("STREEPJE_PROXY", "127.0.0.1")
PROXIES = count_proxies("STREEPJE_PROXIES")  # proxies whose addresses count: middleware/proxies.py
HOSTS = list_hosts("STREEPJE_HOSTS")

DATA = Path(os.environ.get("STREEPJE_DATA") or program.find_data_folder())
with suppress(OSError):  # whatever needs the folder reports that it is missing
    DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
# Where back-ups are kept; how long: tournaments/backup/retention.py. "no": none is made
# automatically; the demo makes none either.
named = os.environ.get("STREEPJE_BACKUPS", "")
BACKS_UP = not DEMO and named.lower() != "no"
BACKUPS = DATA / ("demo-backups" if DEMO else "backups")
if BACKS_UP and named:
    BACKUPS = Path(named)
# A stick or a folder of another machine that gets the copies of a night as well.
SECOND_PLACE = "" if DEMO else os.environ.get("STREEPJE_SECOND_PLACE", "")
# Folder of the log files. "no": no files; all lines go to the window, journal or container.
named = os.environ.get("STREEPJE_LOGS", "")
LOGS = None if named.lower() == "no" else Path(named or DATA / ("demo-logs" if DEMO else "logs"))
# Lazy: `score` and the like need no key, and may run where nothing can be written.
# The variable that gives the secret; "": the file in the data folder does.
KEY_VARIABLE = SimpleLazyObject(lambda: find_variable("STREEPJE_SECRET_KEY"))
SECRET_KEY = SimpleLazyObject(
    lambda: read_secret("STREEPJE_SECRET_KEY") or get_or_make_key(DATA / "secret-key")
)
SECRET_KEY_FALLBACKS = read_secret("STREEPJE_SECRET_KEY_FALLBACKS").split()

# Where phones reach the site; `start --lan` sets it. Empty: the address of the request.
PUBLIC_URL = read_site_url("STREEPJE_URL")
# Lets phones in while the site runs, as `--lan` does from the beginning; `start` sets it.
OPEN_TO_NETWORK: Callable[[], bool] | None = None
# Whether this machine still has the address of PUBLIC_URL; `start` sets it on a laptop.
HAS_ADDRESS: Callable[[], bool] | None = None

# Without a mail server no page offers mail; the demo never sends any.
MAIL = bool(find_variable("STREEPJE_MAIL")) and not DEMO
mailer = mail.read_url(read_secret("STREEPJE_MAIL")) if MAIL else {}
globals().update(mail.build_settings("smtp" if MAIL else "dummy", **mailer))
SILENCED_SYSTEM_CHECKS = [] if MAIL else ["mail.E001"]  # chosen, as "security.W004" below
if MAIL:
    DEFAULT_FROM_EMAIL = mail.find_sender(
        os.environ.get("STREEPJE_MAIL_FROM", ""), mailer["username"], PUBLIC_URL
    )

ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *HOSTS]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "clubsite",
    "tournaments",
    "scoring",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_tables2",
]
MIDDLEWARE = [
    "clubsite.middleware.proxies.set_visitor_address",
    "clubsite.middleware.proxies.require_https",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads what it compresses: its length tells nothing
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubsite.middleware.headers.add_headers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # Before any view, and so before the CSRF check reads a body.
    "clubsite.middleware.bodies.limit_bodies",
    "clubsite.middleware.outage.OutageMiddleware",
    "clubsite.middleware.read_again.ReadAgainMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubsite.middleware.second_step.SecondStepMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # bytes of a pasted list of members, the largest form
ROOT_URLCONF = "clubsite.urls"
WSGI_APPLICATION = "clubsite.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [program.FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubsite.context.build_context",
            ]
        },
    }
]

if DEMO:  # always a file of its own, whatever database the club has
    DATABASES = {"default": databases.build_sqlite(DATA / "demo.sqlite3")}
elif url := read_secret("DATABASE_URL"):
    DATABASES = {"default": databases.read_url(url, DATA if program.IS_PACKAGE else BASE_DIR)}
else:
    DATABASES = {"default": databases.build_sqlite(DATA / "streepje.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournaments.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
] + [{"NAME": "tournaments.accounts.passwords.OwnWords"}]
# The night to which a sheet belongs; a hook, as scoring knows none.
FIND_NIGHT = "tournaments.nights.pages.night_of_sheet.find_night"
LOGIN_URL = "tournaments:login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "front"

LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", "Nederlands"), ("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [program.FILES / "locale"]
FORMAT_MODULE_PATH = "clubsite.formats"
TIME_ZONE = "Europe/Amsterdam"
USE_TZ = True

STATIC_URL = "static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = True  # straight from the apps' folders: no collectstatic needed
WHITENOISE_MAX_AGE = 0  # asked for each time, so that no page mixes files of two versions


def add_weak_etag(headers: Headers, path: str, _url: str) -> None:
    """GZipMiddleware makes ETags weak, and WhiteNoise compares them letter by letter."""
    file = Path(path).stat()
    headers["ETag"] = f'W/"{file.st_mtime_ns:x}-{file.st_size:x}"'


WHITENOISE_ADD_HEADERS_FUNCTION = add_weak_etag

# Ten evenings of progress, and whatever else is kept under its content's own version.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 5_000},
    }
}

SESSION_ENGINE = "tournaments.accounts.sessions"
SESSION_COOKIE_AGE = int(lifetimes.USED.total_seconds())
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no extra cookie

# The demo runs beside the club's own site, and cookies don't tell ports apart.
HERE_ALONE = "__Host-" if HTTPS else ""  # browsers then accept the cookie from this host only
SESSION_COOKIE_NAME = HERE_ALONE + ("streepje_demo" if DEMO else "streepje")
CSRF_COOKIE_NAME = f"{SESSION_COOKIE_NAME}_csrf"
LANGUAGE_COOKIE_NAME = f"{HERE_ALONE}streepje_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    # Not for names below the site's own, which may be others'.
    SECURE_HSTS_SECONDS = count_days("STREEPJE_HSTS", 365) * 24 * 3600
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]
    if not SECURE_HSTS_SECONDS:  # chosen, for a site that is not always behind https
        SILENCED_SYSTEM_CHECKS.append("security.W004")


def name_setting_of_hosts(record: logging.LogRecord) -> bool:
    """Name STREEPJE_HOSTS, which people set, and leave out the traceback: the program is not at
    fault.
    """
    record.msg = str(record.msg).replace("ALLOWED_HOSTS", "STREEPJE_HOSTS")
    record.exc_info = None
    return True


def is_more_than_missing(record: logging.LogRecord) -> bool:
    return getattr(record, "status_code", None) != 404


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "redacted": {
            "()": "clubsite.config.logs.Redacted",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "lines": {"()": "clubsite.config.logs.Lines"},
    },
    "filters": {
        name: {"()": "django.utils.log.CallbackFilter", "callback": callback}
        for name, callback in (
            ("of_hosts", name_setting_of_hosts),
            ("without_missing", is_more_than_missing),
        )
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "redacted" if LOGS else "lines",
            "filters": ["without_missing"] if LOGS else [],
            "level": "WARNING" if LOGS else "INFO",
        },
        "file": {"class": "clubsite.config.logs.File", "formatter": "lines"},
    },
    "root": {"handlers": ["console", "file"], "level": "WARNING"},
    "loggers": {
        **{ours: {"level": "INFO"} for ours in ("clubsite", "tournaments", "scoring")},
        "django": {"handlers": ["console", "file"], "level": "WARNING", "propagate": False},
        "psycopg": {"level": "ERROR"},  # it warns of a failed batch, which is reported anyway
        "django.security.DisallowedHost": {"filters": ["of_hosts"]},
        "waitress.queue": {"level": "ERROR"},  # each request that waits for a thread is a warning
    },
}
