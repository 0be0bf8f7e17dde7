"""A learner's mastery, cycle and aims, and the conversation with the tutor."""
