"""One CSRF token for all forms of a page."""

from django.test import RequestFactory

from scoring.toolkit.csrf import make_token_field


def test_forms_of_a_page_share_a_token_and_pages_do_not():
    page, other = (RequestFactory().get("/") for _ in range(2))
    assert make_token_field(page) == make_token_field(page) != make_token_field(other)
    assert 'name="csrfmiddlewaretoken"' in make_token_field(page)
