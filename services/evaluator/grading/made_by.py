"""Who or what graded an answer, by the names that `made_by` has. A model's is `rubric:` and its name; a rule's
stands with its type."""

from contracts.grading import BY_LEARNER

LEARNER = BY_LEARNER
CLIENT = "client"
SKIPPED = "rule:skipped:v1"
RUBRIC = "rubric:{}"
