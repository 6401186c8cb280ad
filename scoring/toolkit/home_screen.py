"""What a browser shows of the site among a phone's programs."""

from django.http import JsonResponse
from django.templatetags.static import static


def build_manifest(name: str, opens: str) -> JsonResponse:
    """`opens` is the path that it opens with. The browser keeps its bar, as pages lead to files."""
    icons = [
        {"src": static(f"clubsite/icon-{n}.png"), "sizes": f"{n}x{n}", "purpose": "any maskable"}
        for n in (192, 512)  # the dash stays clear of what a phone cuts off
    ]
    short = name
    while " " in short and len(short) > 15:  # below an icon there is no room for more
        short = short.partition(" ")[2]  # what tells clubs apart stands last
    manifest = {"name": name, "short_name": short, "id": opens, "start_url": opens, "scope": "/"}
    looks = {"display": "minimal-ui", "background_color": "#f6f0e1", "theme_color": "#f6f0e1"}
    kind = "application/manifest+json"
    return JsonResponse({**manifest, **looks, "icons": icons}, content_type=kind)
