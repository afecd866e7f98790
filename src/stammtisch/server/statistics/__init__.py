"""Statistics: what all games that are over say together — ratings, win shares, luck and skill, and the dice.

The log is the truth. Every game is counted once, in the order in which games end; docs/statistics.md tells how.

finished_game.py  what is counted of a game, from its log · chance.py its dice and draws, gamma.py p-values
statements.py     what is kept, and how it is written · queries.py what is read of it, as protocol/statistics.py says
collector.py      counts games when they end · luck_and_skill.py from the review · mistakes.py their kinds in words
dice.py           the audit of the dice · rebuild.py counts everything again
"""
