"""Charts: from figures to places in a box, as the template draws them. Pure: it knows no words, no
colours and no numbers in any language; whoever asks says how a figure is written.
"""

from tournaments.standings.charts.bars import bars
from tournaments.standings.charts.lines import lines
from tournaments.standings.charts.shapes import HEIGHT, WIDTH, Bar, Chart, Line, Tick

__all__ = ["HEIGHT", "WIDTH", "Bar", "Chart", "Line", "Tick", "bars", "lines"]
