#!/usr/bin/env python3
"""Streepje's only command. It installs what is missing, and then runs Django's management
commands.
"""

import os
import sys

# An old Python has to get this far, so this file uses only words that it knows.
if sys.version_info < (3, 11):
    sys.exit(
        "Streepje heeft Python 3.11 of nieuwer nodig; dit is Python %d.%d. "
        "Een nieuwe staat op python.org/downloads." % sys.version_info[:2]
    )


def main():
    from clubsite import bootstrap, command_line

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    bootstrap.prepare(bootstrap.choose_lock(command, os.environ))
    command_line.run()


if __name__ == "__main__":
    main()
