"""The letters that the rooms of Pensum exchange, and the table of topics they travel on."""
