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
