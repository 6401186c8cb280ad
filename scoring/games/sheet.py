"""A whole sheet: read what was entered, play it game by game, and say what it comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import games
from scoring.games.base import (
    ABSENT,
    DASH,
    NOT_USED,
    UNKNOWN_KEY,
    UNREADABLE,
    Check,
    Deal,
    Game,
    Play,
    shown,
)
from scoring.games.text import Text, _

NOT_A_SHEET = Check(1, _("this is not a sheet: write an object with game, players and games."))
NO_SUCH_GAME = Check(2, _("there is no game system %(given)s: choose one of %(right)s."))
NO_SUCH_OPTION = Check(3, _("%(game)s has no option %(given)s: it has %(right)s."))
WRONG_OPTION = Check(4, _("option %(option)s can't be %(given)s: choose %(right)s."))
WRONG_COUNT = Check(5, _("%(count)s players are named: %(low)s to %(high)s can play at a table."))
WRONG_NAME = Check(6, _("%(given)s is not a name: write 1 to 60 ordinary characters."))
SAME_NAME = Check(7, _("two players are called %(given)s: give each a name of their own."))
NOT_SEATED = Check(8, _("%(given)s is named as %(what)s but sits not at this table."))
WRONG_GAMES = Check(10, _("the games are not a list of at most %(most)s games."))
WRONG_ROW = Check(11, _("this game can't be read: write an object with entries."))
NO_REASON = Check(12, _("a void game needs its reason, in 1 to 200 characters."))
AFTER_END = Check(13, _("the sheet had ended before this game: take the game out."))
TOO_MANY_GAMES = Check(14, _("the sheet has %(most)s games: take this one out."))
TOO_FEW_PLAY = Check(15, _("a game needs two who play it; here %(count)s: void it or add them."))
NOT_IN_PLAY_OFF = Check(16, _("does not play in the play-off: write x."))
PAPER_UNREADABLE = Check(17, _("the paper's %(what)s can't be read: write a whole number a player."))
PAPER_DASHES = Check(18, _("the paper has %(paper)s dashes, the games give %(ours)s."))
PAPER_SUBTOTAL = Check(
    19, _("after game %(after)s the paper has %(paper)s, the games give %(ours)s.")
)
PAPER_TOTAL = Check(20, _("the paper's total is %(paper)s, the games give %(ours)s."))
PAPER_TOO_EARLY = Check(
    31, _("game %(after)s is not entered yet, so its subtotal can't be compared."), "warning"
)

KEYS = {"game", "options", "players", "scribe", "first_dealer", "first_starter", "games", "paper"}
MOST_ROWS = 500
SEATED = {
    "scribe": _("scribe"),
    "first_dealer": _("first dealer"),
    "first_starter": _("first to play"),
}

Json = dict[str, Any]


def score(data: object) -> Json:
    """What a sheet comes to, as `manage.py score` prints it; its words still as Texts."""
    return Scorer(data).result()


def refused(check: Check, **params: Any) -> Json:
    """The answer to what can't even be read."""
    scorer = Scorer({})
    scorer.problems.clear()
    scorer.refuse(check, **params)
    return scorer.result()


def options_of(game: type[Game], given: object) -> tuple[Json, list[tuple[Check, Json]]]:
    """The options that may be used, and what is wrong with the others."""
    if given is None:
        return {}, []
    if not isinstance(given, dict):
        return {}, [(NO_SUCH_OPTION, _option_words(game, shown(given)))]
    wrong: list[tuple[Check, Json]] = []
    for key, value in given.items():
        option = game.options.get(key)
        if option is None:
            wrong.append((NO_SUCH_OPTION, _option_words(game, shown(key))))
        elif not option.allows(value):
            right = {"option": key, "given": shown(value), "right": option.bounds}
            wrong.append((WRONG_OPTION, right))
    return given, wrong


def _option_words(game: type[Game], given: object) -> Json:
    return {"game": Text(game.name), "given": given, "right": ", ".join(game.options)}


