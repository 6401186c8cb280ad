"""Strip comments and indentation from scripts and styles, because the wifi of a hall is slow."""

import re
from pathlib import Path

IN_STYLES = re.compile(r"/\*.*?\*/", re.DOTALL)
# From // to the end of the line, unless a quote follows (it may be part of a string), and comments
# on lines of their own.
IN_SCRIPTS = re.compile(
    r"""(?:^|[ \t]+)//(?:[ ][^"'`\n]*)?$ | ^[ \t]*//.*$ | ^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
COMMENTS = {".css": IN_STYLES, ".js": IN_SCRIPTS}
EDGES = re.compile(r"\s*\n\s*")  # indentation and empty lines
# Space around signs outside of texts; in styles also the last semicolon of a rule. Lines of a
# script with a single quote, a text within a text, or a slash (which may begin a pattern) stay.
GAPS = {
    ".css": re.compile(r"""("[^"\n]*") | ;\s*(?=\}) | \s*([{};,])\s* | (?<=:)[ ]+""", re.VERBOSE),
    ".js": re.compile(
        r"""( ^.*(?:['/]|\$\{[^}`\n]*`).*$ | "(?:[^"\\\n]|\\.)*" | `[^`\n]*` )
        | [ ]*([=<>?:&|*,;{}()!\[\]]+)[ ]*""",
        re.MULTILINE | re.VERBOSE,
    ),
}


def lean(path: Path) -> bytes:
    """Return the content of this file without comments and indentation."""
    if (comments := COMMENTS.get(path.suffix)) is None:
        return path.read_bytes()
    text = EDGES.sub("\n", comments.sub("", path.read_text(encoding="utf-8")))
    if gaps := GAPS.get(path.suffix):
        text = gaps.sub(lambda match: match[1] or match[2] or "", text)
    return text.encode()
