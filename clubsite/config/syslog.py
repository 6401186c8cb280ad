"""Send each log line to the system's log as well, which journald or rsyslog keeps. There, the
system user under which the site runs cannot change it. Also, journald or rsyslog can pass it on to
another machine.

No page waits for the system's log, or fails because of it. Lines that the system's log does not
take at once are kept in memory, and sent with the next line. The site's own log file has every line
anyway.
"""

import errno
import json
import logging
import os
import socket
import sys
from collections import deque
from contextlib import suppress

from django.conf import settings

MOST = 60_000  # bytes in a line; a datagram of the network holds 65,507
MOST_LINES = 1000  # that wait
LONG = 2000  # characters of each value in a line that had to be cut
DAEMON = 3 << 3  # the facility
SEVERITY = {"CRITICAL": 2, "ERROR": 3, "WARNING": 4, "INFO": 6, "DEBUG": 7}

Target = str | tuple[str, int]  # the path of a socket, or an IP address and a port


class Syslog(logging.Handler):
    """Sends each log record to the socket that the setting `SYSLOG` names, if it names one."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[bytes] = deque(maxlen=MOST_LINES)
        self.socket: socket.socket | None = None
        self.is_away = False  # said once, until a line gets through again

    def emit(self, record: logging.LogRecord) -> None:
        if settings.SYSLOG is None:
            return
        try:
            self.waiting.append(build_datagram(record.levelname, self.format(record)))
            self.send_waiting(settings.SYSLOG)
        except OSError as error:
            self._tell(error)
        except Exception:  # a log line that can't be formatted
            self.handleError(record)

    def send_waiting(self, target: Target) -> None:
        """Send the lines that wait, the oldest first, until the system's log takes no more."""
        if self.socket is None:
            self.socket = _open(target)
        while self.waiting:
            try:
                self.socket.sendto(self.waiting[0], target)
            except OSError as error:
                if error.errno != errno.EMSGSIZE:  # too long for this socket, now and later
                    raise
            self.waiting.popleft()
        self.is_away = False

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        super().close()

    def _tell(self, error: OSError) -> None:
        """Write on standard error that the system's log takes no lines; say so only once per
        outage. Logging the error instead would lead back to this handler.
        """
        if not self.is_away:
            with suppress(OSError, ValueError, AttributeError):  # closed, or there is none
                sys.stderr.write(f"STREEPJE_SYSLOG ({settings.SYSLOG}) takes no lines: {error}\n")
        self.is_away = True


def build_datagram(level: str, line: str) -> bytes:
    """Return this log line (JSON) in the format in which a system's log receives it. `level` is the
    name of its level, such as "ERROR". If the line is too long, only the beginning of each long
    value is kept.
    """
    if len(line) > MOST:  # JSON of `Lines` is ASCII
        values = json.loads(line).items()
        line = json.dumps(
            {key: value[:LONG] if isinstance(value, str) else value for key, value in values}
        )
    return f"<{DAEMON | SEVERITY.get(level, 5)}>streepje[{os.getpid()}]: {line}".encode()


def _open(target: Target) -> socket.socket:
    """Return a datagram socket for the system's log. It makes no connection, so it still works
    after the system's log was restarted. Sending never waits.
    """
    if isinstance(target, str):
        family = socket.AF_UNIX
    else:
        family = socket.AF_INET6 if ":" in target[0] else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_DGRAM)
    opened.setblocking(False)
    return opened
