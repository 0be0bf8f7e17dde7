"""`pensum search`: passages of a session's documents on the terminal."""

import json
from pathlib import Path

from contracts.proof import pages_said
from services.console.house.place import at
from services.console.study import show
from services.console.study.client import Gateway, Json, Trouble, exit_status, trouble
from services.console.study.course import WORDS
from services.console.study.quizzes import possible


def search(
    session: str, question: str, *, limit: int, as_json: bool, url: str | None, token: str | None, data: Path
) -> int:
    """The command; its exit status: 1 where nothing is found."""
    try:
        possible(session, data, url)
        with at(url, token, data) as place, Gateway(place.url, place.token) as gateway:
            found = gateway.search(session, question, limit)
        if "passages" not in found:
            said = "The documents of this session are being read; there is no text to search yet."
            raise trouble("not_yet", "Not yet", said, "Try again in a moment.")
    except Trouble as error:
        show.problem(error.problem)
        return exit_status(error.problem)
    if as_json:
        print(json.dumps(found, ensure_ascii=False), flush=True)
    else:
        _tell(found)
    return 0 if found["passages"] else 1


def _tell(found: Json) -> None:
    if found["notice"]:
        show.line((found["notice"], "yellow"))
    for word in found["words"]:
        if word["how"] == "nowhere":
            show.line((f"“{word['word']}” does not stand in the text.", "yellow"))
        elif word["how"] == "typo" and word["written"]:
            show.line((f"“{word['word']}” was taken for “{'”, “'.join(word['written'])}”.", "yellow"))
    several = len({each["document_sha256"] for each in found["passages"]}) > 1
    for number, each in enumerate(found["passages"], 1):
        show.line()
        where = f"{WORDS.get(each['page_kind'], 'p.')} {pages_said(each['source_page'], each.get('last_page'))}"
        named = [each["filename"]] * several + [where] + [each["heading"]] * bool(each["heading"])
        show.line(f"{number:2}. ", (", ".join(named), "dim"))
        before, after = (f"{each['before']} ".lstrip(), f" {each['after']}".rstrip())
        show.line(before, (each["quote"], "bold"), after, indent=4)
    if not found["passages"]:
        show.line("Nothing was found.")
