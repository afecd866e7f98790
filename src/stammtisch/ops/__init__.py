"""Operations: what whoever runs a server does beside it — backups, a look at its health, and administration."""
