import logging
import logging.config

import pytest
from django.conf import settings

from clubsite.logs import redact


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Not Found: /s/0123456789abcdefghij/", "Not Found: /s/…/"),
        ("Not Found: /s/abcdefghijKLMNOPqrst", "Not Found: /s/…"),
        ("/sheets/fa01d001-b231-4231-9f5a-4c3c3dc2f6cf/ took long", "/sheets/…/ took long"),
        *(
            (f"Not Found: /s/abcdefghijKLMNOPqrst{end}", f"Not Found: /s/…{end}")
            for end in ".),;>&”"
        ),
        ("Not Found: /s/abcdefghijKLMNOPqrst%00/", "Not Found: /s/…%00/"),
        ("GET '/x/?page=2&token=abc&x=1'", "GET '/x/?page=2&token=…&x=1'"),
        ("/login/?next=/&code=ABCD-EFGH", "/login/?next=/&code=…"),
        ("Not Found: /kaartclub-de-lange-hoop/", "Not Found: /kaartclub-de-lange-hoop/"),
        ('File "/srv/streepje/clubsite/settings.py", line 3', None),
    ],
)
def test_links_and_secrets_are_cut_out(line, shown):
    assert redact(line) == (shown or line)


def test_every_handler_redacts():
    formatters = {one["formatter"] for one in settings.LOGGING["handlers"].values()}
    assert formatters == {"redacted"}


def test_tracebacks_are_redacted_too():
    maker = logging.config.DictConfigurator(settings.LOGGING)
    formatter = maker.configure_formatter(dict(settings.LOGGING["formatters"]["redacted"]))
    try:
        raise ValueError("no sheet at /s/0123456789abcdefghij/")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("django", logging.ERROR, "", 1, "at %s", ("/?key=k",), info)
    said = formatter.format(record)
    assert "no sheet at /s/…/" in said
    assert "/?key=…" in said
    assert "0123456789" not in said
