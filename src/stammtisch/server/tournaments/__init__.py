"""Tournaments on a server: evenings in a room, and play online. The rules are those of stammtisch.tournament.

hosted.py    one tournament, and who may do what in it · registry.py all that are in use · index.py their lists
online.py    tables that are opened, started and taken over by themselves · keys.py of links · redaction.py
imports.py   a file of anybody's becomes a tournament here
view.py      a tournament as whoever asks may see it · csv_files.py lists as CSV · presets.py · planning.py · routes.py
"""
