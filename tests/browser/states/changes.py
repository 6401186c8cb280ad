from tests.browser.pages import state
from tests.browser.states.nights import MORE, play, playing
from tests.tournaments.evenings import here
from tournaments.members import members
from tournaments.nights import at_the_door, changes_at_tables


def tables(visit, *more):
    club, night = playing(visit, *MORE, *more, rounds_drawn=1)
    return club, list(night.rounds.get().tables.all())


@state("tournaments:table")
def a_table_where_much_was_changed(visit):
    club, (first, second, *_rest) = tables(visit)
    play(first.sheet, 5)
    guest = members.add(club=club, first="Inval", family="Kracht")
    entry = changes_at_tables.hand_over(table=first, member=here(first)[1])
    changes_at_tables.undo(entry=entry)
    changes_at_tables.replace(table=first, member=here(first)[2], other=guest)
    changes_at_tables.void(table=first, number=6, reason="De stok was op en niemand kon meer")
    changes_at_tables.swap(table=first, member=here(first)[0], other=here(second)[1], anyway=True)
    visit.go("tournaments:table", club.slug, first.pk)
    for summary in visit.page.query_selector_all("main summary"):
        summary.click()


@state("tournaments:table")
def a_change_refused(visit):
    club, (first, *_rest) = tables(visit)
    visit.go("tournaments:table", club.slug, first.pk)
    visit.page.click("#void summary")
    visit.page.click("#void .button")
    visit.page.wait_for_selector("#void .problem")


@state("tournaments:table")
def an_undo_refused(visit):
    club, (first, *_rest) = tables(visit)
    changes_at_tables.leave(table=first, member=here(first)[1])
    visit.go("tournaments:table", club.slug, first.pk)
    changes_at_tables.leave(table=first, member=here(first)[1])
    visit.expect(409)
    visit.page.click("[name=undo]")
    visit.page.wait_for_selector(".problem")


@state("tournaments:table")
def a_table_that_was_dissolved(visit):
    club, (first, *_rest) = tables(visit)
    changes_at_tables.merge_tables(table=first, to={})
    visit.go("tournaments:table", club.slug, first.pk)


@state("tournaments:door")
def a_latecomer_at_the_door(visit):
    club, (first, *_rest) = tables(visit)
    changes_at_tables.leave(table=first, member=here(first)[1])
    late = members.add(club=club, first="Christiaan-Alexander", family="Wijngaarden-Oosterbaan")
    at_the_door.check_in(night=first.round.night, member=late, present=True)
    visit.go("tournaments:door", club.slug, first.round.night_id)
