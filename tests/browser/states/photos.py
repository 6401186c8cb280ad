"""Forms that are read from photos, on a night that is played."""

from django.conf import settings

from tests.browser.pages import state
from tests.browser.states.nights import MORE, playing
from tests.browser.typist import Typist
from tests.tournaments.photo.recorded import code_of, game, reads, sums
from tournaments.club import clubs
from tournaments.models import Handwriting, Table
from tournaments.photo import pictures, reading

READ = game(1, "-", "5", "7?", "4") | game(2, "3", "-", "6", "?") | sums(7, "3", "5?", "13", "")


def kept(visit):
    """The photo of the first form of a night, with the night."""
    visit.patch.setattr(settings, "PHOTO", True)
    club, night = playing(visit, *MORE)
    table = Table.objects.select_related("sheet").filter(round__number=1).first()
    reads(visit.patch, (code_of(table), READ))
    by = club.roles.get(kind="owner").user
    [page] = pictures.store_pages(night=night, content=b"", by=by)
    return night, page.photo


def send(visit, night):
    visit.go("tournaments:night-photos", night.season.club.slug, night.pk)
    content = {"name": "tafel-1.jpg", "mimeType": "image/jpeg", "buffer": b"of a camera"}
    visit.page.set_input_files("#files", [content])
    visit.page.locator("#sent section").wait_for()


@state("tournaments:night-photos")
def a_form_was_read_from_a_photo(visit):
    night, _photo = kept(visit)
    send(visit, night)


@state("tournaments:night-photos")
def a_photo_without_a_code(visit):
    night, _photo = kept(visit)
    reads(visit.patch, ("", READ))
    send(visit, night)


@state("tournaments:night-photos")
def reading_takes_packages(visit):
    visit.patch.setattr(settings, "PHOTO", True)
    visit.patch.setattr(reading, "PACKAGES", ("no_such_package",))
    club, night = playing(visit)
    visit.go("tournaments:night-photos", club.slug, night.pk)


def typing(visit, photo):
    typist = Typist(visit.page, visit.site)
    typist.go(photo.table.sheet, query=f"?photo={photo.pk}")
    return typist


@state("tournaments:handwriting")
def handwriting_that_is_kept(visit):
    visit.patch.setattr(settings, "PHOTO", True)
    club, _night = playing(visit)
    clubs.set_keeps_handwriting(club=club, kept=True)
    Handwriting.objects.create(club=club, picture=b"", texts=["-"] * 12)
    visit.go("tournaments:handwriting", club.slug)


@state("scoring:paper")
def paper_form_typed_in_from_its_photo(visit):
    _night, photo = kept(visit)
    typing(visit, photo)
