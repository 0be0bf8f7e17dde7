"""The options of commands, and those commands that services bring along."""
