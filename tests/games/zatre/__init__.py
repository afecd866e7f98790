SOAK = 500  # games that `make soak` compares
