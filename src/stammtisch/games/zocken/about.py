"""Zocken in a list of games."""

ORDER = 3
COLOUR = ("#5b3fa0", "#c0a9f5")
MARK = "K"
COMPANY = 3
MINUTES = 30
# docs/ladder.md, from bench/results/ladder.json
LADDER = (0.656, 0.613, 0.684)
