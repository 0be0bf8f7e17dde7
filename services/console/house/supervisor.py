"""The embedded house: Postgres, a Kafka-protocol broker and the services, each a process, watched and ended together.

Everything the supervisor does happens in one thread and in one plain loop, because it forks: a service that died is a
fork away from being back, and all that it imports is there already. No turn of the loop waits for anybody: what dies
is begun again beside the others, each with a patience of its own. A service waits by itself for an engine that is away.
Where nothing was said for long (`doorbell.py`), workers are ended until something is: who only waits holds memory,
and what comes waits for them as after a kill. Twice a day they are begun anyway, for what they do by the clock.
The embedded broker keeps nothing, so when it dies the services begin anew with it, but for the gateway, which looks for
a new one by itself, and the tasks, which have none. When the supervisor dies, all die (`lineage`).
"""

import json
import logging
import math
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Self

from services.chassis.process.at_rest import AT_REST
from services.chassis.process.lineage import die_with_parent
from services.console.house import health
from services.console.house.child import Child, Entry, end_all
from services.console.house.doorbell import Doorbell
from services.console.house.folder import Folder, HouseError, Running
from services.console.house.foundation import HOST, Foundation
from services.console.house.migration import DATABASE, Migration
from services.console.house.preload import preload
from services.console.house.signals import Ear, Told

SERVICES = ("orchestrator", "gateway", "reader", "coach", "evaluator", "assistant", "tasks")
FINDS_A_NEW_BROKER, KNOWS_NO_BROKER = frozenset({"gateway"}), frozenset({"tasks"})
REST_AFTER_S = dict.fromkeys(("coach", "evaluator", "assistant", "reader"), 600.0)
"""Seconds of quiet."""
LONGEST_S = 12 * 3600.0
DEATHS_AT_START, START_SECONDS = 3, 60.0
SERVICE_PATIENCE = 10.0
"""Seconds for a service to end by itself when the house ends."""
log = logging.getLogger(__name__)


