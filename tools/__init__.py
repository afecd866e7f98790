"""What makes parts of this project from others."""
