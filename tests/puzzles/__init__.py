"""Puzzles: found, checked, rated and kept."""
