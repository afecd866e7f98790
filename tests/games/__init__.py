"""Each game's own tests. A folder may have positions.py with START, named positions from which perft starts too."""
