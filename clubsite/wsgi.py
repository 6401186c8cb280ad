"""The WSGI application for other web servers."""

import gc
import os

from django.core.signals import request_started
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
gc.disable()  # all that is imported stays
inner = get_wsgi_application()

import clubsite.urls  # noqa: E402, F401  before a server forks, so that its workers share it
from clubsite.maintenance.upgrade import refuse_to_serve  # noqa: E402  needs the settings
from clubsite.middleware.bodies import drop_bodies  # noqa: E402

application = drop_bodies(inner)
refuse_to_serve()
gc.freeze()  # nor does the garbage collector write in the memory that they share
gc.enable()


def begin(**_: object) -> None:
    """Start the work beside the pages at the first request: a server may fork before."""
    from clubsite.maintenance import copy_schedule, daily
    from tournaments.accounts import mail

    request_started.disconnect(begin)
    mail.wake()
    daily.begin()
    copy_schedule.begin()


request_started.connect(begin)
