"""Rows as CSV for a spreadsheet. No cell can become a formula there."""

import csv
import io
from collections.abc import Iterable, Sequence

from fastapi import Response

FORMULAS = ("=", "+", "-", "@", "\t", "\r")


class Csv(Response):
    """A table to save."""

    media_type = "text/csv"


def csv_of(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Csv:
    """A file to save: UTF-8 with its mark, so that spreadsheets read the letters right."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(cell, head))
    writer.writerows(map(cell, row) for row in rows)
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Csv("\ufeff" + out.getvalue(), headers=headers)


def cell(value: object) -> object:
    """A value as it stands in its cell: text that a spreadsheet would calculate is set off; None is empty."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULAS) else value
    if isinstance(value, float):
        return round(value, 4)
    return "" if value is None else value
