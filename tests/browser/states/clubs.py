from datetime import date
from io import BytesIO
from uuid import uuid4

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

from tests.browser.pages import state
from tournaments import links
from tournaments.accounts import accounts, invitations, login_links, mail_queue, throttle
from tournaments.club import clubs, logos, reglementen, seasons
from tournaments.files.imports import members as member_import
from tournaments.files.imports import results
from tournaments.members import households, members
from tournaments.models import ImportedResult, Night, QueuedMail, Role, User
from tournaments.nights import nights
from tournaments.publishing import letters_to_send

OWNER = {"owner_name": "Ans Willemse", "login": "ans", "password": "drie losse woorden"}


@state("tournaments:club")
def club_for_a_visitor(visit):
    club, _owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    clubs.set_visibility(club=club, visible_to="open")
    visit.go("tournaments:club", club.slug)


@state("tournaments:club")
def closed_club_that_tells_strangers_what_it_is(visit):
    club, _owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    long = {"about": "Kaarten met jong en oud. " * 9, "guests": "Altijd welkom, ook alleen. " * 4}
    clubs.introduce(
        club=club,
        starts=None,
        venue="De Brink, Dorpsstraat 4",
        **long,
        costs="€ 3,50 per avond.",
        contact="Wim van Dijk-Oosterbaan, wedstrijdleider",
        phone="06 12 34 56 78",
        email="wedstrijdleider.van.de.kaartclub@example.org",
    )
    visit.go("tournaments:club", club.slug)


@state("tournaments:club")
def club_that_lets_nobody_in(visit):
    club, _owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    visit.go("tournaments:club", club.slug)


@state("tournaments:club")
def club_for_a_member_by_their_own_link(visit):
    club, _owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    rules = reglementen.make(club=club, game="jokeren", name="Jokeren", options={}, approval="one")
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    days = {"first": date(2026, 1, 1), "last": date(2099, 12, 31), "rounds": 1}
    season = seasons.plan(club=club, name="2026-2099", reglement=rules, **days, **missed)
    text = "Annemarie van den Broek-Jansen\nBob Bos\nCor de Vries\nDik Vos"
    who = members.add_many(club=club, text=text)
    played = {"day": date(2026, 1, 8), "state": "closed", "digest": uuid4().hex}
    last = Night.objects.create(season=season, **played)
    for points, member in enumerate(who, 8):
        ImportedResult.objects.create(night=last, member=member, points=points * 7)
    nights.plan(season=season, days=[date(2099, 12, 24)], sign_up=True)
    visit.go("tournaments:own", links.make_key(who[0]))
    visit.go("tournaments:club", club.slug)


@state("tournaments:visitors")
def who_may_look_by_link(visit):
    club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    for seen in ("open", "link"):
        clubs.set_visibility(club=club, visible_to=seen, indexed=True, by=f"user {owner.pk}")
    clubs.renew_link(club=club)
    visit.log_in(owner)
    visit.go("tournaments:visitors", club.slug)


@state("tournaments:website")
def own_website(visit):
    club = members_of(visit)
    clubs.set_visibility(club=club, visible_to="link")
    visit.go("tournaments:website", club.slug)
    visit.send(framed_by="https://*.example")


@state("tournaments:web-standing", "tournaments:web-result", "tournaments:web-nights")
def club_on_its_website(visit):
    club = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)[0]
    clubs.set_visibility(club=club, visible_to="open")
    for what in ("result", "standing", "nights"):
        visit.go(f"tournaments:web-{what}", club.slug)


@state("tournaments:logo")
def logo_refused(visit):
    club = members_of(visit)
    with_logo(club)
    visit.go("tournaments:logo", club.slug)
    visit.send()


@state("tournaments:club")
def club_with_its_logo(visit):
    club = members_of(visit)
    with_logo(club)
    visit.go("tournaments:club", club.slug)


def with_logo(club):
    picture, made = Image.new("RGBA", (300, 320)), BytesIO()
    pen = ImageDraw.Draw(picture)
    for left, top in ((90, 10), (10, 120), (170, 120)):
        pen.ellipse((left, top, left + 120, top + 120), fill="black")
    pen.polygon([(150, 150), (110, 310), (190, 310)], fill="black")
    picture.save(made, "PNG")
    logos.set_logo(club=club, file=ContentFile(made.getvalue()))


