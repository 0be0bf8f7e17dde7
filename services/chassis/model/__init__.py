"""The client of a language model: asking, reading the answer, failing, providers and spending."""
