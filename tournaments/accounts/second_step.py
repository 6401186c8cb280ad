import base64
import logging
import secrets
import time
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, pbkdf2

from scoring.toolkit import seals
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import mail_queue, one_time_codes, rights, throttle
from tournaments.accounts.one_time_codes import Match
from tournaments.models import AccessLogEntry, CodeApp, PaperCode, Passkey, Role, User

log = logging.getLogger(__name__)

PAPER_CODES = 10  # on a sheet
# Without letters and digits that look alike; two groups of five have 49 bits.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ROUNDS = 10_000  # of hashing a code on paper; the site's key goes in, too

Kind = AccessLogEntry.Kind


class Ways(NamedTuple):
    app: CodeApp | None
    passkeys: list[Passkey]
    paper_codes: int  # that are left

    @property
    def on(self) -> bool:
        return bool(self.app or self.passkeys)


def load_ways(user: User) -> Ways:
    app = CodeApp.objects.filter(user=user).first()
    return Ways(app, [*user.passkeys.all()], user.paper_codes.count())


def is_on(user: User) -> bool:
    has_one = Q(code_app__isnull=False) | Q(passkeys__isnull=False)
    return User.objects.filter(has_one, pk=user.pk).exists()


def make_nonce() -> str:
    """Its end tells later which apps and codes on paper depend on another secret key."""
    return secrets.token_hex(12) + _mark_secret(None)


def _mark_secret(secret: str | None) -> str:
    return seals.make("tournaments.second_step", "nonce", secret).hex()[:8]


def compute_app_secret(user: User, nonce: str, key: str | None = None) -> str:
    """Return it in base32, which people can type. It is stored nowhere. `key` is a former one."""
    seal = seals.make("tournaments.code_app", f"{user.pk} {nonce}", key)
    return base64.b32encode(seal[:20]).decode("ascii")


@transaction.atomic
def add_app(*, user: User, nonce: str, code: str) -> list[str]:
    """Return new codes for paper if this is the user's first way to take the second step."""
    first = not is_on(user)
    now = time.time()
    possible = (compute_app_secret(user, nonce, key) for key in seals.list_secrets())
    matches = (one_time_codes.match_first_code(secret, code, now=now) for secret in possible)
    match = next(filter(None, matches), None)
    if match is None:
        raise user_error(problems.WRONG_FIRST_CODE)
    CodeApp.objects.filter(user=user).delete()
    CodeApp.objects.create(user=user, nonce=nonce, last_step=match.step, delay=match.delay)
    return note_added(user=user, first=first)


@transaction.atomic
def note_added(*, user: User, first: bool) -> list[str]:
    """Return new codes for paper if this way of taking the second step is the `first`."""
    user.session_version += 1
    user.save(update_fields=["session_version"])
    _tell(user, Kind.STEP_ON, by=user)
    return renew_paper_codes(user=user) if first else []


@transaction.atomic
def renew_paper_codes(*, user: User) -> list[str]:
    log.info("new codes for paper", extra={"user": user.pk})
    salt = make_nonce()
    codes = [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(2))
        for _ in range(PAPER_CODES)
    ]
    PaperCode.objects.filter(user=user).delete()
    PaperCode.objects.bulk_create(
        PaperCode(user=user, salt=salt, hashed=_hashed(code, salt)) for code in codes
    )
    return codes


def check(*, user: User, code: str) -> bool:
    """Return whether it was a code on paper."""
    match = _use_app(user, code)
    if match and not match.in_time:  # refused only now: the new delay is saved
        raise user_error(problems.CODE_AT_CHANGE)
    if not match:
        _use_paper(user, code)
    return not match


@transaction.atomic
def _use_app(user: User, code: str) -> Match | None:
    """A right code outside its half minute is used up too: it changes the app's delay, so otherwise
    it could be accepted at a second try.
    """
    app = CodeApp.objects.select_for_update().filter(user=user).first()
    if app is None:
        return None
    now = time.time()
    possible = [compute_app_secret(user, app.nonce, key) for key in seals.list_secrets()]
    matches = [
        one_time_codes.match_code(secret, code, now=now, after=app.last_step, delay=app.delay)
        for secret in possible
    ]
    match = next(filter(None, matches), None)
    if match:
        app.last_step, app.delay = match.step, match.delay
        app.save(update_fields=["last_step", "delay"])
    return match


@transaction.atomic
def _use_paper(user: User, code: str) -> None:
    codes = list(user.paper_codes.all())
    keys = seals.list_secrets() if codes else ()
    hashes = [_hashed(code, codes[0].salt, key) for key in keys]
    fitting = [
        paper.pk
        for paper in codes
        if any(constant_time_compare(paper.hashed, hashed) for hashed in hashes)
    ]
    if not PaperCode.objects.filter(pk__in=fitting).delete()[0]:
        raise user_error(problems.WRONG_CODE)
    _tell(user, Kind.PAPER, by=user)


@transaction.atomic
def warn_of_guesses(*, user: User) -> None:
    if not throttle.count_attempt(login=user.login, ip="", what="warning"):
        mail_queue.queue(kind=mail_queue.Kind.GUESSED, user=user, to=user.email)


@transaction.atomic
def remove(*, way: CodeApp | Passkey, by: User | None) -> None:
    user = way.user
    way.delete()
    if not is_on(user):
        PaperCode.objects.filter(user=user).delete()
    _tell(user, Kind.STEP_OFF, by=by)


def may_reset(by: User, role: Role) -> bool:
    """Such an owner gains no rights by it, as they may issue a log-in link as well."""
    owns = by.roles.filter(club=role.club_id, kind=Role.Kind.OWNER).exists()
    return owns and rights.may_issue_login_link(by, role.user)


@transaction.atomic
def reset(*, role: Role, by: User) -> None:
    if not may_reset(by, role):
        raise user_error(problems.NO_RESET, name=role.user.name)
    end_all(user=role.user, by=by)


@transaction.atomic
def end_all(*, user: User, by: User | None = None) -> None:
    """Sessions end too: a lost phone may still be logged in. `by` is None on the command line."""
    CodeApp.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    PaperCode.objects.filter(user=user).delete()
    user.session_version += 1
    user.save(update_fields=["session_version"])
    _tell(user, Kind.RESET, by=by)


@transaction.atomic
def forget_of_other_keys() -> int:
    """What was made under a key no longer accepted would lock users out. Return how many apps."""
    apps, codes = CodeApp.objects.all(), PaperCode.objects.all()
    for key in seals.list_secrets():
        apps = apps.exclude(nonce__endswith=_mark_secret(key))
        codes = codes.exclude(salt__endswith=_mark_secret(key))
    codes.delete()
    gone = [*apps.select_related("user")]
    for app in gone:
        remove(way=app, by=None)
    return len(gone)


def _tell(user: User, kind: AccessLogEntry.Kind, *, by: User | None) -> None:
    """The clubs by an entry in their logs, and the user by a letter."""
    log.info(f"second step: {kind.value}", extra={"user": user.pk})
    AccessLogEntry.objects.bulk_create(
        AccessLogEntry(club_id=role.club_id, user=user, part=role.kind, kind=kind, by=by)
        for role in user.roles.all()
    )
    mail_queue.queue(kind=mail_queue.Kind.CHANGED, user=user, to=user.email)


def _hashed(code: str, salt: str, key: str | None = None) -> str:
    plain = "".join(sign for sign in code.lower() if sign in LETTERS)
    return pbkdf2(seals.make("tournaments.paper_code", plain, key).hex(), salt, ROUNDS).hex()
