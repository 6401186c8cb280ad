"""What a phone shows as codes, made here as scoring/static/scoring/phone/handover_codes.js does."""

import hmac
import json
import uuid
import zlib

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import links


def entry(game, row, seen=0, **more):
    return {"id": str(uuid.uuid4()), "do": "enter", "game": game, "row": row, "seen": seen, **more}


def make_letter(sheet, *entries, **more):
    chain = sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))["chain"]
    at = {"since": len(chain) // sync.LINK, "link": chain[-sync.LINK :]}
    return {"version": 1, "device": "phone", **at, "entries": list(entries), **more}


def make_parts(sheet, what, most=600, *, packed=True, key="", form=1):
    """The bytes of each code; `what` is a letter, or what stands instead of one."""
    key = key or links.make_key(sheet)
    plain = what if isinstance(what, bytes) else json.dumps(what).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    body = packer.compress(plain) + packer.flush() if packed else plain
    secret = key.encode()
    length = most - 46
    pieces = [body[at : at + length] for at in range(0, len(body), length)]
    parts = []
    for number, piece in enumerate(pieces, 1):
        head = b"SL" + bytes([form, packed]) + sheet.public_id.bytes
        head += hmac.digest(secret, body, "sha256")[:8] + bytes([number, len(pieces)])
        parts.append(head + piece + hmac.digest(secret, head + piece, "sha256")[:16])
    return parts
