from tournaments.models.club import Club, ClubLogEntry, Logo, Role
from tournaments.models.couple import Couple, Substitute
from tournaments.models.import_draft import ImportDraft
from tournaments.models.invitation import AccessLogEntry, EmailConfirmation, Invitation, LogInLink
from tournaments.models.login_attempt import LoginAttempt
from tournaments.models.mail import QueuedMail
from tournaments.models.member import Member, Pair
from tournaments.models.member_import import ImportedMember, MemberImport
from tournaments.models.night import Attendance, ImportedResult, Night, NightLogEntry
from tournaments.models.round import DrawRecord, ReservedSeat, Round, Table, TableSeat
from tournaments.models.season import DivisionMember, Reglement, Season, TieRuling
from tournaments.models.second_step import CodeApp, PaperCode, Passkey
from tournaments.models.site import ErasedMark, Machine, Site
from tournaments.models.user import User, UserSession

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
