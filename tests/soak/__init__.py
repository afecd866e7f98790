"""The long form of the tests: `make soak`."""
