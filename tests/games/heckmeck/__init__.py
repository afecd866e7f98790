SOAK = 10_000  # games that `make soak` compares
