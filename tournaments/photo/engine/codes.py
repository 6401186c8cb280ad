"""Finds the QR codes of paper forms in a picture."""

from typing import Any

import cv2


def find_codes(grey: Any) -> list[str]:
    """Return the texts of the QR codes in a grey picture."""
    try:
        import zxingcpp
    except ImportError:  # no wheel for this processor
        text, _corners, _flat = cv2.QRCodeDetector().detectAndDecode(grey)
        return [text] if text else []
    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return [found.text for found in zxingcpp.read_barcodes(grey, formats=qr) if found.text]
