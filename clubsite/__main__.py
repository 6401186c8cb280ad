"""`python -m clubsite`: with it a process of the site starts another one."""

from clubsite.command_line import main

main()
