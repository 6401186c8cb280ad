def test_browser_that_asks_by_itself_gets_the_icon_of_the_site(client):
    answer = client.get("/favicon.ico", follow=True)
    assert answer.redirect_chain == [("/static/clubsite/dash.svg", 302)]
    assert b"<svg" in answer.getvalue()
