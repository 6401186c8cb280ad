"""What a browser shows of the site among a phone's programs."""

from django.http import JsonResponse
from django.templatetags.static import static

SIZES = (192, 512)


def build_manifest(name: str, opens: str) -> JsonResponse:
    """`opens` is the path that it opens with. The browser keeps its bar, as pages lead to files."""
    icons = [
        {"src": static(f"clubsite/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES
    ]
    manifest = {"name": name, "id": opens, "start_url": opens, "scope": "/", "icons": icons}
    return JsonResponse(
        {
            **manifest,
            "display": "minimal-ui",
            "background_color": "#f6f0e1",
            "theme_color": "#f6f0e1",
        },
        content_type="application/manifest+json",
    )