@state("tournaments:back-up")
def no_back_up_yet_and_a_wrong_password(visit):
    members_of(visit)
    visit.patch.setattr(settings, "BACKS_UP", True)
    visit.go("tournaments:back-up")
    visit.send(current="wrong")


# The people of a club


def members_of(visit, *lines):
    club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    visit.log_in(owner)
    if lines:
        members.add_many(club=club, text="\n".join(lines))
    return club


PEOPLE = ("Ans Willemse", "Wim van den Berg", "Fatma Yılmaz", "Gé Postma", "Els Bakker")


@state("tournaments:members")
def members_in_a_list(visit):
    visit.patch.setattr("tournaments.views.sort_and_page.A_PAGE", 4)
    club = members_of(visit, *PEOPLE)
    name = "Christiaan-Alexander", "van den", "Wijngaarden-Oosterbaan"
    long = dict(zip(("first", "particle", "family"), name, strict=True))
    members.add(club=club, **long, nickname="Lange Chris", guest=True, table=3, number="1024")
    visit.go("tournaments:members", club.slug, query="?sort=-name&page=1")


@state("tournaments:member-new", at_night=True)
def member_refused(visit):
    visit.go("tournaments:member-new", members_of(visit, *PEOPLE).slug)
    visit.page.evaluate("document.querySelector('main details').open = true")
    visit.send(first="Ans", family="Willemse", table="300", email="ans")


@state("tournaments:member")
def a_member(visit):
    club = members_of(visit, *PEOPLE)
    member, other, double = club.members.all()[:3]
    members.pair(member=member, other=other, kind="apart")
    members.merge(double=double, keep=member)
    members.archive(member=member)
    visit.go("tournaments:member", club.slug, member.pk)


@state("tournaments:member")
def a_member_with_the_code_of_the_personal_page(visit):
    visit.patch.setattr(settings, "PUBLIC_URL", "https://club.example")
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:member", club.slug, club.members.first().pk)
    visit.page.locator("summary").last.click()


@state("tournaments:member-file", at_night=True)
def file_refused(visit):
    visit.go("tournaments:member-file", members_of(visit).slug)
    choose(visit, b"%PDF-1.7")


LIST = """
Lidnummer;Naam;E-mail;Telefoon;Woonplaats
7;Ans Willemse;ans@club.nl;06-12345678;Delft
8;Jan Willem Smit;jan@club.nl;;Rijswijk
9;W. Berg;;06-87654321;Delft
7;Fatma Yilmaz;;;
11;Cor;cor@;;
12;Els Baker;els@club.nl;;
13;Bob de Groot;;;
"""


@state("tournaments:member-file")
def columns_of_a_file(visit):
    visit.go("tournaments:member-file", members_of(visit, *PEOPLE).slug)
    choose(visit, LIST.encode())


@state("tournaments:member-file-look")
def file_to_look_at(visit):
    visit.go("tournaments:member-file", members_of(visit, *PEOPLE).slug)
    choose(visit, LIST.encode())
    visit.send()


@state("tournaments:member-file-look")
def file_that_changes_nothing(visit):
    visit.go("tournaments:member-file", members_of(visit, *PEOPLE).slug)
    choose(visit, "\n".join(("Naam", *PEOPLE)).encode())
    visit.send()


def season_before(visit):
    club = members_of(visit, *PEOPLE)
    rules = reglementen.make(club=club, game="jokeren", name="Zo", options={}, approval="one")
    days = {"first": date(2026, 9, 1), "last": date(2027, 5, 31), "rounds": 2}
    missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
    return seasons.plan(club=club, name="2026", reglement=rules, **days, **missed)


RESULTS = """
Nr;Naam;3-9;streepjes;10-9;streepjes;Totaal
1;Ans Willemse;120;3;95;4;215
2;Wim Berg;130,5;1;afw;;130,5
3;Gé Postma;;;140;;140
4;Bob de Groot;tien;;;;10
5;Fen Dam;99;2;;;99
"""


@state("tournaments:member-import-back")
def import_to_take_back(visit):
    club = members_of(visit, *PEOPLE)
    made = club.member_imports.latest("pk")
    members.change(member=club.members.all()[1], phone="06 12345678")
    visit.go("tournaments:member-import-back", club.slug, made.pk)


@state("tournaments:season-earlier", at_night=True)
def choosing_results_from_before(visit):
    season = season_before(visit)
    visit.go("tournaments:season-earlier", season.club.slug, season.pk)


