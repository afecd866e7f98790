"""The process: how it starts, listens, serves the page, and stops."""
