"""The author that asks a language model: it must quote, and what does not stand in the text is let go."""
