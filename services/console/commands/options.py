"""Options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path, typer.Option(envvar="PENSUM_DATA", help="The data folder (PENSUM_DATA).", show_envvar=False)]
Database = Annotated[str | None, typer.Option(help="libpq URL; else the running house's, else PENSUM_DATABASE.")]
DATA = Path(".pensum")
