"""Operations: what an operator does beside a running server: backups, health checks and administration."""
