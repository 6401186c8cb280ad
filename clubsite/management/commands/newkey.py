from typing import Any

from django.conf import settings

from clubsite.management.site_command import SiteCommand
from tournaments import site_key
from tournaments.accounts import second_step


class Command(SiteCommand):
    help = "Makes the key of this machine the site's: links, log-ins and codes of the old key end."

    def act(self, **options: Any) -> dict[str, Any]:
        site_key.replace()
        apps = second_step.forget_of_other_keys()  # else nobody with an app could log in
        return {"key": str(settings.KEY_VARIABLE or site_key.find_key_file()), "apps": apps}
