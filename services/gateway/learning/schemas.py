"""What is answered about the conversation."""

from contracts.learner_views import MessageView
from contracts.message import Fields


class Messages(Fields):
    """A page of the conversation, oldest first. `total`: how many lines it has."""

    messages: list[MessageView]
    total: int
