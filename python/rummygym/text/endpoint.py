"""A client of OpenAI's chat completions API, which most model servers have.

It needs only the standard library. The time of a whole answer is limited, streamed or not. Redirects are not
followed, because they would carry the key to another host, and errors never contain the key.
"""

from __future__ import annotations

import argparse
import dataclasses
import http.client
import json
import os
import random
import socket
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .transcript import Message, Usage

__all__ = ["Endpoint", "EndpointError", "Reply", "add_options", "from_options", "number", "pair"]

MAX_TEXT = 1 << 20
"""The maximum number of characters of an answer; what follows is not read."""

MAX_BYTES = 1 << 26
"""The maximum number of bytes of a response."""

RETRIED = {408, 409, 425, 429, 500, 502, 503, 504, 529}
"""The statuses after which the same request may succeed."""


@dataclasses.dataclass(frozen=True)
class Reply:
    """An answer of a model."""

    text: str
    whole: bool  # False: it was cut off at the maximum number of tokens or characters
    usage: Usage


class EndpointError(Exception):
    """There is no answer. ``lasting`` means that other requests will fail too, as with a wrong key."""

    def __init__(self, message: str, *, lasting: bool = False, requests: int = 0) -> None:
        super().__init__(message)
        self.lasting = lasting
        self.requests = requests


class _Again(Exception):
    """A failure after which the same request may succeed, after a number of seconds if the server says so."""

    def __init__(self, message: str, after: float = 0.0) -> None:
        super().__init__(message)
        self.after = after


