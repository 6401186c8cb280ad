from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.db.backends.signals import connection_created

from clubsite.config.databases import UNENCRYPTED, find_server, hide_files, is_here


class Clubsite(AppConfig):
    name = "clubsite"

    def ready(self) -> None:
        connection_created.connect(hide_files)


@register(deploy=True)
def check_encryption(**_asked: Any) -> list[CheckMessage]:
    database = settings.DATABASES["default"]
    options = database.get("OPTIONS", {})
    mode, server = options.get("sslmode", ""), find_server(database.get("HOST", ""), options)
    if mode not in UNENCRYPTED or is_here(server):
        return []
    return [
        Warning(
            f"DATABASE_URL says sslmode={mode}: what the site tells its database at "
            f"{server} can be read on the way.",
            hint="Leave sslmode out, or write verify-full to look at the certificate as well.",
            id="streepje.W001",
        )
    ]
