"""The forty types of closed hand (source S004 in tests/rule_texts.md)."""

from typing import NamedTuple

from scoring.toolkit.texts import _


class HandType(NamedTuple):
    number: int
    name: str
    values: tuple[int, int, int]  # with 0, 1 and 2 jokers
    rule: str
    example: str  # fourteen tiles of this type, and if possible of no more valuable one


LITTLE_BLITZ, GRAND_BLITZ = 39, 40

# From 1 to 40. Every value is written out, as 29 and 30 step unevenly.
RULES: tuple[tuple[str, tuple[int, int, int], str], ...] = (
    (_("Basic"), (500, 400, 300), _("All tiles in groups and runs.")),
    (_("Minor"), (800, 700, 600), _("Groups and runs, no tile above 9.")),
    (_("Minor 51"), (1000, 900, 800), _("Groups and runs, no tile above 9, at most 51 together.")),
    (_("Minor 51 groups"), (1600, 1400, 1200), _("Groups only, at most 51 together.")),
    (_("Minor 51 runs"), (1600, 1400, 1200), _("Runs only, at most 51 together.")),
    (_("Piccolo 41 odd"), (800, 700, 600), _("Any tiles, at most 41 together.")),
    (_("Piccolo 41 melds"), (1400, 1200, 1000), _("Groups and runs, at most 41 together.")),
    (_("Piccolo 41 runs"), (1600, 1400, 1200), _("Runs only, at most 41 together.")),
    (_("Piccolo 41 groups"), (1600, 1400, 1200), _("Groups only, at most 41 together.")),
    (_("Grand odd"), (700, 600, 500), _("Any tiles, none below 10; a 1 is high.")),
    (_("Grand melds"), (1400, 1200, 1000), _("Groups and runs, no tile below 10; a 1 is high.")),
    (
        _("Grand square"),
        (1600, 1400, 1200),
        _("Eight tiles of one number; the other six may be anything."),
    ),
    (_("Four colours"), (900, 800, 700), _("Four runs, each of another colour.")),
    (
        _("Four colours minor"),
        (1000, 900, 800),
        _("Four runs, each of another colour, no tile above 9."),
    ),
    (
        _("Four colours major"),
        (1000, 900, 800),
        _("Four runs, each of another colour, no tile below 10; a 1 is high."),
    ),
    (_("Three colours"), (700, 600, 500), _("Three runs, each of another colour.")),
    (
        _("Three colours minor"),
        (900, 800, 700),
        _("Three runs, each of another colour, no tile above 9."),
    ),
    (
        _("Three colours major"),
        (900, 800, 700),
        _("Three runs, each of another colour, no tile below 10; a 1 is high."),
    ),
    (_("Two colours"), (1000, 900, 800), _("Two, three or four runs, in two colours together.")),
    (
        _("Two colours minor"),
        (1400, 1200, 1000),
        _("Two, three or four runs, in two colours together, no tile above 9."),
    ),
    (
        _("Two colours major"),
        (1400, 1200, 1000),
        _("Two, three or four runs, in two colours together, no tile below 10; a 1 is high."),
    ),
    (_("One colour odd"), (1600, 1400, 1200), _("Any tiles of one colour.")),
    (_("One colour runs"), (2000, 1800, 1600), _("Two, three or four runs of one colour.")),
    (_("Royal"), (2400, 2200, 2000), _("One run of one colour, from the low 1 to the high 1.")),
    (_("Sticks"), (1000, 900, 800), _("Four groups.")),
    (_("Sticks minor"), (1400, 1200, 1000), _("Four groups, no tile above 9.")),
    (_("Sticks major"), (1400, 1200, 1000), _("Four groups, no tile below 10; a 1 is high.")),
    (
        _("Mosaic"),
        (1000, 900, 800),
        _("One run from the low 1 to the high 1, no two neighbours of one colour."),
    ),
    (_("Little wave"), (1200, 1000, 900), _("Twice 1 to 7, no two neighbours of one colour.")),
    (
        _("Big wave"),
        (1200, 1000, 900),
        _("Twice 8 to the high 1, no two neighbours of one colour."),
    ),
    (
        _("Little wave in one colour"),
        (2600, 2400, 2200),
        _("Twice 1 to 7, both of the same colour."),
    ),
    (
        _("Big wave in one colour"),
        (2600, 2400, 2200),
        _("Twice 8 to the high 1, both of the same colour."),
    ),
    (
        _("Little wave in two colours"),
        (2200, 2000, 1800),
        _("Twice 1 to 7, each of another colour."),
    ),
    (
        _("Big wave in two colours"),
        (2200, 2000, 1800),
        _("Twice 8 to the high 1, each of another colour."),
    ),
    (_("Seven pairs"), (1700, 1500, 1300), _("Seven times two identical tiles.")),
    (
        _("Seven pairs minor"),
        (2000, 1800, 1600),
        _("Seven times two identical tiles, none above 9."),
    ),
    (
        _("Seven pairs major"),
        (2000, 1800, 1600),
        _("Seven times two identical tiles, none below 10; a 1 is high."),
    ),
    (
        _("Seven pairs in one colour"),
        (2200, 2000, 1800),
        _("Seven times two identical tiles, all of one colour."),
    ),
    (
        _("Little Blitz"),
        (1600, 1400, 1200),
        _("All tiles in groups and runs in your very first turn."),
    ),
    (
        _("Grand Blitz"),
        (2000, 1800, 1600),
        _("All tiles in groups and runs as they were dealt; not for whoever starts."),
    ),
)
EXAMPLES = (
    "3k 3b 3r 5r 6r 7r 8r 10k 10b 10r 10o 11b 12b 13b",
    "9k 9b 9r 8k 8b 8r 8o 4r 5r 6r 7r 1b 2b 3b",
    "1k 1b 1r 2k 2b 2r 2o 3b 4b 5b 6b 4r 5r 6r",
    "2k 2b 2r 2o 3k 3b 3r 3o 4k 4b 4r 5b 5r 5o",
    "1k 2k 3k 4k 1b 2b 3b 4b 2r 3r 4r 4o 5o 6o",
    "1k 1b 1r 2k 2b 2o 3k 3r 3o 4k 4b 4r 5r 5o",
    "1k 1b 1r 1o 2k 2b 2r 1b 2b 3b 4b 3r 4r 5r",
    "1k 2k 3k 4k 1b 2b 3b 4b 1r 2r 3r 3o 4o 5o",
    "1k 1b 1r 1o 2k 2b 2r 2o 3k 3b 3r 4b 4r 4o",
    "10k 10k 10b 11r 11r 11o 12k 12b 13r 13o 13o 1k 1k 1o",
    "10k 11k 12k 12b 12r 12o 13k 13b 13r 13o 1k 1b 1r 1o",
    "7k 7k 7b 7b 7r 7r 7o 7o 1k 3b 9r 11o 12k 13b",
    "3k 4k 5k 6k 7b 8b 9b 10b 5r 6r 7r 11o 12o 13o",
    "3k 4k 5k 6k 6b 7b 8b 9b 5r 6r 7r 7o 8o 9o",
    "10k 11k 12k 13k 10b 11b 12b 13b 11r 12r 13r 12o 13o 1o",
    "4k 5k 6k 7k 8k 7b 8b 9b 10b 11b 2r 3r 4r 5r",
    "3k 4k 5k 6k 7k 5b 6b 7b 8b 9b 6r 7r 8r 9r",
    "10k 11k 12k 13k 1k 10b 11b 12b 13b 1b 10r 11r 12r 13r",
    "2k 3k 4k 5k 6k 7k 8k 7b 8b 9b 10b 11b 12b 13b",
    "3k 4k 5k 6k 7k 8k 9k 3b 4b 5b 6b 7b 8b 9b",
    "10k 11k 12k 13k 10b 11b 12b 13b 11k 12k 13k 12b 13b 1b",
    "1k 1k 3k 4k 4k 6k 7k 7k 9k 10k 10k 12k 12k 13k",
    "1r 2r 3r 4r 5r 5r 6r 7r 8r 9r 10r 11r 12r 13r",
    "1o 2o 3o 4o 5o 6o 7o 8o 9o 10o 11o 12o 13o 1o",
    "4k 4b 4r 4o 8k 8b 8r 10b 10r 10o 12k 12b 12r 12o",
    "5k 5b 5r 5o 7k 7b 7r 7o 8k 8b 8r 9b 9r 9o",
    "10k 10b 10r 10o 12k 12b 12r 12o 13k 13b 13r 1b 1r 1o",
    "1k 2b 3r 4o 5k 6b 7r 8o 9k 10b 11r 12o 13k 1b",
    "1k 2b 3r 4o 5k 6b 7r 1b 2r 3o 4k 5b 6r 7o",
    "8k 9b 10r 11o 12k 13b 1r 8b 9r 10o 11k 12b 13r 1o",
    "1r 2r 3r 4r 5r 6r 7r 1r 2r 3r 4r 5r 6r 7r",
    "8o 9o 10o 11o 12o 13o 1o 8o 9o 10o 11o 12o 13o 1o",
    "1k 2k 3k 4k 5k 6k 7k 1r 2r 3r 4r 5r 6r 7r",
    "8k 9k 10k 11k 12k 13k 1k 8b 9b 10b 11b 12b 13b 1b",
    "2k 2k 5r 5r 7b 7b 8o 8o 10k 10k 12r 12r 13b 13b",
    "2k 2k 4r 4r 5b 5b 6o 6o 7k 7k 8r 8r 9b 9b",
    "10k 10k 10o 10o 11r 11r 12b 12b 13r 13r 13o 13o 1k 1k",
    "1b 1b 3b 3b 4b 4b 6b 6b 8b 8b 10b 10b 12b 12b",
    "2k 2b 2r 6o 7o 8o 9o 11k 11b 11r 11o 9b 10b 11b",
    "4k 4b 4r 7k 8k 9k 10k 12k 12b 12r 12o 1o 2o 3o",
)
TYPES = tuple(
    HandType(number, *rule, example)
    for number, (rule, example) in enumerate(zip(RULES, EXAMPLES, strict=True), 1)
)


def find_value(number: int, jokers: int) -> int:
    return TYPES[number - 1].values[jokers]
