"""How many taps a game of four players takes on the phone, saving included: on average and at most.

`test_taps.py` counts them; docs/game-data.md shows them. Rummy has two players. Of
`jolly-totals` only what each player gains or loses is entered.
"""

TAPS = {
    "jokeren": (5.0, 5),
    "jokeren-potjes": (5.0, 5),
    "jokeren-vijf": (5.0, 5),
    "amerikaans-jokeren": (9.6, 10),
    "jolly": (18.9, 23),
    "jolly-totals": (9.0, 9),
    "rummy": (3.9, 4),
    "rummikub": (9.7, 10),
    "rummikub-american": (9.4, 10),
    "rummikub-international": (9.0, 11),
    "vijfhonderd": (4.0, 4),
    "klaverjassen": (3.7, 6),
    "boerenbridge": (9.0, 9),
    "hartenjagen": (8.7, 10),
    "punten": (12.3, 15),
}
