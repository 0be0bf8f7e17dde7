"""What a house says once it stands: where to click."""

import logging
import sys
from urllib.parse import quote

from services.console.house.folder import Running

OWNERS = "`pensum owner` prints the page's address for the owner: edit questions, see coverage."


def page(house: Running, session: str | None = None) -> str:
    """The page's address with the learner's token; at a session if one is named."""
    place = f"&/s/{session}" if session else ""
    return f"{page_of(house.url, house.learner_token)}{place}"


def owners_page(house: Running) -> str:
    """The page's address with the owner's token: a password, told by `pensum owner` alone."""
    return page_of(house.url, house.owner_token)


def addresses(house: Running, session: str | None = None) -> list[tuple[str, str]]:
    """What there is to open, as (name, URL or address)."""
    found = [("Page", page(house, session)), ("API", f"{house.url}/v1")]
    if house.traces:
        trace = f"/zipkin/traces/{session.replace('-', '')}" if session else ""
        found.append(("Traces", f"{house.traces}{trace}"))
    return found


def welcome(house: Running) -> None:
    """Print where everything is, on stdout, plainly: a long address must stay whole to be clicked."""
    broker = "embedded" if house.kafka_embedded else "Apache"
    print("Pensum is ready.\n")
    for name, where in [*addresses(house), (f"Kafka ({broker})", house.kafka)]:
        print(f"  {name:18}{where}")
    if house.without:
        print(
            f"\nThis house runs without {', '.join(house.without)}: what is sent there waits at {house.kafka}"
            " for somebody else's."
        )
    print(f"\n`pensum study FILE` studies a file here. {OWNERS}\nCtrl-C ends everything.", flush=True)


def heed() -> None:
    """Let the supervisor's warnings (a service that died and came back) reach stderr."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="pensum: %(message)s")


def page_of(url: str, token: str) -> str:
    """The page's address at a gateway, with a token."""
    return f"{url}/#token={quote(token, safe='')}"
