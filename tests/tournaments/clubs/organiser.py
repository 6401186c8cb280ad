"""Somebody who sets up a club of docs/clubs.md by its forms, and types in what was played.

An action is a press, or a field that is filled in by hand.
"""

import csv
import io
import re
import uuid

from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.sheets import links
from tests.tournaments.evenings import let_in
from tests.tournaments.views.forms import as_it_stands
from tournaments.members import members
from tournaments.models import Member, Night, Reglement, Season, Table
from tournaments.nights import lots
from tournaments.nights.draw_rounds import list_present

MOST_ACTIONS = 12  # from nothing to a planned season


class Organiser:
    def __init__(self, client, club):
        self.client, self.club, self.home = client, club, f"/{club.slug}/"
        self.actions = 0

    # Setting up

    def _send(self, path, page, typed):
        self.actions += 1 + sum(page.get(name) != said for name, said in typed.items())
        return self._post(path, page | typed)

    def _post(self, path, sent):
        answer = self.client.post(path, sent)
        assert answer.status_code == 302, re.findall(r"problem.>(.*?)</p>", answer.content.decode())
        return answer["Location"]

    def choose(self, game, preset="", **rules):
        path = f"{self.home}rules/new/?game={game}&preset={preset}"
        self.actions += 1
        self._send(path, as_it_stands(self.client.get(path)), rules)
        return Reglement.objects.latest("pk")

    def begin(self, preset="", **said):
        path = f"{self.home}seasons/new/"
        page = as_it_stands(self.client.get(path))
        if preset:
            self.actions += 1
            page = as_it_stands(self.client.post(path, page | {"preset": preset}))
        self.season_path = self._send(path, page | {"first": "2026-01-01"}, said)
        self.season = Season.objects.latest("pk")

    def plan(self, first, weeks="1", **more):
        path = f"/{self.club.slug}/seasons/{self.season.pk}/nights/"
        page = as_it_stands(self.client.get(path)) | {"weeks": "1"}
        self._send(path, page, {"first": first, "weeks": weeks, **more})
        assert self.actions <= MOST_ACTIONS
        return [*self.season.nights.order_by("day")]

    # Playing

    def list_members(self, names):
        listed = members.add_many(club=self.club, text="\n".join(names.split())) if names else ()
        return {member.first: member for member in listed}

    def take_in(self, listed):
        """Take in nights as a list of results: a line for each player, a column for each night."""
        path = f"{self.home}seasons/{self.season.pk}/before/"
        file = SimpleUploadedFile("results.csv", listed.encode())
        path = self.client.post(path, {"file": file})["Location"]
        page = as_it_stands(self.client.get(path))
        assert self.client.post(path, page).status_code == 302

    def play(self, night, *rounds, came="", off=""):
        """Each round: the names at a table, as they sit, with the games that they played. Whoever
        came and sits at none sits out. Who is not on the list yet is put there.
        """
        path = f"{self.home}nights/{night.pk}/"
        seated = {name for tables in rounds for names in tables for name in names.split()}
        known = {member.first for member in Member.objects.filter(club=self.club)}
        self.list_members(" ".join(sorted({*seated, *came.split()} - known)))
        who = self.open(night, " ".join(sorted(seated)) + f" {came}", off)
        drawn = {member.pk for member in list_present(night)}  # of a couple the first
        for number, tables in enumerate(rounds, 1):
            seats = {
                who[name]: (table, seat)
                for table, names in enumerate(tables, 1)
                for seat, name in enumerate(names.split(), 1)
                if who[name] in drawn
            }
            lots.seat_members(night=night, seats=seats, method="hand")
            lots.lay(night=night, method="hand")
            laid = Table.objects.filter(round__night=night, round__number=number)
            for table, games in zip(laid.order_by("number"), tables.values(), strict=True):
                self._write(table, games)
        self.client.post(f"{path}closing/", {"reason": "klaar"})
        assert Night.objects.get(pk=night.pk).state == "closed"

    def open(self, night, came, off=""):
        path = f"{self.home}nights/{night.pk}/"
        who = {member.first: member.pk for member in Member.objects.filter(club=self.club)}
        self.client.post(f"{path}state/", {"to": "check-in"})
        for name in off.split():
            self.client.post(f"{path}door/", {"off": who[name]})
        let_in(night, Member.objects.filter(club=self.club, first__in=came.split()))
        self.client.post(f"{path}state/", {"to": "playing"})
        return who

    def _write(self, table, games):
        """Send the games as a phone does. Of a tuple, each figure is that of a seat."""
        names = [seat.name for seat in table.sheet.seats.all()]
        rows = [
            {"entries": dict(zip(names, game, strict=True))} if isinstance(game, tuple) else game
            for game in games
        ]
        entries = [
            {"id": str(uuid.uuid4()), "do": "enter", "game": number, "row": row, "seen": 0}
            for number, row in enumerate(rows, 1)
        ]
        key = links.make_key(table.sheet)
        body = {"version": 1, "device": "d-1", "entries": entries}
        sent = self.client.post(
            "/sync/", body, "application/json", headers={"Streepje-Link": key}
        ).json()
        assert [answer["problems"] for answer in sent["answers"]] == [[]] * len(rows)

    # Reading

    def read_standing(self, of=""):
        """Return place and total by name, as the page has them in its list."""
        path = f"{self.home}seasons/{self.season.pk}/standing/"
        answer = self.client.get(path, {"as": "csv", "of": of})
        lines = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
        return {
            line["Name"]: (line["Place"], line.get("Total") or line["Average"]) for line in lines
        }
