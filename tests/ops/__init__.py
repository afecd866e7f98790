"""Running a server: backups, administration, figures, and what docs/running.md says."""
