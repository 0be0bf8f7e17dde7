"""The log of a process, and what it may say of an exception."""
