"""A service as a process: how it is served, how it says that it is well, and how it ends."""
