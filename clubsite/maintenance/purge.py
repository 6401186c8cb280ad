from clubsite.config import logs
from scoring.sheets import lifecycle
from tournaments import machines
from tournaments.accounts import accounts, mail_queue, roles, sessions, throttle
from tournaments.backup import retention
from tournaments.files.imports import members
from tournaments.members import past_imports, privacy

AT_ONCE = 100  # sheets in one transaction, so that other writers hardly wait


def purge() -> dict[str, int]:
    site, machine = purge_site(), purge_machine()
    return {name: site.get(name, 0) + machine.get(name, 0) for name in {**site, **machine}}


def purge_site() -> dict[str, int]:
    sheets = 0
    while gone := lifecycle.purge_expired(AT_ONCE):
        sheets += gone
    guests = 0
    while gone := privacy.purge_guests(AT_ONCE):
        guests += gone
    counts = {
        "sheets": sheets,
        "guests": guests,
        "sessions": sessions.purge_expired(),
        "links": accounts.purge_expired() + roles.purge_expired(),
        "attempts": throttle.purge_expired(),
        "files": members.purge_expired() + past_imports.purge_expired(),
        "letters": mail_queue.purge_expired(),
        "machines": machines.purge_expired(),
    }
    privacy.wipe_log()
    return counts


def purge_machine() -> dict[str, int]:
    return {
        "logs": logs.purge_expired(),
        "copies": retention.purge_expired(),
    }
