"""The pure part: a picture in, cells with candidates and probabilities out.

`picture` opens a file, `page` finds the form in it, `ink` and `network` read its cells, `decoder`
weighs them by the rules of the game. All but `decoder` need the packages of requirements-photo.txt.
"""
