"""What a game is. No dependencies at all."""
