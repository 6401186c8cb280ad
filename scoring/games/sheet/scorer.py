from collections.abc import Sequence

from scoring.games.core.game import has_halves
from scoring.games.core.options import TOTALS
from scoring.games.core.sheet_state import Deal, Play
from scoring.games.sheet.data import Counts, Outcome, ScoredRow
from scoring.games.sheet.head import Head, read_head
from scoring.games.sheet.paper_sums import OurSums, compare_paper
from scoring.games.sheet.rows import is_empty, read_row
from scoring.toolkit.problems import ProblemCode, Problems
from scoring.toolkit.texts import _

WRONG_GAMES = ProblemCode(10, _("the games are not a list of at most %(most)s games."))
AFTER_END = ProblemCode(13, _("the sheet had ended before this game: take the game out."))
TOO_MANY_GAMES = ProblemCode(14, _("the sheet has %(most)s games: take this one out."))
TOO_FEW_PLAY = ProblemCode(
    15, _("a game needs two who play it; here %(count)s: void it or add them.")
)
NOT_IN_PLAY_OFF = ProblemCode(16, _("does not play in the play-off: write x."))
MOST_ROWS = 500


def score(data: object) -> Outcome:
    """The texts of the outcome are not translated yet."""
    problems = Problems()
    head = read_head(data, problems)
    if head is None or not isinstance(data, dict):
        return _outcome(problems)
    sheet = Sheet(head, problems)
    problems.names_games = head.game.entry != TOTALS
    totals, rows = data.get("totals_only"), data.get("games")
    if totals is not None and not problems.names_games:
        rows = [{"entries": totals}]
    for number, row in enumerate(_rows(rows, problems), 1):
        sheet.add(number, row)
    compare_paper(data.get("paper"), sheet.play_games(), problems)
    outcome = sheet.build_outcome()
    return outcome if totals is None else outcome | {"rows": []}


def build_refusal(check: ProblemCode, /, **params: object) -> Outcome:
    problems = Problems()
    problems.refuse(check, **params)
    return _outcome(problems)


def _rows(rows: object, problems: Problems) -> list[object]:
    """Leave out the empty rows at the end."""
    if rows is None:
        return []
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        problems.refuse(WRONG_GAMES, most=MOST_ROWS)
        return []
    last = len(rows)
    while last and is_empty(rows[last - 1]):
        last -= 1
    return rows[:last]


def _outcome(problems: Problems) -> Outcome:
    return {
        "valid": problems.valid,
        "complete": False,
        "finished": False,
        "problems": problems.found,
        "rows": [],
        "next": None,
        "subtotals": [],
        "totals": {},
        "dashes": {},
        "match_points": {},
        "ranking": [],
        "winner": None,
        "continue_with": [],
        "settlement": {},
    }


class Rotation:
    """Whose turn it is to deal or, in tile games, to start."""

    def __init__(self, players: Sequence[str], first: int, side: int, has_dealer: bool) -> None:
        self.players, self.has_dealer = players, has_dealer
        self.side = 1 if has_dealer else side
        self.coming = first  # the seat that is next

    def turn(self, deal: Deal) -> None:
        seat = self._playing(self.coming, deal.players)
        if seat is None:
            return
        self.coming = seat + self.side
        if self.has_dealer:
            deal.dealer = self.players[seat]
            seat = self._playing(seat + 1, deal.players)
            assert seat is not None, "the dealer plays"
        deal.starter = self.players[seat]

    def _playing(self, start: int, playing: Sequence[str]) -> int | None:
        """Return the first seat from `start` that takes part; None if nobody does."""
        count = len(self.players)
        if len(playing) == count:
            return start % count
        seats = ((start + self.side * step) % count for step in range(count))
        return next((seat for seat in seats if self.players[seat] in playing), None)


