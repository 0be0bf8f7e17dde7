"""Equal bytes give equal blocks, however the objects of a page happen to lie in memory."""

import random

from pdfminer.layout import IndexAssigner, LAParams, LTPage, LTTextBoxHorizontal

from services.reader.pdf import glyphs

SQUARES = [(30 * column, 30 * row) for row in range(4) for column in range(4)]


def order() -> list[int | None]:
    """The order in which pdfminer reads a grid of squares: whatever is beside or below is equally near."""
    boxes = []
    for x, y in SQUARES:
        boxes.append(LTTextBoxHorizontal())
        boxes[-1].set_bbox((x, y, x + 10, y + 10))
    assigner = IndexAssigner()
    for group in LTPage(1, (0, 0, 200, 200)).group_textboxes(LAParams(boxes_flow=0.5), boxes):
        group.analyze(LAParams(boxes_flow=0.5))
        assigner.run(group)
    return [box.index for box in boxes]


def test_pdfminer_does_not_order_boxes_by_their_addresses() -> None:
    assert glyphs.DENSE  # whoever imports it has what this test is about
    first = order()
    for seed in range(6):
        boxes = [LTTextBoxHorizontal() for _ in range(5000)]
        random.Random(seed).shuffle(boxes)
        boxes.clear()  # what is made next gets these addresses, in this order
        assert order() == first
