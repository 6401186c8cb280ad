from django.apps import AppConfig
from django.db.backends.signals import connection_created


class Clubsite(AppConfig):
    name = "clubsite"

    def ready(self) -> None:
        from clubsite.config import deploy_checks  # noqa: F401  registers its checks
        from clubsite.config.databases import hide_files

        connection_created.connect(hide_files)
