import subprocess
import sys

import pytest
from django.urls import get_resolver

from scoring.toolkit import later
from scoring.views import sync
from tests.tournaments.backup.sites import ROOT

HEAVY = "openpyxl reportlab PIL tournaments.printing clubsite.demo.make_clubs"
SCRIPT = f"""
import sys, django
django.setup()
import clubsite.management.commands.start, clubsite.pages.front, clubsite.urls
print(*(name for name in "{HEAVY}".split() if name in sys.modules))
"""


def test_view_is_the_one_that_is_named():
    view = later.Views("scoring.views.sync").sync_sheet
    assert view.load() is sync.sync_sheet
    assert view.csrf_exempt is True
    assert later.Views("scoring.views.rules").every_game.csrf_exempt is False


def test_every_address_has_a_view():
    assert get_resolver().url_patterns
    later.load_all()


def test_module_without_such_a_view_is_told_at_once():
    with pytest.raises(AttributeError, match="nothing"):
        later.Views("scoring.views.rules").nothing.load()


def test_what_is_no_view_is_no_view():
    assert not hasattr(later.Views("scoring.views.rules"), "__wrapped__")


def test_server_that_forks_has_imported_everything_before(tmp_path):
    env = {"STREEPJE_DATA": str(tmp_path), "STREEPJE_LOGS": "no"}
    script = "import sys, clubsite.wsgi; print('reportlab' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr


def test_first_page_needs_nothing_that_makes_workbooks_or_pdfs():
    env = {"DJANGO_SETTINGS_MODULE": "clubsite.settings", "STREEPJE_LOGS": "no"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=env, capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
