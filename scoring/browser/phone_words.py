from datetime import timedelta

from django.utils.translation import gettext, ngettext

from scoring.toolkit.texts import _, ngettext_lazy

KEPT = timedelta(days=90)  # on a phone, after its sheet was last open there

Texts = dict[str, str | tuple[str, str]]  # of a pair the script chooses one
Words = dict[str, str | list[str]]

ENTERING: Texts = {
    "game": _("Game %(number)s"),
    "of_games": _("of %(games)s"),
    "back_to": _("Back to game %(number)s"),
    "undo": _("Undo"),
    "undo_game": _("Undo the change of game %(number)s"),
    "not_right": _("That's wrong"),
    "standing": _("→ standing %(totals)s"),
    "to_goal": ngettext_lazy("%(points)s point to %(goal)s", "%(points)s points to %(goal)s"),
    "mend_game": _("Correct game %(number)s"),
    "leave_it": _("Leave it as it is"),
    "was": _("was"),
    "was_before": _("This is how game %(number)s was before. Save it to have it so again."),
    "this_game": _("This game"),
    "next": _("Next"),
    "erase": _("Erase the number"),
    "minus": _("Below zero, or above"),
    "pressed_twice": _("pressed twice: which one is it?"),
    "which_one": _("which one is it?"),
    "very_many": _("%(name)s: %(points)s? Is that right?"),
    "half": _("Half a point more, or less"),
    "counts_once": _("The same key twice in quick succession counts once."),
    "open": _("still open"),
    "judge_away": _("No connection, so no judge: the scribe decides."),
    "yes": _("yes"),
    "no": _("no"),
    "save": _("Save"),
    "still_open": _("Still open: %(what)s"),
    "save_as_is": _("Save it as it is"),
    "off_for_all": _("Is game %(number)s off, for everybody?"),
    "void_reason": _("Why? This may stay empty."),
    "void_undone": _("It can be undone afterwards."),
    "no_reason": _("no reason given"),
    "void": _("Game %(number)s does not count"),
    "played_after_all": _("It was played after all"),
    "last_game": _("Game %(number)s was the last"),
    "one_more": _("Game %(number)s is played after all"),
    "clear_game": _("Empty game %(number)s"),
    "changed_elsewhere": _(
        "Another phone has written this game as well. Save yours, and the table chooses."
    ),
    "kept_from_before": _("This was typed before and not saved yet."),
    "dashes_control": _("Dashes together: %(dashes)s. Games scored: %(games)s."),
    "round": _("Round of the night"),
    "tap_cards": _("Pick the cards"),
    "cards": ngettext_lazy("%(count)s card", "%(count)s cards"),
    "tap_tiles": _("Pick the tiles"),
    "to_list": _("Choose from the list"),
    "tiles": ngettext_lazy("%(count)s tile", "%(count)s tiles"),
    "could_have": _("could %(name)s have come out?"),
    "on_table": _("lay there already"),
    "judge_on_table": _(
        "Fewer than %(dealt)s cards are left: whoever holds so few lay on the table already."
    ),
    "judge_could": _("The judge: this hand could have come out."),
    "judge_could_not": _("The judge: this hand could not have come out."),
    "first_verdict": _("First this is still to be said:"),
}


FORM: Texts = {
    "deals": _("%(name)s deals"),
    "begins": _("%(name)s begins"),
    "plays_on": _("Equal on top: %(names)s play on"),
    "deals_begins": _("%(dealer)s deals · %(starter)s begins"),
    "won": _("won"),
    "scribe": _("scribe"),
    "dashes": _("Dashes"),
    "games_won": _("Games won"),
    "game_column": _("Game"),
    "not_played": _("Not played: %(reason)s"),
    "write_game": _("Write game %(number)s"),
    "subtotal_after": _("Subtotal after %(number)s"),
    "total": _("Total"),
    "match_points": _("Match points"),
    "settlement": _("Settlement"),
    "place": _("Place"),
    "finished": _("Finished"),
    "played_of": ngettext_lazy("%(played)s of %(games)s game", "%(played)s of %(games)s games"),
    "played": ngettext_lazy("%(played)s game", "%(played)s games"),
    "won_by": _("Won by %(names)s"),
    "equal_first": _("Equal first: %(names)s"),
    "leading": _("In the lead: %(names)s"),
    "zero_control": _("All totals together: 0."),
    "counts_later": _("Counted as soon as there is a connection."),
    "penalty": ngettext_lazy(
        "%(player)s: %(points)s penalty point. %(reason)s (%(signed)s)",
        "%(player)s: %(points)s penalty points. %(reason)s (%(signed)s)",
    ),
    "who_is_out": _("Who is out?"),
    "who_ended": _("Who ended the game?"),
    "is_out": _("out"),
    "not_melded": _("Has not melded"),
    "together": _("Together so far: %(total)s."),
    "joker_worth": _("joker %(worth)s"),
    "type_number": _("Type the points"),
    "find_type": _("Find by number or name"),
    "who_is_away": _("Who does not play this game?"),
    "does_not_play": _("%(name)s does not play"),
    "gone_from_now": _("Gone from now on"),
    "plays_not": _("does not play"),
    "not_melded_short": _("not melded"),
    "jokers": ngettext_lazy("%(count)s joker", "%(count)s jokers"),
    "type": _("no. %(number)s"),
    "judge_asks": _("Asking the judge …"),
    "judge_hand": _("The judge: no. %(number)s, %(name)s, %(value)s points."),
    "dash": _("dash"),
    "did_not_play": _("did not play"),
    "plays": _("%(names)s play"),
    "points_together": _("Points together: %(points)s = %(games)s × %(each)s."),
    "mark_together": _("%(what)s together: %(total)s."),
}


