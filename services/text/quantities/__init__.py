"""What people write of amounts: numbers in figures and words, units, signs. Pure."""
