"""The offline author: extractive and deterministic; every word of an item's proof is the document's own."""
