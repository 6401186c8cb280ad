from random import Random

FIRST = (
    *("Ans", "Bob", "Cor", "Dik", "Els", "Fenna", "Gerrit", "Hennie", "Ina", "Jaap", "Klaas"),
    *("Lies", "Marijke", "Nel", "Otto", "Piet", "Ria", "Sjaak", "Tineke", "Ubel", "Vera", "Wim"),
    *("Yvonne", "Zwier", "Anneke", "Bart", "Corrie", "Dirk", "Emmy", "Frits", "Gonny", "Henk"),
    *("Ineke", "Joop", "Koos", "Loes", "Mien", "Nico", "Olga", "Peter", "Roel", "Sien", "Theo"),
    *("Ursula", "Willemien", "Rachid", "Fatma", "Gé", "Truus", "Jan-Willem", "Renée", "Sjoerd"),
    *("Toos", "Annemarie", "Hans", "Joke", "Lucia", "Maarten", "Rob", "Stien", "Wietske", "Yusuf"),
)
FAMILY = (
    *("Willemse", "de Groot", "van Dijk", "Mulder", "Bakker", "Hoekstra", "Jansen", "Smit"),
    *("Kuipers", "Visser", "Postma", "Dekker", "Vos", "Brouwer", "Peters", "Hendriks", "Schouten"),
    *("Verhoeven", "de Boer", "Dijkstra", "Janssen", "Hermans", "Maas", "Bos", "Prins", "Kok"),
    *("Blom", "Huisman", "Peeters", "Kramer", "van Leeuwen", "Scholten", "Willems", "van Vliet"),
    *("Timmer", "Verbeek", "Schipper", "de Wit", "Martens", "van den Berg", "Hofman", "Groen"),
    *("Wolters", "Koning", "Evers", "Amrani", "Yılmaz", "in 't Veld", "ten Have", "IJzerman"),
    *("van der Meer", "ter Horst", "van 't Hof", "op den Camp", "Oosterbaan", "van de Ven"),
    *("de Vries", "van Es", "Ramdin", "Sitompul", "Tahapary", "de Haan", "van der Linden"),
)
NICKNAMES = ("Toon", "de Schipper", "Bep", "oma Kaart", "Lange", "Puk")
MOST = len(FIRST) * len(FAMILY)


def make_names(count: int, chance: Random) -> list[str]:
    every = [f"{first} {family}" for first in FIRST for family in FAMILY]
    return chance.sample(every, count)
