"""The texts, in the reader's language, for the scripts of the page on which somebody types in a
filled-in paper form on a laptop.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.browser import phone_texts


def build_words(*, loose: bool, leaving: str = "") -> phone_texts.Words:
    """Return the texts for the page on which somebody types in a filled-in paper form. These are
    the phone's texts, some of them replaced, and extra texts for typing.

    `loose` means that the sheet belongs to no club. `leaving` is the warning about players who do
    not play all games.
    """
    texts = phone_texts.build_words(loose=loose, leaving=leaving) | _here() | _typing()
    return texts | _without_a_club() if loose else texts


def _here() -> phone_texts.Words:
    return {
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
    }


def _without_a_club() -> phone_texts.Words:
    return {
        "not_kept_mind": _(
            "This computer can't keep entries: keep the page open until all is with Streepje."
        ),
    }


def _typing() -> phone_texts.Words:
    return {
        "not_filled_in": _("Not filled in: %(what)s."),
        "fill_in_too": _(
            "Type in what the paper says at “%(what)s”, too: then you can say that it is signed."
        ),
        "agrees_with_paper": _("The paper agrees with the games."),
        "differs": _("The paper says something else"),
        "so_far": _("So far"),
        "look_first": _("Look here first"),
        "looking": _("Looking where it may be …"),
        "look_later": _("Where it may be is looked up as soon as there is a connection."),
        "no_idea": _(
            "No single slip explains it: compare the column with the paper, cell by cell."
        ),
        "paper_wrong": _("Is the paper itself added up wrongly? Then type what it should say."),
        "all_typed_in": _("All typed in"),
        "verdict_open": _(
            "A joker is left of which nobody said whether the hand could have come out: type for"
            " each joker what it counts."
        ),
        "signed": _("The other players signed the paper form"),
        "next_form": _("Type in the next form"),
        "fewer_games": [
            ngettext("%(count)s game is typed in.", "%(count)s games are typed in.", 1),
            ngettext("%(count)s game is typed in.", "%(count)s games are typed in.", 2),
        ],
        "those_are_all": _("More were not played"),
    }