class Endpoint:
    """A model at an endpoint. Several threads may ask it at once.

    Args:
        base_url: The URL to which ``/chat/completions`` is added, such as ``http://127.0.0.1:8000/v1``.
        model: The name of the model.
        key: Sent as a bearer token; None sends none.
        options: More members of the JSON body of each request, such as ``{"temperature": 0}``.
        stream: Whether to ask for answers in parts, so that a stalled answer is noticed.
        rate: The maximum number of requests per minute, 0 for no maximum.
        timeout: Seconds for one request.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        key: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        stream: bool = True,
        rate: float = 0.0,
        timeout: float = 120.0,
    ) -> None:
        url = urllib.parse.urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname or url.username or url.query or url.fragment:
            raise ValueError("the base URL is not http[s]://HOST[:PORT][/PATH], without a user, a password and a query")
        if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
            raise ValueError("the key has a space, a line break or a character beyond ASCII")
        self.model, self.timeout = model, timeout
        self._url, self._path, self._key = url, url.path.rstrip("/") + "/chat/completions", key
        self._body = {"model": model, **(options or {})}
        if stream:
            self._body |= {"stream": True, "stream_options": {"include_usage": True}}
        self._gap, self._free, self._lock = 60 / rate if rate else 0.0, 0.0, threading.Lock()

    def ask(self, messages: Sequence[Message], deadline: float) -> Reply:
        """Returns the answer to a chat.

        After a temporary failure the request is sent again. The pauses double, unless the server asks for another pause.

        Args:
            messages: The chat.
            deadline: The time, by ``time.monotonic``, when the answer must be there.

        Raises:
            EndpointError: There is no answer by the deadline, or the endpoint refuses the request.
        """
        begin, requests = time.monotonic(), 0
        body = json.dumps({**self._body, "messages": messages}).encode()
        while True:
            self._wait(self._slot(), deadline, "the rate limit", requests)
            requests += 1
            try:
                text, whole, tokens = self._once(body, min(deadline, time.monotonic() + self.timeout))
            except _Again as e:
                pause = e.after or min(60.0, 2.0 ** (requests - 2)) * random.uniform(0.5, 1.5)
                self._wait(time.monotonic() + pause, deadline, str(e), requests)
            except EndpointError as e:
                raise EndpointError(self.redacted(str(e)), lasting=e.lasting, requests=requests) from None
            else:
                return Reply(text, whole, Usage(requests, *tokens, time.monotonic() - begin))

    def redacted(self, text: str) -> str:
        """Returns a text without the key."""
        return text.replace(self._key, "[key]") if self._key else text

    def _slot(self) -> float:
        """Returns the time at which the next request may be sent."""
        with self._lock:
            self._free = max(self._free, time.monotonic())
            slot, self._free = self._free, self._free + self._gap
            return slot

    def _wait(self, until: float, deadline: float, why: str, requests: int) -> None:
        if until >= deadline:
            raise EndpointError(self.redacted(f"no answer in time after {requests} requests: {why}"), requests=requests)
        time.sleep(max(0.0, until - time.monotonic()))

    def _once(self, body: bytes, deadline: float) -> tuple[str, bool, tuple[int, int]]:
        """Sends a request. Returns the text, whether it is whole, and the tokens of the prompt and of the answer."""
        connection = self._connection(deadline)
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            connection.connect()
            wire = connection.sock
            _limit(wire, deadline)
            connection.request("POST", self._path, body, headers)
            response = connection.getresponse()
            if response.status != 200:
                self._refused(response)
            parts = _parts(response, wire, deadline)
            if response.headers.get_content_type() == "text/event-stream":
                return _streamed(parts)
            return _message(b"".join(parts))
        except TimeoutError:
            raise _Again("the endpoint is late") from None
        except (OSError, http.client.HTTPException) as e:
            raise _Again(f"the connection failed: {type(e).__name__}: {e}") from None
        finally:
            connection.close()

    def _connection(self, deadline: float) -> http.client.HTTPConnection:
        url, left = self._url, max(0.001, deadline - time.monotonic())
        host = url.hostname or ""
        if url.scheme == "http":
            return http.client.HTTPConnection(host, url.port, timeout=left)
        proxy = urllib.parse.urlsplit(urllib.request.getproxies().get("https", ""))
        if not proxy.hostname or urllib.request.proxy_bypass(host):
            return http.client.HTTPSConnection(host, url.port, timeout=left)
        connection = http.client.HTTPSConnection(proxy.hostname, proxy.port, timeout=left)
        connection.set_tunnel(host, url.port)
        return connection

    def _refused(self, response: http.client.HTTPResponse) -> None:
        said = " ".join(response.read(2000).decode(errors="replace").split())
        error = f"the endpoint answers {response.status} {response.reason}: {said[:300]}"
        if response.status in RETRIED:
            after = response.headers.get("Retry-After", "")
            raise _Again(error, float(after) if after.isdecimal() else 0.0)
        raise EndpointError(error, lasting=response.status not in (400, 413, 422))


def _limit(wire: socket.socket, deadline: float) -> None:
    """Bounds the next call of a socket by a time."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    wire.settimeout(left)


def _parts(response: http.client.HTTPResponse, wire: socket.socket, deadline: float) -> Iterator[bytes]:
    """Yields the bytes of a response as they come."""
    size = 0
    while not response.isclosed():
        _limit(wire, deadline)
        part = response.read1(1 << 16)
        if not part:
            if response.length:  # read1 does not tell a connection that ends too early
                raise http.client.IncompleteRead(b"", response.length)
            return
        size += len(part)
        if size > MAX_BYTES:
            raise EndpointError(f"the response has more than {MAX_BYTES:,} bytes")
        yield part


def _message(body: bytes) -> tuple[str, bool, tuple[int, int]]:
    """Reads a response that comes as one JSON object."""
    value = _object(body)
    choice = _choice(value)
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise _Again(f"the response has no message: {_shown(body)}")
    text = _content(message)
    return text[: MAX_TEXT + 1], choice.get("finish_reason") != "length" and len(text) <= MAX_TEXT, _tokens(value)


