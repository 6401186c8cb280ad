"""The files of a club's published pages. They link only to each other, so that they also work when
they are opened from a disk.
"""

import io
import zipfile
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation

from tournaments.models import Club, Night
from tournaments.publishing import formats
from tournaments.publishing.public_club import PublicClub, read_public_club

STYLE = "tournaments/frame.css"
MOST = 60  # results, the last one first
INDEX = "index.html"


def write_files(club: Club) -> dict[str, bytes]:
    """Return the content of each published file, keyed by file name. The pages are in the site's
    language, and show names as the public may see them.
    """
    with translation.override(settings.LANGUAGE_CODE):
        public = read_public_club(club, MOST)
        files = {
            INDEX: _page("published", public),
            "club.json": formats.write_json(public, INDEX, _name),
            "results.atom": formats.write_atom(public, INDEX, _name),
            "style.css": Path(str(finders.find(STYLE))).read_text(encoding="utf-8"),
        }
        for result in public.results:
            files[_name(result.night)] = _page("published_night", public, result=result)
    return {name: content.encode() for name, content in files.items()}


def zip_files(club: Club) -> bytes:
    """Return the published files as a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in write_files(club).items():
            archive.writestr(f"{club.slug}/{name}", content)
    return out.getvalue()


def _name(night: Night) -> str:
    """Return the name of the file that shows the result of this night. It contains the night's id,
    because two seasons may play on the same day. A night that is not closed has no file of its own,
    so the name of the index page is returned.
    """
    return f"{night.day}-{night.pk}.html" if night.state == Night.State.CLOSED else INDEX


def _page(template: str, public: PublicClub, **more: object) -> str:
    results = [(result, _name(result.night)) for result in public.results]
    words = {"public": public, "club": public.club, "style": "style.css", "results": results}
    return render_to_string(f"tournaments/publishing/{template}.html", words | more)
