"""One CSRF token for all forms of a page."""

from django.test import RequestFactory

from scoring.toolkit.csrf import token_field


def test_forms_of_a_page_share_a_token_and_pages_do_not():
    page, other = (RequestFactory().get("/") for _ in range(2))
    assert token_field(page) == token_field(page) != token_field(other)
    assert 'name="csrfmiddlewaretoken"' in token_field(page)
