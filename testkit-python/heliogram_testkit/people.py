"""A person of the world, who does what the test says."""

import base64
import re
import time

from .call_log import bot_call
from .directory import Chat
from .preview_log import PreviewLog
from .topics import Topic, chat_of_topic, find_topic, thread_of, thread_params

# The newest messages that are read.
MESSAGES = 50
# The most topics of one page.
TOPICS = 100
# A PNG of one pixel.
SAMPLE_PHOTO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


class Person:
    def __init__(self, context, id, name, username, access_token):
        self._context = context
        self.id = id
        self.name = name
        self.username = username
        # For the methods of the user API, `POST /api/<method>`.
        self.access_token = access_token

    def call(self, method, params=None, files=None):
        """Calls a method of the user API. Raises CallRefused."""
        self._context.begin()
        return self._call(method, params or {}, files)

    def send(self, text, to=None, reply_to=None, topic=None, **params):
        """
        Sends a text, to the chat of the topic or the only bot by default. `/start` to a bot presses its Start button.
        """
        chat_id = self._target(to, topic)
        start = re.fullmatch(r"/start(?: ([A-Za-z0-9_-]{1,64}))?", text)
        if start and self._context.directory.is_bot(chat_id):
            payload = {"payload": start[1]} if start[1] else {}
            return self.call("startBot", {"user_id": chat_id, **payload})
        self._open(chat_id)
        place = {"chat_id": chat_id, **thread_params(topic)}
        return self.call("sendMessage", {**place, "text": text, **_reply(reply_to), **params})

    def reply(self, message, text):
        """Answers a message in its chat."""
        return self.send(text, to=self._place_of(message)["chat_id"], reply_to=message)

    def edit(self, message, text):
        """Changes the text of an own message."""
        return self.call("editMessageText", {**self._place_of(message), "text": text})

    def delete(self, message):
        """Deletes a message."""
        self.call("deleteMessage", self._place_of(message))

    def react(self, message, *emoji):
        """Reacts to a message, in place of the own earlier reactions; without an emoji, takes them back."""
        reaction = [{"type": "emoji", "emoji": each} for each in emoji]
        self.call("setMessageReaction", {**self._place_of(message), "reaction": reaction})

    def reactions(self, message):
        """The reactions to a message of a private chat or group with who has added them, the newest first."""
        return self._call("listReactions", self._place_of(message))["reactions"]

    def create_topic(self, name, chat=None):
        """Creates a topic in a group with topics, or in the private chat with a bot that lets people do it."""
        chat_id = self._target(chat)
        self._open(chat_id)
        made = self.call("createForumTopic", {"chat_id": chat_id, "name": name})
        return Topic(chat_id, made["message_thread_id"], made["name"])

    def topic(self, name, chat=None):
        """The topic with this name. Raises LookupError with the names that there are."""
        chat_id = self._target(chat)
        rows = [row["topic"] for row in self.topics(chat)]
        return find_topic([Topic(chat_id, row["message_thread_id"], row["name"]) for row in rows], name)

    def topics(self, chat=None):
        """The topics of a chat with the person's unread counts, the one with the newest message first."""
        chat_id = self._target(chat)
        self._open(chat_id)
        return self._call("listTopics", {"chat_id": chat_id, "limit": TOPICS})["topics"]

    def close_topic(self, topic):
        """Closes a topic of a group: only those write in it who may manage it."""
        self.call("closeForumTopic", {"chat_id": topic.chat_id, "message_thread_id": topic.message_thread_id})

    def reopen_topic(self, topic):
        self.call("reopenForumTopic", {"chat_id": topic.chat_id, "message_thread_id": topic.message_thread_id})

    def send_photo(self, photo=SAMPLE_PHOTO, to=None, caption=None, topic=None):
        """Sends a photo; without one, a sample."""
        return self._send_file("photo", ("photo.png", photo), to, caption, topic)

    def send_document(self, content, to=None, caption=None, file_name="document.txt", topic=None):
        """Sends a file."""
        return self._send_file("document", (file_name, content), to, caption, topic)

    def tap(self, text, to=None, timeout=None):
        """
        Presses the button with this text, of an inline keyboard or a reply keyboard. Waits until there is one. Returns
        the message with the inline button, or the message that the button of a reply keyboard has sent.
        """
        chat_id = self._target(to)
        self._open(chat_id)
        message, button = self._wait_for_button(chat_id, text, timeout)
        if "callback_data" in button:
            press = {"chat_id": chat_id, "message_id": message["message_id"], "callback_data": button["callback_data"]}
            self._context.taps[self.call("pressButton", press)["callback_query_id"]] = self.id
            return message
        if button.get("request_contact"):
            contact = {"phone_number": "+15550100", "first_name": self.name}
            return self.call("sendContact", {"chat_id": chat_id, **contact})
        if button.get("request_location"):
            return self.call("sendLocation", {"chat_id": chat_id, "latitude": 51.48, "longitude": 0})
        if button.get("request_users") or button.get("request_chat"):
            raise ValueError(f"the button “{text}” asks for users or a chat: press it with share()")
        return self.call("sendMessage", {"chat_id": chat_id, "text": text})

    def share(self, text, shared, to=None, timeout=None):
        """
        Presses the button with this text of a reply keyboard, which asks for users or for a chat, and shares them: one
        or a list of people and bots, or a group or channel. Waits until there is one. Where the button asks for it, the
        person adds the bot to the chat and gives it rights before. Returns the message that says what was shared.
        """
        bot_id = self._target(to)
        self._open(bot_id)
        message, button = self._wait_for_button(bot_id, text, timeout)
        request = button.get("request_users") or button.get("request_chat")
        if not request:
            raise ValueError(f"the button “{text}” asks for no users and for no chat")
        params = {"bot_id": bot_id, "message_id": message["message_id"], "request_id": request["request_id"]}
        ids = [self._target(each) for each in (shared if isinstance(shared, (list, tuple)) else [shared])]
        if "request_users" in button:
            return self.call("shareUsers", {**params, "user_ids": ids})
        self._prepare_bot(params, ids[0])
        return self.call("shareChat", {**params, "shared_chat_id": ids[0]})

    def _prepare_bot(self, params, chat_id):
        """Adds the bot to the chat and gives it rights, as far as the button asks for that."""
        chats = self.call("listSharableChats", {**params, "after": chat_id + 1, "limit": 1})["chats"]
        bot = {"chat_id": chat_id, "user_id": params["bot_id"]}
        for found in chats:
            if found["chat"]["id"] != chat_id:
                continue
            if found.get("adds_bot"):
                self.call("addMember", bot)
            if found.get("grants_rights"):
                self.call("promoteChatMember", {**bot, **found["grants_rights"]})

    def stop(self, to=None, timeout=None):
        """
        Stops what a bot is writing: its newest streamed draft in the chat. Waits until there is one that can be
        stopped. Returns the id of the draft.
        """
        chat_id = self._target(to)
        self._open(chat_id)
        seconds = self._context.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        while True:
            self._context.calls.sync()
            draft = self._newest_draft(chat_id)
            if draft:
                draft_id = int(draft.params["draft_id"])
                place = {"chat_id": chat_id, "bot_id": draft.bot_id, "draft_id": draft_id}
                if "message_thread_id" in draft.params:
                    place["message_thread_id"] = draft.params["message_thread_id"]
                if self.call("stopMessageGeneration", place):
                    return draft_id
            if not self._context.calls.next_bot_call(deadline, lambda: self._context.programs.crashed):
                names = self._context.directory.name_of
                chat = f"the chat with {names(chat_id)}"
                raise self._context.failure(f"{names(self.id)} sees no draft to be stopped in {chat} within {seconds:g} s.")

    def preview(self, message, timeout=None):
        """
        Returns the preview of a message's link, as the person sees it. Waits until the service has fetched the page; the
        world needs `link_previews`.
        """
        place = self._place_of(message)
        seconds = self._context.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        pages = PreviewLog(self._context.client)
        while True:
            for each in self.messages(place["chat_id"]):
                if each["message_id"] == place["message_id"] and "web_page" in each:
                    return each["web_page"]
            if not pages.next(deadline, lambda: self._context.programs.crashed):
                name = self._context.directory.name_of(self.id)
                number = place["message_id"]
                raise self._context.failure(f"{name} sees no preview of message {number} within {seconds:g} s.{pages.summary}")

    def join(self, chat):
        """Joins a public chat, or any chat by an invite link."""
        if isinstance(chat, str) and "/" in chat:
            self.call("joinChat", {"invite_link": chat})
            return
        found = self._context.directory.chat(chat) if isinstance(chat, str) else chat
        self.call("joinChat", {"username": found.username})

    def leave(self, chat):
        self.call("leaveChat", {"chat_id": self._target(chat)})

    def add(self, member, to):
        """Adds somebody to a group or channel."""
        self.call("addMember", {"chat_id": self._target(to), "user_id": self._target(member)})

    def create_group(self, title, members=()):
        """Creates a group with these members. Returns the chat."""
        chat = self.call("createChat", {"title": title})["chat"]
        made = Chat(chat["id"], chat["type"], title)
        self._context.directory.chats.append(made)
        for member in members:
            self.add(member, to=made)
        return made

    def block(self, account):
        """Blocks a bot or a person: their messages are refused."""
        self.call("blockUser", {"user_id": self._target(account)})

    def unblock(self, account):
        self.call("unblockUser", {"user_id": self._target(account)})

    def messages(self, chat=None, topic=None):
        """The newest messages of a chat or topic as the person sees them, the oldest first."""
        chat_id = self._target(chat, topic)
        self._open(chat_id)
        place = {"chat_id": chat_id, **({} if topic is None else {"message_thread_id": thread_of(topic)})}
        return self._call("getHistory", {**place, "limit": MESSAGES})["messages"]

    def _newest_draft(self, chat_id):
        # In a private chat, the bot sees this person as the chat.
        directory = self._context.directory
        place = self.id if directory.is_bot(chat_id) else chat_id
        for record in reversed(self._context.calls.calls):
            call = bot_call(record)
            if call and call.is_draft and call.chat_id(directory, self._context.taps) == place:
                return call
        return None

    def _wait_for_button(self, chat_id, text, timeout):
        seconds = self._context.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        while True:
            self._context.calls.sync()
            found = find_button(self.messages(chat_id), text, self.id)
            if found:
                return found
            if not self._context.calls.next_bot_call(deadline, lambda: self._context.programs.crashed):
                names = self._context.directory.name_of
                chat = f"the chat with {names(chat_id)}"
                raise self._context.failure(f"{names(self.id)} sees no button “{text}” in {chat} within {seconds:g} s.")

    def _send_file(self, field, file, to, caption, topic):
        chat_id = self._target(to, topic)
        self._open(chat_id)
        file_name, content = file
        params = {"chat_id": chat_id, **thread_params(topic), **({} if caption is None else {"caption": caption})}
        data = content.encode() if isinstance(content, str) else content
        return self.call(f"send{field.capitalize()}", params, {field: (file_name, data)})

    def _target(self, target, topic=None):
        directory = self._context.directory
        if target is None:
            target = chat_of_topic(topic)
        return directory.only_bot() if target is None else directory.id_of(target)

    def _place_of(self, message):
        """Where the person finds a message. In a private chat, the other side sees this person as the chat."""
        chat_id = message["chat"]["id"]
        is_mirrored = chat_id == self.id and "from" in message
        return {"chat_id": message["from"]["id"] if is_mirrored else chat_id, "message_id": message["message_id"]}

    def _open(self, chat_id):
        """A private chat exists once one of the two has opened it."""
        if chat_id > 0 and (self.id, chat_id) not in self._context.opened:
            self._call("openChat", {"user_id": chat_id})
            self._context.opened.add((self.id, chat_id))

    def _call(self, method, params, files=None):
        return self._context.client.user(self.username or self.name, self.access_token, method, params, files)


