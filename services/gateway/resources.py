"""What the gateway's dependencies hand out: made once by `app.py` or a test, kept in the application's state."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields

from fastapi import FastAPI

from services.chassis.settings import Settings
from services.chassis.storage.blobs import Blobs
from services.gateway.database import Rows
from services.gateway.documents.pictures import Drawings
from services.gateway.limits.quotas import Quotas
from services.gateway.messaging.intake import Intake
from services.gateway.messaging.waiting import Waiters


@dataclass(frozen=True)
class Resources:
    """Each under the name by which its own dependency finds it (`HasSettings`, `Database`, `HasIntake`, ...).

    `reasons`: why the gateway is not ready, by what is in the way; empty when it is.
    """

    settings: Settings
    rows: Rows
    intake: Intake
    waiters: Waiters
    blobs: Blobs
    drawings: Drawings
    quotas: Quotas
    reasons: Callable[[], Awaitable[dict[str, str]]]

    def provide(self, app: FastAPI) -> None:
        """Puts each where it is looked for."""
        for field in fields(self):
            setattr(app.state, field.name, getattr(self, field.name))
