"""What every HTTP request passes: connections, limits, strict routes, refusals, and who asks."""
