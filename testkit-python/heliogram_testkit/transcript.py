"""The transcript of a world: what people and bots did, what they were answered, and what became of the updates."""

import json
import os
import re

from .call_log import bot_call, reaction_of
from .criteria import button_rows

# The newest calls that are shown.
MOST_CALLS = 100
MAX_TEXT = 200
MAX_PARAMS = 300
INDENT = " " * 13
# What people's clients do besides, and what bots do all the time.
NOT_SHOWN = re.compile(r"(get(?!Me$)\w*|list\w*|openChat|resolve|search\w*)", re.IGNORECASE)
# The fields of a message with files, the specific before the general.
FILES = ("photo", "video", "animation", "video_note", "audio", "voice", "document")

# Why a bot gets no update of something that happened in a chat.
NO_UPDATE_REASONS = {
    "PRIVACY_MODE": "privacy mode is on and the message is not addressed to the bot",
    "ALLOWED_UPDATES": "its allowed_updates leave this kind out",
    "NOT_A_MEMBER": "the bot is not in the chat any more",
    "NOT_AN_ADMINISTRATOR": "only administrators get posts of a channel and reactions",
    "SENT_BY_A_BOT": "another bot sent the message",
    "COULD_NOT_RECEIVE_ORIGINAL": "the bot could not receive the message before the edit",
    "SUSPENDED": "the bot is suspended",
}
STEPS = {
    "poll": "fetched",
    "webhook": "taken by the webhook",
    "webhook_failed": "refused by the webhook",
    "confirmed": "confirmed",
    "removed": "dropped",
}
WAITS = {"queued": ["waits: the bot has not fetched it"], "delivered": ["not confirmed"]}


def read_transcript(client, log, directory, taps):
    """Reads what was recorded, and describes it as lines of text."""
    log.sync()
    updates = sorted(client.developer("listUpdates", {"limit": 1000})["updates"], key=lambda update: update["id"])
    calls = [call for call in log.calls if call["status"] != 200 or not NOT_SHOWN.fullmatch(call["method"])]
    calls.sort(key=lambda call: call["id"])
    begin_ms = log.calls[0]["at_ms"] if log.calls else 0
    left_out = len(calls) - MOST_CALLS
    lines = [f"({left_out} earlier calls)"] if left_out > 0 else []
    for call in calls[-MOST_CALLS:]:
        described = f"\n{INDENT}".join(_describe_call(call, directory, taps))
        lines.append(f"{_time_of(call['at_ms'] - begin_ms)}  {described}")
        for update in updates:
            if update.get("trace_id") == call["trace_id"] and update.get("reason") != "SENT_BY_A_BOT":
                lines.append(INDENT + _describe_update(update, directory, begin_ms))
    if log.beginning is not None:
        lines.insert(0, f"(set back to {log.beginning})")
    return "\n".join(lines) or "(nobody has done anything)"


def keep_transcript(sentence, transcript):
    """Appends to the file that the environment variable `HELIOGRAM_TRANSCRIPTS` names, for the summary of a job."""
    path = os.environ.get("HELIOGRAM_TRANSCRIPTS")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"### {sentence}\n\n```text\n{transcript}\n```\n\n")


def _describe_call(call, directory, taps):
    who = directory.name_of(call.get("account_id"))
    fault = [f"by the fault rule {call['fault']}"] if "fault" in call else []
    if call["status"] != 200:
        description = (call.get("response") or {}).get("description", "")
        lines = [f"{who}: {call['method']} was refused: {call['status']} {description}".rstrip(), _params(call)]
        return [line for line in lines if line] + fault
    return (_by_person(who, call, directory) if call["api"] == "person" else _by_bot(who, call, directory, taps)) + fault


def _by_person(who, call, directory):
    result = (call.get("response") or {}).get("result")
    if call["method"].startswith(("send", "startBot")) and isinstance(result, dict) and "chat" in result:
        return [f"{who} → {directory.name_of(result['chat']['id'])}{_topic_of(result)}: {_content_of(result)}"]
    params = call.get("params") or {}
    if reaction_of(call["method"], call["status"], params) is not None:
        return [_reacted(who, directory.name_of(params["chat_id"]), call)]
    if call["method"] == "pressButton":
        button = json.dumps(params["callback_data"], ensure_ascii=False)
        return [f"{who} → {directory.name_of(params['chat_id'])}: presses the button {button}"]
    return [f"{who}: {call['method']} {_params(call)}".rstrip()]


def _by_bot(who, record, directory, taps):
    call = bot_call(record)
    if call.reaction is not None:
        return [_reacted(who, directory.name_of(call.chat_id(directory, taps)), record)]
    if not call.messages or not (call.is_send or call.is_edit):
        return [f"{who}: {call.method} {_params(record)}".rstrip()]
    to = directory.name_of(call.chat_id(directory, taps))
    lines = []
    for message in call.messages:
        verb = f"edits message {message['message_id']}: " if call.is_edit else ""
        lines.append(f"{who} → {to}{_topic_of(message)}: {verb}{_content_of(message)}")
        lines.extend(" ".join(f"[{text}]" for text in row) for row in button_rows(message))
    return lines


def _reacted(who, to, call):
    params = call.get("params") or {}
    emoji = reaction_of(call["method"], call["status"], params)
    verb = f"reacts with {emoji} to" if emoji else "takes back the reaction to"
    return f"{who} → {to}: {verb} message {params['message_id']}"


def _topic_of(message):
    return f", topic {message['message_thread_id']}" if "message_thread_id" in message else ""


def _content_of(message):
    kinds = [f"[{kind}]" for kind in FILES if kind in message][:1]
    text = message.get("text") or message.get("caption") or ""
    return " ".join([*kinds, _cut(text, MAX_TEXT)]).strip() or f"message {message['message_id']}"


def _params(call):
    params = call.get("params")
    given = [json.dumps(params, ensure_ascii=False, separators=(",", ":"))] if params else []
    files = [f"{each['field']}: {each.get('file_name', 'a file')}, {each['size']} bytes" for each in call["files"]]
    return _cut(" ".join(given + files), MAX_PARAMS)


def _describe_update(update, directory, begin_ms):
    bot = directory.name_of(update["bot_id"])
    if update["state"] == "not_made":
        reason = update.get("reason", "")
        return f"no {update['kind']} update for {bot}: {NO_UPDATE_REASONS.get(reason, reason)}"
    life = [f"{STEPS.get(step['what'], step['what'])} at {_time_of(step['at_ms'] - begin_ms)}" for step in update["steps"]]
    life += WAITS.get(update["state"], [])
    return f"update {update.get('update_id', '')} ({update['kind']}) for {bot}: {', '.join(life)}"


def _cut(text, most):
    return f"{text[:most]}…" if len(text) > most else text


def _time_of(ms):
    """Minutes, seconds and milliseconds of the world's clock."""
    whole = max(0, round(ms))
    return f"{whole // 60_000:02}:{whole // 1000 % 60:02}.{whole % 1000:03}"
