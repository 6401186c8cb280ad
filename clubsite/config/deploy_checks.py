"""What `check --deploy` says of the settings of this site, besides what Django says."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from clubsite.config.databases import UNENCRYPTED, is_here


@register(deploy=True)
def check_encryption(**_asked: Any) -> list[CheckMessage]:
    """Warn of a database on another machine whose connection may go unencrypted."""
    database = settings.DATABASES["default"]
    mode = database.get("OPTIONS", {}).get("sslmode", "")
    if mode not in UNENCRYPTED or is_here(str(database["HOST"])):
        return []
    return [
        Warning(
            f"DATABASE_URL says sslmode={mode}: what the site tells its database at "
            f"{database['HOST']} can be read on the way.",
            hint="Leave sslmode out, or write verify-full to look at the certificate as well.",
            id="streepje.W001",
        )
    ]
