"""What an expectation accepts: one function for each of them."""

import re
from dataclasses import dataclass
from typing import Callable

from .topics import group_of_topic, is_in_topic, plain_emoji, thread_of


@dataclass(frozen=True)
class Criterion:
    # What the bot is expected to do, after “to”.
    text: str
    # Returns what is handed to the test, or None.
    accepts: Callable


def reply(context, text=None, to=None, keyboard=None, reply_to=None, topic=None):
    """A new message with this text or caption."""

    def accepts(call):
        if not call.is_send or not _is_to(context, call, to):
            return None
        return next((each for each in call.messages if fits_all(each)), None)

    def fits_all(message):
        replied = (message.get("reply_to_message") or {}).get("message_id")
        return (
            _fits(_text_of(message), text)
            and _is_there(message, topic)
            and (keyboard is None or button_rows(message) == keyboard)
            and (reply_to is None or replied == reply_to["message_id"])
        )

    buttons = "" if keyboard is None else f" with the buttons {keyboard}"
    return Criterion(f"reply{_shown(text)}{buttons}{_to_where(context, to, topic)}", accepts)


def file(context, kind, caption=None, to=None, topic=None):
    """A new message with a file of this kind, and its caption."""
    any_reply = reply(context, caption, to, topic=topic)

    def accepts(call):
        message = any_reply.accepts(call)
        return message if message and kind in message else None

    return Criterion(f"send a {kind}{_shown(caption)}{_to_where(context, to, topic)}", accepts)


def draft(context, text=None, to=None, topic=None):
    """A streamed draft whose text is this as the bot gave it, with its marks."""

    def accepts(call):
        if not call.is_draft or not _is_to(context, call, group_of_topic(topic) if to is None else to):
            return None
        if topic is not None and not is_in_topic(call.params.get("message_thread_id"), topic):
            return None
        return call if _fits(call.draft_text, text) else None

    return Criterion(f"show a draft{_shown(text)}{_to_where(context, to, topic)}", accepts)


def reaction(context, emoji=None, to=None, message=None):
    """A reaction with this emoji; "" is the removal of the bot's reaction."""

    def accepts(call):
        if call.reaction is None or not _is_to(context, call, to):
            return None
        if call.reaction == "" if emoji is None else call.reaction != plain_emoji(emoji):
            return None
        return call if message is None or is_about(call) else None

    def is_about(call):
        # Of a private chat, both sides see the other's id.
        is_there = message["chat"]["id"] > 0 or _is_to(context, call, message["chat"]["id"])
        return is_there and int(call.params["message_id"]) == message["message_id"]

    target = "" if message is None else f" to message {message['message_id']}"
    what = "take its reaction back" if emoji == "" else f"react{'' if emoji is None else f' with {emoji}'}{target}"
    where = "" if to is None else f" in the chat with {context.directory.name_of(context.directory.id_of(to))}"
    return Criterion(f"{what}{where}", accepts)


def edit(context, text=None, to=None, keyboard=None, topic=None):
    """A change of an own message, which has this text or caption afterwards."""

    def accepts(call):
        if not call.is_edit or not _is_to(context, call, to):
            return None
        for message in call.messages:
            is_wanted = _fits(_text_of(message), text) and _is_there(message, topic)
            if is_wanted and (keyboard is None or button_rows(message) == keyboard):
                return message
        return None

    return Criterion(f"edit a message to{_shown(text)}{_to_where(context, to, topic)}", accepts)


def deletion(context, message=None):
    """The removal of this message, or of any."""

    def accepts(call):
        if call.status != 200 or call.method not in ("deleteMessage", "deleteMessages"):
            return None
        ids = call.params.get("message_ids", [call.params.get("message_id")])
        if message is None:
            return call
        # Of a private chat, both sides see the other's id.
        is_there = message["chat"]["id"] > 0 or _is_to(context, call, message["chat"]["id"])
        return call if is_there and message["message_id"] in [int(each) for each in ids] else None

    return Criterion("delete a message" if message is None else f"delete message {message['message_id']}", accepts)


def answer(context, text=None, to=None, alert=None):
    """The answer to the press of a callback button."""

    def accepts(call):
        if call.status != 200 or call.method != "answerCallbackQuery" or not _is_to(context, call, to):
            return None
        if not _fits(str(call.params.get("text", "")), text):
            return None
        is_alert = str(call.params.get("show_alert", False)).lower() == "true"
        return call if alert is None or is_alert == alert else None

    return Criterion(f"answer a callback query{_shown(text)}{_to_whom(context, to)}", accepts)


def any_call(method, **params):
    """A call of this method with these parameters among others, whatever it was answered."""

    def accepts(call):
        if call.method.lower() != method.lower():
            return None
        return call if all(call.params.get(name) == value for name, value in params.items()) else None

    return Criterion(f"call {method}{f' with {params}' if params else ''}", accepts)


def button_rows(message):
    """The texts of all buttons of a message, by rows."""
    markup = message.get("reply_markup") or {}
    rows = markup.get("inline_keyboard") or markup.get("keyboard") or []
    return [[button["text"] for button in row] for row in rows]


def _is_to(context, call, to):
    return to is None or call.chat_id(context.directory, context.taps) == context.directory.id_of(to)


def _is_there(message, topic):
    """Whether a message is in the topic, and in its chat if that is a group."""
    group = group_of_topic(topic)
    if group is not None and message["chat"]["id"] != group:
        return False
    return topic is None or is_in_topic(message.get("message_thread_id"), topic)


def _text_of(message):
    return message.get("text") or message.get("caption") or ""


def _fits(text, pattern):
    """A string is the whole text, and a pattern is found in a part of it."""
    if pattern is None:
        return True
    return text == pattern if isinstance(pattern, str) else re.search(pattern, text) is not None


def _shown(text):
    return "" if text is None else f" /{text.pattern}/" if isinstance(text, re.Pattern) else f' "{text}"'


def _to_where(context, to, topic):
    return f"{_to_whom(context, to)}{'' if topic is None else f' in topic {thread_of(topic)}'}"


def _to_whom(context, to):
    return "" if to is None else f" to {context.directory.name_of(context.directory.id_of(to))}"
