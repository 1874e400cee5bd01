"""The calls of one world, followed from its beginning, and what each call of a bot has done."""

import json
import re
import time

from .topics import plain_emoji

PAGE = 1000
# How long one request waits for news. Between two of them, the end of a program is seen.
WAIT_S = 1


class CallLog:
    def __init__(self, client):
        self._client = client
        self.calls = []
        self.revision = 0
        # The state with which the world has begun again, or None.
        self.beginning = None

    def restart(self, beginning):
        """Forgets all calls: the world was set back. The revisions of later calls are higher."""
        self.calls.clear()
        self.beginning = beginning

    def sync(self):
        """Reads every call that has been answered."""
        while self._read(0) == PAGE:
            pass

    def next_bot_call(self, deadline, is_over=lambda: False):
        """Waits until a bot has called. Returns whether one has, before the deadline and before `is_over`."""
        while time.monotonic() < deadline and not is_over():
            seen = len(self.calls)
            try:
                self._read(WAIT_S, deadline - time.monotonic())
            except TimeoutError:
                continue
            if any(call["api"] != "person" for call in self.calls[seen:]):
                return True
        return False

    def _read(self, wait_s, left_s=60):
        page = {"after": self.revision, "limit": PAGE, "with_bodies": True, "timeout": wait_s}
        calls = self._client.developer("listCalls", page, timeout=max(left_s, 0.001))["calls"]
        self.calls.extend(calls)
        if calls:
            self.revision = calls[-1]["revision"]
        return len(calls)


class BotCall:
    """A bot's call with what it has done."""

    def __init__(self, record):
        self.id = record["id"]
        self.revision = record["revision"]
        self.bot_id = record["account_id"]
        self.method = record["method"]
        self.params = _object(record.get("params"))
        self.status = record["status"]
        response = _object(record.get("response"))
        self.description = response.get("description")
        self.result = response.get("result")
        sent = self.result if isinstance(self.result, list) else [self.result]
        messages = [each for each in sent if isinstance(each, dict) and "message_id" in each and "date" in each]
        self.messages = [_with_keyboard(message, self.params.get("reply_markup")) for message in messages]

    @property
    def is_send(self):
        """Whether it has put new messages into a chat."""
        return self.status == 200 and self.method.startswith(("send", "forward"))

    @property
    def is_draft(self):
        """Whether it has shown a streamed draft."""
        return self.status == 200 and self.method in ("sendMessageDraft", "sendRichMessageDraft")

    @property
    def draft_text(self):
        """The text of a draft as the bot gave it: of a rich one its Markdown or HTML."""
        rich = self.params.get("rich_message") or {}
        if isinstance(rich, str):
            rich = json.loads(rich)
        return str(self.params.get("text") or rich.get("markdown") or rich.get("html") or "")

    @property
    def reaction(self):
        """The emoji that it has set on a message, "" if it has removed its own; None for other calls."""
        return reaction_of(self.method, self.status, self.params)

    @property
    def is_edit(self):
        return self.status == 200 and self.method.startswith("editMessage")

    def chat_id(self, directory, taps):
        """The chat or person on which the call has an effect, or None."""
        if self.messages:
            return self.messages[0]["chat"]["id"]
        if self.method == "answerCallbackQuery":
            return taps.get(str(self.params.get("callback_query_id")))
        chat_id = self.params.get("chat_id")
        if chat_id is None:
            return None
        return int(chat_id) if re.fullmatch(r"-?\d+", str(chat_id)) else directory.chat_by_username(str(chat_id))


def bot_call(record):
    """None for a call of a person, and for one whose credential was refused."""
    return None if record["api"] == "person" or "account_id" not in record else BotCall(record)


def reaction_of(method, status, params):
    """The emoji that a call has set on a message, "" if it has removed all; None for other calls."""
    if status != 200 or method != "setMessageReaction":
        return None
    given = params.get("reaction") or []
    reaction = json.loads(given) if isinstance(given, str) else given
    return plain_emoji(" ".join(each["emoji"] for each in reaction))


def _with_keyboard(message, given):
    """The answer has inline keyboards alone."""
    markup = _object(json.loads(given) if isinstance(given, str) else given)
    if "reply_markup" in message or "keyboard" not in markup:
        return message
    rows = [[{"text": each} if isinstance(each, str) else each for each in row] for row in markup["keyboard"]]
    return {**message, "reply_markup": {"keyboard": rows}}


def _object(value):
    return value if isinstance(value, dict) else {}
