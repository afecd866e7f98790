"""Several servers on one PostgreSQL: who they are, and which of them has which table (docs/scale.md)."""
