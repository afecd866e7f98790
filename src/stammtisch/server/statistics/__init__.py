"""Statistics: what all games that are over say together — ratings, win shares, luck and skill, and the dice.

The log is the truth. Every game is counted once, in the order in which games end; docs/statistics.md tells how.

ended.py      what is counted of a game, from its log · chance.py its dice and draws, gamma.py p-values
shelf.py      what is kept · shelf_reads.py what is read of it · keeper.py counts games when they end
judging.py    luck and skill, from the review · mistakes.py kinds of mistakes in words
figures.py    what is shown, shown.py as models · dice.py the audit
"""
