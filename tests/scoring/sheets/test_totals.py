import pytest
from django.urls import reverse
from django.utils import translation

from scoring.browser.game_description import describe_game
from scoring.games import build_sheet_game
from scoring.models import Event, Sheet
from scoring.pages import history_in_words
from scoring.sheets import approvals, lifecycle, links, verify
from scoring.sheets.progress import load_last_digests, load_progress
from scoring.toolkit.problems import UserError

NAMES = ["Ans", "Bob", "Cor", "Dik"]
OURS = {"points": 1283, "roem": 320, "pits": 1, "nat": 2}
ROUND = {"entries": {"Ans": OURS, "Bob": {"points": 1309, "roem": 230}}}


def opened(game="klaverjassen", **options):
    return lifecycle.open(game=game, names=NAMES, options=options)


def of_totals(game="klaverjassen", row=ROUND, **options):
    sheet = opened(game, entry="totals", **options)
    lifecycle.record(sheet=sheet, number=1, row=row)
    return Sheet.objects.get(pk=sheet.pk)


def codes(refused):
    return [problem["code"] for problem in refused.value.problems]


def page(client, sheet, name="sheet"):
    key = links.make_key(sheet)
    return client.get(reverse(f"scoring:{name}", args=[key]), headers={"Accept-Language": "en"})


def test_one_line_is_the_whole_round():
    sheet = of_totals()
    progress = load_progress(load_last_digests(Sheet.objects.all()))[sheet.pk]
    assert [seat.total for seat in sheet.seats.all()] == [1603, 1539, 1603, 1539]
    assert (progress.played, progress.games, progress.over) == (1, 1, True)
    assert verify.run().problems == []


def test_totals_that_do_not_add_up_are_refused():
    wrong = {"entries": {"Ans": OURS, "Bob": {"points": 1308, "roem": 230}}}
    with pytest.raises(UserError) as refused:
        of_totals(row=wrong)
    assert codes(refused) == ["L38"]


def test_round_that_was_cut_short_adds_up_to_fewer_games():
    row = {"entries": {"Ans": {"points": 1000, "roem": 0}, "Dik": {"points": 944, "roem": 20}}}
    sheet = opened(entry="totals")
    lifecycle.set_games(sheet=sheet, games=12)
    lifecycle.record(sheet=sheet, number=1, row=row)
    assert [seat.total for seat in sheet.seats.all()] == [1000, 964, 1000, 964]


def test_other_side_approves_totals_on_paper_or_by_name():
    sheet = of_totals()
    for player in ("Dik", None):
        with lifecycle.lock_sheet(sheet) as now:
            lifecycle.approve(sheet=now, player=player, read=approvals.hash_content(now.replay))


def test_one_form_of_a_pile_has_only_totals(client):
    sheet = opened()
    assert b"This form has only totals" in page(client, sheet, "paper").content
    manage = reverse("scoring:manage", args=[links.make_key(sheet)])
    answer = client.post(manage, {"do": "entry", "entry": "totals"})
    assert answer.url == reverse("scoring:paper", args=[links.make_key(sheet)])
    sheet = Sheet.objects.get(pk=sheet.pk)
    lifecycle.record(sheet=sheet, number=1, row=ROUND)
    assert [seat.total for seat in sheet.seats.all()] == [1603, 1539, 1603, 1539]
    assert b"This form has each game" not in page(client, sheet, "paper").content
    with translation.override("en"):
        told = [log.headline for log in history_in_words.list_history(sheet)]
    assert "Only the totals are written down on this form" in told
    chosen = sheet.events.get(kind="games")
    assert lifecycle.set_entry(sheet=sheet, entry="totals", event=chosen.pk) == chosen
    with pytest.raises(UserError) as refused:
        lifecycle.set_entry(sheet=sheet, entry="games")
    assert codes(refused) == ["S94"]


@pytest.mark.parametrize("entry", ["both", "x" * 20])
def test_entry_that_there_is_not_is_refused(client, entry):
    sheet = opened()
    manage = reverse("scoring:manage", args=[links.make_key(sheet)])
    assert b"L04" in client.post(manage, {"do": "entry", "entry": entry}).content
    assert Sheet.objects.get(pk=sheet.pk).entry == ""


