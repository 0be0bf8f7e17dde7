"""The conversation: what a learner's message wants, and what a reply to the tutor's question is worth."""
