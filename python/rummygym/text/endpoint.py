"""A model behind OpenAI's chat completions API, which most model servers have, asked with the library ``openai``.

It needs ``rummygym[models]``. The time of a whole answer is limited, streamed or not. Redirects are not followed, because
they would carry the key to another host, and errors never contain the key.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import contextvars
import dataclasses
import functools
import json
import os
import threading
import time
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._libraries import need
from .transcript import Message, Usage

__all__ = ["Endpoint", "EndpointError", "Reply", "add_options", "from_options", "number", "pair"]

MAX_TEXT = 1 << 20
"""The maximum number of characters of an answer; what follows is not read."""


@dataclasses.dataclass(frozen=True)
class Reply:
    """An answer of a model."""

    text: str
    whole: bool  # False: it was cut off at the maximum number of tokens or characters
    usage: Usage


@dataclasses.dataclass
class EndpointError(Exception):
    """There is no answer, for the reason that ``str()`` gives."""

    reason: str = "the endpoint is late"
    requests: int = 0  # that were sent
    lasting: bool = False  # other requests will fail too, as with a wrong key

    def __str__(self) -> str:
        return self.reason


#: Of the question that a task asks, the error if there is no answer.
_error: contextvars.ContextVar[EndpointError] = contextvars.ContextVar("error")


class Endpoint:
    """A model at an endpoint. Several threads may ask it at once.

    Args:
        base_url: The URL to which ``/chat/completions`` is added, such as ``http://127.0.0.1:8000/v1``.
        model: The name of the model.
        key: Sent as a bearer token; None sends none.
        options: More members of the JSON body of each request, such as ``{"temperature": 0}``.
        stream: Whether to ask for answers in parts, so that a stalled answer is noticed.
        rate: The maximum number of requests per minute, 0 for no maximum.
        timeout: Seconds without a byte from the endpoint after which a request is sent again.
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
        openai = need("openai", "asking a model at an endpoint", "'./python[models]'")
        http: Any = openai.DefaultAsyncHttpxClient

        class Client(http):  # type: ignore[misc]
            async def send(client, request: Any, **how: Any) -> Any:
                if not key:
                    request.headers.pop("Authorization", None)
                return await self._sent(functools.partial(super().send, request, **how))

        self.model, self._key, self._refused = model, key, openai.APIStatusError
        self._gap, self._free = 60 / rate if rate else 0.0, 0.0
        self._body = {"model": model, "stream": stream, "extra_body": dict(options or {})}
        if stream:
            self._body["stream_options"] = {"include_usage": True}
        how = {"max_retries": 1_000_000, "http_client": Client(follow_redirects=False)}
        self._client = openai.AsyncOpenAI(base_url=base_url, api_key=key or "none", timeout=timeout, **how)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def ask(self, messages: Sequence[Message], deadline: float) -> Reply:
        """Returns the answer to a chat.

        After a temporary failure the request is sent again. The pauses double, unless the server asks for another pause.

        Args:
            messages: The chat.
            deadline: The time, by ``time.monotonic``, when the answer must be there.

        Raises:
            EndpointError: There is no answer by the deadline, or the endpoint refuses the request.
        """
        begin, error = time.monotonic(), EndpointError()
        answer = asyncio.wait_for(self._answer(list(messages), error), deadline - begin)
        try:
            text, end, used = asyncio.run_coroutine_threadsafe(answer, self._loop).result()
        except asyncio.TimeoutError:
            error.reason = f"no answer in time after {error.requests} requests: {error.reason}"
            raise error from None
        except self._refused as e:
            error.lasting = e.status_code < 500 and e.status_code not in (400, 408, 409, 413, 422, 429)
            raise error from None
        prompt, completion = (getattr(used, f"{name}_tokens", None) or 0 for name in ("prompt", "completion"))
        usage = Usage(error.requests, prompt, completion, time.monotonic() - begin)
        return Reply(text[: MAX_TEXT + 1], end != "length" and len(text) <= MAX_TEXT, usage)

    def redacted(self, text: str) -> str:
        """Returns a text without the key."""
        return text.replace(self._key, "[key]") if self._key else text

    async def _answer(self, messages: list[Message], error: EndpointError) -> tuple[str, str, Any]:
        """Returns the text of an answer, why it ends, and its usage. It asks again after a broken or malformed response."""
        _error.set(error)
        while True:
            try:
                answer = await self._client.chat.completions.create(messages=messages, **self._body)
                if self._body["stream"]:
                    return await _joined(answer)
                choice = answer.choices[0]
                return _text(choice.message.content), choice.finish_reason, answer.usage
            except self._refused:
                raise
            except Exception as e:  # openai checks no responses, and lets through what its HTTP library raises within a stream
                error.reason = self.redacted(f"the response is broken or malformed: {type(e).__name__}: {e}")[:300]
                await asyncio.sleep(1)

    async def _sent(self, send: Callable[[], Any]) -> Any:
        """Waits until the rate allows a request, sends it, and returns the response."""
        error, now = _error.get(), time.monotonic()
        slot = max(self._free, now)
        self._free = slot + self._gap
        if slot > now:
            error.reason = "the rate limit"
            await asyncio.sleep(slot - now)
        error.reason, error.requests = EndpointError.reason, error.requests + 1
        try:
            r = await send()
        except Exception as e:
            error.reason = self.redacted(f"the connection failed: {type(e).__name__}: {e}")
            raise
        if r.status_code != 200:
            said = self.redacted(" ".join((await r.aread()).decode(errors="replace").split()))
            error.reason = f"the endpoint answers {r.status_code} {r.reason_phrase}: {said[:300]}"
        return r


