"""Tournaments on a server: evenings in a room, and play online. The rules are those of stammtisch.tournament.

messages.py  what goes over HTTP · hosted.py one tournament with who may do what · desk.py all that are in use
online.py    tables that are opened, started and taken over by themselves · sheets.py lists as CSV · index.py, routes.py
"""
