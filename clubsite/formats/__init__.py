"""Besides Django's own names, a language has WEEKDAY_FORMAT (a day with its weekday),
WEEKDAY_AND_MONTH_FORMAT (the same without the year), SHORT_WEEKDAY_FORMAT and
DAY_AND_MONTH_FORMAT (in figures, without the year).
"""

from django.utils.translation import pgettext_lazy

# Django's own short months, named here so that our translations can write them with dots.
SHORT_MONTHS = (
    pgettext_lazy("abbrev. month", "Jan."),
    pgettext_lazy("abbrev. month", "Feb."),
    pgettext_lazy("abbrev. month", "March"),
    pgettext_lazy("abbrev. month", "April"),
    pgettext_lazy("abbrev. month", "May"),
    pgettext_lazy("abbrev. month", "June"),
    pgettext_lazy("abbrev. month", "July"),
    pgettext_lazy("abbrev. month", "Aug."),
    pgettext_lazy("abbrev. month", "Sept."),
    pgettext_lazy("abbrev. month", "Oct."),
    pgettext_lazy("abbrev. month", "Nov."),
    pgettext_lazy("abbrev. month", "Dec."),
)
