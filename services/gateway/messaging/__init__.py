"""Between HTTP and the broker: the intake, which is the gateway's outbox, its sweep, the bus, and those who wait."""
