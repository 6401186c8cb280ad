"""What a member, and who has an account, can download of what the site has of them."""

from typing import Any

from scoring.toolkit.figures import simplify
from tournaments.accounts import second_step
from tournaments.models import EmailConfirmation, Member, QueuedMail, User

CAME = ("said", "waiting_since", "present", "paid", "amount", "by_card")
EXPORTED = (
    *("first", "particle", "family", "nickname", "number", "email", "phone"),
    *("joined", "writes", "shown", "household", "letters", "reminders"),
    *("no_mail", "link_mailed"),
)


def collect_own_data(member: Member) -> dict[str, Any]:
    return {
        "club": member.club.name,
        **{name: getattr(member, name) for name in EXPORTED},
        "guest": member.guest,
        "fixed_table": member.table,
        "archived": member.archived,
        "created": member.created,
        "nights": [
            {"day": row.night.day, **{name: getattr(row, name) for name in CAME}}
            for row in member.attendances.select_related("night").order_by("night__day", "pk")
        ],
        "seats": _collect_seats(member),
        "results_brought_in": [
            {"day": row.night.day, "points": str(row.points), "dashes": row.dashes}
            for row in member.imported_results.select_related("night").order_by("night__day")
        ],
        "paid_beforehand": [
            {"season": row.season.name, "day": row.day, "nights": row.nights, "amount": row.amount}
            for row in member.prepayments.select_related("season")
        ],
        "divisions": [
            {"season": row.season.name, "division": row.division}
            for row in member.divisions.select_related("season").order_by("season__first", "pk")
        ],
        "imports": [
            {"time": row.member_import.time, "added": row.added, "before": row.before}
            for row in member.imports.select_related("member_import")
        ],
        "merged": [collect_own_data(double) for double in member.doubles.all()],
    }


def _collect_seats(member: Member) -> list[dict[str, Any]]:
    stints = member.seats.select_related("round__night", "table", "seat")
    return [
        {
            "day": stint.round.night.day,
            "round": stint.round.number,
            "table": stint.table.number,
            "from_game": stint.since,
            "to_game": stint.until,
            "total": simplify(stint.seat.total),
        }
        for stint in stints.order_by("round__night__day", "round__number", "pk")
    ]


def collect_account_data(user: User) -> dict[str, Any]:
    """Secrets are left out: the site does not store them in readable form."""
    confirmation = EmailConfirmation.objects.filter(user=user).first()
    return {
        "login": user.login,
        "name": user.name,
        "email": user.email,
        "email_to_confirm": confirmation.email if confirmation else "",
        "letters_waiting": [
            {"to": letter.to, "until": letter.until}
            for letter in QueuedMail.objects.filter(user=user, gave_up=None).order_by("until", "pk")
        ],
        "created": user.created,
        "is_site_admin": user.is_site_admin,
        "last_login": user.last_login,
        "second_step": _describe_second_step(user),
        "let_in_by_links": [
            {"club": entry.club.name, "what": entry.kind, "part": entry.part, "time": entry.time}
            for entry in user.access_log.select_related("club")
        ],
        "clubs": [
            {"club": role.club.name, "part": role.kind}
            for role in user.roles.select_related("club").order_by("club__name")
        ],
    }


def _describe_second_step(user: User) -> dict[str, Any]:
    step = second_step.load_ways(user)
    return {
        "app_since": step.app and step.app.since,
        "passkeys": [
            {
                "name": passkey.name,
                "address": passkey.host,
                "created": passkey.created,
                "used": passkey.used,
            }
            for passkey in step.passkeys
        ],
        "paper_codes_left": step.paper_codes,
    }
