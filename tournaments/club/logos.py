"""The logo of a club: a picture that somebody brought is never kept as it came, but drawn anew."""

from io import BytesIO

from django.core.files import File
from django.db import transaction
from PIL import Image, ImageOps

from tournaments import problems
from tournaments.models import Club, Logo
from tournaments.problems import user_error

KINDS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_BYTES = 4_000_000
MOST_PIXELS = 9_000_000  # each takes some twenty bytes of memory while it is drawn
IN_A_PHOTOGRAPH = 25_000_000  # a JPEG is read smaller
SIZE = (480, 160)  # at most; on paper it is as high as a heading
COLOURS = 64
LARGEST = 16_000  # bytes as it is kept, so that a page with it stays small
# What the readers of pictures raise at one that is damaged, or made to harm.
DAMAGED = (
    *(OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, EOFError),
    *(MemoryError, RecursionError, Image.DecompressionBombError),
)


@transaction.atomic
def put(*, club: Club, file: "File[bytes]") -> Logo:
    if (file.size or 0) > MOST_BYTES:
        raise user_error(problems.LARGE_PICTURE, most=MOST_BYTES // 1_000_000)
    image = drawn_anew(file.read())
    return Logo.objects.update_or_create(club=club, defaults={"image": image})[0]


def take_away(*, club: Club) -> None:
    Logo.objects.filter(club=club).delete()


def read_logo(club: Club) -> bytes | None:
    """One that was kept before there was a limit is drawn anew each time."""
    found = Logo.objects.filter(club=club).values_list("image", flat=True).first()
    if found is None:
        return None
    return bytes(found) if len(found) <= LARGEST else drawn_anew(bytes(found))


def drawn_anew(content: bytes) -> bytes:
    """Small, on white, with nothing of the file but how it looks."""
    try:
        with Image.open(BytesIO(content), formats=KINDS) as found:
            wide, high = found.size
            if wide * high > (IN_A_PHOTOGRAPH if found.format == "JPEG" else MOST_PIXELS):
                raise user_error(problems.MANY_PIXELS)
            found.draft("RGB", (SIZE[0] * 2, SIZE[1] * 2))
            picture = ImageOps.exif_transpose(found).convert("RGBA")
    except DAMAGED as wrong:
        raise user_error(problems.NO_PICTURE) from wrong
    picture.thumbnail(SIZE)
    sheet = Image.new("RGB", picture.size, "white")
    sheet.paste(picture, mask=picture)
    return _packed(sheet)


def _packed(sheet: Image.Image) -> bytes:
    """Smaller where it is a photograph."""
    while True:
        made = BytesIO()
        sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
        if made.tell() <= LARGEST:
            return made.getvalue()
        sheet = sheet.reduce(2)
