"""A bot with a topic for each task, with the standard library: this version of python-telegram-bot has no topics."""

import json
import os
from urllib.request import Request, urlopen

KINDS = ["message", "message_reaction"]


def call(method, **params):
    url = f"{os.environ['API_ROOT']}/bot{os.environ['BOT_TOKEN']}/{method}"
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(url, json.dumps(params).encode(), headers)) as response:
        return json.load(response)["result"]


def react(message, *emoji):
    reaction = [{"type": "emoji", "emoji": each} for each in emoji]
    call("setMessageReaction", chat_id=message["chat"]["id"], message_id=message["message_id"], reaction=reaction)


def handle_message(message):
    text, chat_id = message.get("text", ""), message["chat"]["id"]
    place = {"chat_id": chat_id}
    if message.get("is_topic_message"):
        place["message_thread_id"] = message["message_thread_id"]
    if text.startswith("task "):
        react(message, "👀")
        topic = call("createForumTopic", chat_id=chat_id, name=text[len("task ") :])
        call("sendMessage", chat_id=chat_id, message_thread_id=topic["message_thread_id"], text="Begun")
    elif text == "where":
        call("sendMessage", **place, text="Here")
    elif text == "draft":
        call("sendMessageDraft", **place, draft_id=1, text="Writing")
    elif text == "forget":
        react(message, "🤔")
        react(message)


def handle_reaction(update):
    emoji = "".join(each["emoji"] for each in update["new_reaction"])
    call("sendMessage", chat_id=update["chat"]["id"], text=f"Now: {emoji or 'nothing'}")


def run():
    offset = 0
    while True:
        for update in call("getUpdates", offset=offset, timeout=50, allowed_updates=KINDS):
            offset = update["update_id"] + 1
            if "message" in update:
                handle_message(update["message"])
            else:
                handle_reaction(update["message_reaction"])


run()
