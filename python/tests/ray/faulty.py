"""An object store like S3 (moto) whose writes fail as it is told."""

import socket
import threading
import urllib.parse
from collections import deque

from moto.server import ThreadedMotoServer
from pyarrow import fs


class Faulty:
    """A server with the bucket "games"."""

    def __init__(self) -> None:
        """The environment must have credentials."""
        self.faults: deque[str] = deque()
        """What the next writes meet: "refused", "busy", "cut" in the middle, "lost" the answer, or "hang"."""
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self._server.start()
        self._app, self._server._server.app = self._server._server.app, self._serve
        host, port = self._server.get_host_and_port()
        self.endpoint = f"endpoint_override={host}:{port}&scheme=http"
        self.files, _ = fs.FileSystem.from_uri(f"s3://games?{self.endpoint}&allow_bucket_creation=true")
        self.files.create_dir("games")

    def _serve(self, environ, start_response):
        fault = ""
        if environ["REQUEST_METHOD"] in ("PUT", "POST") and "/shard-" in urllib.parse.unquote(environ["PATH_INFO"]):
            with self._lock:
                fault = self.faults.popleft() if self.faults else ""
        if fault in ("", "lost"):
            answer = list(self._app(environ, start_response))
        elif fault == "hang":
            self._closed.wait()
        else:
            length = int(environ["CONTENT_LENGTH"] or 0)
            environ["wsgi.input"].read(length // 2 if fault == "cut" else length)
        if fault in ("busy", "refused"):
            status, code = ("503 ", "SlowDown") if fault == "busy" else ("400 ", "InvalidRequest")
            start_response(status + code, [("Content-Type", "application/xml")])
            return [f"<Error><Code>{code}</Code><Message>Not now.</Message></Error>".encode()]
        if fault:
            environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
            raise ConnectionError
        return answer

    def contents(self, folder: str) -> dict[str, bytes]:
        """Return the files of a folder, by name."""
        found = self.files.get_file_info(fs.FileSelector(f"games/{folder}", allow_not_found=True))
        return {f.base_name: self.files.open_input_stream(f.path).read() for f in found}

    def close(self) -> None:
        self._closed.set()
        self._server.stop()
