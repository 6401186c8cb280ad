"""Connections spoken to by hand, byte by byte, as no library of clients would."""

import socket
import time
from contextlib import closing

PATIENCE = 60  # seconds; only for what never comes


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def request(method: str, path: str, **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def read_head(line: socket.socket) -> bytes:
    read = b""
    while not read.endswith(b"\r\n\r\n"):
        if not (byte := line.recv(1)):
            break
        read += byte
    return read


def exchange(port: int, *requests: bytes) -> tuple[bytes, bytes]:
    """All of them at once on one connection: the head of the first answer, and what follows."""
    with closing(connect(port)) as line:
        line.sendall(b"".join(requests))
        whole = b"".join(iter(lambda: line.recv(65536), b""))  # until the other side ends it
    head, _, rest = whole.partition(b"\r\n\r\n")
    return head, rest


def ask_seconds(port: int, path: str = "/robots.txt") -> float:
    began = time.monotonic()
    head, _rest = exchange(port, request("GET", path, Host="127.0.0.1", Connection="close"))
    assert head.startswith(b"HTTP/1.1 200 "), head
    return time.monotonic() - began
