"""A curriculum's guidelines: how one is written in Markdown, what becomes of it, and those that come with Pensum."""
