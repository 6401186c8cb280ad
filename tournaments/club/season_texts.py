from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, ngettext

from tournaments.club.amounts import euros_in_words
from tournaments.club.reglementen import find_system, find_table_kind, is_lowest_best
from tournaments.draw.engine import table_sizes
from tournaments.models import Season
from tournaments.models.season import EVERY, LAST


class Term(NamedTuple):
    label: str
    words: str


def describe_season(season: Season) -> list[Term]:
    return [*_nights(season), *_counting(season), *_missed(season), *_places(season)]


def _nights(season: Season) -> Iterator[Term]:
    days = {"first": date_format(season.first), "last": date_format(season.last)}
    yield Term(gettext("When"), gettext("%(first)s to %(last)s") % days)
    rounds = ngettext("%(count)s round", "%(count)s rounds", season.rounds)
    yield Term(gettext("A night"), rounds % {"count": season.rounds})
    if season.minutes:
        minutes = ngettext("%(count)s minute", "%(count)s minutes", season.minutes)
        yield Term(gettext("Time meant for a round"), minutes % {"count": season.minutes})
    if season.running_hidden:
        yield Term(gettext("Scores of a round in play"), gettext("shown once all tables are in"))
    if season.member_fee or season.guest_fee:
        fees = {
            "member": euros_in_words(season.member_fee),
            "guest": euros_in_words(season.guest_fee),
        }
        yield Term(gettext("Contribution"), gettext("%(member)s, guests %(guest)s") % fees)
    kind = find_table_kind(season)
    if season.by_couple:
        yield Term(gettext("Who plays"), gettext("couples of two fixed partners"))
    if kind in table_sizes.MIXED:
        yield Term(gettext("How many sit at a table"), str(Season.Sizes(kind).label))
    if kind == table_sizes.THREES_AND_FOURS:
        yield Term(gettext("When five people come"), season.get_five_display())


def _counting(season: Season) -> Iterator[Term]:
    yield Term(gettext("The standing"), describe_counting(season))
    if season.counting == Season.Counting.PLACES:
        points = " · ".join(number_format(number) for number in season.place_points)
        yield Term(gettext("From the first place on"), points)
        yield Term(gettext("For being there"), number_format(season.bonus))


def describe_counting(season: Season) -> str:
    count = season.counted or 0
    if season.counting == Season.Counting.BEST:
        words = ngettext("the best night only", "the best %(count)s nights", count)
        return words % {"count": count}
    if season.counting == Season.Counting.BEST_AVERAGE:
        return gettext("the average of the best nights (%(count)s)") % {"count": count}
    if season.counting == Season.Counting.DROP:
        words = ngettext("all but the worst night", "all but the worst %(count)s nights", count)
        return words % {"count": count}
    return str(season.get_counting_display())


def _missed(season: Season) -> Iterator[Term]:
    label = gettext("For a night missed, signed off in time")
    yield Term(label, _absence(season.signed_off, season.signed_off_points))
    label = gettext("For a night missed without a word")
    yield Term(label, _absence(season.no_show, season.no_show_points))
    if season.missed_round is not None:
        yield Term(gettext("For a round missed"), _points(season.missed_round))
    if season.sit_out is not None:
        words = gettext("%(points)s, once a night; then the own average round")
        label = gettext("For a round without a table")
        yield Term(label, words % {"points": _points(season.sit_out)})
    if season.sit_out_pits:
        label = gettext("In a tie such a round counts")
        words = ngettext("%(count)s pit", "%(count)s pits", season.sit_out_pits)
        yield Term(label, words % {"count": season.sit_out_pits})
    yield Term(gettext("Nights before somebody joined"), season.get_before_joining_display())


def _points(points: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": points}


def _absence(kind: str, points: int | None) -> str:
    if kind == Season.Absence.FIXED:
        return _points(points or 0)
    if kind == Season.Absence.OWN and points is not None:
        return gettext("the player's own average, at most %(count)s") % {"count": points}
    return str(Season.Absence(kind).label)


def missed_round_in_words(season: Season) -> str:
    kind, points = season.signed_off, season.signed_off_points
    if season.missed_round is not None:
        return _points(season.missed_round)
    if kind == Season.Absence.SKIP:
        low = is_lowest_best(season.reglement) and season.counting != Season.Counting.PLACES
        if low and season.counting != Season.Counting.AVERAGE:
            return gettext("nothing, and with it the whole night does not count")
        return gettext("nothing")
    if kind == Season.Absence.WORST:
        return gettext("its part of the worst score of the night, rounded up")
    if kind == Season.Absence.FIXED:
        words = gettext("its part of the %(count)s points that a night missed counts, rounded up")
        return words % {"count": points}
    if points is None:
        return gettext("the player's own average of a round")
    words = gettext("the player's own average of a round, at most its part of %(count)s points")
    return words % {"count": points}


def _places(season: Season) -> Iterator[Term]:
    if season.least_nights:
        words = ngettext("after %(count)s night", "after %(count)s nights", season.least_nights)
        yield Term(gettext("A place in the standing"), words % {"count": season.least_nights})
    yield Term(gettext("When totals are equal"), _tie_break(season))
    if season.divisions > 1:
        words = ngettext(
            "%(divisions)s; %(count)s goes up and %(count)s down",
            "%(divisions)s; %(count)s go up and %(count)s down",
            season.moving,
        )
        values = {"divisions": number_format(season.divisions), "count": season.moving}
        yield Term(gettext("Divisions"), words % values)
    ranked = gettext("have a place, too") if season.guests_ranked else gettext("have no place")
    yield Term(gettext("Guests in the standing"), ranked)
    beneficiary = (
        gettext("for whoever is absent") if season.for_member else gettext("for themselves")
    )
    yield Term(gettext("Substitutes play"), beneficiary)
    if season.fill_ins:
        words = gettext("may fill in elsewhere; the better of the two rounds counts")
        yield Term(gettext("Who waits at a finished table"), words)
    for label, prizes in (
        (gettext("Prizes of a night"), season.night_prizes),
        (gettext("Prizes of the season"), season.season_prizes),
    ):
        if prizes:
            yield Term(label, places_in_words(prizes))


def _tie_break(season: Season) -> str:
    if season.tie_break == Season.TieBreak.BEST_GAME:
        if find_system(season.reglement).lowest_wins:
            return gettext("the smaller worst game first")
        return gettext("the greater best game first")
    return str(season.get_tie_break_display())


def places_in_words(places: Sequence[int | str]) -> str:
    return ", ".join(map(_place_in_words, places))


def _place_in_words(place: int | str) -> str:
    if place == LAST:
        return gettext("last")
    if isinstance(place, str):
        return f"{gettext('every')} {place.removeprefix(EVERY)}"
    return str(place)
