"""What one client, one user and one join code may take of the gateway. Settings, environment prefix `PENSUM_`."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Limits(BaseSettings):
    """Seconds and counts. A window is what the counts are for: an hour, of wrong codes ten minutes.

    `http_header_seconds`: for all headers of a request; `http_stall_seconds`: for a body or an answer that does not
    move on; `http_idle_seconds`: for a connection between two requests; `http_connections`: how many at once.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_", frozen=True)

    http_header_seconds: float = Field(default=10, gt=0)
    http_stall_seconds: float = Field(default=30, gt=0)
    http_idle_seconds: int = Field(default=15, ge=1)
    http_connections: int = Field(default=1000, ge=1)
    uploads_per_hour: int = Field(default=2000, ge=1)
    messages_per_hour: int = Field(default=2000, ge=1)
    joins_per_hour: int = Field(default=2000, ge=1)
    wrong_codes: int = Field(default=100, ge=1)
