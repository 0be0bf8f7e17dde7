"""The `pensum` command. What is heavy is imported where it is used: `pensum --help` answers at once."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from services.console.commands.curriculum import curriculum
from services.console.commands.learn import demo, learn, mcp, quiz, retry, search, study
from services.console.commands.options import DATA, Data, Database
from services.console.endings import Said, plainly

app = typer.Typer(
    name="pensum",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
parked = typer.Typer(help="Messages that were put aside.", no_args_is_help=True)
app.add_typer(parked, name="parked")
app.add_typer(curriculum, name="curriculum")


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"pensum {version('pensum-courses')}")
        raise typer.Exit


@app.callback()
def pensum(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Pensum turns any document into a course that checks itself."""


@app.command()
@plainly
def up(
    data: Data = DATA,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0: as last time, or a free one.")] = 0,
    kafka: Annotated[bool, typer.Option("--kafka", help="On Apache Kafka instead of the embedded broker.")] = False,
    traces: Annotated[bool, typer.Option("--traces", help="With a trace page (Zipkin; needs Java).")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="A service that somebody else runs, such as coach; repeatable."),
    ] = None,
) -> int:
    """Run the whole house here until Ctrl-C."""
    from services.console.house.place import configured, usable
    from services.console.house.supervisor import SERVICES, House
    from services.console.house.welcome import heed, welcome

    heed()
    usable(data)
    configured()
    for name in without or ():
        if name not in SERVICES:
            raise Said(f"A house has no service named {name} to run without; it is {', '.join(SERVICES)}.")
    services = [service for service in SERVICES if service not in (without or ())]
    return House(data, kafka=kafka, traces=traces, services=services, http_port=port).run_forever(welcome)


app.command()(plainly(demo))
app.command()(plainly(study))
app.command()(plainly(retry))
app.command()(plainly(quiz))
app.command()(plainly(learn))
app.command()(plainly(search))
app.command()(plainly(mcp))


@app.command()
@plainly
def owner(data: Data = DATA) -> int:
    """Print the page's address for the owner of the house that runs here. It is a password."""
    import sys

    from services.console.house.place import running
    from services.console.house.welcome import owners_page

    if (house := running(data)) is None:
        raise Said(f"No house runs on {data}; `pensum up` starts one.")
    # The address alone on stdout, so that it can be handed on.
    print(owners_page(house), flush=True)
    print(
        "For the owner: edit questions, see coverage. This address is a password: show it to nobody.", file=sys.stderr
    )
    return 0


@app.command()
@plainly
def token(
    role: Annotated[Literal["learner", "owner"], typer.Option(help="What the person may do.")] = "learner",
    tenant: Annotated[str, typer.Option(help="Whose house: people of another tenant see nothing of it.")] = "home",
    user: Annotated[str, typer.Option(help="Who the person is within the tenant.")] = "me",
    days: Annotated[int, typer.Option(min=1, max=3660, help="How long it holds.")] = 30,
    url: Annotated[str | None, typer.Option(help="Print the page's address at this gateway, with the token.")] = None,
    data: Data = DATA,
) -> int:
    """Print a bearer token, signed with PENSUM_TOKEN_SECRET, else with the secret of the data folder."""
    from services.console.commands.token import mint

    return mint(role, tenant, user, days, url, data)


