"""The database: the log and its one writer, statements, connections, migrations."""
