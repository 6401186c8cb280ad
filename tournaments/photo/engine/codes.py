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
    """The part of a picture that belongs to the form with one code, and to none of the others in
    the picture. Each form has its code at its top right.
    """

    code: Code
    others: Sequence[Code] = ()

    def has_point(self, point: tuple[float, float]) -> bool:
        """Return whether a point may belong to this form rather than to another in the picture. Of
        a single form every point does: bent paper does not lie in line with its code.
        """
        if not self.others:
            return True
        away = measure_distance(self.code, point)
        return away is not None and all(
            (beside := measure_distance(other, point)) is None or away < beside
            for other in self.others
        )

    def has_corners(self, corners: Points) -> bool:
        """Return whether these can be the corners of the form, clockwise from its top left: the
        code lies between them, at its top right.
        """
        middle = self.code.corners.mean(0)
        away = np.linalg.norm(corners - middle, axis=1)
        return self.is_between(corners) and int(away.argmin()) == TOP_RIGHT

    def is_between(self, corners: Points) -> bool:
        """Return whether the code lies between these four points, which go around in order."""
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
    """Return how far a point of the picture is from a code, in sides of the code. Return None if
    the point lies so far to the right of the code, or above it, that it belongs to another form.
    """
    across, down = code.corners[1] - code.corners[0], code.corners[3] - code.corners[0]
    away = np.linalg.solve(np.stack([across, down], 1), np.array(point) - code.corners.mean(0))
    belongs = away[0] < BEYOND and away[1] > -BEYOND
    return float(np.linalg.norm(away)) if belongs else None
