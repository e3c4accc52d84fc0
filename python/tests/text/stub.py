"""A server of a model for the tests: it answers as the tests say, over real HTTP."""

import contextlib
import http.server
import json
import re
import threading

LEGAL = re.compile(r"^  ([^:\n]+)", re.M)


def legal(prompt):
    """Returns the names of the legal moves of a prompt."""
    return LEGAL.findall(prompt.rpartition("Legal moves:\n")[2])


class Model(http.server.ThreadingHTTPServer):
    """Answers each request by ``answer(body, number)``.

    It returns a text; or a status and a body; or a function of the handler that writes the response.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer, self.requests, self.lock = answer, [], threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    """A request."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.requests.append((self.path, self.headers, body))
            number = len(self.server.requests)
        answer = self.server.answer(body, number)
        if callable(answer):
            answer(self)
        elif isinstance(answer, tuple):
            self.send(*answer)
        elif body.get("stream"):
            self.stream(answer)
        else:
            self.send(200, whole(answer))

    def send(self, status, body, headers=()):
        """Sends a response in one piece."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def stream(self, text, end=True, finish="stop"):
        """Sends a response as server-sent events; without the end the stream is cut off."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        size = max(7, len(text) // 50)
        for i in range(0, len(text), size):
            self.event({"choices": [{"delta": {"content": text[i : i + size]}}]})
        if end:
            self.event({"choices": [{"delta": {}, "finish_reason": finish}]})
            self.event({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 10}})
            self.wfile.write(b"data: [DONE]\n\n")

    def event(self, value):
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
        self.wfile.flush()

    def log_message(self, *_):
        pass

    def handle(self):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().handle()


def whole(text, finish="stop"):
    """Returns the body of a response in one piece."""
    message = {"role": "assistant", "content": text}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "stub",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
