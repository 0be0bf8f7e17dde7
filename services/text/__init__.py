"""The language kernel: words, letters, numbers and sentences by language, for every service alike. Pure."""
