"""Lists and deletes the pictures of a night's forms. Closing the night deletes them as well."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import FormPhoto, Night

KEPT = timedelta(days=30)  # at most, if a night is never closed


def list_photos(night: Night) -> QuerySet[FormPhoto]:
    """Return the stored photos of a night's forms, newest first. The image data itself is not
    loaded, because it is large.
    """
    photos = FormPhoto.objects.filter(table__round__night=night).defer("picture")
    return photos.select_related("table__round", "table__sheet", "by").order_by("-pk")


def delete_photo(*, night: Night, photo: int) -> None:
    list_photos(night).filter(pk=photo).delete()


def purge_expired() -> int:
    """Delete the photos of forms that are older than 30 days, which are those of nights that nobody
    closed. Return how many were deleted.
    """
    return FormPhoto.objects.filter(time__lt=timezone.now() - KEPT).delete()[0]
