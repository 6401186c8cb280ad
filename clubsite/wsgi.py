"""The site for a web server: `waitress-serve clubsite.wsgi:application` and its like."""

import os

from django.core.signals import request_started
from django.core.wsgi import get_wsgi_application

from clubsite.middleware.no_body import without_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
application = without_bodies(get_wsgi_application())

from clubsite.maintenance.upgrade import refuse_to_serve  # noqa: E402  needs the settings

refuse_to_serve()


def begin(**_: object) -> None:
    """What the process before this one left, and what is to be done each day. Only now: a server
    may have split in two since.
    """
    from clubsite.maintenance import copying, daily
    from tournaments.accounts import mail

    request_started.disconnect(begin)
    mail.wake()
    daily.begin()
    copying.begin()


request_started.connect(begin)
