"""What is kept for a while only goes when its time is over, also where nobody comes by."""

from django.contrib.sessions.models import Session
from django.utils import timezone

from clubsite.config import logs
from scoring.sheets import casual
from tournaments import machines
from tournaments.accounts import accounts, mail_queue, roles, throttle
from tournaments.backup import schedule
from tournaments.files.imports import members
from tournaments.files.transfer import waiting_file as arriving
from tournaments.members import privacy, wipe
from tournaments.standings import disk_cache

AT_ONCE = 100  # sheets in one transaction: whoever saves meanwhile hardly waits


def purge() -> dict[str, int]:
    """How many there were of each."""
    site, machine = purge_site(), purge_machine()
    return {name: site.get(name, 0) + machine.get(name, 0) for name in {**site, **machine}}


def purge_site() -> dict[str, int]:
    """What lies in the database."""
    sheets = 0
    while gone := casual.purge_expired(AT_ONCE):
        sheets += gone
    over = Session.objects.filter(expire_date__lt=timezone.now())
    sessions = over.delete()[1].get(Session._meta.label, 0)  # and not whose they were
    guests = 0
    while gone := privacy.purge_guests(AT_ONCE):
        guests += gone
    counts = {
        "sheets": sheets,
        "guests": guests,
        "sessions": sessions,
        "links": accounts.purge_expired() + roles.purge_expired(),
        "attempts": throttle.purge_expired(),
        "files": members.purge_expired() + arriving.purge_expired(),
        "letters": mail_queue.purge_expired(),
        "machines": machines.purge_expired(),
    }
    wipe.wipe_log()
    return counts


def purge_machine() -> dict[str, int]:
    """What lies in its own folders."""
    arriving.remove_old_folder()
    return {
        "files": disk_cache.purge_expired(),
        "logs": logs.purge_expired(),
        "copies": schedule.purge_expired(),
    }
