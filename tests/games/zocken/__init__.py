SOAK = 5_000  # games that `make soak` compares
