import hashlib
from typing import TypedDict, Unpack

from scoring.games.sheet import score
from scoring.games.sheet.data import Outcome
from scoring.games.sheet.paper_sums import has_totals
from scoring.games.sheet.rows import ABSENT
from scoring.models import Event, Sheet
from scoring.sheets import verdicts
from scoring.sheets.events import ApprovedBody, Sender, write_canonical
from scoring.sheets.replay import Approval, Replay
from scoring.sheets.second_list import compare_lists, has_second_list
from scoring.sheets.sheet_under_lock import AnySheet, SheetNow, lock_sheet
from scoring.toolkit.problems import ProblemCode, user_error
from scoring.toolkit.texts import _

NOT_COMPLETE = ProblemCode(
    64, _("the form is not complete yet, or something on it is still wrong.")
)
READ_AGAIN = ProblemCode(65, _("the form was changed in the meantime: read it out again."))
OWN_SIDE = ProblemCode(
    84, _("the partner of whoever keeps score can't approve alone: one of the opponents does.")
)
OWN_FORM = ProblemCode(66, _("whoever keeps score can't approve the form: another player does."))
NOT_ON_PAPER = ProblemCode(
    74, _("no paper form was typed in here with all its totals: another player approves instead.")
)
LISTS_APPROVE = ProblemCode(
    97, _("nobody has to approve this form: it is approved once both lists are equal.")
)
VERDICT_OPEN = ProblemCode(
    92, _("a joker is left: first say of every such hand whether it could have come out.")
)


class GivenApproval(TypedDict):
    player: str | None  # None: signed on paper
    on_paper: bool


class ApprovalState(TypedDict):
    digest: str  # of what is to be read out
    approval: str  # whether one other player is enough, all are needed, or two equal lists
    approvals: list[GivenApproval]
    missing: list[str]  # who can still agree
    approvers: list[str]  # who can agree with other content
    approved: bool
    lists_differ: bool  # both are in


def hash_content(replay: Replay) -> str:
    """Of all that is read out before approval; once it differs, an approval has lapsed."""
    rows = {
        str(number): [version.revision, version.row]
        for number, version in replay.find_in_force().items()
    }
    content = write_canonical([replay.head or {}, replay.changed, rows])
    return hashlib.sha256(content.encode()).hexdigest()


def list_approved(replay: Replay) -> list[Approval]:
    """Those given for the present content."""
    content = hash_content(replay)
    return [approval for approval in replay.approvals if approval.read == content]


def approve(*, sheet: AnySheet, player: str | None, read: str, **how: Unpack[Sender]) -> Event:
    """`read` is a hash of what was read out. `player` None: the others signed on paper."""
    with lock_sheet(sheet) as now:
        seat = None if player is None else now.seat(player)
        body: ApprovedBody = {"seat": seat, "read": read}
        if stored := now.find_repeated(how, Event.Kind.APPROVED, body):
            return stored
        now.refuse_changes()
        if has_second_list(now):
            raise user_error(LISTS_APPROVE)
        if seat is not None and seat == now.replay.scribe:
            raise user_error(OWN_FORM)
        if now.sheet.approval != Sheet.Approval.ALL and seat in find_side_of_scribe(now):
            raise user_error(OWN_SIDE)
        data = now.build_data()
        result = score(data)
        if now.replay.list_conflicts() or not (result["valid"] and result["complete"]):
            raise user_error(NOT_COMPLETE)
        if verdicts.find_open(result):
            raise user_error(VERDICT_OPEN)
        if seat is None and not has_totals(data):
            raise user_error(NOT_ON_PAPER)
        if read != hash_content(now.replay):
            raise user_error(READ_AGAIN)
        return now.append(Event.Kind.APPROVED, body, how)


def build_approval(now: SheetNow, result: Outcome) -> ApprovalState:
    """`missing` is who can still approve, and empty once the sheet counts as approved."""
    replay, names = now.replay, now.row_names.names
    if has_second_list(now):
        whole = result["valid"] and result["complete"] and not replay.list_conflicts()
        figures = compare_lists(now)
        differ = any(figure.differs for figure in figures or ())
        return {
            "digest": hash_content(replay),
            "approval": Sheet.Approval.TWO,
            "approvals": [],
            "missing": [],
            "approvers": [],
            "approved": whole and figures is not None and not differ,
            "lists_differ": differ,
        }
    approved = list_approved(replay)
    agreed = [given.seat for given in approved]
    needs_all = now.sheet.approval == Sheet.Approval.ALL
    own_side = {replay.scribe} if needs_all else find_side_of_scribe(now)
    approvers = [seat for seat in _seats_at_end(now, result) if seat not in own_side]
    missing = [names[seat] for seat in approvers if seat not in agreed]
    enough = not missing if needs_all else any(seat not in own_side for seat in agreed)
    settled = not replay.list_conflicts()  # the table has to choose first
    done = settled and (None in agreed or (bool(agreed) and enough))
    return {
        "digest": hash_content(replay),
        "approval": Sheet.Approval.ALL if needs_all else Sheet.Approval.ONE,
        "approvals": [
            {"player": names.get(str(given.seat)), "on_paper": given.seat is None}
            for given in approved
        ],
        "missing": [] if done else missing,
        "approvers": [names[seat] for seat in approvers],
        "approved": done,
        "lists_differ": False,
    }


def find_side_of_scribe(now: SheetNow) -> set[str | None]:
    scribe, game = now.replay.scribe, now.row_names.game
    sides = game.list_sides(list(now.row_names.names))
    return {scribe, *next((side for side in sides if scribe in side), [])}


def _seats_at_end(now: SheetNow, result: Outcome) -> list[str]:
    played = [number for number, version in now.rows.items() if number and version.row]
    last = max(played, default=0)
    entries = now.add_away(last, now.rows[last].row).get("entries", {}) if played else {}
    unranked = {
        now.row_names.ids[name]
        for group in result["ranking"]
        if group["rank"] is None
        for name in group["players"]
    }
    left = {seat for seat in unranked if entries.get(seat) == ABSENT}
    return [seat for seat in now.row_names.names if seat not in left]