ON_ITS_WAY: Texts = {
    "at_draft": _("not saved yet"),
    "at_phone": _("on this phone"),
    "at_club": _("at the club"),
    "at_approved": _("approved"),
    "at_refused": _("not taken"),
    "all_at_club": _("All is at the club"),
    "all_approved": _("At the club and approved"),
    "all_on_phone": _("All is on this phone"),
    "out_of_reach": _("No connection: all is on this phone"),
    "out_of_reach_club": _("No connection just now"),
    "unwell": _("The site can't keep anything just now: all is on this phone"),
    "not_kept": _("Not kept on this phone"),
    "not_kept_mind": _(
        "This phone can't keep entries: keep the page open until all is at the club."
    ),
    "not_saved": _("Game %(number)s is not saved yet"),
    "some_refused": _("Something was not taken"),
    "refused_and_unsent": _("Not taken: %(refused)s · still to be sent: %(unsent)s"),
    "gone": _("The link was renewed"),
    "gone_mind": _(
        "This link was renewed. Your entries are still on this phone: scan the new code."
    ),
    "old_page": _("Load this page again"),
    "old_page_mind": _("The site was renewed: load this page again. Nothing is lost."),
    "waits_elsewhere": _(
        "On this phone something of another form was not sent yet: open that form."
    ),
    "leave_out": _("Leave it out"),
    "this_phone": _("this phone"),
    "another_phone": _("another phone"),
    "keep_open": _(
        "Keep this page open while you play: without a secure address it can't be opened"
        " again without a connection. What you save stays on this phone."
    ),
    "refused_why": _("Not taken: %(why)s"),
}


WITHOUT_A_CLUB: Texts = {
    "at_club": _("with Streepje"),
    "all_at_club": _("All is with Streepje"),
    "all_approved": _("With Streepje and approved"),
    "not_kept_mind": _(
        "This phone can't keep entries: keep the page open until all is with Streepje."
    ),
    "first_send": _("First everything has to be with Streepje."),
}


AGREEING: Texts = {
    "in_two_ways": _(
        "Game %(number)s was entered more than once, in different ways. The first line counts"
        " until the table chooses."
    ),
    "came_late": _("Game %(number)s: this came in after closing and does not count."),
    "paper_late": _("What the paper says came in after closing and does not count."),
    "paper_in_two_ways": _(
        "What the paper says was typed in different ways. The first line counts."
    ),
    "closed_in_two_ways": _(
        "Game %(number)s was entered in different ways. The first line counts."
    ),
    "came_while_closed": _(
        "Game %(number)s came in while the form was closed. It counts when the table chooses it."
    ),
    "line_column": _("Line"),
    "choose_line": _("Line %(line)s is right"),
    "read_out": _("Read it out"),
    "read_out_how": _(
        "Read the totals out loud. Whoever agrees presses their own name, here or on their own"
        " phone."
    ),
    "agree_one": _("One other player is enough."),
    "agree_opponent": _("One of the opponents is enough."),
    "agree_all": _("Everybody else has to agree."),
    "enough_agreed": _("That is enough; it is sent as soon as there is a connection."),
    "two_lists": _(
        "Both sides keep a list. The form is approved once the second list is in and equal."
    ),
    "lists_differ": _(
        "The second list is in, but the two differ. Look at both, and choose the right one."
    ),
    "second_list": _("Second list"),
    "agrees": _("%(name)s agrees"),
    "has_agreed": _("%(names)s agreed"),
    "was_on_paper": _("Signed on paper"),
    "would_lapse": _("Once this is saved, that has to be agreed anew."),
    "has_lapsed": _("This was changed since, and has to be agreed anew."),
    "now_won_by": _("Now won by %(names)s, no longer by %(before)s"),
    "still_won_by": _("Still won by %(names)s"),
    "approved": _("Approved"),
    "first_send": _("First everything has to be at the club."),
    "first_save": _("First game %(number)s has to be saved: it was typed otherwise."),
    "first_choose": _("First the table chooses which line is right."),
    "first_mend": _("First correct what stands in red."),
    "to_paper": _("What the paper says itself"),
}


