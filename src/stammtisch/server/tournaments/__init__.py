"""Tournaments on a server: an evening in a room, or play online (docs/tournament.md). The rules are stammtisch.tournament's.

messages.py  what goes over HTTP · evening.py one tournament with who may do what · desk.py all that are in use
online.py    tables that are opened, started and taken over by themselves · sheets.py lists as CSV · index.py, routes.py
"""
