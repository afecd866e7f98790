"""One table: its state folded from the log, what may be done at it, and how it is told. No I/O."""