class House:
    """One house over the data folder `data`.

    Either `run_forever()` in the main thread of a process that has no other, or `start()`, which does that in a forked
    child, then `wait_ready()` and `stop()`. `services` are names of installed ones, or names with what to run; `topics`
    are (name, partitions); both, `migration` and the seconds of quiet after which who rests are given by tests.
    """

    def __init__(
        self,
        data: Path,
        *,
        kafka: bool = False,
        traces: bool = False,
        services: Sequence[str] | Mapping[str, Entry] = SERVICES,
        http_port: int = 0,
        topics: Sequence[tuple[str, int]] | None = None,
        migration: Migration | None = None,
        rest_after_s: Mapping[str, float] = REST_AFTER_S,
    ) -> None:
        self.folder = Folder(data)
        self._http_port, self._migration, self._rest_after_s = http_port, migration, rest_after_s
        self._doorbell: Doorbell | None = None
        self._foundation = Foundation(self.folder, kafka, traces, topics, lambda: self._own_fds())
        self._installed = () if isinstance(services, Mapping) else tuple(services)
        entries = services if isinstance(services, Mapping) else {name: installed(name) for name in services}
        logs = self.folder.logs
        self._services = [Child(name, run, logs / f"{name}.log", self._own_fds) for name, run in entries.items()]
        self._ear = Ear()
        self._report = -1
        self._pid: int | None = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def run_forever(self, on_ready: Callable[[Running], None] | None = None) -> int:
        """Keep the house until a signal ends it; 0. HouseError if it cannot start (AlreadyRunning if one does run)."""
        self.folder.claim()
        with self._ear:
            try:
                running = self._open()
                self._ear.interrupts = False
                self.folder.announce(running)
                if on_ready:
                    on_ready(running)
                while not self._ear.told:
                    self._tend()
            except Told:
                log.info("told to end while starting")
            finally:
                self._ear.interrupts = False
                self.folder.withdraw()
                end_all(self._services, SERVICE_PATIENCE)
                self._foundation.stop()
                if self._doorbell is not None:
                    self._doorbell.close()
                self.folder.release()
        return 0

    def start(self) -> Self:
        """Keep the house in a child of this process, until `stop()` or the end of the calling thread."""
        parent = os.getpid()
        self._report, write = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            self._live_as_child(parent, write)
        os.close(write)
        return self

    def wait_ready(self, timeout: float = 60.0) -> Running:
        """After `start()`: the running house; HouseError with the reason if it has ended or is not ready in time."""
        said, deadline = b"", time.monotonic() + timeout
        while True:
            readable, _, _ = select.select([self._report], [], [], max(0.0, deadline - time.monotonic()))
            if not readable:
                raise HouseError(f"The house was not ready after {timeout:.0f} s; see {self.folder.logs}.")
            if not (more := os.read(self._report, 8192)):
                break
            said += more
        answer = json.loads(said or b'{"error": "The house ended before it was ready."}')
        if "error" in answer:
            raise HouseError(answer["error"])
        return Running(**answer)

    def stop(self) -> None:
        """After `start()`: end the house and wait until all of it has ended."""
        if self._pid is None:
            return
        os.kill(self._pid, signal.SIGTERM)
        deadline = time.monotonic() + 40
        while os.waitpid(self._pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                os.kill(self._pid, signal.SIGKILL)
            time.sleep(0.01)
        os.close(self._report)
        self._pid, self._report = None, -1

    def _live_as_child(self, parent: int, write: int) -> None:
        def tell(answer: Mapping[str, object]) -> None:
            os.write(write, json.dumps(answer).encode())
            os.close(write)
            self._report = -1

        try:
            os.setsid()  # A Ctrl-C is the parent's to hear.
            die_with_parent(signal.SIGTERM, parent)
            os.close(self._report)
            self._report = write
            self.run_forever(lambda running: tell(asdict(running)))
            os._exit(0)
        except BaseException as error:
            if self._report >= 0:
                tell({"error": str(error) if isinstance(error, HouseError) else f"The house ended: {error!r}"})
            elif not isinstance(error, HouseError):
                log.exception("The house ended.")
        finally:
            os._exit(1)

    def _open(self) -> Running:
        """Start everything in the order of its needs, the slow things side by side."""
        base = self._foundation
        try:
            base.launch(self._http_port)
            preload(self._installed)
            self._ear.heed()
            base.prepare(self._migration)
        except HouseError:
            raise
        except RuntimeError as error:  # Each engine says in a sentence why it does not start.
            raise HouseError(str(error)) from error
        if base.kafka_embedded:  # Else nobody rings, and whoever waits costs little of the house's memory.
            self._doorbell = Doorbell(self.folder.path)
        for service in self._services:
            service.start(base.environment(service.name))
        deadline = time.monotonic() + START_SECONDS
        while late := [service.name for service in self._services if not service.ready]:
            self._ear.heed()
            self._tend(deadline)
            if time.monotonic() > deadline:
                raise HouseError(f"Not ready after {START_SECONDS:.0f} s: {', '.join(late)}; see {self.folder.logs}.")
            for service in self._services:
                if service.deaths >= DEATHS_AT_START and not service.ready:
                    raise HouseError(
                        f"The service {service.name} does not start: {service.exit_reason()} (log: {service.log})"
                    )
        return Running(
            url=f"http://{HOST}:{base.port}",
            owner_token=self.folder.token("owner"),
            learner_token=self.folder.token("learner"),
            pid=os.getpid(),
            kafka=base.broker.bootstrap,
            kafka_embedded=base.kafka_embedded,
            database=base.postgres.url("postgres", DATABASE),
            blobs=str(self.folder.blobs),
            traces=base.traces,
            without=[service for service in SERVICES if self._installed and service not in self._installed],
        )

    def _tend(self, until: float = math.inf) -> None:
        """One turn: sleep until something happens or is due, or `until`, then see to it."""
        due = [*self._foundation.due(), *(service.due for service in self._services if service.due is not None)]
        bell, now = self._doorbell, time.monotonic()
        listens = bell is not None and now >= bell.looks_at
        if bell is not None:
            due += [] if listens else [bell.looks_at]
            due += [self._rests_at(service, bell) for service in self._awake()]
        timeout = min(60.0, max(0.0, min([until, *due]) - now))
        pipes = {service.ready_fd: service for service in self._services if service.ready_fd is not None}
        ears = [self._ear.fd, *([bell.fd] if bell is not None and listens else []), *pipes]
        readable, _, _ = select.select(ears, [], [], timeout)
        self._ear.drain()
        if bell is not None:
            self._rest_or_wake(bell, rung=bell.fd in readable)
        for fd in pipes.keys() & set(readable):
            if (took := pipes[fd].hear()) is not None:
                log.warning("%s serves again after %.1f s", pipes[fd].name, took)
        if self._foundation.look():
            log.warning("the broker lost what it held: the services begin anew")
            spared = KNOWS_NO_BROKER if self._foundation.moved else KNOWS_NO_BROKER | FINDS_A_NEW_BROKER
            for service in self._services:
                if service.name not in spared:
                    # It could only wait for answers that nobody has; a kill loses nothing.
                    service.signal(signal.SIGKILL)
        for service in self._services:
            if (status := service.has_ended()) is not None and service.rests:
                log.info("%s rests until something is said", service.name)
                service.due = time.monotonic() + LONGEST_S
                health.rests(self.folder.health(service.name), service.name)
            elif status is not None:
                say = log.info if status == 0 else log.warning  # At rest a worker ends by itself, to be begun anew.
                say("%s ended (%s), again in %.1f s", service.name, status, service.wait_for_turn())
            if service.due is not None and service.due <= time.monotonic():
                service.start(self._foundation.environment(service.name) | ({AT_REST: "1"} if service.rested else {}))

    def _awake(self) -> Iterator[Child]:
        return (each for each in self._services if each.name in self._rest_after_s and each.ready and not each.rests)

    def _rest_or_wake(self, bell: Doorbell, rung: bool) -> None:
        if rung:
            bell.heard()
            for service in self._services:
                service.wake()
        for service in self._awake():
            if time.monotonic() >= self._rests_at(service, bell):
                service.rest()

    def _rests_at(self, service: Child, bell: Doorbell) -> float:
        wanted = 0.0 if service.rested else service.born  # Who was begun in the place of one that rested is not.
        return self._rest_after_s[service.name] + max(bell.last, wanted)

    def _own_fds(self) -> Iterator[int]:
        """The supervisor's own descriptors, which no room may keep."""
        locks = (self.folder.lock_fd, self._foundation.postgres.lock_fd)
        bell = self._doorbell.fd if self._doorbell is not None else None
        pipes = (self._ear.fd, self._ear.write_fd, self._report, bell, *(each.ready_fd for each in self._services))
        for fd in (*locks, *pipes, *self.folder.port_fds):
            if fd is not None and fd >= 0:
                yield fd


def installed(service: str) -> Entry:
    """What runs the service that the entry-point group `pensum.services` calls `service`."""

    def entry(ready_fd: int) -> int:
        from services.chassis.process.serve import run

        return run(service, None, ready_fd)

    return entry
