"""The main job by the client that openapi-python-client generates: `walk.py URL TOKEN DOCUMENT` tells what it saw."""

import json
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from pensum_client import AuthenticatedClient
from pensum_client.api.documents import upload_documents
from pensum_client.api.notes import notes
from pensum_client.api.quizzes import hand_in, newest_quiz, results
from pensum_client.api.sessions import session
from pensum_client.models import (
    Accepted,
    HandedIn,
    Notes,
    ProblemDetails,
    QuestionView,
    QuizView,
    RawAnswer,
    Results,
    SessionState,
    Status,
    UploadForm,
)
from pensum_client.types import File

PATIENCE = 100
T = TypeVar("T")


def main(url: str, token: str, document: Path) -> None:
    """Uploads, learns, answers, and asks for what there is not."""
    client = AuthenticatedClient(base_url=url, token=token, httpx_args={"trust_env": False})
    sent = File(BytesIO(document.read_bytes()), document.name, "application/pdf")
    taken = upload_documents.sync(client=client, body=UploadForm(file=[sent], num_quiz_questions=4))
    assert isinstance(taken, Accepted), taken
    id = taken.session_id

    def settled() -> SessionState | None:
        state = session.sync(id, client=client)
        assert isinstance(state, SessionState), state
        return state if state.status in (Status.READY, Status.FAILED) else None

    state = until(settled)
    quiz = newest_quiz.sync(id, client=client)
    assert isinstance(quiz, QuizView), quiz
    handed = hand_in.sync(
        id, client=client, body=HandedIn(quiz_id=quiz.quiz_id, answers=list(map(answer, quiz.questions)))
    )
    assert isinstance(handed, Accepted), handed
    graded = until(lambda: there(results.sync(id, client=client, attempt_id=handed.attempt_id), Results))
    noted = until(lambda: there(notes.sync(id, client=client), Notes))
    missing = session.sync(uuid4(), client=client)
    assert isinstance(missing, ProblemDetails), missing
    seen = {
        "status": state.status,
        "questions": len(quiz.questions),
        "results": len(graded.results),
        "quotes": [each.proof.quote for each in graded.results],
        "score": graded.score,
        "notes": len(noted.notes),
        "problem": [missing.status, missing.code, missing.title],
    }
    print(json.dumps(seen))


def answer(question: QuestionView) -> RawAnswer:
    """The first option, where one is chosen; else nothing."""
    first = question.options[0].option_id if question.type_ in ("multiple_choice", "true_false") else None
    return RawAnswer(item_id=question.item_id, answer=first, latency_sec=1.5)


def there(found: object, kind: type[T]) -> T | None:
    """What was asked for; None: not yet."""
    assert isinstance(found, (kind, Accepted)), found
    return found if isinstance(found, kind) else None


def until(look: Callable[[], T | None]) -> T:
    """What is looked for, once it is there."""
    end = time.monotonic() + PATIENCE
    while (found := look()) is None:
        assert time.monotonic() < end
        time.sleep(0.1)
    return found


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
