"""Marbles: a toy with what a game may lack: hidden hands, unequal chances, presets, negative scores.

It is not registered, but the contract suite plays it beside the registered games.
"""
