from typing import Any

from clubsite.maintenance.daily import purge
from clubsite.management.site_command import SiteCommand


class Command(SiteCommand):
    help = "Deletes data whose term is over; prints how many of each kind as JSON."

    def act(self, **options: Any) -> dict[str, int]:
        return purge()
