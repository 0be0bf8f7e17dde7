"""hOCR: paragraphs, lines and words with boxes and confidences."""

from services.reader.ocr.hocr import paragraphs_of

PAGE = b"""<div class='ocr_page' id='page_1' title='image "1.bmp"; bbox 0 0 200 100; ppageno 0'>
 <div class='ocr_carea'><p class='ocr_par' lang='eng' title="bbox 10 10 90 60">
  <span class='ocr_line' title="bbox 10 10 90 30; baseline 0 -1; x_size 21.5; x_descenders 5">
   <span class='ocrx_word' title='bbox 10 10 40 30; x_wconf 96'>Salt &amp;</span>
   <span class='ocrx_word' title='bbox 50 10 90 30; x_wconf 41'><strong>sea</strong></span>
   <span class='ocrx_word' title='bbox 95 10 99 30; x_wconf 95'> </span>
  </span>
  <span class='ocr_caption' title="bbox 10 40 60 60"><span class='ocrx_word' title='bbox 1 2 3 4'>x</span></span>
 </p></div>
 <div class='ocr_carea'><p class='ocr_par' title="bbox 0 0 1 1">
  <span class='ocr_line' title="bbox 0 0 1 1"><span class='ocrx_word' title='bbox 0 0 1 1; x_wconf 95'> </span></span>
 </p></div>
</div>"""


def test_words_keep_their_box_and_confidence_and_empty_ones_are_left_out() -> None:
    paragraphs = paragraphs_of(PAGE)
    assert paragraphs is not None
    assert len(paragraphs) == 1
    first, caption = paragraphs[0]
    assert [(word.text, word.confidence, word.box) for word in first.words] == [
        ("Salt &", 96.0, (10.0, 10.0, 40.0, 30.0)),
        ("sea", 41.0, (50.0, 10.0, 90.0, 30.0)),
    ]
    assert first.size == 21.5
    assert caption.size == 20.0
    assert caption.words[0].confidence == 0.0


def test_what_breaks_off_is_none_and_controls_do_no_harm() -> None:
    assert paragraphs_of(PAGE[:300]) is None
    assert paragraphs_of(b"") is None
    assert paragraphs_of(PAGE.replace(b"sea", b"s\x0cea")) is not None
