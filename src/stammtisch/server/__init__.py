"""The server: tables that lose nothing, for people in browsers and for bots from outside. docs/protocol.md."""
