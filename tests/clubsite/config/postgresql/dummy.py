"""A server that speaks as much PostgreSQL as a connection takes to be made, and can hang: then it
takes what is sent, as the system of a frozen machine does, and answers nothing any more.
"""

import socket
import struct
import threading
import time
from contextlib import suppress

SSL_REQUEST = 80877103


def message(kind: bytes, body: bytes = b"") -> bytes:
    return kind + struct.pack("!i", len(body) + 4) + body


def setting(name: str, value: str) -> bytes:
    return message(b"S", f"{name}\0{value}\0".encode())


READY = message(b"Z", b"I")
WELCOME = message(b"R", struct.pack("!i", 0)) + setting("client_encoding", "UTF8") + READY


class DummyServer:
    def __init__(self) -> None:
        self.well = threading.Event()
        self.well.set()
        self.takes = 0.0  # seconds for a statement
        self.startups = 0
        self.closed = False
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def how(self) -> dict[str, object]:
        return {"host": "127.0.0.1", "port": self.port, "user": "ans", "dbname": "club"}

    def close(self) -> None:
        self.closed = True
        self.well.set()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)  # whoever waits at it is told
        self._door.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._door.accept()
                threading.Thread(target=self._serve, args=[line], daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with line, suppress(OSError, struct.error):
            while self._read(line, 4) == SSL_REQUEST:
                self._say(line, b"N")
            self.startups += 1
            self._say(line, WELCOME)
            while line.recv(1) == b"Q":
                self._read(line, 0)
                time.sleep(self.takes)
                self._say(line, message(b"I") + READY)

    def _read(self, line: socket.socket, number: int) -> int:
        (length,) = struct.unpack("!i", line.recv(4, socket.MSG_WAITALL))
        body = line.recv(length - 4, socket.MSG_WAITALL)
        return struct.unpack("!i", body[:number])[0] if number else 0

    def _say(self, line: socket.socket, words: bytes) -> None:
        self.well.wait()
        if self.closed:
            raise OSError
        line.sendall(words)
