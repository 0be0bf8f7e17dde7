"""Items and cards with key and proof, for their owner to look at and to act on; and as a learner may see them."""
