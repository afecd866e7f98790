"""Constants that every rules file shares."""

from __future__ import annotations

CHANCE = -1  # turn(): a die or a bag is to move
OVER = -2  # turn(): the game has ended
EVERYBODY = -1  # sees(): all seats see the outcome
PASS = 0  # move 0 in every game: legal exactly when no other move is
SPECTATOR = -1  # who looks on: no hand is his
