"""Make `python -m clubsite` run the command `streepje`. A process of the site uses it to start
another process.
"""

from clubsite.command_line import main

main()
