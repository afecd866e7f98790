"""Pictures made of a game: its board in cells, and the final position to share. Pillow draws them."""
