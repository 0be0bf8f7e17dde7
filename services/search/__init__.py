"""Search: which sentences of a text hold the words of a question, in any form, the best first."""
