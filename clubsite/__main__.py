"""`python -m clubsite`: the command `streepje`, for one process of the site that starts another."""

from clubsite.command_line import main

main()
