"""What a child does with a job, by its name; and what the fork server loads so that no child has to."""

from functools import partial
from pathlib import Path

from contracts.reading import StoredReading
from services.reader.digest.assembly import digested
from services.reader.jobs.gather import gather
from services.reader.jobs.read import read
from services.reader.jobs.render import draw
from services.reader.language import identifier
from services.reader.sandbox.frames import Job, Kind, Sink, plain
from services.reader.sandbox.limits import Clock, yields
from services.reader.settings import ReaderSettings
from services.text.vocabulary import frequencies


def warm() -> None:
    """Loads what a job would otherwise load itself."""
    frequencies.warm(("en", "nb"))


_ready_for_ocr = False


def prepare(job: Job) -> None:
    """What only some jobs need, loaded when the first of them comes: OCR takes a second and 50 MB, telling languages
    half a second and 95 MB, the long list of English, which says what words a hyphen parted, an eighth and 32 MB."""
    global _ready_for_ocr
    if job["do"] in ("read", "gather"):
        prepare_documents()
    if job["do"] == "range" and job["given"]["ocr"] and not _ready_for_ocr:
        from services.reader.ocr import recognise

        recognise.warm()
        _ready_for_ocr = True


def prepare_documents() -> None:
    """What the first document needs."""
    identifier()
    frequencies.warm(("en",), longest=True)


def read_by(job: Job) -> list[str]:
    """The files that the job reads."""
    given = job["given"]
    if job["do"] == "digest":
        return list(given["readings"])
    if job["do"] == "gather":
        return [given["plan"], *given["ranges"], *given["corrections"].values()]
    named = ("path", "password", "reading") if job["do"] == "draw" else ("path", "password")
    return [given[name] for name in named if given.get(name)]


def do(job: Job, tell: Sink) -> None:
    """Does the job. Raises `Failure` for what is the document's fault."""
    settings = ReaderSettings.model_validate(job["settings"])
    given, seconds = job["given"], job["seconds"]
    if job["do"] == "range":
        yields()
    if job["do"] == "read":
        read(given, settings, seconds, tell)
    elif job["do"] == "range":
        from services.reader.jobs.read_pages import read_range

        assert job["scratch"] is not None
        read_range(given, settings, seconds, Path(job["scratch"]), tell)
    elif job["do"] == "gather":
        gather(given, settings, seconds, tell)
    elif job["do"] == "digest":
        Clock(tell, "The document", seconds, settings.patience).rest()
        readings = [StoredReading.model_validate_json(Path(path).read_bytes()) for path in given["readings"]]
        further = partial(tell, Kind.PAGE, plain([0, 0]))
        tell(Kind.MESSAGE, digested(*readings, further=further).write())
    elif job["do"] == "draw":
        draw(given, settings, seconds, tell)
    else:
        raise ValueError(f"no such job: {job['do']}")
