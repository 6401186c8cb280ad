"""Refuse passwords that anybody at a card club would try first."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

OWN = "password_own_word"
# In Dutch, German and English; digits and signs around a word do not make it better.
WORDS = (
    *("streepje", "streepjes", "jokeren", "jokers", "amerikaans", "jolly", "rummy", "rummikub"),
    *("vijfhonderd", "fivehundred", "klaverjassen", "kaarten", "kaartspel", "kaartclub"),
    *("kaartenclub", "kaartavond", "kaartvereniging", "speelavond", "spelletjes", "bridgeclub"),
    *("wedstrijdleider", "wedstrijdformulier", "kartenclub", "kartenspiel", "spieleabend"),
    *("cardclub", "cardgames", "clubnight", "tournament", "welkom", "willkommen"),
    *("wachtwoord", "passwort", "password"),
)
BETWEEN = re.compile(r"[^a-z]")


class OwnWords:
    def validate(self, password: str, user: object = None) -> None:
        if BETWEEN.sub("", password.lower()) in WORDS:
            raise ValidationError(self.get_help_text(), code=OWN)

    def get_help_text(self) -> str:
        return gettext("At a club this word is tried first: add another one.")
