"""How many taps a game of four players takes on the phone, saving included: on average and at most.

`test_taps.py` counts them; docs/game-data.md shows them. Rummy has two players.
"""

TAPS = {
    "jokeren": (5.0, 5),
    "jokeren-potjes": (5.0, 5),
    "jokeren-vijf": (5.0, 5),
    "amerikaans-jokeren": (7.6, 8),
    "jolly": (13.9, 16),
    "rummy": (3.9, 4),
    "rummikub": (7.7, 8),
    "rummikub-american": (7.4, 8),
    "rummikub-international": (7.7, 9),
    "vijfhonderd": (4.0, 4),
    "klaverjassen": (3.7, 6),
    "boerenbridge": (7.8, 8),
    "hartenjagen": (4.5, 5),
    "punten": (9.0, 12),
}
