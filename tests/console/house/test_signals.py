"""Who is told to end while it starts, ends, also where Python forgot what the signal raised."""

import contextlib
import os
import signal

import pytest

from services.console.house.signals import Ear, Told


def test_what_was_swallowed_is_heeded_at_the_next_step() -> None:
    with Ear() as ear:
        ear.heed()
        with contextlib.suppress(Told):  # As amid a destructor.
            os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Told):
            ear.heed()
