from scoring.toolkit.texts import Text


def test_texts_are_equal_with_the_same_words_and_figures() -> None:
    text = Text("%(count)s cards", count=3)
    assert text == Text("%(count)s cards", count=3)
    assert hash(text) == hash(Text("%(count)s cards", count=3))
    assert hash(text) != hash(Text("%(count)s tiles", count=3))
    assert text != Text("%(count)s cards", count=4)
    assert text != Text("%(count)s tiles", count=3)
    assert text != "%(count)s cards"


def test_text_shows_what_it_is_made_of() -> None:
    assert repr(Text("%(count)s cards", count=3)) == "Text('%(count)s cards', {'count': 3})"
