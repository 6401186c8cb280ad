"""Read the QR codes that a phone without a connection shows, and save the entries in them as if the
phone had sent them. docs/scoring-and-exchange.md describes the format.
"""

import base64
import binascii
import hmac
import json
import uuid
import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from scoring.browser import sync
from scoring.models import Event, Sheet
from scoring.sheets import links
from scoring.sheets.locked import build_refusal
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

FORMAT = 1
BEGINS = b"SL"
HEAD = len(BEGINS) + 1 + 1 + 16 + 8 + 1 + 1
SEAL = 16  # bytes of each part's seal
MOST_IN_A_CODE = 2953
MOST_PARTS = 255
MOST_PIXELS = 2_000_000
MOST_WIDE = 10_000
MOST_TEXT = 2 * MOST_IN_A_CODE * 20  # as text, of twenty codes at least
MOST_LINKS_BEFORE = 20

NO_PART = ProblemCode(
    84, _("this is not what a phone's code says: hold the code up again, or take the whole file.")
)
OTHER_FORMAT = ProblemCode(
    85,
    _(
        "this code is of another version of Streepje: load the form again on that phone once it has"
        " a connection, or type the form in."
    ),
)
NOT_SEALED = ProblemCode(
    86, _("this code does not bear the seal of its form, so nothing was taken from it.")
)
OLD_LINK = ProblemCode(
    87, _("the link of this form was renewed after the phone opened it: type the form in.")
)
MISSING = ProblemCode(88, _("of %(total)s codes these are missing: %(missing)s. Hold them up."))
LOST_HISTORY = ProblemCode(
    89,
    _(
        "the site knows less of this form than that phone did (a back-up was put back): give the"
        " phone a connection for a moment, and it sends everything, or type the form in."
    ),
)
NO_PICTURE = ProblemCode(
    90, _("this picture is not of a size that can be read: take a photo of the code alone.")
)
NO_READER = ProblemCode(
    91, _("this computer can't read codes: take the text file that the phone offers beside them.")
)


class Part(NamedTuple):
    """The content of one QR code. A hand-over (all entries of one sheet that the phone could not
    send) is divided into parts, one for each code.
    """

    sheet: uuid.UUID
    set: bytes  # the same in all parts of one hand-over, and in no other
    number: int  # from 1
    total: int
    packed: bool
    piece: bytes
    sealed: bytes
    seal: bytes

    @property
    def text(self) -> str:
        """Return this part as one line of text, for the text file that can be used in place of QR
        codes.
        """
        return base64.b64encode(self.sealed + self.seal).decode()


class Handed(NamedTuple):
    """The result of saving one hand-over (all entries that a phone could not send). `answers` has
    one item for each entry. It holds the entry, the site's answer to it (such as why it was
    refused), and whether the site already had this entry.
    """

    sheet: Sheet
    answers: list[tuple[dict[str, Any], dict[str, Any], bool]]


def read_part(raw: bytes) -> Part:
    if not raw.startswith(BEGINS) or not HEAD + SEAL < len(raw) <= MOST_IN_A_CODE:
        raise build_refusal(NO_PART)
    if raw[2] != FORMAT:
        raise build_refusal(OTHER_FORMAT)
    packed, number, total = raw[3], raw[28], raw[29]
    if packed > 1 or not 1 <= number <= total:
        raise build_refusal(NO_PART)
    sealed, seal = raw[:-SEAL], raw[-SEAL:]
    sheet = uuid.UUID(bytes=raw[4:20])
    return Part(sheet, raw[20:28], number, total, bool(packed), sealed[HEAD:], sealed, seal)


