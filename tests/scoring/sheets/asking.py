import pytest

from scoring.browser import sync
from scoring.models import Event, Note, Row, Seat, Sheet
from scoring.toolkit.problems import UserError


def state(sheet):
    return sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))


def refused(do, *about, **said):
    """The codes of all problems."""
    with pytest.raises(UserError) as refusal:
        do(*about, **said)
    return [problem["code"] for problem in refusal.value.problems]


def everything():
    models = (Sheet, Seat, Row, Event, Note)
    return [list(model.objects.order_by("pk").values()) for model in models]
