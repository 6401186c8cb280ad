"""Sheets of no club go some time after their last event."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Erasure, Sheet

KEPT = timedelta(days=90)  # after its last event


@transaction.atomic
def purge_expired(most: int) -> int:
    """Delete at most `most`; one that is locked is left for the next run."""
    due = [*_due().order_by("pk").values_list("pk", flat=True)[:most]]
    if not due:
        return 0
    ours = Sheet.objects.select_for_update(skip_locked=True).filter(pk__in=due).order_by("pk")
    locked = [*ours.values_list("pk", flat=True)]
    gone = [*_due().filter(pk__in=locked)]  # checked again, now under the lock
    Erasure.objects.bulk_create(Erasure(pk=sheet.pk) for sheet in gone)
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in gone]).delete()
    return len(gone)


def _due() -> QuerySet[Sheet]:
    limit = timezone.now() - KEPT
    old = Sheet.objects.filter(loose=True, created__lt=limit)
    return old.exclude(events__time__gte=limit)
