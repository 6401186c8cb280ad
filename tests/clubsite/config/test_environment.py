import pytest
from django.core.exceptions import ImproperlyConfigured

from clubsite.config import environment

NAME = "OF_A_TEST"


@pytest.fixture
def given(monkeypatch):
    def give(words):
        monkeypatch.setenv(NAME, words)

    return give


def test_switch_knows_its_words(given):
    for words in ("1", "true", "Yes", " on "):
        given(words)
        assert environment.is_on(NAME)
    for words in ("", "0", "no", "False", "off"):
        given(words)
        assert not environment.is_on(NAME)


@pytest.mark.parametrize("words", ["ja", "2", "https"])
def test_switch_with_another_word_is_not_taken_for_off(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} .{words}. is no switch"):
        environment.is_on(NAME)


def test_hosts_are_names_with_commas(given):
    given("club.example, .club.example,192.0.2.1,[2001:db8::1] ,*,")
    hosts = ["club.example", ".club.example", "192.0.2.1", "[2001:db8::1]", "*"]
    assert environment.list_hosts(NAME) == hosts


@pytest.mark.parametrize("words", ["https://club.example", "club.example:8443", "a b", "club/x"])
def test_host_that_no_request_could_have_is_refused(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match="no name of a host"):
        environment.list_hosts(NAME)


def test_address_of_the_site_ends_without_a_slash(given):
    for words in ("https://club.example/", "http://192.168.1.7:8000", ""):
        given(words)
        assert environment.read_site_url(NAME) == words.rstrip("/")


@pytest.mark.parametrize("words", ["club.example", "https://", "https://bond.example/streepje"])
def test_address_to_which_no_link_would_lead_is_refused(given, words):
    given(words)
    with pytest.raises(ImproperlyConfigured, match="no address of a site"):
        environment.read_site_url(NAME)


@pytest.fixture
def credential(tmp_path, monkeypatch):
    """Write the file that the variable names, as systemd or a vault would."""

    def write(content):
        path = tmp_path / "credential"
        path.write_bytes(content)
        path.chmod(0o400)
        monkeypatch.setenv(f"{NAME}_FILE", str(path))
        return path

    return write


def refused():
    with pytest.raises(ImproperlyConfigured) as mistake:
        environment.read_secret(NAME)
    (line,) = str(mistake.value).splitlines()
    return line


def test_secret_comes_from_the_variable_or_from_the_file_it_names(given, credential, monkeypatch):
    assert (environment.read_secret(NAME), environment.find_variable(NAME)) == ("", "")
    given("of the variable ")
    assert environment.read_secret(NAME) == "of the variable "
    assert environment.find_variable(NAME) == NAME
    given("")
    credential(b"of the file\n")
    assert environment.read_secret(NAME) == "of the file"
    assert environment.find_variable(NAME) == f"{NAME}_FILE"


def test_secret_that_is_given_twice_is_refused(given, credential):
    given("of the variable")
    credential(b"of the file")
    assert refused() == f"{NAME} and {NAME}_FILE are both set: keep one of them."


@pytest.mark.parametrize("content", [b"", b"\n", b"two\nlines", b"\xff\xfe", b"null\0"])
def test_file_without_one_line_of_text_is_refused_and_not_quoted(credential, content):
    path = credential(content)
    said = refused()
    assert said.startswith(f"{NAME}_FILE ({path}) ")
    assert "lines" not in said and "null" not in said


def test_file_that_cannot_be_read_is_refused(monkeypatch, tmp_path):
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        monkeypatch.setenv(f"{NAME}_FILE", str(path))
        assert refused().startswith(f"{NAME}_FILE ({path}) can't be read: {why}")


@pytest.mark.parametrize("given", ["*", "proxy.example", "10.0.0.0/8", "10.0.0.5, 10.0.0.6"])
def test_proxy_is_one_address(monkeypatch, given):
    monkeypatch.setenv("STREEPJE_PROXY", given)
    with pytest.raises(ImproperlyConfigured, match="is no address: write one"):
        environment.read_address("STREEPJE_PROXY", "127.0.0.1")
