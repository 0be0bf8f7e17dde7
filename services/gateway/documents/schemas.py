"""What is answered about a document's text."""

from contracts.documents import Block
from contracts.letter import Fields


class Blocks(Fields):
    """Blocks of the text in reading order."""

    blocks: list[Block]
