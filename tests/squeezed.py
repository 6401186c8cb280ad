"""A page as a browser reads it: white space of its template that is not drawn is gone."""

import re
from functools import wraps

BLOCKS = """
address article aside body br button caption col colgroup dd details dialog div dl dt fieldset
footer form g h1 h2 h3 h4 head header hr html legend li line link main meta nav ol optgroup
option p path rect script section select style summary svg table tbody td tfoot text th thead
title tr ul
"""
KEPT = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.DOTALL)
NAMES = "|".join(BLOCKS.split())
RULES = [  # that match only where there is something to take away
    (re.compile(pattern), put)
    for pattern, put in (
        (r"[ \t\n]{2,}|[\t\n]", " "),
        (r"((?: ?<(?!input|img)[a-z][^>]*>)+) ", lambda tags: " " + tags[1].replace("> <", "><")),
        (r" ((?:</[a-z]\w*> ?)+)", lambda tags: tags[1].replace("> <", "><") + " "),
        (r" {2,}", " "),
        (rf" (</?(?:{NAMES})\b[^>]*>) ?|(</?(?:{NAMES})\b[^>]*>) ", r"\1\2"),
        (r"(<[^>]*?) (/?>)", r"\1\2"),
        (r'class=" ([^"]*)"', r'class="\1"'),
        (r'(class="[^"]*) "', r'\1"'),
    )
]


def squeeze(page: str) -> str:
    parts = KEPT.split(page)
    for number in range(0, len(parts), 3):
        for pattern, put in RULES:
            parts[number] = pattern.sub(put, parts[number])
    return "".join(part for number, part in enumerate(parts) if number % 3 != 2)


def squeeze_responses(request):
    """Let Django's test client give every page squeezed."""

    @wraps(request)
    def ask(*args, **named):
        response = request(*args, **named)
        sent = response.headers
        page = not response.streaming and "Content-Encoding" not in sent
        if page and sent.get("Content-Type", "").startswith("text/html"):
            response.content = squeeze(response.content.decode()).encode()
        return response

    return ask
