"""German formats of days, for example: Sonntag, 29. November 2026; So., 29. Nov. 2026;
29.11.2026.
"""

DATE_FORMAT = "j. F Y"
SHORT_DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
WEEKDAY_FORMAT = "l, j. F Y"
SHORT_WEEKDAY_FORMAT = "D., j. N Y"
DAY_AND_MONTH_FORMAT = "j.n."
