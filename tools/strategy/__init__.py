"""What our own solvers and masters say of good play, one module a game: every figure and every ranking is computed.

Each module has `strategy(folder)`: Markdown for the game's page, with its charts written into the folder.
"""
