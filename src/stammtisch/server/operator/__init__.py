"""The operator's own listener: metrics, bans, announcements, and the audit of what the operator did."""
