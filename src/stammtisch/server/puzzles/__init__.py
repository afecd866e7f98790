"""Puzzles on a server: to be solved on the board, with a rating for every guest and game.

answers.py   who has answered what, and how it changes his rating · queries.py what is read of it
shown.py     a puzzle as a board shows it; in workers, what its moves are worth in words
routes.py    HTTP
"""
