"""Charts: convert figures to positions in a box, which the template then draws. There are no words,
colours or number formats here; the caller passes a function that formats a figure.
"""

from tournaments.standings.chart_shapes.bars import draw_bars
from tournaments.standings.chart_shapes.lines import Series, draw_band, draw_lines
from tournaments.standings.chart_shapes.shapes import HEIGHT, WIDTH, Bar, Chart, Line, Tick

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Bar",
    "Chart",
    "Line",
    "Series",
    "Tick",
    "draw_band",
    "draw_bars",
    "draw_lines",
]
