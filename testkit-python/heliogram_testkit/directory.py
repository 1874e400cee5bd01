"""Everybody and every chat of a world, by id and by name."""


class Chat:
    """A chat of the world."""

    def __init__(self, id, type, title, username=None):
        self.id = id
        self.type = type
        self.title = title
        self.username = username


class Directory:
    def __init__(self, people, bots, chats):
        """`people` and `bots` as the service describes them."""
        self._people = people
        self._bots = bots
        self.chats = [Chat(**chat) for chat in chats]

    def chat(self, name):
        """Raises LookupError with the titles that there are."""
        return find_named("chat", self.chats, name)

    def id_of(self, target):
        """The id of somebody or some chat: itself, its id, its user name, or the title of a chat."""
        if isinstance(target, int):
            return target
        if not isinstance(target, str):
            return target.id
        everything = [Chat(each["id"], "", each["name"], each["username"]) for each in self._bots + self._people]
        return find_named("bot, person or chat", everything + self.chats, target).id

    def only_bot(self):
        """Raises LookupError if the world has several bots, or none."""
        if len(self._bots) == 1:
            return self._bots[0]["id"]
        raise LookupError(f"the world has {len(self._bots)} bots; name one of {_names(self._bots)}")

    def is_bot(self, id):
        return any(bot["id"] == id for bot in self._bots)

    def name_of(self, id):
        """How the transcript names an account or a chat."""
        for account in self._people + self._bots:
            if account["id"] == id:
                return account["username"] or account["name"]
        titles = [chat.title for chat in self.chats if chat.id == id]
        return titles[0] if titles else "somebody" if id is None else str(id)

    def chat_by_username(self, username):
        wanted = username.lstrip("@").lower()
        return next((chat.id for chat in self.chats if (chat.username or "").lower() == wanted), None)


def find_named(kind, everything, name):
    """What has this user name, name or title. Raises LookupError with the names that there are."""
    wanted = name.lstrip("@").lower()
    for attribute in ("username", "name", "title"):
        for each in everything:
            if (getattr(each, attribute, None) or "").lower() == wanted:
                return each
    names = ", ".join(each.username or getattr(each, "title", None) or each.name for each in everything)
    raise LookupError(f"the world has no {kind} {name}; it has {names or 'none'}")


def _names(accounts):
    return ", ".join(account["username"] for account in accounts) or "none"
