"""All benchmarks, by name."""

from collections.abc import Callable, Iterable, Iterator

from tests.bench.draws import draw_anneal, draw_bound, draw_design, draw_season
from tests.bench.figure import Figure
from tests.bench.hall import hall
from tests.bench.pages import bare_view, pages, save
from tests.bench.start import first_start, second_start

__all__ = ["BENCHES", "Figure", "run"]

BENCHES: dict[str, Callable[[], Iterable[Figure]]] = {
    "bare-view": bare_view,
    "pages": pages,
    "save": save,
    "draw-design": draw_design,
    "draw-anneal": draw_anneal,
    "draw-bound": draw_bound,
    "draw-season": draw_season,
    "first-start": first_start,
    "second-start": second_start,
    "hall": hall,
}


def run(only: str | None = None) -> Iterator[Figure]:
    """Run all benchmarks, or only the one named `only`, and yield their figures."""
    for name, measure in BENCHES.items():
        if only in (None, name):
            yield from measure()
