"""What the Coach knows of items by their types: how each is asked of a model, written offline and made an item."""