@state("tournaments:season-earlier-look")
def results_from_before_to_look_at(visit):
    season = season_before(visit)
    visit.go("tournaments:season-earlier", season.club.slug, season.pk)
    choose(visit, RESULTS.encode())


@state("tournaments:night")
def night_that_came_from_a_file(visit):
    season = season_before(visit)
    file = SimpleUploadedFile("stand.csv", RESULTS.encode())
    kept = results.save_draft(season=season, file=file)
    made = results.apply(kept=kept, choices={}, seen=member_import.preview(kept).digest)
    visit.go("tournaments:night", season.club.slug, made[0].pk)


def choose(visit, data):
    file = {"name": "leden.csv", "mimeType": "text/csv", "buffer": data}
    visit.page.set_input_files("[name=file]", file)
    visit.send()


@state("tournaments:member-pairs")
def pairs_of_a_member(visit):
    club = members_of(visit, *PEOPLE)
    member, other = club.members.all()[:2]
    members.pair(member=member, other=other, kind="apart")
    visit.go("tournaments:member-pairs", club.slug, member.pk)


@state("tournaments:member-families")
def families_and_a_name_that_is_missing(visit):
    club = members_of(visit, *PEOPLE)
    family = [member.pk for member in club.members.all()[:2]]
    households.keep_apart(club=club, people=family, household="Familie De Wit")
    visit.go("tournaments:member-families", club.slug)
    visit.send()


@state("403")
def not_for_members(visit):
    club = members_of(visit)
    user = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=user, club=club, kind="member")
    visit.log_in(user)
    visit.go("tournaments:members", club.slug, status=403)


# Who may do what


def helper_of(club):
    bob = accounts.create_account(name="Bob de Groot", login="bob", password="drie losse woorden")
    return Role.objects.create(user=bob, club=club, kind="helper")


def owner_of(club):
    return club.roles.get(kind="owner").user


@state("tournaments:people", at_night=True)
def who_may_do_what(visit):
    club = members_of(visit)
    helper_of(club)
    for name in ("Christiaan-Alexander van den Wijngaarden-Oosterbaan", ""):
        invitations.invite(club=club, kind="organiser", name=name, by=owner_of(club))
    login_links.create_login_link(role=club.roles.get(kind="helper"), by=owner_of(club))
    visit.go("tournaments:people", club.slug)


@state("tournaments:invitation")
def an_invitation(visit):
    club = members_of(visit)
    invitation = invitations.invite(club=club, kind="organiser", name="Bob", by=owner_of(club))
    visit.go("tournaments:invitation", club.slug, invitation.pk)


def by_letter(visit):
    visit.patch.setattr(settings, "MAIL", True)
    club = members_of(visit)
    more = {"email": "anna-maria.van.den.wijngaarden-oosterbaan@kaartvereniging-de-hoop.example"}
    return invitations.invite(club=club, kind="helper", name="Anna", by=owner_of(club), **more)


@state("tournaments:invitation")
def invitation_on_its_way_by_letter(visit):
    invitation = by_letter(visit)
    visit.go("tournaments:invitation", invitation.club.slug, invitation.pk)


@state("tournaments:invitation")
def invitation_whose_letter_did_not_arrive(visit):
    invitation = by_letter(visit)
    mail_queue.mark_failed(invitation.queued_mails.get(), "address", for_good=True)
    visit.go("tournaments:invitation", invitation.club.slug, invitation.pk)


@state("tournaments:people")
def who_may_do_what_where_e_mail_is_sent(visit):
    invitation = by_letter(visit)
    mail_queue.mark_failed(invitation.queued_mails.get(), "address", for_good=True)
    visit.go("tournaments:people", invitation.club.slug)


@state("tournaments:role", at_night=True)
def part_of_the_last_owner(visit):
    club = members_of(visit)
    visit.go("tournaments:role", club.slug, club.roles.get().pk)
    visit.page.check("[value=helper]", force=True)
    visit.send()


@state("tournaments:role", "tournaments:role-link")
def link_to_log_in(visit):
    visit.patch.setattr(settings, "PUBLIC_URL", "https://club.example")
    club = members_of(visit)
    visit.go("tournaments:role", club.slug, helper_of(club).pk)
    visit.page.click("[action$='/link/'] button")


