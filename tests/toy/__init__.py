"""Marbles: a toy with what Heckmeck lacks — hidden hands, chance that is not equally likely, presets, negative scores.

It is not registered, but the contract suite plays it beside the registered games.
"""
