"""The server: tables over a network, kept on disk. See docs/design.md."""