def _streamed(parts: Iterator[bytes]) -> tuple[str, bool, tuple[int, int]]:
    """Reads a response that comes as server-sent events."""
    texts: list[str] = []
    finish, tokens, done, length, rest = None, (0, 0), False, 0, b""
    for part in parts:
        *lines, rest = (rest + part).split(b"\n")
        if len(rest) > 4 * MAX_TEXT:
            raise EndpointError(f"a line of the stream has more than {4 * MAX_TEXT:,} bytes")
        for line in lines:
            if not line.startswith(b"data:"):
                continue
            data = line[5:].strip()
            if data == b"[DONE]":
                done = True
                continue
            value = _object(data)
            tokens = _tokens(value) if value.get("usage") else tokens
            if not value.get("choices"):
                continue
            choice = _choice(value)
            finish = choice.get("finish_reason") or finish
            texts.append(_content(choice.get("delta") or {}))
            length += len(texts[-1])
        if done or length > MAX_TEXT:
            break
    if not done and finish is None and length <= MAX_TEXT:
        raise _Again("the stream was cut off")
    return "".join(texts)[: MAX_TEXT + 1], finish != "length" and length <= MAX_TEXT, tokens


def _object(data: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, Mapping):
        raise _Again(f"the response is not a JSON object: {_shown(data)}")
    if value.get("error"):
        raise _Again(f"the endpoint reports an error: {_shown(json.dumps(value['error']).encode())}")
    return value


def _choice(value: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = value.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise _Again(f"the response has no choices: {_shown(json.dumps(value).encode())}")
    return choices[0]


def _content(message: Any) -> str:
    """Returns the text of a message, "" if it has none."""
    content = message.get("content") if isinstance(message, Mapping) else None
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def _tokens(value: Mapping[str, Any]) -> tuple[int, int]:
    usage = value.get("usage")
    if not isinstance(usage, Mapping):
        return 0, 0
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return prompt if isinstance(prompt, int) else 0, completion if isinstance(completion, int) else 0


def _shown(data: bytes) -> str:
    return repr(data[:200].decode(errors="replace"))


def pair(text: str) -> tuple[str, Any]:
    """Reads KEY=VALUE, where the value is JSON or else a text."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def number(least: float, most: float, kind: type[int] | type[float]) -> Callable[[str], Any]:
    """Returns a reader of numbers from ``least`` to ``most``."""

    def read(text: str) -> int | float:
        try:
            if least <= (x := kind(text)) <= most:
                return x
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read


def add_options(p: argparse.ArgumentParser) -> None:
    """Adds the options that say which model is asked, and how."""
    p.add_argument(
        "--base-url", required=True, help="URL to which /chat/completions is added, such as http://127.0.0.1:8000/v1"
    )
    p.add_argument("--model", required=True, help="name of the model")
    p.add_argument(
        "--key-env",
        default="OPENAI_API_KEY",
        metavar="NAME",
        help="environment variable with the key, if the endpoint wants one (default OPENAI_API_KEY)",
    )
    p.add_argument(
        "--option",
        action="append",
        default=[],
        type=pair,
        metavar="KEY=VALUE",
        help="a member of each request, such as temperature=0 or max_tokens=2000",
    )
    p.add_argument(
        "--timeout",
        default=120.0,
        type=number(0.001, 86400, float),
        metavar="SECONDS",
        help="time for one request (default 120)",
    )
    p.add_argument(
        "--rate",
        default=0.0,
        type=number(0, 1e6, float),
        help="maximum number of requests a minute of this process (default 0: none)",
    )
    p.add_argument("--no-stream", action="store_true", help="ask for answers in one piece")


def from_options(o: argparse.Namespace) -> Endpoint:
    """Returns the endpoint that the options of :func:`add_options` name.

    Raises:
        ValueError: An option is not valid.
    """
    return Endpoint(
        o.base_url,
        o.model,
        os.environ.get(o.key_env) or None,
        options=dict(o.option),
        stream=not o.no_stream,
        rate=o.rate,
        timeout=o.timeout,
    )
