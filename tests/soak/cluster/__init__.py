"""Three servers on one PostgreSQL under faults of every kind: python -m tests.soak.cluster

wire.py     cables that can be cut, slow, silent or late · front.py what people come to
house.py    the servers, their cables and the database · faults.py what happens to them
players.py  people and bots at tables · cup.py a tournament
audit.py    what was told against what is in the log · recovery.py how soon everything went on
soak.py     one run of it all · report.py docs/soak-cluster.md
"""
