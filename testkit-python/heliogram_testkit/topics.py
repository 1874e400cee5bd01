"""Topics and reactions, as people of a test name them."""

from dataclasses import dataclass

GENERAL = 1


@dataclass(frozen=True)
class Topic:
    """A topic of a group, or of a private chat with a bot."""

    # The chat as the person knows it who has created or found the topic.
    chat_id: int
    message_thread_id: int
    name: str


def thread_of(topic):
    """The `message_thread_id` of a topic, which may be given as that number; 1 is General."""
    return topic if isinstance(topic, int) else topic.message_thread_id


def thread_params(topic):
    """The parameter of methods that send: General is not named."""
    return {} if topic is None or thread_of(topic) == GENERAL else {"message_thread_id": thread_of(topic)}


def chat_of_topic(topic):
    """The chat that a topic names; a number names none."""
    return topic.chat_id if isinstance(topic, Topic) else None


def group_of_topic(topic):
    """The group of a topic, or None. Of a private chat, both sides see the other's id."""
    chat_id = chat_of_topic(topic)
    return chat_id if chat_id is not None and chat_id < 0 else None


def is_in_topic(message_thread_id, topic):
    """Whether a message with this `message_thread_id` is in the topic."""
    return int(message_thread_id or GENERAL) == thread_of(topic)


def find_topic(topics, name):
    """Raises LookupError with the names that there are."""
    for topic in topics:
        if topic.name == name:
            return topic
    names = ", ".join(topic.name for topic in topics)
    raise LookupError(f"the chat has no topic {name}; it has {names or 'none'}")


def plain_emoji(emoji):
    """The emoji without the sign for a coloured one, which changes nothing."""
    return emoji.replace("\ufe0f", "")
