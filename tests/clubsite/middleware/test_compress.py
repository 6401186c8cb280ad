import gzip

import pytest
from django.http import HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.test import RequestFactory

from clubsite.middleware.compress import CompressMiddleware, compress_content

LONG = b"<p>Streepje</p>" * 100
ZIPPED = "gzip, deflate, br"


def passed(kind, answer, accepted):
    """What comes out; that it is packed by Streepje's or Django's own."""
    request = RequestFactory().get("/", headers={"accept-encoding": accepted})
    return kind(lambda _: answer())(request)


@pytest.mark.parametrize("accepted", [ZIPPED, "", "br", "gzipped"])
@pytest.mark.parametrize(
    ("content", "headers"),
    [
        (LONG, {}),
        (b"<p>Streepje</p>", {}),
        (bytes(range(256)), {}),  # longer when it is packed
        (LONG, {"ETag": '"one"'}),
        (LONG, {"ETag": 'W/"one"', "Vary": "Cookie"}),
        (LONG, {"Content-Encoding": "br"}),
    ],
)
def test_answers_are_packed_where_django_packs_them(content, headers, accepted):
    def answer():
        return HttpResponse(content, headers=headers)

    ours, theirs = (passed(kind, answer, accepted) for kind in (CompressMiddleware, GZipMiddleware))
    for response in (ours, theirs):
        assert response.headers.get("Content-Length") in (None, str(len(response.content)))
        del response.headers["Content-Length"]
        if response.headers.get("Content-Encoding") == "gzip":
            response.content = gzip.decompress(response.content)
    assert (ours.content, dict(ours.headers)) == (theirs.content, dict(theirs.headers))


def test_length_of_a_packed_page_tells_nothing():
    lengths = {
        len(passed(CompressMiddleware, lambda: HttpResponse(LONG), ZIPPED).content)
        for _ in range(99)
    }
    assert len(lengths) > 20
    for padding in (0, 1, 99):
        assert gzip.decompress(compress_content(LONG, padding)) == LONG