class Sheet:
    def __init__(self, head: Head, problems: Problems) -> None:
        self.game, self.players, first, self.contract = head
        self.names = frozenset(self.players)
        self.problems = problems
        self.play = Play.start(self.players)
        self.rotation = Rotation(self.players, first, self.game.side, self.game.has_dealer)
        self.deals: list[Deal] = []
        self.rows: list[ScoredRow] = []
        self.running: list[dict[str, float]] = []  # totals after each game
        self.turns: list[int] = []  # the seat whose turn it was, before each game

    def add(self, number: int, row: object) -> None:
        game, most = self.game, self.game.games
        if self.play.ended or (most is not None and number > most):
            if not is_empty(row):
                check = AFTER_END if self.play.ended else TOO_MANY_GAMES
                self.problems.refuse(check, number, most=most)
            return
        deal = read_row(game, self.players, self.names, number, row)
        self._begin(deal)
        self.play.leave_out(deal)
        if deal.void is None and not deal.empty and not deal.decided:
            self._check_and_score(deal)
        self.deals.append(deal)
        self.running.append(self.play.totals.copy())
        self.rows.append(self._row(deal))
        for check, player, params in deal.problems:
            self.problems.refuse(check, number, player, **params)

    def _begin(self, deal: Deal) -> None:
        if self.play.going_on:
            deal.players = [name for name in deal.players if name in self.play.going_on]
        self.turns.append(self.rotation.coming)
        if self.game.has_turns:
            self.rotation.turn(deal)
        if self.game.leads:
            deal.starter = None
        deal.contract = self.contract = self.game.contract_number(deal, self.contract)

    def _check_and_score(self, deal: Deal) -> None:
        game, play = self.game, self.play
        if len(deal.players) < 2:
            deal.refuse(TOO_FEW_PLAY, count=len(deal.players))
        if play.going_on:
            for name in deal.cells:
                if name not in play.going_on:
                    deal.refuse(NOT_IN_PLAY_OFF, name)
        game.check(deal)
        if deal.wrong or game.lacks_any(deal):
            return
        game.check_full(deal, play)
        if not deal.wrong:
            game.score(deal, play)
        if deal.scores:
            play.count(deal)
            game.after(play)

    def _row(self, deal: Deal) -> ScoredRow:
        row = self._turn(deal)
        if deal.done:
            row["running"] = self.running[-1]
        if deal.void is not None:
            row["void"] = deal.void
        elif deal.scores:
            row["scores"] = deal.scores
            row["explain"] = deal.explain
            if deal.won and deal.won != deal.out:
                row["won"] = deal.won
            if self.game.marks:
                row["marks"] = self._count_marks([deal])
        return row

    def _turn(self, deal: Deal) -> ScoredRow:
        return {
            "game": deal.number,
            "contract": self.game.contract_in_words(deal.contract),
            "dealer": deal.dealer,
            "starter": deal.starter,
        }

    def play_games(self) -> OurSums:
        game, play = self.game, self.play
        apart = game.split_totals(play.totals, self._count_marks(play.scored))
        labels = game.parts_of_totals()
        return OurSums(play, self.running, self.done, game.games, apart, labels, has_halves(game))

    @property
    def done(self) -> int:
        """The number of games before the first open one."""
        return next(
            (place for place, deal in enumerate(self.deals) if not deal.done), len(self.deals)
        )

    # The outcome

    def build_outcome(self) -> Outcome:
        game, play = self.game, self.play
        all_done = self.done == len(self.deals)
        complete = all_done and (play.ended or len(self.deals) == game.games)
        finished = complete or play.ended
        ranking = game.ranking(play)
        outcome: Outcome = {
            **_outcome(self.problems),
            "complete": complete,
            "finished": finished,
            "rows": self.rows,
            "next": None if finished else self._next(),
            "subtotals": [
                {"after": after, "totals": self.running[after - 1]}
                for after in game.subtotals(self.done)
            ],
            "totals": play.totals,
            "dashes": game.list_dashes(play),
            "match_points": game.match_points(play),
            "ranking": [
                {"rank": group.rank, "players": group.players, "total": group.total}
                for group in ranking
            ],
            "winner": game.winner(ranking) if finished else None,
            "continue_with": play.going_on,
            "settlement": game.settlement(play),
        }
        return outcome | {"marks": self._count_marks(play.scored)} if game.marks else outcome

    def _count_marks(self, deals: Sequence[Deal]) -> dict[str, Counts]:
        return {
            kind: {
                name: sum(deal.marks.get(kind, {}).get(name, 0) for deal in deals)
                for name in self.players
            }
            for kind in self.game.marks
        }

    def _next(self) -> ScoredRow:
        """The game after the last row or, on a full form, the first open one."""
        number = len(self.deals) + 1
        most = self.game.games
        if most is not None and number > most:
            open_game = next(deal for deal in self.deals if not deal.done)
            number, self.contract = open_game.number, open_game.contract
            self.rotation.coming = self.turns[number - 1]
        deal = Deal(number, self.players)
        self._begin(deal)
        return self._turn(deal)
