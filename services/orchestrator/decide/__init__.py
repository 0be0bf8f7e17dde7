"""The map from message to journey: decide(state, event, meta), pure: no clock, no chance, no I/O."""
