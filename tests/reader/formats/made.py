"""Documents for the tests, made here from our own words, with the libraries that read them or by hand."""

import io
import zipfile
from pathlib import Path

import docx
import pptx
from docx.oxml import parse_xml
from pptx.util import Inches

FACTS = (
    "A kettle boils water when its coil turns current into heat.",
    "Steam takes far more energy to make than hot water does.",
    "Hard water leaves lime on the coil, and lime slows the heat down.",
)
_MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def saved(made: object) -> bytes:
    kept = io.BytesIO()
    made.save(kept)  # type: ignore[attr-defined]
    return kept.getvalue()


def word() -> bytes:
    """A Word document: title, headings, runs, lists, a table, a caption and a formula."""
    made = docx.Document()
    made.core_properties.title = "Word Document"
    made.add_heading("The Kettle", 0)
    made.add_heading("Heat", 1)
    told = made.add_paragraph("A ")
    told.add_run("coil").bold = True
    told.add_run(" turns ")
    told.add_run("current").italic = True
    told.add_run(" into heat.")
    made.add_paragraph("Fill it.", style="List Bullet")
    made.add_paragraph("Switch it on.", style="List Number")
    made.add_heading("Lime", 1)
    made.add_paragraph(FACTS[2])
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip((*table.rows[0].cells, *table.rows[1].cells), ("Water", "Lime", "hard", "much"), strict=True):
        cell.text = text
    made.add_paragraph("Figure 1: A coil", style="Caption")
    hidden = made.add_paragraph("Seen. ").add_run("Not seen.")
    hidden.font.hidden = True
    formula = made.add_paragraph()
    formula._p.append(
        parse_xml(
            f'<m:oMathPara xmlns:m="{_MATH}"><m:oMath><m:r><m:t>E=</m:t></m:r><m:f>'
            "<m:num><m:r><m:t>a+b</m:t></m:r></m:num>"
            "<m:den><m:r><m:t>c</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>"
        )
    )
    made.add_heading("References", 1)
    made.add_paragraph("A. Writer, On Kettles, 1999.")
    made.sections[0].header.paragraphs[0].text = "Kettle course"
    return saved(made)


def slides() -> bytes:
    """Two slides: a title with a subtitle, then bullets, a table and the speaker's notes."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[0])
    first.shapes.title.text = "Kettles"
    first.placeholders[1].text = "A short course"
    second = made.slides.add_slide(made.slide_layouts[1])
    second.shapes.title.text = "Heat"
    body = second.placeholders[1].text_frame
    body.text = FACTS[0]
    body.add_paragraph().text = FACTS[1]
    table = second.shapes.add_table(1, 2, Inches(1), Inches(5), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Water", "100 degrees"
    second.notes_slide.notes_text_frame.text = FACTS[2]
    return saved(made)


def book(**parts: str) -> bytes:
    """An EPUB of two chapters and a navigation page; `parts` replaces or adds entries (dots are underscores)."""
    held = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>The Kettle Book</dc:title><dc:language>nb-NO</dc:language></metadata><manifest>"
        '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '<item id="a" href="one%20a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="two.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>',
        "OPS/nav.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>All chapters</p>'
        "<nav><ol><li>One</li></ol></nav></body></html>",
        "OPS/one a.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>Varme</h1>'
        f"<p>{FACTS[0]}&nbsp;Ja.</p></body></html>",
        "OPS/two.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Kalk</h1>'
        "<p>Kalk er <b>hard</b>.</p></body></html>",
    }
    return zipped(held | parts)


def zipped(held: dict[str, str] | dict[str, bytes]) -> bytes:
    """A zip of these entries."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in held.items():
            archive.writestr(name, text)
    return kept.getvalue()


WEB = """<!DOCTYPE html><html lang="en-GB"><head><title>The Kettle - Kitchen School</title>
<style>p{}</style></head><body>
<header>Kitchen School</header><nav><ul><li><a href="/">Home</a></li></ul></nav><main><h1>The Kettle</h1>
<ul><li><a href="#a">Heat</a></li><li><a href="#b">Lime</a></li><li><a href="#c">Steam</a></li></ul>
<h2 id="a">Heat<a class="headerlink" href="#a">¶</a></h2>
<p>A <strong>coil</strong> turns <em>current</em> into heat<sup><a href="#n1">1</a></sup>, at 10<sup>3</sup> watts.</p>
<p hidden>Not seen.</p><p style="display: none">Nor this.</p><script>alert("no")</script>
<ol><li>Fill it.</li><li><p>Switch it on.</p></li></ol>
<dl><dt id="l">Lime<a class="headerlink" href="#l">¶</a></dt><dd>Chalk that hard water leaves.</dd></dl>
<h2>Tables</h2><table><caption>Waters</caption><tr><th>Water</th><th>Lime</th></tr><tr><td>hard</td><td>much</td></tr></table>
<pre>boil(water)</pre><math display="block"><mi>P</mi><mo>=</mo><mfrac><mi>E</mi><mi>t</mi></mfrac></math>
<div class="footnotes"><p>1. A note.</p></div></main><footer>All ours</footer></body></html>"""

MARKDOWN = """---
title: "Kettles at home"
lang: nb
---

# Kettles

A **coil** turns
current into heat[^1].

- Fill it.
- Switch it on.

| Water | Lime |
|-------|------|
| hard  | much |

## Sums

$$\\frac{E}{t}$$

With $P = \\frac{E}{t}$ it is told.

```python
boil()
```

[^1]: A note.
"""

PLAIN = """KETTLES

1. Heat

A kettle turns current into heat. Its coil is a long wire that is wound into a spi-
ral, and the spiral grows hot when the current runs through it for some time.
A second paragraph begins here on a new line, as the last one ended early.
Here it does.

Lime
----

* Fill it with water that is not too hard, or lime will settle on the coil and
  slow the heat down.
* Switch it on.
"""

SUBTITLES = """1
00:00:01,000 --> 00:00:03,500
<i>ANNA:</i> A kettle boils water
when its coil

2
00:00:03,500 --> 00:00:06,000
turns current into heat. Steam takes

3
00:00:06,000 --> 00:00:08,000
more energy. [music]

4
00:00:12,000 --> 00:00:14,000
- Lime slows it down.
"""

WEBVTT = """WEBVTT

NOTE ours

00:01.000 --> 00:03.000 align:start
<v Anna>Hot <00:00:02.000><c>water</c> rises

00:03.000 --> 00:05.000
Hot water rises
and cold water sinks &amp; stays.
"""

SAMPLES: dict[str, bytes] = {
    "docx": word(),
    "pptx": slides(),
    "epub": book(),
    "html": WEB.encode(),
    "md": MARKDOWN.encode(),
    "txt": PLAIN.encode(),
    "srt": SUBTITLES.encode(),
    "vtt": WEBVTT.encode(),
}


def put(folder: Path, content: bytes | str, name: str = "upload.bin") -> Path:
    """A file of that content; its name says nothing."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
