"""The diagram of the learning cycle in `docs/cycle.md`: `python -m tests.orchestrator.learning.cycle_diagram`."""

from pathlib import Path

from services.orchestrator.workflow.learning import NEXT

PAGE = Path(__file__).parents[3] / "docs/cycle.md"
BEGIN, END = "<!-- printed from the code: begin -->", "<!-- printed from the code: end -->"


def diagram() -> str:
    """Mermaid, as the code has it; [*] is no round under way."""
    lines = [f"  {phase or '[*]'} --> {to or '[*]'}" for phase, following in NEXT.items() for to in following]
    return "\n".join(["```mermaid", "stateDiagram-v2", *lines, "```"])


def shown() -> str:
    """What the page has."""
    return PAGE.read_text().split(BEGIN)[1].split(END)[0].strip()


if __name__ == "__main__":
    before, after = PAGE.read_text().split(BEGIN)[0], PAGE.read_text().split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{diagram()}\n\n{END}{after}")
