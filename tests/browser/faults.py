"""Faults seeded into the twins: a game that shows it, the file, what is there -> what instead."""

TABLE = """
# What all of them share
jokeren score.js this.coming = seat + this.side -> this.coming = seat
jokeren paper_sums.js sure ? "error" : "warning" -> "error"
jokeren paper_sums.js after <= done -> after < done
jokeren paper_sums.js figure === right -> figure <= right
jokeren score.js after <= this.done) -> after < this.done)
jokeren score.js number > most -> number >= most
jokeren score.js length <= 200 -> length < 4
jolly score.js if (!plays) -> if (false)
rummikub-american score.js has_dealer ? 1 : side -> 1
amerikaans-jokeren score.js first >= 0 ? first : ->
jokeren game.js rank: place + 1 -> rank: groups.length + 1
jokeren deal.js absent.forEach -> [].forEach
jokeren deal.js value < low || -> value <= low ||
jokeren deal.js add(this.won, name, 1) -> add(this.won, name, 2)
jokeren game.js -play.won.get(player) -> play.won.get(player)
rummy game.js Math.max(...scores) -> Math.min(...scores)
jokeren game.js scores.slice(-1) -> scores.slice(0, 1)
amerikaans-jokeren game.js most) deal.refuse(TOO_MANY_C -> 99) deal.refuse(TOO_MANY_C
jokeren game.js deal.out.length > 1 -> deal.out.length > 2
jokeren game.js letters.length <= 40 -> letters.length <= 3
# Each by itself
jokeren jokeren.js joker_points - 1 -> joker_points
jokeren jokeren.js could_meld = false -> could_meld = true
jokeren jokeren.js jokers > cards -> jokers >= cards
amerikaans-jokeren amerikaans.js ? this.options.joker_high -> ? this.options.joker_low
amerikaans-jokeren amerikaans.js points > this.values -> points >= this.values
amerikaans-jokeren amerikaans.js !points && !jokers -> !points
amerikaans-jokeren amerikaans.js extras.round ?? before -> extras.round ?? deal.number
jolly jolly.js handglatt ? 2 : 1 -> 1
jolly jolly.js > this.options.target -> >= this.options.target
jolly jolly.js (group.rank) + first.length -> (group.rank) + 1
jolly jolly.js least = Math.max( -> least = Math.min(
rummikub tiles.js rank || this.options.joker_value -> rank || 30
rummikub tiles.js end === "pool" -> end === "out"
rummikub tiles.js tiles?.length === 0 -> false
rummy rummy.js ? win_points : 0 -> ? win_points : draw_points
rummy rummy.js Math.min(...left -> Math.max(...left
rummy rummy.js [-play.matchPoints.get(player), play -> [play
rummikub rummikub.js place < odd -> place >= odd
rummikub-american rummikub.js first + this.side -> first + 1
rummikub rummikub.js !== "share" -> === "share"
rummikub rummikub.js ?? least - rack -> ?? -rack
rummikub-international international.js 2 <= rank -> 1 <= rank
rummikub-international international.js [1 + jokers] -> [1]
rummikub-international international.js ? 100 : 200 -> ? 200 : 100
rummikub-international international.js joker_discard ? 2 : 1 -> joker_discard ? 3 : 1
rummikub-international international.js ? amount : this.values.not_melded -> ? 100 : 100
rummikub-international international.js players.length * totals -> 2 * totals
vijfhonderd vijfhonderd.js tricks >= parseInt -> tricks > parseInt
vijfhonderd vijfhonderd.js [...sides].reverse()] -> sides]
vijfhonderd partners.js ? sides : sides.reverse() -> ? sides.reverse() : sides
vijfhonderd vijfhonderd.js Math.max(bids[bid], slam) -> bids[bid]
vijfhonderd vijfhonderd.js >= stop -> > stop + 1000
klaverjassen klaverjassen.js ours > theirs -> ours >= theirs
klaverjassen klaverjassen.js ? bonus : 0 -> ? 0 : bonus
klaverjassen klaverjassen.js sum(roem), "nat" -> 0, "nat"
klaverjassen klaverjassen.js (isPit ? bonus : counter_pit) -> (bonus)
klaverjassen partners.js by ?? starter -> starter ?? by
klaverjassen partners.js total - second, second -> second, total - second
vijfhonderd partners.js sides[0].includes(player) ? sides -> true ? sides
boerenbridge boerenbridge.js most - away : away + 1 -> away + 1 : most - away
boerenbridge boerenbridge.js given > cards -> given > cards + 1
boerenbridge boerenbridge.js cards > this.values.few -> cards >= this.values.few
boerenbridge boerenbridge.js isFull && taken < cards -> taken < cards
boerenbridge boerenbridge.js ? this.values.misdealt : -> ? points :
boerenbridge game.js Math.min(games ?? most, most) -> games
boerenbridge score.js deal.won.length && -> false &&
hartenjagen hartenjagen.js missing && extras.moon === undefined -> missing
hartenjagen hartenjagen.js player === name ? 0 -> player === name ? 26
hartenjagen hartenjagen.js isBelowZero(scored) || ->
hartenjagen hartenjagen.js play.ended = home.length > 0 -> play.ended = Math.min(...totals) <= 0
hartenjagen game.js sides.length === 1 ? sides[0] : [] -> sides.flat()
hartenjagen game.js ? Math.min : Math.max -> ? Math.max : Math.min
boerenbridge game.js scores.get(name) === best -> scores.get(name) !== best
punten punten.js !side.some((name) => cells -> !side.every((name) => cells
punten game.js !isSame(cells.get(name) -> false && !isSame(cells.get(name)
punten punten.js gone.length ? gone.flat() : ->
punten punten.js together !== control -> together > control
punten game.js halves ? number * 2 : number -> number
punten game.js if (this.partners) return -> if (!this.partners) return
klaverjassen totals.js points !== right -> points > right
klaverjassen totals.js if_passed = null }) => if_passed === null -> key }) => key
klaverjassen totals.js figures.roem ?? least -> figures.roem ?? 0
hartenjagen totals.js points % step -> points < step
"""


def read_faults():
    for line in TABLE.strip().splitlines():
        if not line.startswith("#"):
            where, _, instead = line.partition(" ->")
            game, file, there = where.split(" ", 2)
            yield game, file, there, instead.strip()


FAULTS = [*read_faults()]
