"""HTTP routes around a game: tables, accounts, and what can be looked up. One router a file."""
