"""Zatre in a list of games."""

ORDER = 4
COLOUR = ("#2f5d73", "#8cc3dc")
MARK = "Z"
COMPANY = 2
MINUTES = 45
# docs/ladder.md, from bench/results/ladder.json
LADDER = (0.657, 0.625, 0.788)
