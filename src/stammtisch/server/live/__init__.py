"""Tables in use: the registry, connections, bots and clocks that go on by themselves, worker processes."""
