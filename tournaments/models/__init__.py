from tournaments.models.club import Club, ClubLogEntry, Logo, Role
from tournaments.models.imports import ImportDraft, ImportedMember, MemberImport
from tournaments.models.invitation import AccessLogEntry, EmailConfirmation, Invitation, LogInLink
from tournaments.models.mail import QueuedMail
from tournaments.models.member import Member, Pair
from tournaments.models.night import (
    Attendance,
    Couple,
    ImportedResult,
    Night,
    NightLogEntry,
    Prepayment,
    Substitute,
)
from tournaments.models.round import DrawRecord, ReservedSeat, Round, Table, TableSeat
from tournaments.models.season import Reglement, Season
from tournaments.models.site import ErasedMark, Machine, Site
from tournaments.models.standing import DivisionMember, TieRuling
from tournaments.models.user import CodeApp, LoginAttempt, PaperCode, Passkey, User, UserSession

__all__ = [
    "AccessLogEntry",
    "Attendance",
    "Club",
    "ClubLogEntry",
    "CodeApp",
    "Couple",
    "DivisionMember",
    "DrawRecord",
    "EmailConfirmation",
    "ErasedMark",
    "ImportDraft",
    "ImportedMember",
    "ImportedResult",
    "Invitation",
    "LogInLink",
    "LoginAttempt",
    "Logo",
    "Machine",
    "Member",
    "MemberImport",
    "Night",
    "NightLogEntry",
    "Pair",
    "PaperCode",
    "Passkey",
    "Prepayment",
    "QueuedMail",
    "Reglement",
    "ReservedSeat",
    "Role",
    "Round",
    "Season",
    "Site",
    "Substitute",
    "Table",
    "TableSeat",
    "TieRuling",
    "User",
    "UserSession",
]
