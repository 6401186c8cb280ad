"""The part of the form reader that only computes. It takes a picture, and returns for each cell of
the form the candidates: the texts that may stand there, with their probabilities.

The module `picture` opens a file, and `page` finds the form in it. `ink` and `network` read the
handwriting in the cells, and `decoder` weighs the candidates by the rules of the game. All modules
but `decoder` need the packages of requirements-photo.txt.
"""
