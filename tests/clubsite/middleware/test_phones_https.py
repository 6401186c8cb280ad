import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("https", "secure", "status"), [(False, False, 404), (True, False, 403), (True, True, 404)]
)
def test_entries_come_by_https_where_the_site_has_it(client, settings, https, secure, status):
    settings.HTTPS = https
    assert client.post("/sync/", "{}", "application/json", secure=secure).status_code == status
