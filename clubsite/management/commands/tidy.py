"""`manage.py tidy`: what a site that is up does each day by itself (clubsite/daily.py)."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from clubsite.management.commands.start import one_line_for_mistakes
from clubsite.tidy import tidy


class Command(BaseCommand):
    help = "Lets go of what is kept for a while only; prints how many of each as JSON."

    def handle(self, **options: Any) -> None:
        with one_line_for_mistakes():
            gone = tidy()
        self.stdout.write(json.dumps(gone))