_plain: dict[type[Game], Game] = {}


def _with_options(game: type[Game], options: Json) -> Game:
    """Most sheets have no options of their own: one object serves them all."""
    if options:
        return game(options)
    if game not in _plain:
        _plain[game] = game({})
    return _plain[game]


class Scorer:
    """One sheet on its way from what was entered to what it comes to."""

    def __init__(self, data: object) -> None:
        self.problems: list[Json] = []
        self.letter = "S"
        self.deals: list[Deal] = []
        self.rows: list[Json] = []
        self.last_round = 1
        self.turn: int | None = None  # seat of the last dealer (tile games: starter)
        self.game: Game | None = None
        self.data: Json = data if isinstance(data, dict) else {}
        self.players: list[str] = []
        if not isinstance(data, dict):
            self.refuse(NOT_A_SHEET)
        else:
            self._read_head()

    def refuse(
        self, check: Check, number: int | None = None, player: str | None = None, **params: Any
    ) -> None:
        message = Text(check.text, **params) if params else Text(check.text)
        if number is not None and player is not None:
            message = Text(
                _("Game %(number)s, %(player)s: %(what)s"),
                number=number,
                player=player,
                what=message,
            )
        elif number is not None:
            message = Text(_("Game %(number)s: %(what)s"), number=number, what=message)
        elif player is not None:
            message = Text(_("%(player)s: %(what)s"), player=player, what=message)
        self.problems.append(
            {
                "code": f"{self.letter}{check.number:02d}",
                "severity": check.severity,
                "game": number,
                "player": player,
                "message": message,
            }
        )

    # The head: game, options, players, who begins

    def _read_head(self) -> None:
        found = games.find(self.data.get("game"))
        if found is None:
            right = ", ".join(game.key for game in games.GAMES)
            self.refuse(NO_SUCH_GAME, given=shown(self.data.get("game")), right=right)
            return
        self.letter = found.letter
        options, wrong = options_of(found, self.data.get("options"))
        for check, params in wrong:
            self.refuse(check, **params)
        for key in self.data.keys() - KEYS:
            self.refuse(NOT_USED, given=shown(key))
        players = self._read_players(found)
        if wrong or players is None:
            return
        self.game = _with_options(found, options)
        self.players = players
        self.seats = range(len(players))
        self.names = set(players)
        self.first = self._first_seat(self.game)
        zeros = dict.fromkeys(players, 0)
        self.play = Play(players, zeros, dict(zeros), dict(zeros))
        self._read_games(self.game)
        self._compare_paper(self.play)

    def _read_players(self, game: type[Game]) -> list[str] | None:
        players = self.data.get("players")
        low, high = game.seats
        if not isinstance(players, list) or not low <= len(players) <= high:
            count = len(players) if isinstance(players, list) else 0
            self.refuse(WRONG_COUNT, count=count, low=low, high=high)
            return None
        for name in players:
            if not isinstance(name, str) or not is_name(name):
                self.refuse(WRONG_NAME, given=shown(name))
                return None
        if len(set(players)) < len(players):
            twice = next(name for name in players if players.count(name) > 1)
            self.refuse(SAME_NAME, given=twice)
            return None
        return players

    def _seat(self, key: str) -> int | None:
        name = self.data.get(key)
        if name is None:
            return None
        if isinstance(name, str) and name in self.players:
            return self.players.index(name)
        self.refuse(NOT_SEATED, given=shown(name), what=Text(SEATED[key]))
        return None

    def _first_seat(self, game: Game) -> int:
        """Left of the scribe deals first; in a tile game the scribe begins."""
        scribe, dealer, starter = map(self._seat, ("scribe", "first_dealer", "first_starter"))
        unused = starter if game.has_dealer else dealer
        if unused is not None:
            given = Text(SEATED["first_starter" if game.has_dealer else "first_dealer"])
            self.refuse(NOT_USED, given=given)
        if game.has_dealer:
            return ((scribe or 0) + 1) % len(self.players) if dealer is None else dealer
        return (scribe or 0) if starter is None else starter

    # The games

    def _read_games(self, game: Game) -> None:
        rows = self.data.get("games")
        if rows is None:
            rows = []
        if not isinstance(rows, list) or len(rows) > MOST_ROWS:
            self.refuse(WRONG_GAMES, most=MOST_ROWS)
            rows = []
        while rows and is_empty(rows[-1]):
            rows = rows[:-1]
        for number, row in enumerate(rows, 1):
            if self.play.ended or (game.games is not None and number > game.games):
                if not is_empty(row):
                    self._refuse_late(game, number)
                continue
            self._play_game(game, self._read_row(game, number, row))
        self._finish(game)

    def _refuse_late(self, game: Game, number: int) -> None:
        if self.play.ended:
            self.refuse(AFTER_END, number)
        else:
            self.refuse(TOO_MANY_GAMES, number, most=game.games)

    def _read_row(self, game: Game, number: int, row: object) -> Deal:
        deal = Deal(number)
        if row is None:
            row = {}
        entries = row.get("entries") if isinstance(row, dict) else False
        if entries is None:
            entries = {}
        if not isinstance(row, dict) or not isinstance(entries, dict):
            deal.refuse(WRONG_ROW)
            deal.players, deal.empty = list(self.players), True
            return deal
        if not entries.keys() <= self.names:
            for name in entries.keys() - self.names:
                right = ", ".join(self.players)
                deal.refuse(UNKNOWN_KEY, given=shown(name), right=right)
        if row.get("void") is not None:
            self._read_void(deal, row, entries)
            return deal
        self._read_cells(game, deal, entries)
        if len(row) > 1 or "entries" not in row:
            extras = {key: row[key] for key in row if key not in ("entries", "void")}
            deal.extras = game._read_fields(deal, None, game.row_fields, extras)
        deal.empty = is_empty(row)
        return deal

    def _read_void(self, deal: Deal, row: Json, entries: Json) -> None:
        reason = row["void"]
        deal.players = [name for name in self.players if entries.get(name) != ABSENT]
        deal.absent = [name for name in self.players if entries.get(name) == ABSENT]
        if isinstance(reason, str) and 1 <= len(reason.strip()) <= 200:
            deal.void = reason
        else:
            deal.refuse(NO_REASON)

    def _read_cells(self, game: Game, deal: Deal, entries: Json) -> None:
        short, dash, cells = game.short, game.dash, deal.cells
        for name in self.players:
            cell = entries.get(name)
            if cell == ABSENT:
                deal.absent.append(name)
                continue
            deal.players.append(name)
            if cell is None:
                deal.missing = game.has_cells or deal.missing
            elif cell == DASH and dash:
                deal.out.append(name)
                cells[name] = DASH
            elif type(cell) is int and short is not None:
                if short.low <= cell <= short.high:
                    cells[name] = cell
                else:
                    game.refuse_bounds(deal, name, short, cell)
            elif isinstance(cell, dict) and game.has_cells:
                self._read_entry(game, deal, name, cell)
            else:
                right = cell_words(game)
                deal.refuse(UNREADABLE, name, given=shown(cell), right=right)
        if deal.absent and not game.has_cells:
            for name in deal.absent:
                deal.refuse(UNREADABLE, name, given=ABSENT, right=Text(_("nothing")))

    def _read_entry(self, game: Game, deal: Deal, name: str, cell: Json) -> None:
        problems = len(deal.problems)
        entry = game.read_entry(deal, name, cell)
        if len(deal.problems) > problems:
            return
        deal.cells[name] = entry
        if entry.get("out"):
            deal.out.append(name)

    def _play_game(self, game: Game, deal: Deal) -> None:
        play = self.play
        self._rotate(game, deal)
        if deal.void is None and not deal.empty:
            self._check(game, deal)
        self.last_round = game.contract_number(deal, self.last_round)
        self.deals.append(deal)
        row: Json = {
            "game": deal.number,
            "contract": game.contract_in_words(self.last_round),
            "dealer": deal.dealer if game.has_dealer else None,
            "starter": deal.starter,
        }
        if deal.void is not None:
            row["void"] = deal.void
            row["running"] = dict(play.totals)
        elif deal.scores:
            row["scores"] = deal.scores
            row["running"] = dict(play.totals)
            row["explain"] = deal.explain
        self.rows.append(row)
        for check, player, params in deal.problems:
            self.refuse(check, deal.number, player, **params)

    def _check(self, game: Game, deal: Deal) -> None:
        play = self.play
        for name, cell in deal.cells.items():
            if type(cell) is dict:
                game.check_entry(deal, name, cell)
        game.check(deal)
        if len(deal.players) < 2:
            deal.refuse(TOO_FEW_PLAY, count=len(deal.players))
        if play.going_on:
            self._check_play_off(deal)
        if not deal.missing:
            deal.missing = game.lacks_row(deal) or any(
                type(cell) is dict and game.lacks(deal, name, cell)
                for name, cell in deal.cells.items()
            )
        if deal.missing or deal.wrong:
            return
        game.check_full(deal, play)
        if not deal.wrong:
            game.score(deal, play)
        if deal.scores:
            self._count(game, deal)

    def _check_play_off(self, deal: Deal) -> None:
        for name in deal.cells:
            if name not in self.play.going_on:
                deal.refuse(NOT_IN_PLAY_OFF, name)

    def _count(self, game: Game, deal: Deal) -> None:
        play = self.play
        totals = play.totals
        for name, points in deal.scores.items():
            totals[name] += points
        for name in deal.won:
            play.won[name] += 1
        for name, points in deal.match_points.items():
            play.match_points[name] += points
        if deal.absent and not play.going_on:
            play.away.update(deal.absent)
        play.scored.append(deal)
        game.after(play)

    # Rotation: one seat on, to the next who plays the coming game

    def _rotate(self, game: Game, deal: Deal) -> None:
        side = 1 if game.has_dealer else game.side
        start = self.first if self.turn is None else self.turn + side
        seat = self._next_playing(start, side, deal.players)
        if seat is None:
            return
        self.turn = seat
        deal.dealer = self.players[seat]
        after = self._next_playing(seat + 1, 1, deal.players) if game.has_dealer else seat
        deal.starter = None if after is None else self.players[after]

    def _next_playing(self, start: int, side: int, playing: Sequence[str]) -> int | None:
        count = len(self.players)
        if len(playing) == count:
            return start % count
        for step in self.seats:
            seat = (start + side * step) % count
            if self.players[seat] in playing:
                return seat
        return None

    # The outcome

    def _finish(self, game: Game) -> None:
        play, deals = self.play, self.deals
        all_done = all(deal.done for deal in deals)
        play.complete = all_done and (play.ended or len(deals) == game.games)

    def _next(self, game: Game) -> Json | None:
        play = self.play
        if play.ended or play.complete:
            return None
        number = len(self.deals) + 1
        if game.games is not None and number > game.games:
            number = next(deal.number for deal in self.deals if not deal.done)
            row = self.rows[number - 1]
            return {key: row[key] for key in ("game", "contract", "dealer", "starter")}
        deal = Deal(number, play.going_on or list(self.players))
        self._rotate(game, deal)
        return {
            "game": number,
            "contract": game.contract_in_words(game.contract_number(deal, self.last_round)),
            "dealer": deal.dealer if game.has_dealer else None,
            "starter": deal.starter,
        }

    def _subtotals(self, game: Game) -> list[Json]:
        after = game.subtotal_after
        if not 0 < after <= len(self.deals) or not all(deal.done for deal in self.deals[:after]):
            return []
        return [{"after": after, "totals": self.rows[after - 1]["running"]}]

    def _compare_paper(self, play: Play) -> None:
        paper = self.data.get("paper")
        if paper is None:
            return
        if not isinstance(paper, dict):
            self.refuse(PAPER_UNREADABLE, what=Text(_("figures")))
            return
        for key in paper.keys() - {"dashes", "subtotals", "totals"}:
            self.refuse(NOT_USED, given=shown(key))
        self._compare(PAPER_DASHES, _("dashes"), paper.get("dashes"), play.won)
        subtotals = paper.get("subtotals")
        if subtotals is not None and not isinstance(subtotals, dict):
            self.refuse(PAPER_UNREADABLE, what=Text(_("subtotals")))
        else:
            for after, figures in (subtotals or {}).items():
                self._compare_subtotal(after, figures)
        self._compare(PAPER_TOTAL, _("totals"), paper.get("totals"), play.totals)

    def _compare_subtotal(self, after: str, figures: object) -> None:
        if not (after.isascii() and after.isdigit() and 1 <= int(after[:4]) <= MOST_ROWS):
            self.refuse(PAPER_UNREADABLE, what=Text(_("subtotals")))
        elif int(after) > len(self.deals):
            self.refuse(PAPER_TOO_EARLY, after=int(after))
        else:
            ours = self._running(int(after))
            self._compare(PAPER_SUBTOTAL, _("subtotals"), figures, ours, after=int(after))

    def _running(self, after: int) -> Mapping[str, Any]:
        """Totals after a game, also where that game itself is not scored."""
        for row in reversed(self.rows[:after]):
            if "running" in row:
                return row["running"]  # type: ignore[no-any-return]
        return dict.fromkeys(self.players, 0)

    def _compare(
        self, check: Check, what: str, figures: object, ours: Mapping[str, Any], **params: int
    ) -> None:
        if figures is None:
            return
        if not isinstance(figures, dict):
            self.refuse(PAPER_UNREADABLE, what=Text(what))
            return
        for name, figure in figures.items():
            if name not in self.names:
                right = ", ".join(self.players)
                self.refuse(UNKNOWN_KEY, given=shown(name), right=right)
            elif figure is None:
                continue
            elif type(figure) is not int:
                self.refuse(PAPER_UNREADABLE, player=name, what=Text(what))
            elif figure != ours[name]:
                self.refuse(check, player=name, paper=shown(figure), ours=ours[name], **params)

    def result(self) -> Json:
        game = self.game
        if game is None:
            return self._shape({}, [], [], None, None)
        play = self.play
        ranking = game.ranking(play)
        done = play.ended or play.complete
        winner = game.winner(play, ranking) if done else None
        return self._shape(play.totals, ranking, self._subtotals(game), self._next(game), winner)

    def _shape(
        self, totals: Json, ranking: Sequence[Any], subtotals: list[Json], following: Any, winner: Any
    ) -> Json:
        game, play = self.game, getattr(self, "play", None)
        return {
            "valid": not any(one["severity"] == "error" for one in self.problems),
            "complete": play is not None and play.complete,
            "finished": play is not None and (play.complete or play.ended),
            "problems": self.problems,
            "rows": self.rows,
            "next": following,
            "subtotals": subtotals,
            "totals": totals,
            "dashes": play.won if play is not None else {},
            "match_points": game.match_points(play) if game and play else {},
            "ranking": [group._asdict() for group in ranking],
            "winner": winner,
            "continue_with": play.going_on if play is not None else [],
            "settlement": game.settlement(play) if game and play else {},
        }


def is_name(name: str) -> bool:
    return 1 <= len(name) <= 60 and name.isprintable() and not name.isspace()


def is_empty(row: object) -> bool:
    """Nothing entered at all."""
    if row is None or row == {}:
        return True
    if not isinstance(row, dict):
        return False
    entries = row.get("entries")
    if isinstance(entries, dict):
        if any(cell is not None for cell in entries.values()):
            return False
    elif entries is not None:
        return False
    return all(value is None for key, value in row.items() if key != "entries")


def cell_words(game: Game) -> Text:
    if not game.has_cells:
        return Text(_("nothing"))
    if game.dash:
        return Text(_("a dash (-), what is left, or x"))
    return Text(_("the parts of this form, or x"))