def find_button(messages, text, person_id):
    """
    The message and the button with this text: of the newest inline keyboard that has one, or of the reply keyboard that
    is shown. Raises ValueError if the button is a link, which nobody can press in a test.
    """
    shown = _shown_keyboard(messages, person_id)
    for message in reversed(messages):
        markup = message.get("reply_markup") or {}
        rows = markup.get("inline_keyboard") or (markup["keyboard"] if message is shown else [])
        rows = [*rows, _buttons_in_text(message.get("rich_message"))]
        button = next((each for row in rows for each in row if each["text"] == text), None)
        if button and "url" in button:
            raise ValueError(f"the button “{text}” opens {button['url']}")
        if button:
            return message, button
    return None


def _buttons_in_text(value):
    """The buttons in the text of a rich message, with their texts as characters."""
    if isinstance(value, list):
        return [button for each in value for button in _buttons_in_text(each)]
    if not isinstance(value, dict):
        return []
    if value.get("type") == "button":
        return [{**value["button"], "text": _characters(value["button"]["text"])}]
    if value.get("type") == "buttons":
        return [{**button, "text": _characters(button["text"])} for button in value["buttons"]]
    return [button for each in value.values() for button in _buttons_in_text(each)]


def _characters(text):
    if isinstance(text, list):
        return "".join(map(_characters, text))
    return text if isinstance(text, str) else text.get("alternative_text") or _characters(text.get("text", ""))


def _shown_keyboard(messages, person_id):
    """The message with the reply keyboard that is shown, or None."""
    for message in reversed(messages):
        markup = message.get("reply_markup") or {}
        if message.get("from", {}).get("id") != person_id and ("keyboard" in markup or "remove_keyboard" in markup):
            return message if "keyboard" in markup else None
    return None


def _reply(message):
    return {} if message is None else {"reply_to_message_id": message["message_id"]}
