"""What can be looked up: games, rules and lessons, hints, and games that are over."""
