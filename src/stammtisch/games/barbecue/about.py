"""Barbecue in a list of games."""

ORDER = 2
COLOUR = ("#b3261e", "#ff8f80")
MARK = "B"
COMPANY = 3
MINUTES = 25
# docs/ladder.md, from bench/results/ladder.json
LADDER = (0.685, 0.624, 0.678)
