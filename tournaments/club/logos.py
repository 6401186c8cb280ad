"""An uploaded picture is never stored as it is, but redrawn."""

from io import BytesIO

from django.core.files import File
from django.db import transaction
from PIL import Image, ImageOps

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.models import Club, Logo

KINDS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 4_000_000
MOST_PIXELS = 9_000_000  # each takes some twenty bytes of memory while drawing
IN_A_PHOTOGRAPH = 25_000_000  # a JPEG is scaled down while reading
SIZE = (480, 160)  # the largest size; on paper it is as high as a heading
COLOURS = 64
LARGEST = 16_000  # bytes stored, so that pages with a logo stay small
# What image decoders raise for a damaged or malicious file.
DAMAGED = (
    *(OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, EOFError),
    *(MemoryError, RecursionError, Image.DecompressionBombError),
)


@transaction.atomic
def set_logo(*, club: Club, file: "File[bytes]") -> Logo:
    if (file.size or 0) > MOST_BYTES:
        raise user_error(problems.LARGE_PICTURE, most=MOST_BYTES // 1_000_000)
    image = redraw(file.read())
    return Logo.objects.update_or_create(club=club, defaults={"image": image})[0]


def remove_logo(*, club: Club) -> None:
    Logo.objects.filter(club=club).delete()


def read_logo(club: Club) -> bytes | None:
    """One stored too large is redrawn each time."""
    stored = Logo.objects.filter(club=club).values_list("image", flat=True).first()
    if stored is None:
        return None
    return bytes(stored) if len(stored) <= LARGEST else redraw(bytes(stored))


def redraw(content: bytes) -> bytes:
    """Return a small PNG on white, without metadata of the uploaded file."""
    try:
        with Image.open(BytesIO(content), formats=KINDS) as source:
            wide, high = source.size
            if wide * high > (IN_A_PHOTOGRAPH if source.format == "JPEG" else MOST_PIXELS):
                raise user_error(problems.MANY_PIXELS)
            source.draft("RGB", (SIZE[0] * 2, SIZE[1] * 2))
            picture = ImageOps.exif_transpose(source).convert("RGBA")
    except DAMAGED as error:
        raise user_error(problems.NO_PICTURE) from error
    picture.thumbnail(SIZE)
    sheet = Image.new("RGB", picture.size, "white")
    sheet.paste(picture, mask=picture)
    return _packed(sheet)


def _packed(sheet: Image.Image) -> bytes:
    while True:
        buffer = BytesIO()
        sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
        if buffer.tell() <= LARGEST:
            return buffer.getvalue()
        sheet = sheet.reduce(2)
