"""What every journey is made of: the state of a session, its steps, how they begin, end, fail and come again. Pure."""
