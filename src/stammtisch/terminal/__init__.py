"""Play in a terminal: boards in colour or in plain lines, people and bots at one keyboard. Names no game."""
