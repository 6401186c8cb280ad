"""What Django does when this app starts."""

from django.apps import AppConfig


class Clubsite(AppConfig):
    name = "clubsite"

    def ready(self) -> None:
        from clubsite.config import deploy_checks  # noqa: F401  registers its checks
