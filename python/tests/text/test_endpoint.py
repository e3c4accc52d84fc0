"""The client of endpoints, against a server on this machine."""

import sys
import time

import pytest

from rummygym.text.endpoint import MAX_TEXT, Endpoint, EndpointError

from .stub import Model, whole

KEY = "sk-never-shown-0123456789"
CHAT = [{"role": "user", "content": "hello"}]


def ask(answer, seconds=20.0, key=None, **options):
    """Returns the reply, and the requests that the server got."""
    with Model(answer) as model:
        reply = Endpoint(model.url, "m", key, **options).ask(CHAT, time.monotonic() + seconds)
        return reply, model.requests


def fails(answer, seconds=20.0, **options):
    """Returns the error, and the number of requests."""
    with Model(answer) as model, pytest.raises(EndpointError) as caught:
        Endpoint(model.url, "m", KEY, **options).ask(CHAT, time.monotonic() + seconds)
    assert KEY not in str(caught.value)
    assert caught.value.requests == len(model.requests)
    return caught.value, len(model.requests)


@pytest.mark.parametrize("stream", [True, False])
def test_answer(stream):
    reply, [(path, headers, body)] = ask(lambda *_: "draw stock ♥", key=KEY, stream=stream, options={"temperature": 0})
    assert (reply.text, reply.whole) == ("draw stock ♥", True)
    assert (reply.usage.requests, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 100, 10)
    assert path == "/v1/chat/completions" and headers["Authorization"] == f"Bearer {KEY}"
    assert body["messages"] == CHAT and body["model"] == "m" and body["temperature"] == 0
    assert body.get("stream", False) is stream


def test_no_key_no_header():
    _, [(_, headers, _)] = ask(lambda *_: "x")
    assert "Authorization" not in headers


def later(*first):
    """Answers the first requests as given, and then well."""
    return lambda body, n: first[n - 1] if n <= len(first) else "well"


def cut_stream(h):
    h.stream("half an ans", end=False)


def error_in_stream(h):
    h.send_response(200)
    h.send_header("Content-Type", "text/event-stream")
    h.send_header("Connection", "close")
    h.end_headers()
    h.close_connection = True
    h.event({"error": {"message": "overloaded"}})


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"error": "slow down"}, [("Retry-After", "1")]),
        (500, b"<html>oops"),
        (503, {}),
        (200, b"no JSON"),
        (200, []),
        (200, {"choices": []}),
        (200, {"choices": [{"message": None}]}),
        (200, {"error": {"message": "out of memory"}}),
        cut_stream,
        error_in_stream,
    ],
    ids=lambda x: str(x[:2]) if isinstance(x, tuple) else x.__name__,
)
def test_passing_faults_are_tried_again(fault):
    reply, requests = ask(later(fault), stream=callable(fault))
    assert (reply.text, reply.usage.requests, len(requests)) == ("well", 2, 2)


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422])
def test_lasting_faults_are_not(status):
    """Of these, a redirect is not followed: it would carry the key elsewhere."""
    said = {"error": f"wrong key {KEY}"}
    error, requests = fails(lambda *_: (status, said, [("Location", "http://127.0.0.1:9/")]))
    assert str(status) in str(error) and "wrong key [key]" in str(error)
    assert requests == 1
    assert error.lasting == (status not in (400, 422))


def test_a_silent_server():
    """It accepts and says nothing: the time of the decision counts."""
    error, requests = fails(lambda *_: lambda h: h.rfile.read(1), seconds=0.5)
    assert requests == 1 and "late" in str(error)


def test_a_slow_stream():
    """Parts come, but not in time: the bound is for the whole answer."""

    def drip(h):
        h.send_response(200)
        h.send_header("Content-Type", "text/event-stream")
        h.end_headers()
        while True:
            h.event({"choices": [{"delta": {"content": "."}}]})
            time.sleep(0.05)

    error, _ = fails(lambda *_: drip, seconds=1)
    assert "late" in str(error)


def test_a_server_that_cannot_stream():
    error, _ = fails(lambda *_: (200, whole("x")), seconds=0.5)
    assert "--no-stream" in str(error)


def test_timeout_of_a_request():
    reply, requests = ask(later(lambda h: h.rfile.read(1)), timeout=0.3)
    assert (reply.text, len(requests)) == ("well", 2)


def test_nobody_is_there():
    with Model(lambda *_: "x") as model:
        url = model.url
    with pytest.raises(EndpointError, match="the connection failed"):
        Endpoint(url, "m").ask(CHAT, time.monotonic() + 0.4)


@pytest.mark.parametrize("stream", [True, False])
def test_a_megabyte(stream):
    reply, _ = ask(lambda *_: "x" * 1_000_000, stream=stream)
    assert reply.text == "x" * 1_000_000 and reply.whole
    reply, _ = ask(lambda *_: "x" * (2 * MAX_TEXT), stream=stream)
    assert len(reply.text) == MAX_TEXT + 1 and not reply.whole


@pytest.mark.parametrize("stream", [True, False])
def test_cut_off_at_the_maximum(stream):
    if stream:
        reply, _ = ask(lambda *_: lambda h: h.stream("thinking", finish="length"))
    else:
        reply, _ = ask(lambda *_: (200, whole("thinking", "length")), stream=False)
    assert (reply.text, reply.whole) == ("thinking", False)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    ("content", "text"),
    [(None, ""), ([], ""), ([{"type": "text", "text": "draw "}, {"type": "text", "text": "stock"}], "draw stock")],
)
def test_contents_that_are_no_text(content, text, stream):
    def answer(h):
        choice = {"delta": {"content": content}, "message": {"content": content}, "finish_reason": "stop"}
        if not stream:
            return h.send(200, {"choices": [choice]})  # without usage
        h.send_response(200)
        h.send_header("Content-Type", "text/event-stream")
        h.send_header("Connection", "close")
        h.end_headers()
        h.close_connection = True
        h.event({"choices": [choice]})

    reply, _ = ask(lambda *_: answer, stream=stream)
    assert (reply.text, reply.whole, reply.usage.prompt_tokens) == (text, True, 0)


def test_rate():
    """600 a minute are a tenth of a second from one to the next."""
    with Model(lambda *_: "x") as model:
        endpoint, begin = Endpoint(model.url, "m", rate=600), time.monotonic()
        for _ in range(4):
            endpoint.ask(CHAT, begin + 20)
        assert time.monotonic() - begin >= 0.3
        with pytest.raises(EndpointError, match="the rate limit"):
            endpoint.ask(CHAT, time.monotonic() + 0.01)


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://host", "http://", "http://user:pass@host/v1", "http://host/v1?key=x"]
)
def test_wrong_urls(url):
    with pytest.raises(ValueError, match="base URL") as caught:
        Endpoint(url, "m")
    assert "pass" not in str(caught.value).replace("a password", "")


@pytest.mark.parametrize("key", ["a b", "a\nb", "ä"])
def test_wrong_keys(key):
    with pytest.raises(ValueError, match="the key has") as caught:
        Endpoint("http://host", "m", key)
    assert key not in str(caught.value).replace("a space, a line break", "")


def test_without_the_library(monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ImportError, match=r"openai: pip install './python\[models\]'"):
        Endpoint("http://host", "m")
