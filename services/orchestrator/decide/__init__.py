"""The pure part: decide(state, message) gives the next state and the commands; no clock, no chance, no I/O."""
