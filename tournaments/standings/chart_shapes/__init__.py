from tournaments.standings.chart_shapes.bars import draw_bars
from tournaments.standings.chart_shapes.lines import Series, draw_lines
from tournaments.standings.chart_shapes.shapes import HEIGHT, WIDTH, Bar, Chart, Line, Tick

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Bar",
    "Chart",
    "Line",
    "Series",
    "Tick",
    "draw_bars",
    "draw_lines",
]
