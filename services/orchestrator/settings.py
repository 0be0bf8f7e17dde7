"""The orchestrator's own settings, prefix `PENSUM_ORCHESTRATOR_`."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from services.orchestrator.outbox.outgoing import Waits


class OrchestratorSettings(BaseSettings):
    """Deadlines in seconds. `silence_seconds`: a command of which nothing is heard for so long is asked for again.

    The others are how long one may take however much is heard of it, by what is waited for. A language model's own
    retries take up to 450 s, and a long document is asked about twice in a row; then there is the queue.
    `write_seconds`: for all that a model may be asked for, the check of what it wrote too; `judge_seconds`: for grades,
    of which a model may be asked about many answers.
    """

    model_config = SettingsConfigDict(env_prefix="PENSUM_ORCHESTRATOR_", frozen=True)

    silence_seconds: float = Field(default=60, gt=0)
    read_seconds: float = Field(default=400, gt=0)
    pages_seconds: float = Field(default=1200, gt=0)
    write_seconds: float = Field(default=2800, gt=0)
    judge_seconds: float = Field(default=2800, gt=0)
    sweep_seconds: float = Field(default=1, gt=0)

    def waits(self) -> Waits:
        """By the kind of command."""
        read, write, judge = self.read_seconds, self.write_seconds, self.judge_seconds
        reading = {"read": read, "begin": read, "pages": self.pages_seconds, "gather": read, "digest": read}
        learning = dict.fromkeys(("classify", "explain", "reply", "diagnose", "plan"), write)
        learning |= dict.fromkeys(("lesson_plan", "moderate", "assess", "teach", "assist"), write)
        judging = {"validate": write, "check": write, "grade": judge}
        return Waits({**reading, "write": write, "notes": write, **judging, **learning}, self.silence_seconds)