def read_text(text: str) -> list[Part]:
    """Read a text file in which each line is the content of one QR code. Somebody may upload this
    file instead of showing the phone's QR codes to a camera.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or len(text) > MOST_TEXT or len(lines) > MOST_PARTS:
        raise build_refusal(NO_PART)
    try:
        return [read_part(base64.b64decode(line, validate=True)) for line in lines]
    except (binascii.Error, ValueError):  # ValueError: not ASCII
        raise build_refusal(NO_PART) from None


def read_picture(pixels: bytes, wide: int) -> list[bytes]:
    """Return the contents of the QR codes in a picture. `pixels` has one byte of grey for each
    pixel, and `wide` is the width of the picture.
    """
    high, rest = divmod(len(pixels), wide) if wide else (0, 0)
    if rest or len(pixels) > MOST_PIXELS or not 0 < min(wide, high) <= max(wide, high) <= MOST_WIDE:
        raise build_refusal(NO_PICTURE)
    try:
        import zxingcpp
    except ImportError:
        raise build_refusal(NO_READER) from None
    picture = memoryview(pixels).cast("B", shape=[high, wide])
    codes = zxingcpp.read_barcodes(
        picture, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    return [bytes(code.bytes) for code in codes]


def check_seal(sheet: Sheet, part: Part) -> None:
    """Refuse the content of a QR code (`part`) unless its signature was made with this sheet's
    present secret link. Only a phone that opened the sheet knows this link.
    """
    if _is_sealed(sheet, part):
        return
    version = sheet.link_version
    for before in range(version - 1, max(0, version - MOST_LINKS_BEFORE), -1):
        if _is_sealed(Sheet(public_id=sheet.public_id, link_version=before), part):
            raise build_refusal(OLD_LINK)
    raise build_refusal(NOT_SEALED)


def split_sets(parts: Iterable[Part]) -> list[list[Part]]:
    """Group the contents of QR codes (`parts`) by the hand-over to which they belong. A hand-over
    is all entries of one sheet that a phone could not send. A code that was read more than once is
    kept once.
    """
    sets: dict[tuple[object, ...], dict[int, Part]] = {}
    for part in parts:
        same = part.sheet, part.set, part.total, part.packed
        sets.setdefault(same, {})[part.number] = part
    return [[by_number[number] for number in sorted(by_number)] for by_number in sets.values()]


def take_in(sheet: Sheet, parts: Sequence[Part]) -> Handed:
    """Save the entries of one hand-over of this sheet. A hand-over is all entries that a phone
    could not send. `parts` are the contents of its QR codes; if one is missing, the hand-over is
    refused. Saving the same hand-over again changes nothing.
    """
    for part in parts:
        check_seal(sheet, part)
    body = _join(parts)
    if not _is_seal(parts[0].set, sheet, body):
        raise build_refusal(NOT_SEALED)
    raw = _unpack(body) if parts[0].packed else body
    request = sync.read(raw)
    _check_history(sheet, raw)
    before = _known(entry["id"] for entry in request.entries)
    answers = sync.handle(sheet, request)["answers"]
    answered = zip(request.entries, answers, strict=True)
    return Handed(sheet, [(entry, answer, entry["id"] in before) for entry, answer in answered])


def _join(parts: Sequence[Part]) -> bytes:
    here, total = {part.number for part in parts}, parts[0].total
    missing = [str(number) for number in range(1, total + 1) if number not in here]
    if missing:
        raise build_refusal(MISSING, total=total, missing=", ".join(missing))
    return b"".join(part.piece for part in parts)


def _unpack(body: bytes) -> bytes:
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, sync.MOST_BYTES + 1)
    except zlib.error:
        raise build_refusal(NO_PART) from None


def _check_history(sheet: Sheet, raw: bytes) -> None:
    """Refuse a hand-over (the entries that a phone could not send) if the phone had received
    changes of this sheet that the site no longer has. This happens, for example, after a back-up
    was restored. `raw` is the hand-over's JSON.
    """
    value = json.loads(raw.decode("utf-8-sig"))
    since, link = value.get("since"), value.get("link")
    if type(since) is not int or not isinstance(link, str) or not 0 <= since < 2**31:
        raise build_refusal(NO_PART)
    last = sheet.events.filter(sequence=since).values_list("digest", flat=True).first()
    if since and not (last and link and last.startswith(link)):
        raise build_refusal(LOST_HISTORY)


def _known(ids: Iterable[str]) -> Collection[str]:
    known = Event.objects.filter(pk__in=list(ids)).values_list("pk", flat=True)
    return {str(pk) for pk in known}


def _is_sealed(sheet: Sheet, part: Part) -> bool:
    return _is_seal(part.seal, sheet, part.sealed)


def _is_seal(seal: bytes, sheet: Sheet, content: bytes) -> bool:
    """Return whether `seal` is the beginning of the keyed hash that a phone computes from this
    content, with the sheet's link as the key. Links made with the site's former secret are accepted
    too, because the phone may have opened the sheet before the secret was replaced.
    """
    sealed = (hmac.digest(key.encode(), content, "sha256") for key in links.list_keys(sheet))
    return any(hmac.compare_digest(whole[: len(seal)], seal) for whole in sealed)
