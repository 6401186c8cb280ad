"""The site gets another secret while a phone is without a connection: its link, and what it wrote,
still count.
"""

import pytest

from scoring.sheets import links
from tests.browser.scribe import Scribe, comes_to, opened
from tests.browser.test_keeping import FIRST, first

pytestmark = pytest.mark.wide
NEW = "the new secret of the site, " * 3


def test_phone_sends_by_its_old_link_what_it_wrote_meanwhile(phone, site, trouble, settings):
    sheet = opened()
    old = links.build_path(sheet)
    scribe = Scribe(phone, site, sheet)
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    first(scribe).is_at(1, "phone")
    settings.SECRET_KEY_FALLBACKS = [str(settings.SECRET_KEY)]
    settings.SECRET_KEY = NEW
    phone.context.set_offline(False)
    scribe.is_at(1, "club")
    comes_to(sheet, [FIRST])
    phone.reload()
    scribe.ready()
    assert phone.url == site + old
    Scribe(phone, site, sheet).is_at(1, "club")  # by the new link, the same form
    assert phone.url != site + old
