"""The cost of the result page of a large night while it is being played, and of the response to a
poll when nothing is new.

Results are multiples of the CPU time of the bare view, a page of this site without content.
"""

from random import Random

from clubsite.bench.figure import Figure
from clubsite.bench.overview import a_hall, played_on, request_page, times_bare
from clubsite.bench.pages import answer, ask, own_database
from clubsite.demo.played_games import play

HALL = 25  # tables of four
GAMES = 10  # on a sheet
PAGE = "night-result"


def night(name: str) -> Figure:
    """Benchmark: measure the result page of a night for a new visitor, with the caches filled.
    `name` is the benchmark's name.
    """
    with own_database():
        ratio = times_bare(request_page(a_hall(HALL), page=PAGE), 5)
    what = f"CPU of the result of a night with {HALL} tables, times the bare view"
    return Figure(name, what, ratio, 60)


def night_played(name: str) -> Figure:
    """Benchmark: measure an update of the night's result page after a game was entered at one of
    the tables. `name` is the benchmark's name.
    """
    with own_database():
        evening = a_hall(HALL)
        page = request_page(evening, "?part=", PAGE)
        ask(page)
        ratio = played_on(page, evening)
    what = "CPU of what of that page changes when a game was entered, times the bare view"
    return Figure(name, what, ratio, 100)


def night_halfway(name: str) -> Figure:
    """Benchmark: measure an update of the night's result page when half of the tables have
    finished. The page then shows a standing as well. `name` is the benchmark's name.
    """
    with own_database():
        evening = a_hall(HALL)
        for table in list(evening.rounds.get().tables.select_related("sheet"))[HALL // 2 :]:
            play(table.sheet, GAMES, Random(table.number))
        page = request_page(evening, "?part=", PAGE)
        ask(page)
        ratio = played_on(page, evening, HALL // 2)
    what = "CPU of the same when half of the tables are in, times the bare view"
    return Figure(name, what, ratio, 150)


def night_unchanged(name: str) -> Figure:
    with own_database():
        page = request_page(a_hall(HALL), "?part=", PAGE)
        page["HTTP_IF_NONE_MATCH"] = answer(page)[0]["ETag"]
        ratio = times_bare(page, 100, 304)
    what = "CPU of the answer that nothing was done on that night since, times the bare view"
    return Figure(name, what, ratio, 3)