# Only for typing in a paper form

TYPING_FROM_PAPER: Texts = {
    "plays_again": _("Plays again"),
    "at_phone": _("on this computer"),
    "paper_not_saved": _("What the paper says is not saved yet"),
    "all_on_phone": _("All is on this computer"),
    "out_of_reach": _("No connection: all is on this computer"),
    "not_kept": _("Not kept on this computer"),
    "not_kept_mind": _(
        "This computer can't keep entries: keep the page open until all is at the club."
    ),
    "gone_mind": _(
        "This link was renewed. What you typed is still on this computer: open the new link."
    ),
    "paper_itself": _("What the paper says itself"),
    "void_column": _("Not played, because"),
    "not_filled_in": _("Not filled in: %(what)s."),
    "fill_in_too": _(
        "Type in what the paper says at “%(what)s”, too: then you can say that it is signed."
    ),
    "figure_twice": _(
        "%(figure)s came at once with %(first)s and with %(second)s: was that meant?"
    ),
    "only_once": _("Only with %(name)s"),
    "agrees_with_paper": _("The paper agrees with the games."),
    "differs": _("The paper says something else"),
    "so_far": _("So far"),
    "look_first": _("Look here first"),
    "looking": _("Looking where it may be …"),
    "look_later": _("Where it may be is looked up as soon as there is a connection."),
    "no_idea": _("No single slip explains it: compare the column with the paper, cell by cell."),
    "paper_wrong": _("Is the paper itself added up wrongly? Then type what it should say."),
    "all_typed_in": _("All typed in"),
    "verdict_open": _(
        "A joker is left of which nobody said whether the hand could have come out: type for"
        " each joker what it counts."
    ),
    "signed": _("The other players signed the paper form"),
    "next_form": _("Type in the next form"),
    "fewer_games": ngettext_lazy("%(count)s game is typed in.", "%(count)s games are typed in."),
    "those_are_all": _("More were not played"),
}


LAPTOP_WITHOUT_A_CLUB: Texts = {
    "not_kept_mind": _(
        "This computer can't keep entries: keep the page open until all is with Streepje."
    )
}


TOTALS_ONLY: Texts = {
    "game": _("Totals of the round"),
    "game_column": _("round"),
    "back_to": _("Back to the totals"),
    "mend_game": _("Correct the totals"),
    "undo_game": _("Undo the change of the totals"),
    "was_before": _("These are the totals as they were before. Save to have them so again."),
    "clear_game": _("Empty the totals"),
    "changed_elsewhere": _(
        "Another phone has written the totals as well. Save yours, and the table chooses."
    ),
    "write_game": _("Write the totals"),
    "played_of": _("only the totals"),
    "not_saved": _("The totals are not saved yet"),
    "agrees_with_paper": _("The paper's totals are right."),
    "who_is_away": _("Who has not played this round?"),
}


def build_words(*, totals: bool = False, loose: bool = False, leaving: str = "") -> Words:
    """Return the texts, keyed by name. `totals`: in place of games. `loose`: of no club. `leaving`
    is the warning about players who do not play all games.
    """
    texts = ENTERING | FORM | ON_ITS_WAY | AGREEING
    texts |= (WITHOUT_A_CLUB if loose else {}) | (TOTALS_ONLY if totals else {})
    return {"leaving": leaving} | _translate(texts)


def build_typing_words(*, loose: bool, totals: bool = False, leaving: str = "") -> Words:
    more = TYPING_FROM_PAPER | (LAPTOP_WITHOUT_A_CLUB if loose else {})
    more |= TOTALS_ONLY if totals else {}
    return build_words(loose=loose, leaving=leaving) | _translate(more)


def _translate(texts: Texts) -> Words:
    return {
        key: gettext(text)
        if isinstance(text, str)
        else [ngettext(*text, number) for number in (1, 2)]
        for key, text in texts.items()
    }
