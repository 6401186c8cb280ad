"""Name the browser that sent a request, as people know it: "Firefox, Windows"."""

# By what a browser says of itself. The first match counts: Edge calls itself Chrome as well, and
# nearly all call themselves Safari.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def name_browser(user_agent: str) -> str:
    """Return the browser and the system that this header names; "" if it names neither. Nothing of
    the header itself is returned, as a visitor can write anything there.
    """
    names = (
        next((name for word, name in known.items() if word in user_agent), "")
        for known in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, names))
