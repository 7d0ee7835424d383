"""One page on this machine only: loopback, a path nobody can guess, nothing but that page, only to read."""

from __future__ import annotations

import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")


class Served:
    """A page that is served from memory, with a number that moves whenever it changes.

    page        makes the page: version and nonce (for its one style and script) -> HTML
    """

    def __init__(self, page: Callable[[int, str], str], port: int = 0) -> None:
        """Serve from now on; port 0: any that is free."""
        self.version, self._page = 1, page
        self.token = secrets.token_urlsafe(24)
        self._server = _Server((HOST, port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """What to type into a browser."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def changed(self) -> None:
        """There is something new to show."""
        self.version += 1

    def answer(self, path: str, nonce: str) -> tuple[str, str] | None:
        """Content type and text of a path; None: there is no such page."""
        allowed = {f"/{self.token}/": "page", f"/{self.token}/version": "version"}
        known = [kind for known, kind in allowed.items() if secrets.compare_digest(known, path)]
        if not known:
            return None
        version = self.version  # before the page is made: at worst it is loaded once too often
        if known == ["version"]:
            return "text/plain; charset=utf-8", str(version)
        return "text/html; charset=utf-8", self._page(version, nonce)

    def close(self) -> None:
        """Serve no longer."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], served: Served) -> None:
        self.served = served
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is nothing to tell."""


class _Handler(BaseHTTPRequestHandler):
    """Reads, of the page and of its version; everything else is refused."""

    server: _Server
    server_version, sys_version = "balance", ""
    timeout = 10

    def do_GET(self) -> None:
        """The page, or its version."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """The same without its text."""
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        nonce = secrets.token_urlsafe(12)
        host = (self.headers.get("Host") or "").rpartition(":")
        ours = host[0] in NAMES and host[2] == str(self.server.served.port)  # no name of somebody else's
        path = self.path if self.path.isascii() else ""
        found = self.server.served.answer(path, nonce) if ours else None
        status = HTTPStatus.OK if found else HTTPStatus.NOT_FOUND
        kind, text = found or ("text/plain; charset=utf-8", "there is no such page\n")
        data = text.encode()
        self.send_response(status)
        policy = (
            f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}';"
            " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", policy),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):
            self.send_header(name, value)
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name it is called by)
        """The terminal is for what moved."""
