def test_anybody_reads_what_is_kept_and_every_page_leads_there(client, django_assert_num_queries):
    assert b'href="/privacy/"' in client.get("/login/").content
    client.cookies["streepje_language"] = "en"
    with django_assert_num_queries(0):
        answer = client.get("/privacy/")
    assert answer.status_code == 200
    assert b"2 years after the last evening" in answer.content