async def _joined(stream: Any) -> tuple[str, str, Any]:
    """Returns the text of a stream, why it ends, and its usage."""
    text, end, used = "", "", None
    async with stream:
        async for part in stream:
            used = part.usage or used
            for choice in part.choices[:1]:
                text, end = text + _text(choice.delta.content), choice.finish_reason or end
            if len(text) > MAX_TEXT:
                break
    if not end and len(text) <= MAX_TEXT:
        raise ValueError("the stream ends too early (--no-stream is for endpoints that cannot stream)")
    return text, end, used


def _text(content: Any) -> str:
    """Returns the text of a message, "" if it has none."""
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content or ())


def pair(text: str) -> tuple[str, Any]:
    """Reads KEY=VALUE, where the value is JSON or else a text."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    with contextlib.suppress(ValueError):
        return name, json.loads(value)
    return name, value


def number(least: float, most: float, kind: type[int] | type[float]) -> Callable[[str], Any]:
    """Returns a reader of numbers from ``least`` to ``most``."""

    def read(text: str) -> int | float:
        with contextlib.suppress(ValueError):
            if least <= (x := kind(text)) <= most:
                return x
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")

    return read


def add_options(p: argparse.ArgumentParser) -> None:
    """Adds the options that say which model is asked, and how."""
    p.add_argument("--base-url", required=True, help="URL before /chat/completions, such as http://127.0.0.1:8000/v1")
    p.add_argument("--model", required=True, help="name of the model")
    key = "environment variable with the key, if the endpoint wants one (default OPENAI_API_KEY)"
    p.add_argument("--key-env", default="OPENAI_API_KEY", metavar="NAME", help=key)
    option = "a member of each request, such as temperature=0 or max_tokens=2000"
    p.add_argument("--option", action="append", default=[], type=pair, metavar="KEY=VALUE", help=option)
    late = "time without a byte from the endpoint after which a request is sent again (default 120)"
    p.add_argument("--timeout", default=120.0, type=number(0.001, 86400, float), metavar="SECONDS", help=late)
    rate = "maximum number of requests a minute of this process (default 0: none)"
    p.add_argument("--rate", default=0.0, type=number(0, 1e6, float), help=rate)
    p.add_argument("--no-stream", action="store_true", help="ask for answers in one piece")


def from_options(o: argparse.Namespace) -> Endpoint:
    """Returns the endpoint that the options of :func:`add_options` name.

    Raises:
        ValueError: An option is not valid.
        ImportError: The library openai is not installed.
    """
    how: dict[str, Any] = {"stream": not o.no_stream, "rate": o.rate, "timeout": o.timeout}
    return Endpoint(o.base_url, o.model, os.environ.get(o.key_env) or None, options=dict(o.option), **how)
