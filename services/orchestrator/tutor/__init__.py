"""The conversation: what a learner writes is routed, answered with quotes, and asked back."""