def test_game_whose_points_are_written_once_has_no_such_choice(client):
    sheet = lifecycle.open(game="punten", names=NAMES, options={"per": "round"})
    assert b"This form has only totals" not in page(client, sheet, "paper").content


@pytest.mark.parametrize(
    "game", ["klaverjassen", "jokeren", "rummikub-international", "hartenjagen"]
)
def test_pages_of_totals_speak_of_no_game_or_turn(client, game):
    cells = {"Ans": 60, "Bob": 20, "Cor": 40, "Dik": 88}
    sheet = of_totals(game, **({} if game == "klaverjassen" else {"row": {"entries": cells}}))
    shown = page(client, sheet).content.decode().split("<main")[1].split("for-scripts")[0]
    for words in ("Game 1", "deals", "begins", "1 of 1"):
        assert words not in shown
    told = describe_game(build_sheet_game(lifecycle.build_data(sheet)))
    assert told.keys().isdisjoint(("leads", "passing", "joker_worth"))
    for name in ("sheet-rules", "history", "form", "file", "judge"):
        assert page(client, sheet, name).status_code == 200


# Two lists


def of_two_lists(approval="two", **options):
    sheet = lifecycle.open(
        game="klaverjassen", names=NAMES, options={"entry": "totals"} | options, approval=approval
    )
    lifecycle.record(sheet=sheet, number=1, row=ROUND)
    return Sheet.objects.get(pk=sheet.pk)


def second(client, sheet, **typed):
    address = reverse("scoring:second", args=[links.make_key(sheet)])
    return client.post(
        address, {"do": "enter", **TYPED, **typed}, headers={"Accept-Language": "en"}
    )


def is_approved(sheet):
    return load_progress(load_last_digests(Sheet.objects.filter(pk=sheet.pk)))[sheet.pk].approved


TYPED = {
    "p1-points": "1283",
    "p1-roem": "320",
    "p1-pits": "1",
    "p1-nat": "2",
    "p2-points": "1309",
    "p2-roem": "230",
    "p2-counter_pits": "0",
}


def test_form_counts_once_the_second_list_is_equal(client):
    sheet = of_two_lists()
    assert not is_approved(sheet)
    asked = page(client, sheet, "second").content
    assert b"1283" not in asked and b"p2-points" in asked
    assert second(client, sheet).status_code == 302
    assert is_approved(sheet)
    assert b"Both lists are equal" in page(client, sheet, "second").content
    assert verify.run().problems == []
    with translation.override("en"):
        assert "Second list" in [log.headline for log in history_in_words.list_history(sheet)]


def test_own_game_that_is_written_once_a_round_has_two_lists_as_well(client):
    options = {"per": "round", "dash": True}
    sheet = lifecycle.open(game="punten", names=NAMES[:2], options=options, approval="two")
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 7}})
    second(client, sheet, p1="-", p2="8")
    assert not is_approved(sheet)
    second(client, sheet, p1="-", p2="7")
    assert is_approved(sheet)


@pytest.mark.parametrize(
    ("typed", "points"),
    [("-2,5", -2.5), ("−2½", -2.5), ("2½", 2.5), ("½", 0.5), ("2.5", 2.5), ("3", 3)],
)
def test_second_list_takes_halves_as_the_page_of_the_first_does(client, typed, points):
    options = {"per": "round", "halves": True}
    sheet = lifecycle.open(game="punten", names=NAMES[:2], options=options, approval="two")
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": points, "Bob": 7}})
    assert second(client, sheet, p1=typed, p2="7").status_code == 302
    assert is_approved(sheet)


