"""What is answered about the conversation."""

from contracts.message import Fields
from contracts.views.learners import MessageView


class Messages(Fields):
    """A page of the conversation, oldest first. `total`: how many lines it has."""

    messages: list[MessageView]
    total: int
