"""Django's description of this app. When Django starts, the app registers the site's own checks for
`check --deploy`.
"""

from django.apps import AppConfig


class Clubsite(AppConfig):
    name = "clubsite"

    def ready(self) -> None:
        from clubsite.config import deploy_checks  # noqa: F401  registers its checks
