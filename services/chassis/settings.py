"""What every service is told from outside: environment variables with the prefix `PENSUM_`."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Where the house's parts are. `kafka_embedded`: the broker is the embedded one, with its habits.

    `database` is the libpq URL of this room's own login, "" for a service without one; for
    `database_wait` seconds it waits at its start for a Postgres that is away. `ordinal` is the service's static
    place in its consumer group, None: a dynamic member. `otlp_endpoint` None: no traces leave the process.
    `heartbeat_s`: a worker says at most so often of a command that it comes further.
    `fallback`: what the offline author may fill up where an order does not say it (`contracts.coaching.Instructions`).
    `http_host` and `http_port` are where the gateway listens, and where the tasks do. `tasks_url`: the address of the
    tasks' MCP server; `tasks_secret` signs the tokens that it takes, and none but the assistant and the tasks have it.
    `mcp_hosts`: the names by which `/mcp` is asked where a proxy stands before the gateway, with commas between.
    `model_embed`: the model that turns passages into vectors ("": none). Who asks it needs its server and key as well.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_", frozen=True, populate_by_name=True, protected_namespaces=())

    kafka: str = "127.0.0.1:9092"
    kafka_embedded: bool = False
    database: str = ""
    database_wait: float = Field(default=0.0, ge=0)
    blobs: Path = Path(".pensum/blobs")
    data: Path = Path(".pensum")
    ordinal: int | None = None
    http_host: str = "127.0.0.1"
    http_port: int = Field(default=8400, ge=0, le=65535)
    mcp_hosts: str = ""
    token_secret: str = ""
    tasks_url: str = ""
    tasks_secret: str = ""
    upload_bytes: int = Field(default=300 * 1024 * 1024, ge=1)
    otlp_endpoint: str | None = Field(default=None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    zipkin_endpoint: str | None = Field(default=None, validation_alias="OTEL_EXPORTER_ZIPKIN_ENDPOINT")
    fallback: Literal["none", "proof", "offline"] = "proof"
    sample: float = Field(default=1.0, ge=0, le=1)
    heartbeat_s: float = Field(default=10.0, gt=0)
    model_embed: str = ""

    @field_validator("model_embed")
    @classmethod
    def _bare(cls, name: str) -> str:
        return name.strip()

    @field_validator("kafka")
    @classmethod
    def _has_addresses(cls, servers: str) -> str:
        addresses(servers)
        return servers


def addresses(servers: str) -> list[tuple[str, int]]:
    """The brokers to begin with, of `HOST:PORT[,HOST:PORT...]`. Raises ValueError for anything else."""
    found = []
    for address in servers.split(","):
        host, _, port = address.strip().rpartition(":")
        bare = host.removeprefix("[").removesuffix("]")
        if not bare or (":" in bare and bare == host) or not re.fullmatch(r"[0-9]{1,5}", port) or int(port) > 65535:
            raise ValueError(f"“{address.strip()}” is no HOST:PORT; several are set off by commas")
        found.append((bare, int(port)))
    return found
