"""The stand-in as a process of its own, as services in their own processes meet it."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

SERVER = Path(__file__).with_name("openai_server.py")


def test_it_runs_by_hand_follows_its_script_and_tells_what_came(tmp_path: Path) -> None:
    script = {
        "then": [{"do": "status", "status": 503}],
        "rules": [{"contains": "COACH", "do": "ok", "answer": {"cards": []}}],
    }
    (tmp_path / "script.json").write_text(json.dumps(script))
    command = [sys.executable, str(SERVER), "--script", str(tmp_path / "script.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            base_url = server.stdout.readline().strip()
            assert _ask(base_url, "you are the COACH") == '{"cards": []}'
            assert _ask(base_url, "anyone") == 503
            with urllib.request.urlopen(base_url.removesuffix("/v1") + "/calls", timeout=10) as calls:
                assert [call["body"]["messages"][0]["content"] for call in json.load(calls)] == [
                    "you are the COACH",
                    "anyone",
                ]
        finally:
            server.terminate()


def _ask(base_url: str, words: str) -> str | int:
    """The content of the answer, or the error's status."""
    body = json.dumps({"model": "m", "messages": [{"role": "system", "content": words}]}).encode()
    try:
        with urllib.request.urlopen(f"{base_url}/chat/completions", body, timeout=10) as response:
            return str(json.load(response)["choices"][0]["message"]["content"])
    except urllib.error.HTTPError as error:
        error.close()
        return error.code
