"""Notices: people who are away are told that it is their turn. docs/notices.md says what is sent when."""
