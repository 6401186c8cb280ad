"""Finds the QR codes of paper forms in a picture, and says what else in the picture belongs to the
same form: a scan of an A4 sheet may show two forms side by side.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

Points = Any

TOP_RIGHT = 1  # of the corners of a form
BEYOND = 1.1  # sides of its code: a form hardly goes on to the right of its code, or above it


class Code(NamedTuple):
    """A QR code in a picture."""

    text: str
    corners: Points = None  # in pixels, clockwise from the code's own top left


class Area(NamedTuple):
    """The part of a picture that belongs to one form, found by the form's QR code. It leaves out
    the other forms in the picture. Each form has its QR code at its top right.
    """

    code: Code
    others: Sequence[Code] = ()

    def has_point(self, point: tuple[float, float]) -> bool:
        """Return whether a point may belong to this form rather than to another one in the picture.
        If the picture has only one form, return True for every point: bent paper may reach beyond
        where the QR code suggests.
        """
        if not self.others:
            return True
        away = measure_distance(self.code, point)
        return away is not None and all(
            (beside := measure_distance(other, point)) is None or away < beside
            for other in self.others
        )

    def has_corners(self, corners: Points) -> bool:
        """Return whether these four points can be the corners of the form, clockwise from its top
        left. They can if the form's QR code lies between them and closest to the second one, the
        top right.
        """
        middle = self.code.corners.mean(0)
        away = np.linalg.norm(corners - middle, axis=1)
        return self.is_between(corners) and int(away.argmin()) == TOP_RIGHT

    def is_between(self, corners: Points) -> bool:
        """Return whether the form's QR code lies inside the quadrilateral with these four corners,
        which are given in order around it.
        """
        x, y = map(float, self.code.corners.mean(0))
        return bool(cv2.pointPolygonTest(np.float32(corners), (x, y), measureDist=False) > 0)


def read_codes(grey: Any) -> list[Code]:
    """Return the QR codes in a grey picture."""
    try:
        import zxingcpp
    except ImportError:  # no wheel for this processor
        text, _corners, _flat = cv2.QRCodeDetector().detectAndDecode(grey)
        return [Code(text)] if text else []
    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    codes = zxingcpp.read_barcodes(grey, formats=qr)
    return [Code(code.text, _list_corners(code.position)) for code in codes if code.text]


def _list_corners(position: Any) -> Points:
    corners = position.top_left, position.top_right, position.bottom_right, position.bottom_left
    return np.array([(corner.x, corner.y) for corner in corners], np.float32)


def measure_distance(code: Code, point: tuple[float, float]) -> float | None:
    """Return how far a point of the picture is from the middle of a QR code, measured in side
    lengths of the code. A form has its QR code at its top right. So return None if the point lies
    too far to the right of the code, or too far above it, to belong to the same form.
    """
    across, down = code.corners[1] - code.corners[0], code.corners[3] - code.corners[0]
    away = np.linalg.solve(np.stack([across, down], 1), np.array(point) - code.corners.mean(0))
    belongs = away[0] < BEYOND and away[1] > -BEYOND
    return float(np.linalg.norm(away)) if belongs else None
