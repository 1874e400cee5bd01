"""A world for one test, with people, bots and chats."""

import os

from .bots import Bot
from .call_log import CallLog
from .client import Client
from .clock import Clock
from .context import Context
from .directory import Directory, find_named
from .faults import Faults
from .people import Person
from .programs import Programs
from .snapshots import Snapshots

PEOPLE = ("alice", "bob", "carol")
BOTS = ("test_bot",)
TIMEOUT_S = 5
LONGEST_POLL_S = 50


def make_world(url, people=PEOPLE, bots=BOTS, chats=(), link_previews=None, timeout=None):
    """
    Makes a world in a running `heliogram dev`. People, bots and chats are those of a world file; a user name alone is a
    person or bot of that name. With `link_previews`, the service fetches the pages to which messages link. Expectations wait for `timeout` seconds at most; by default as long as the environment
    variable `HELIOGRAM_TIMEOUT_S` says, otherwise 5.
    """
    if timeout is None:
        timeout = float(os.environ.get("HELIOGRAM_TIMEOUT_S") or TIMEOUT_S)
    content = {"people": [_named(each) for each in people], "bots": [_named(each) for each in bots], "chats": list(chats)}
    if link_previews is not None:
        content["link_previews"] = link_previews
    return Heliogram(url, Client(url).developer("newWorld", {"content": content}), timeout)


class Heliogram:
    def __init__(self, url, made, timeout):
        client = Client(url, made["world"])
        self._programs = Programs()
        directory = Directory(made["people"], made["bots"], made["chats"])
        self._context = Context(client, CallLog(client), directory, timeout, self._programs)
        # The address of the service, for the programs of bots.
        self.url = client.url
        self.people = [Person(self._context, **each) for each in made["people"]]
        self.bots = [Bot(self._context, **each) for each in made["bots"]]
        self.clock = Clock(self._context)
        self.faults = Faults(self._context)
        self.snapshots = Snapshots(self._context)
        # Copies that were made of this world.
        self.forks = []
        self.is_closed = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def chats(self):
        return self._context.directory.chats

    def person(self, name):
        """A person by user name. Raises LookupError with the names that there are."""
        return find_named("person", self.people, name)

    def bot(self, name=None):
        """A bot by user name; without one, the only bot."""
        if name is not None:
            return find_named("bot", self.bots, name)
        only = self._context.directory.only_bot()
        return next(bot for bot in self.bots if bot.id == only)

    def chat(self, name):
        """A chat by title or user name."""
        return self._context.directory.chat(name)

    def run(self, updater):
        """Runs an `Updater` of python-telegram-bot 13 until the world is closed."""
        self._programs.run(updater)

    def spawn(self, command, env=None, cwd=None):
        """Runs the program of a bot, in any language, until the world is closed."""
        self._programs.spawn(command, env, cwd)

    def reset(self):
        """Sets the world back to the state in which it was made, as `snapshots.restore` does."""
        self.snapshots.reset()

    def fork(self, snapshot=None, timeout=None):
        """
        Makes a copy of the world, or of one of its snapshots: with the same ids, other tokens, and no program of a bot
        running. It ends by its own `close()`, at the latest by that of this world.
        """
        client = self._context.client
        made = client.developer("forkWorld", {} if snapshot is None else {"snapshot": snapshot})
        copy = Heliogram(client.url, made, self._context.timeout if timeout is None else timeout)
        self.forks.append(copy)
        return copy

    def export(self):
        """People, bots, chats and members, for `start_heliogram(**content)` or a world file."""
        return self._context.client.developer("exportWorld")["content"]

    def transcript(self):
        """Who said what, each call of a bot with its answer, and what became of each update."""
        return self._context.transcript()

    def close(self):
        """Ends the bots and drops the world. Raises RuntimeError if a bot has crashed and no expectation said so."""
        if self.is_closed:
            return
        self.is_closed = True
        try:
            for copy in self.forks:
                copy.close()
            self._programs.close(lambda: self._context.client.developer("advanceClock", {"seconds": LONGEST_POLL_S}))
        finally:
            self._context.client.developer("dropWorld")


def _named(each):
    """`shop_bot` is the user name of “Shop bot”."""
    if not isinstance(each, str):
        return each
    words = each.replace("_", " ")
    return {"name": words[:1].upper() + words[1:], "username": each}
