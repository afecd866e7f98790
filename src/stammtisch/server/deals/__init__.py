"""Deals: games that everybody plays with the same dice, and how they are compared.

days.py      which deals there are on a day · secret.py what their seeds follow from
results.py   the tables of a deal compared: matchpoints · course.py leads turn by turn, and the best line
routes.py    HTTP
"""
