"""Vectors of passages and of questions, for a search by meaning: asked of a model, where one for that is named."""
