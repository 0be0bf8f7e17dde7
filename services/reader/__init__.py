"""The Reader: a document becomes blocks, and the blocks a digest."""
