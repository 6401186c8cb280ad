"""The limits of an uploaded file. A file that exceeds one of them is refused."""

MOST_BYTES = 5_000_000  # of a file
MOST_LINES = 20_000
MOST_COLUMNS = 16_384  # the limit of spreadsheet programs
MOST_ROWS = 100_000  # of a worksheet; what stands below is not read
MOST_SEEN = 600_000  # cells and rows that are looked at, empty ones too
MOST_CELLS = 200_000  # filled cells, on all worksheets together
MOST_TEXT = 4_000_000  # characters in all cells together
LONGEST = 1_000  # characters of one cell
MOST_WORKSHEETS = 400  # worksheets: a hundred tables in three rounds, and some
