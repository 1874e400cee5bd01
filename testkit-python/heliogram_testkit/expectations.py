"""The expectations about bots."""


def expect(bot):
    """What a bot is expected to do. Each expectation waits, and raises AssertionError with the transcript."""
    return Expectations(bot.wait_for)


def expect_not(bot):
    """What a bot is expected not to do. Each expectation waits until the bot has handled all its updates."""
    return Expectations(bot.wait_for_none)


class Expectations:
    """`timeout` is in seconds. Texts are whole texts, and patterns (`re.compile`) are searched for."""

    def __init__(self, wait):
        self._wait = wait

    def to_reply(self, text=None, *, to=None, keyboard=None, reply_to=None, topic=None, timeout=None):
        """A new message with this text or caption. Returns the message."""
        options = {"to": to, "keyboard": keyboard, "reply_to": reply_to, "topic": topic}
        return self._wait("reply", text, **options, timeout=timeout)

    def to_send_photo(self, caption=None, *, to=None, topic=None, timeout=None):
        """A new photo. Returns the message."""
        return self._wait("file", "photo", caption, to=to, topic=topic, timeout=timeout)

    def to_send_document(self, caption=None, *, to=None, topic=None, timeout=None):
        """A new document. Returns the message."""
        return self._wait("file", "document", caption, to=to, topic=topic, timeout=timeout)

    def to_edit(self, text=None, *, to=None, keyboard=None, topic=None, timeout=None):
        """A message of its own that has this text or caption after the edit. Returns the message."""
        return self._wait("edit", text, to=to, keyboard=keyboard, topic=topic, timeout=timeout)

    def to_send_draft(self, text=None, *, to=None, topic=None, timeout=None):
        """A streamed draft with this text, as the bot gave it. Returns the call."""
        return self._wait("draft", text, to=to, topic=topic, timeout=timeout)

    def to_react(self, emoji=None, *, to=None, message=None, timeout=None):
        """A reaction with this emoji, or with any; "" is the removal of its reaction. Returns the call."""
        return self._wait("reaction", emoji, to=to, message=message, timeout=timeout)

    def to_delete(self, message=None, *, timeout=None):
        """The removal of this message, or of any. Returns the call."""
        return self._wait("deletion", message, timeout=timeout)

    def to_answer_callback(self, text=None, *, to=None, alert=None, timeout=None):
        """The answer to the press of a callback button. Returns the call."""
        return self._wait("answer", text, to=to, alert=alert, timeout=timeout)

    def to_call(self, method, *, timeout=None, **params):
        """A call with these parameters among others, whatever it is answered. Returns the call."""
        return self._wait("any_call", method, timeout=timeout, **params)