@state("tournaments:role-link", at_night=True)
def link_into_other_clubs(visit):
    club = members_of(visit)
    role = helper_of(club)
    other, _owner = clubs.create_club_with_owner(
        name="Other", slug="other", **OWNER | {"login": "els"}
    )
    visit.go("tournaments:role", club.slug, role.pk)
    Role.objects.create(user=role.user, club=other, kind="helper")
    visit.expect(409)
    visit.page.click("[action$='/link/'] button")


def as_organiser(visit, club):
    wim = accounts.create_account(name="Wim van Dijk", login="wim", password="drie losse woorden")
    Role.objects.create(user=wim, club=club, kind="organiser")
    visit.log_in(wim)


@state("tournaments:people")
def who_may_do_what_as_an_organiser_sees_it(visit):
    club = members_of(visit)
    invitations.invite(club=club, kind="organiser", name="Els", by=owner_of(club))
    as_organiser(visit, club)
    visit.go("tournaments:people", club.slug)


@state("tournaments:role")
def part_as_an_organiser_sees_it(visit):
    club = members_of(visit)
    role = helper_of(club)
    as_organiser(visit, club)
    visit.go("tournaments:role", club.slug, role.pk)


@state("tournaments:role-link")
def link_to_log_in_of_somebody_else(visit):
    club = members_of(visit)
    role = helper_of(club)
    login_links.create_login_link(role=role, by=owner_of(club))
    as_organiser(visit, club)
    visit.go("tournaments:role-link", club.slug, role.pk)


def invited(visit):
    club, owner = clubs.create_club_with_owner(name="Kaartclub De Hoop", slug="de-hoop", **OWNER)
    made = invitations.invite(club=club, kind="helper", name="Bob", by=owner)
    return owner, links.make_key(made)


@state("tournaments:join")
def joining(visit):
    _owner, key = invited(visit)
    visit.go("tournaments:join", key)


@state("tournaments:join")
def joining_when_logged_in_already(visit):
    owner, key = invited(visit)
    visit.log_in(owner)
    visit.go("tournaments:join", key)
    visit.send()


@state("tournaments:back")
def back_by_a_link(visit):
    owner, _key = invited(visit)
    made = login_links.create_login_link(role=helper_of(owner.roles.get().club), by=owner)
    visit.go("tournaments:back", links.make_key(made))
    visit.send(password="123")


@state("tournaments:login", at_night=True)
def log_in_too_often(visit):
    visit.patch.setattr(throttle, "count_attempt", lambda **_: 200)
    visit.go("tournaments:login")
    visit.send(username="ans", password="wrong")


# A member's own page


@state("tournaments:own")
def own_page(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))
    visit.page.click("summary >> nth=1")


@state("tournaments:stop-letters")
def stop_letters(visit):
    member = with_letters(visit).members.all()[0]
    mail_queue.ask_letters(member=member, language="nl")
    visit.go("tournaments:own", links.make_key(member))
    key = links.make_key(member, f"{links.STOP} letters")
    visit.go("tournaments:stop-letters", key, "letters")


def with_letters(visit):
    visit.patch.setattr(settings, "MAIL", True)
    club = members_of(visit, *PEOPLE)
    first = [member.pk for member in club.members.all()[:3]]
    club.members.filter(pk__in=first).update(email="ans@club.nl")
    return clubs.set_letters(club=club, letters=True)


@state("tournaments:letters")
def letters_before_they_are_switched_on(visit):
    club = clubs.set_letters(club=with_letters(visit), letters=False)
    visit.go("tournaments:letters", club.slug)


@state("tournaments:letters")
def personal_links_by_letter(visit):
    club = with_letters(visit)
    letters_to_send.send_links(club=club, people=[club.members.all()[0].pk])
    mail_queue.mark_failed(QueuedMail.objects.get(), "address", for_good=True)
    visit.go("tournaments:letters", club.slug)


@state("tournaments:letters")
def letter_with_a_link_before_it_is_sent(visit):
    visit.go("tournaments:letters", with_letters(visit).slug)
    visit.page.click("[value=look]")


@state("tournaments:own")
def own_page_erasure_asked(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))
    visit.page.click("summary >> nth=-1")
    visit.page.click("[value=erase]")


@state("tournaments:members")
def members_just_brought_in(visit):
    club = members_of(visit)
    visit.go("tournaments:member-list", club.slug)
    visit.send(text="Bob Vos\nAns Bos")
    visit.page.click("[value=add]")
    visit.go("tournaments:members", club.slug)
