"""How a message about tasks is read by rules, in English and Norwegian."""
