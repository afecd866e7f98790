"""Environments for learning libraries."""
