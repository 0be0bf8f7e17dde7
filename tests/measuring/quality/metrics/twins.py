"""M23: near-twins, two questions of one quiz about one thing."""

from collections.abc import Sequence

from contracts.items import Item, Matching, MultipleAnswer, Ordering
from tests.measuring.quality.metrics.grounding import proofs
from tests.measuring.quality.metrics.share import Share
from tests.measuring.quality.metrics.standing import claims
from tests.measuring.quality.metrics.wording import content, fold, stems

_ALIKE = 0.55
_BY_OPTIONS = (MultipleAnswer, Matching, Ordering)


def untwinned(items: Sequence[Item], language: str) -> Share:
    """Each against those before it: another sentence, other words (question and answer together), another answer."""
    share = Share()
    for n, item in enumerate(items):
        twin = next((other for other in items[:n] if _near(item, other, language)), None)
        share.add(twin is None, f"{item.question} ~ {twin.question if twin else ''}")
    return share


def _near(one: Item, other: Item, language: str) -> bool:
    if _evidence(one) & _evidence(other):
        return True
    mine, known = _said(one, language), _said(other, language)
    if min(len(mine), len(known)) >= 4 and len(mine & known) >= _ALIKE * min(len(mine), len(known)):
        return True
    keys = [[tuple(stems(part, language)) for part in item.key_parts] for item in (one, other)]
    return any(a and b and (a == b or a[-len(b) :] == b or b[-len(a) :] == a) for a in keys[0] for b in keys[1])


def _evidence(item: Item) -> set[str]:
    return {fold(proof.quote) for proof in (proofs(item) if isinstance(item, Matching) else [item.proof])}


def _said(item: Item, language: str) -> set[str]:
    """The words of what is claimed with its answer, without the frame."""
    shown = [*claims(item.question, getattr(item, "statement", "")), *item.key_parts]
    if isinstance(item, _BY_OPTIONS):
        shown += [option.text for option in item.options]
    return content(" ".join(shown), language)
