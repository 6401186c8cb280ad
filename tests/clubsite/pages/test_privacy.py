import pytest

from clubsite.pages import privacy


@pytest.mark.django_db
def test_anybody_reads_what_is_kept_and_every_page_leads_there(client, django_assert_num_queries):
    assert b'href="/privacy/"' in client.get("/login/").content
    client.cookies["streepje_language"] = "en"
    with django_assert_num_queries(0):
        answer = client.get("/privacy/")
    assert answer.status_code == 200
    assert b"2 years after the last evening" in answer.content


def test_terms_are_those_of_the_code():
    assert privacy.list_terms() == {
        "forms": 90,
        "guests": 2,
        "session": 13,
        "unused": 8,
        "let_in": 12,
        "invitation": 14,
        "handed": 24,
        "mailed": 10,
        "letters": 30,
        "tries": 1,
        "phone": 90,
        "lists": 24,
        "log": 3,
        "copies": 10,
        "months": 12,
        "links": 400,
    }