@app.command()
@plainly
def serve(
    name: Annotated[str, typer.Argument(help="gateway, orchestrator, reader, coach, evaluator, assistant or tasks.")],
    kafka: Annotated[str | None, typer.Option(help="HOST:PORT of the broker (PENSUM_KAFKA).")] = None,
    embedded: Annotated[bool | None, typer.Option(help="The broker is a house's embedded one.")] = None,
    database: Annotated[str | None, typer.Option(help="libpq URL of this room's login (PENSUM_DATABASE).")] = None,
    blobs: Annotated[Path | None, typer.Option(help="Folder of the documents (PENSUM_BLOBS).")] = None,
    data: Annotated[Path | None, typer.Option(help="The data folder (PENSUM_DATA).")] = None,
    ordinal: Annotated[int | None, typer.Option(min=0, help="Static place in the consumer group.")] = None,
    http_host: Annotated[str | None, typer.Option(help="Address the gateway or the tasks listen on.")] = None,
    http_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port the gateway or the tasks listen on.")
    ] = None,
) -> int:
    """Run one service until SIGTERM or Ctrl-C. What is not given comes from the environment (PENSUM_*)."""
    from services.chassis.process.serve import names, run
    from services.chassis.settings import Settings

    if name not in names():
        raise Said(f"There is no service named {name}; it is {' or '.join(names()) or 'not installed'}.")
    given = {
        "kafka": kafka,
        "kafka_embedded": embedded,
        "database": database,
        "blobs": blobs,
        "data": data,
        "ordinal": ordinal,
        "http_host": http_host,
        "http_port": http_port,
    }
    return run(name, Settings.model_validate({key: value for key, value in given.items() if value is not None}))


@app.command()
@plainly
def migrate(database: Database = None, data: Data = DATA) -> int:
    """Make or bring up to date the tables and the logins. The URL is an administrator's."""
    from services.console.commands.registered import command, settings

    chosen = settings(data, database)
    command("migrate")(chosen, chosen.database)
    print("The tables are up to date.")
    return 0


@app.command()
@plainly
def topics(kafka: Annotated[str | None, typer.Option(help="HOST:PORT of the broker (PENSUM_KAFKA).")] = None) -> int:
    """Create the topics on Apache Kafka; what is there stays."""
    import asyncio
    import logging

    from aiokafka.errors import KafkaError

    from services.chassis.settings import Settings
    from services.console.java.kafka import create_topics

    where = Settings(kafka=kafka).kafka if kafka else Settings().kafka
    logging.getLogger("aiokafka").setLevel(logging.CRITICAL)
    try:
        made = asyncio.run(create_topics(where))
    except AttributeError as error:  # aiokafka's way to say that there is no controller.
        raise Said(f"The broker at {where} makes no topics; the embedded one has its own from the start.") from error
    except (KafkaError, OSError) as error:
        raise Said(f"No topics could be made on {where}: {error}") from error
    print(f"Created {len(made)} topics: {', '.join(made)}" if made else "All topics are there.")
    return 0


@parked.command("list")
@plainly
def list_parked(database: Database = None, data: Data = DATA) -> int:
    """List them, the newest first."""
    from services.console.commands.registered import command, settings

    return command("parked")(settings(data, database), None) or 0


@parked.command()
@plainly
def show(id: str, database: Database = None, data: Data = DATA) -> int:
    """Show one with its reason."""
    from services.console.commands.registered import command, settings

    return command("parked")(settings(data, database), id) or 0


@app.command()
@plainly
def replay(
    session: str,
    until: Annotated[int | None, typer.Option(min=1, help="Print the state after this row of the journal.")] = None,
    database: Database = None,
    data: Data = DATA,
) -> int:
    """Fold a session's journal again and compare with its state."""
    from services.console.commands.registered import command, settings

    return command("replay")(settings(data, database), session, until) or 0


@app.command()
@plainly
def doctor(data: Data = DATA) -> int:
    """What is here, what is missing, what of the running house and the configured model does not work."""
    from services.console.doctor.checks import examine, report

    return report(examine(data))


@app.command()
@plainly
def healthy(
    name: Annotated[str, typer.Argument(help="The service, for the message.")],
    live: Annotated[bool, typer.Option("--live", help="Only whether it lives, not whether it is ready.")] = False,
) -> int:
    """Exit 0 if the service of this container lives and is ready, by its PENSUM_HEALTH_FILE; else say why not."""
    from services.console.house.health import silence

    if (said := silence(name, live=live)) is not None:
        raise Said(said)
    return 0
