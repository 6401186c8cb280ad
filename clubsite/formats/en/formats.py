"""British formats of days, for example: Sunday 29 November 2026; Sun 29 Nov 2026; 29/11/2026."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "d/m/Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
MONTH_DAY_FORMAT = "j F"
WEEKDAY_FORMAT = "l j F Y"
SHORT_WEEKDAY_FORMAT = "D j M Y"
DAY_AND_MONTH_FORMAT = "j/n"
FIRST_DAY_OF_WEEK = 1
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y", "%d/%m/%y", "%d %B %Y"]
