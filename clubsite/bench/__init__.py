"""All benchmarks, by name."""

from collections.abc import Callable, Iterable, Iterator

from clubsite.bench.downloads import season_book, season_book_first
from clubsite.bench.draws import draw_anneal, draw_bound, draw_design, draw_season
from clubsite.bench.figure import Figure
from clubsite.bench.hall import hall
from clubsite.bench.logins import log_ins
from clubsite.bench.night import night, night_halfway, night_played, night_unchanged
from clubsite.bench.overview import room, room_played, room_queries, room_unchanged
from clubsite.bench.pages import bare_view, page_weight, save, save_queries
from clubsite.bench.players import player, records
from clubsite.bench.printing import paper, paper_memory
from clubsite.bench.rules import judge_cards, judge_tiles, score
from clubsite.bench.standing import standing, standing_changed, standing_queries, standing_unchanged
from clubsite.bench.start import first_start, second_start

__all__ = ["BENCHES", "Figure", "run"]

BENCHES: dict[str, Callable[[str], Figure | Iterable[Figure]]] = {
    "score": score,
    "judge-cards": judge_cards,
    "judge-tiles": judge_tiles,
    "bare-view": bare_view,
    "save-queries": save_queries,
    "save": save,
    "page-weight": page_weight,
    "room": room,
    "room-played": room_played,
    "room-unchanged": room_unchanged,
    "room-queries": room_queries,
    "night": night,
    "night-played": night_played,
    "night-halfway": night_halfway,
    "night-unchanged": night_unchanged,
    "standing": standing,
    "standing-changed": standing_changed,
    "standing-unchanged": standing_unchanged,
    "standing-queries": standing_queries,
    "player": player,
    "records": records,
    "draw-design": draw_design,
    "draw-anneal": draw_anneal,
    "draw-bound": draw_bound,
    "draw-season": draw_season,
    "paper": paper,
    "paper-memory": paper_memory,
    "season-book": season_book,
    "season-book-first": season_book_first,
    "first-start": first_start,
    "second-start": second_start,
    "hall": hall,
    "log-ins": log_ins,
}


def run(only: str | None = None) -> Iterator[Figure]:
    """Run all benchmarks, or only the one named `only`, and yield their results."""
    for name, measure in BENCHES.items():
        if only in (None, name):
            result = measure(name)
            yield from [result] if isinstance(result, Figure) else result
