"""Heckmeck in a list of games."""

NAME = "Heckmeck"
ORDER = 1
COLOUR = ("#b9430f", "#f58a54")
MARK = "H"
COMPANY = 3
MINUTES = 20
# docs/ladder.md, from bench/results/ladder.json
LADDER = (0.619, 0.62, 0.594)