@pytest.mark.parametrize(("right", "ours"), [("first", 1603), ("second", 1613)])
def test_lists_that_differ_are_shown_and_settled(client, right, ours):
    sheet = of_two_lists()
    second(client, sheet, **{"p1-roem": "330"})
    shown = page(client, sheet, "second").content.decode()
    assert shown.count('class="differs"') == 1
    assert "<td>320</td><td>330</td>" in shown
    assert b"The second list is in, but the two differ" in page(client, sheet).content
    (progress,) = load_progress(load_last_digests(Sheet.objects.all())).values()
    assert (progress.approved, progress.calls) == (False, True)
    with lifecycle.lock_sheet(sheet) as now, pytest.raises(UserError) as refused:
        lifecycle.approve(sheet=now, player="Bob", read=approvals.hash_content(now.replay))
    assert codes(refused) == ["S97"]
    address = reverse("scoring:second", args=[links.make_key(sheet)])
    sent = {key: shown.split(f'name="{key}" value="')[1].split('"')[0] for key in ("id", "seen")}
    for _again in range(2):
        assert client.post(address, {"do": right, **sent}).status_code == 302
    assert is_approved(sheet)
    assert sheet.seats.first().total == ours


def test_a_correction_of_one_list_needs_the_other_again(client):
    sheet = of_two_lists()
    second(client, sheet)
    row = {"entries": ROUND["entries"] | {"Ans": OURS | {"nat": 3}}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    assert not is_approved(sheet)
    second(client, sheet, **{"p1-nat": "3"})
    assert is_approved(sheet)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"p1-points": "1284"}, "L38"),
        ({"p1-points": ""}, "S96"),
        ({"p1-roem": "veel"}, "L21"),
        ({"p1-roem": "3" * 50}, "L21"),
        ({"p1-roem": "3\0"}, "L21"),
    ],
)
def test_second_list_that_is_wrong_is_told_and_stays_typed(client, typed, code):
    answer = second(client, of_two_lists(), **typed).content.decode()
    assert f'data-number="{code}"' in answer
    assert 'value="1309"' in answer


def test_list_that_changed_since_it_was_looked_at_is_not_settled(client):
    sheet = of_two_lists()
    second(client, sheet, **{"p1-roem": "330"})
    seen = Event.objects.latest("sequence").sequence
    row = {"entries": ROUND["entries"] | {"Ans": OURS | {"nat": 3}}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    address = reverse("scoring:second", args=[links.make_key(sheet)])
    assert b"S63" in client.post(address, {"do": "first", "seen": seen}).content
    assert not is_approved(sheet)
    for odd in ("", "x", "9" * 9):
        assert client.post(address, {"do": "first", "seen": odd}).status_code == 302


def test_round_that_was_not_played_equals_no_list(client):
    sheet = of_two_lists()
    second(client, sheet)
    lifecycle.record(sheet=sheet, number=1, row={"void": "a fire"})
    assert page(client, sheet, "second").status_code == 200
    assert not is_approved(sheet)


def test_empty_seat_is_empty_on_both_lists(client):
    sheet = lifecycle.open(game="jokeren", names=NAMES, options={"entry": "totals"}, approval="two")
    lifecycle.leave(sheet=sheet, player="Dik", since=1)
    row = {"entries": {"Ans": 3, "Bob": 4, "Cor": 5}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    address = reverse("scoring:second", args=[links.make_key(sheet)])
    for typed in ({}, {"p4": "x"}):
        client.post(address, {"do": "enter", "p1": "3", "p2": "4", "p3": "5", **typed})
        assert is_approved(sheet)


def test_form_with_a_second_list_stays_one_of_totals(client):
    sheet = lifecycle.open(
        game="klaverjassen", names=NAMES, options={"entry": "totals"}, approval="two"
    )
    assert b"This form has each game" in page(client, sheet, "paper").content
    second(client, sheet)
    assert b"This form has each game" not in page(client, sheet, "paper").content
    with pytest.raises(UserError) as refused:
        lifecycle.set_entry(sheet=sheet, entry="games")
    assert codes(refused) == ["S94"]


def test_other_forms_have_no_second_list(client):
    assert page(client, of_two_lists("one"), "second").status_code == 404
    sheet = lifecycle.open(game="klaverjassen", names=NAMES, approval="two")
    assert page(client, sheet, "second").status_code == 404
