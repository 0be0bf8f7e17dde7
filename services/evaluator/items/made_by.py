"""Who or what graded an answer, by the names that `made_by` has. A model's is `rubric:` and its name."""

from contracts.items import ItemType

LEARNER = "learner"
CLIENT = "client"
SKIPPED = "rule:skipped:v1"
RUBRIC = "rubric:{}"
RULES: dict[ItemType, str] = {
    "multiple_choice": "rule:option:v1",
    "true_false": "rule:option:v1",
    "multiple_answer": "rule:options:v1",
    "matching": "rule:pairs:v1",
    "ordering": "rule:order:v1",
    "cloze": "rule:typed:v1",
    "numeric": "rule:number:v1",
    "short_answer": "rule:key_points:v1",
}
