"""`pensum token`: how a person gets into a house that is deployed, or gets another token for one that runs here."""

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from services.chassis.tokens import DAY_S, LONGEST_NAME, Claims, Role, is_name, signed, weakness
from services.console.endings import Said
from services.console.house.folder import Folder
from services.console.house.welcome import page_of


def mint(role: Role, tenant: str, user: str, days: int, url: str | None, data: Path) -> int:
    """Print the token, or with `url` the page's address with it, alone on stdout; on stderr for whom and until when."""
    for option, name in (("--tenant", tenant), ("--user", user)):
        if not is_name(name):
            raise Said(f"{option} is 1 to {LONGEST_NAME} characters, without control characters.")
    now = time.time()
    token = signed(Claims(tenant, user, role), secret(data), days=days, now=now)
    print(page_of(url.rstrip("/"), token) if url else token, flush=True)
    until = datetime.fromtimestamp(now + days * DAY_S, UTC)
    print(
        f"For {user} of {tenant} as {role}, until {until:%Y-%m-%d %H:%M} UTC. It is a password: show it to nobody.",
        file=sys.stderr,
    )
    return 0


def secret(data: Path) -> str:
    """PENSUM_TOKEN_SECRET, else that of the house on the data folder."""
    if given := os.environ.get("PENSUM_TOKEN_SECRET"):
        if (wrong := weakness(given)) is not None:
            raise Said(wrong)
        return given
    try:
        kept = Folder(data).kept_secret()
    except OSError as error:
        raise Said(f"The data folder {data} cannot be used: {error.strerror}.") from error
    if not kept:
        raise Said(
            f"No house has been on {data}, and PENSUM_TOKEN_SECRET is not set: there is nothing to sign a token with."
        )
    return kept
