"""The commands for learning: their options. What they do is in `study/`."""

from pathlib import Path
from typing import Annotated

import typer

from services.console.commands.options import DATA, Data

Url = Annotated[str | None, typer.Option(envvar="PENSUM_URL", help="A gateway; else the house on the data folder.")]
Token = Annotated[str | None, typer.Option(envvar="PENSUM_TOKEN", help="The owner's bearer token for --url.")]
Timeout = Annotated[float, typer.Option(min=1, help="Seconds to wait for the course.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else there.")]
Session = Annotated[str, typer.Argument(metavar="SESSION", help="Its id, as in the page's address.")]
PATIENCE = 900.0


def study(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="One document, or several for one course.")],
    questions: Annotated[int | None, typer.Option(help="How many questions (0 to 50).")] = None,
    flashcards: Annotated[int | None, typer.Option(help="How many flashcards (0 to 100).")] = None,
    difficulty: Annotated[str | None, typer.Option(help="easy, medium or hard.")] = None,
    audience: Annotated[str | None, typer.Option(help="Whom it is for.")] = None,
    goals: Annotated[
        list[str] | None, typer.Option(help="flashcards, quiz, multiple_choice_quiz, explanation; may be repeated.")
    ] = None,
    focus: Annotated[list[str] | None, typer.Option(help="What to ask about first; may be repeated.")] = None,
    per_concept: Annotated[int | None, typer.Option(help="Questions about one concept at most (1 to 10).")] = None,
    levels: Annotated[
        str | None, typer.Option(help="Shares of recall, understand and apply, as recall=1,understand=2,apply=1.")
    ] = None,
    fallback: Annotated[
        str | None,
        typer.Option(help="proof, offline or none: what is written offline where a model got it wrong."),
    ] = None,
    password: Annotated[
        str | None, typer.Option(envvar="PENSUM_PASSWORD", help="What opens the documents, where that is needed.")
    ] = None,
    as_json: Json = False,
    url: Url = None,
    token: Token = None,
    data: Data = DATA,
    timeout: Timeout = PATIENCE,
) -> int:
    """Make a quiz and flashcards from FILE: PDF (scans too), image, text, Markdown, HTML, Word, PowerPoint, EPUB, SRT.

    Exit status: 0 with at least one question, card or explanation; 2 the file or request is refused (400, 413, 415);
    3 nothing can be made of the document (422); 4 the language model failed (502); 5 too slow (504); 1 anything else.
    """
    from services.console.study.files import Order, study_files

    order = Order(
        questions, flashcards, difficulty, audience, _each(goals), focus or [], password, per_concept, levels, fallback
    )
    return study_files(files, order, as_json=as_json, url=url, token=token, data=data, timeout=timeout)


def retry(
    session: Session,
    as_json: Json = False,
    url: Url = None,
    token: Token = None,
    data: Data = DATA,
    timeout: Timeout = PATIENCE,
) -> int:
    """Let a session that failed go on from where it stopped. Exit status as of `study`."""
    from services.console.study.files import retry_session

    return retry_session(session, as_json=as_json, url=url, token=token, data=data, timeout=timeout)


def quiz(
    session: Session,
    learn: Annotated[bool, typer.Option("--learn", help="The whole cycle until mastery, not one quiz.")] = False,
    topic: Annotated[
        str, typer.Option(help="What to learn: a concept or a section's title; else what is weakest.")
    ] = "",
    diagnostic: Annotated[bool, typer.Option("--diagnostic", help="Be tested first.")] = False,
    threshold: Annotated[float | None, typer.Option(min=0, max=1, help="Mastered from (0.85).")] = None,
    cycles: Annotated[int | None, typer.Option(min=1, max=20, help="Rounds at most (5).")] = None,
    mistakes: Annotated[bool, typer.Option("--mistakes", help="Practise what was answered wrongly.")] = False,
    url: Url = None,
    token: Token = None,
    data: Data = DATA,
    timeout: Timeout = PATIENCE,
) -> int:
    """Answer a quiz of SESSION here, or learn until mastery. Exit status as of `study`.

    --learn goes in rounds: an explanation, a whole quiz, its feedback, again. `pensum learn` teaches turn by turn: a
    piece, one question, an answer to whatever you say.
    """
    from services.console.endings import Said
    from services.console.study.quizzes import Aim, take

    whole = learn or bool(topic) or diagnostic
    if mistakes and whole:
        raise Said("--mistakes is one quiz; it does not go with --learn, --topic or --diagnostic.", status=2)
    if not whole and (threshold, cycles) != (None, None):
        raise Said("--threshold and --cycles are for --learn.", status=2)
    aim = Aim(topic, diagnostic, threshold, cycles) if whole else None
    return take(session, aim, mistakes=mistakes, url=url, token=token, data=data, timeout=timeout)


