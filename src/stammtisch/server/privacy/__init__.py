"""What is kept about somebody: export it, or delete it everywhere."""
