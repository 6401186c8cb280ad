import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubsite.config import program
from scoring.models import Sheet
from tests import bench


def run(**options):
    out = StringIO()
    call_command("bench", stdout=out, **options)
    return out.getvalue()


def test_a_miss_exits_with_1_and_says_so(monkeypatch):
    slow = [bench.Figure("slow", "nothing", 3.0, 2)]
    monkeypatch.setattr(bench, "BENCHES", {"slow": lambda: slow})
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("bench", stdout=out)
    assert stop.value.code == 1
    assert out.getvalue() == "slow: 3.00  (at most 2)  nothing  MISSED\n"


def test_installed_program_says_where_the_benchmarks_are(monkeypatch):
    monkeypatch.setattr(program, "IS_PACKAGE", True)
    with pytest.raises(CommandError, match="Haal de broncode op"):
        run()


@pytest.mark.wide
@pytest.mark.django_db
def test_saving_is_measured_in_a_database_of_its_own():
    saved, beside_bare = json.loads(run(only="save", json=True))
    assert saved["name"] == "save"
    assert beside_bare["value"] > 1
    assert Sheet.objects.count() == 0