def learn(
    what: Annotated[
        str | None, typer.Argument(metavar="[SESSION|FILE]", help="A session's id, or a document to read first.")
    ] = None,
    topic: Annotated[
        str, typer.Option(help="What of the document: a concept or a section's title; else what is weakest.")
    ] = "",
    guideline: Annotated[
        str | None, typer.Option(help="A lesson of the curriculum: a subtopic, a topic, some words of it, or an id.")
    ] = None,
    country: Annotated[str | None, typer.Option(help="Of the curriculum: only this country's.")] = None,
    board: Annotated[str | None, typer.Option(help="Only this board's.")] = None,
    grade: Annotated[int | None, typer.Option(help="Only this grade's.")] = None,
    subject: Annotated[str | None, typer.Option(help="Only this subject's.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin anew, also where a lesson is under way.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="In the end one JSON object on stdout; the conversation goes to stderr.")
    ] = False,
    url: Url = None,
    token: Token = None,
    data: Data = DATA,
    timeout: Timeout = PATIENCE,
) -> int:
    """Take a lesson here, turn by turn, about a document or of the curriculum (--guideline). Exit status as of `study`.

    The tutor tells a piece, asks one question and answers whatever you say. `?` is a hint, `stop` leaves; the same
    command goes on. `pensum quiz --learn` goes in rounds instead: an explanation, a whole quiz, its feedback.
    """
    from services.console.endings import Said
    from services.console.study.guidelines import Chosen
    from services.console.study.lessons import Wish
    from services.console.study.lessons import learn as take

    if (what is None) == (guideline is None):
        raise Said("Name a session or a file, or a lesson of the curriculum with --guideline.", status=2)
    if guideline is None and (country, board, grade, subject) != (None,) * 4:
        raise Said("--country, --board, --grade and --subject are for --guideline.", status=2)
    if guideline is not None and topic:
        raise Said("--topic is for a document; --guideline names the topic itself.", status=2)
    chosen = None if guideline is None else Chosen(guideline, country, board, grade, subject)
    wish = Wish(what, topic, chosen, new)
    return take(wish, as_json=as_json, url=url, token=token, data=data, timeout=timeout)


def search(
    session: Session,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION...", help="A question, or a few words.")],
    limit: Annotated[int, typer.Option(min=1, max=50, help="Passages at most.")] = 5,
    as_json: Json = False,
    url: Url = None,
    token: Token = None,
    data: Data = DATA,
) -> int:
    """Find passages in the documents of SESSION, by any form of a word, and by misspelt ones.

    Exit status: 0 where something is found, 1 where nothing is, and else as of `study`.
    """
    from services.console.study.search import search as look

    return look(session, " ".join(question), limit=limit, as_json=as_json, url=url, token=token, data=data)


def mcp(
    owner: Annotated[
        bool, typer.Option("--owner", help="As the owner: keys can be read before an answer is in. Else as a learner.")
    ] = False,
    url: Url = None,
    token: Annotated[str | None, typer.Option(envvar="PENSUM_TOKEN", help="A bearer token for --url.")] = None,
    data: Data = DATA,
) -> int:
    """Serve the house's tools to an MCP client over stdin and stdout, until it closes them. See docs/mcp.md.

    Such a client (Claude, Cursor, VS Code, ...) starts this command itself. stdout carries the protocol alone.
    """
    from services.console.commands.mcp import serve

    return serve(owner=owner, url=url, token=token, data=data)


def demo(
    file: Annotated[Path | None, typer.Argument(help="A document of yours; else a sample.")] = None,
    exit: Annotated[bool, typer.Option("--exit", help="End after the job, with its exit status.")] = False,
    kafka: Annotated[bool, typer.Option("--kafka", help="On Apache Kafka instead of the embedded broker.")] = False,
    traces: Annotated[bool, typer.Option("--traces", help="With a trace page (Zipkin; needs Java).")] = False,
    data: Data = DATA,
    timeout: Timeout = PATIENCE,
) -> int:
    """Run the house and show the whole job on a sample: quiz, cards, answers, grade, notes, and the next quiz."""
    from services.console.study.demo import run

    return run(file, ends=exit, kafka=kafka, traces=traces, data=data, timeout=timeout)


def _each(values: list[str] | None) -> list[str]:
    """`--goals a --goals b` and `--goals a,b` alike."""
    return [part.strip() for value in values or () for part in value.split(",") if part.strip()]
