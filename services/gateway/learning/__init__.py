"""A learner's mastery, cycle and aims."""
