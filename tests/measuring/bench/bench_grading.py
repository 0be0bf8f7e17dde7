"""Answers handed in until their grade can be seen: ten questions against one, which is what the hops cost."""

from statistics import median
from uuid import uuid4

from tests.console.samples.make_samples import lesson
from tests.measuring.bench import bench_processes
from tests.measuring.bench.bench_figures import Chapter, Figure
from tests.measuring.bench.bench_learner import Learner

RUNS, WARM = 40, 5
MANY = 10


def measure() -> Chapter:
    """The whole bench."""
    document = lesson("human-body.en")
    one: list[float] = []
    ten: list[float] = []
    with bench_processes.folder() as data, bench_processes.up(data) as running, Learner(running, document) as learner:
        session = learner.studied()
        few, many = (learner.quiz_of(session, count) for count in (1, MANY))
        for run in range(RUNS + WARM):
            for quiz, times in ((few, one), (many, ten)):
                answers = [{"item_id": item, "answer": "x", "latency_sec": 5.0} for item in quiz["items"]]
                spent = learner.graded(session, quiz["quiz_id"], str(uuid4()), answers)
                if run >= WARM:
                    times.append(spent)
    how = (
        f"One session of our lesson human-body.en on the embedded house; a quiz of {MANY} questions and one of a single"
        " question are handed in by turns, and the results asked for every 2 ms until they are there: the request,"
        " three messages and four commits each. What the second costs is what the hops cost, and the difference is what"
        f" grading {MANY} adds. {RUNS} runs of each after {WARM} to warm up, medians."
    )
    figures = [
        Figure(f"what {MANY} questions add to the hops", 1000 * (median(ten) - median(one)), "ms", goal=50),
        Figure(f"{MANY} questions, from the request to the visible grade", 1000 * median(ten), "ms"),
        Figure("one question: what the hops cost", 1000 * median(one), "ms"),
        Figure("ratio", median(ten) / median(one), "x"),
    ]
    return Chapter("Answers to grade", how, figures)
