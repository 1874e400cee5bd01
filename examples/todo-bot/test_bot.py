"""The tests of the to-do list, with the plug-in of pytest in testkit-python."""

import os
import sys

import pytest
from heliogram_testkit import expect, expect_not

from bot import create_updater

# This library takes every 404 for a wrong token: see docs/guides/telegram-bots.md.
TODO_BOT = {"name": "To do", "username": "todo_bot", "dialect": "telegram"}


@pytest.fixture
def h(start_heliogram):
    world = start_heliogram(bots=[TODO_BOT])
    world.run(create_updater(world.bot().token, world.url))
    for name in ("alice", "bob"):
        world.person(name).send("/start")
        expect(world.bot()).to_reply("Tell me what to do: /add milk", to=name)
    return world


def test_entries_are_ticked_off(h):
    bot, alice = h.bot(), h.person("alice")
    alice.send("/add milk")
    expect(bot).to_reply("“milk” is on your list.", to=alice)
    alice.send("/add two eggs")
    expect(bot).to_reply("“two eggs” is on your list.")
    alice.send("/list")
    expect(bot).to_reply("To do:", keyboard=[["milk"], ["two eggs"]])
    alice.tap("milk")
    expect(bot).to_edit("To do:", keyboard=[["two eggs"]])
    alice.tap("two eggs")
    expect(bot).to_edit("Nothing to do!")


def test_lists_are_private(h):
    bot, alice, bob = h.bot(), h.person("alice"), h.person("bob")
    alice.send("/add milk")
    expect(bot).to_reply("“milk” is on your list.", to=alice)
    bob.send("/list")
    expect(bot).to_reply("Nothing to do!", to=bob)
    expect_not(bot).to_reply(to=bob)


def test_an_entry_without_words(h):
    h.person("alice").send("/add")
    expect(h.bot()).to_reply("What? Write /add milk")


def test_the_program(start_heliogram):
    """The bot as it is run: a program of its own."""
    h = start_heliogram(bots=[TODO_BOT], timeout=30)
    h.spawn(
        [sys.executable, os.path.join(os.path.dirname(__file__), "bot.py")],
        env={"BOT_TOKEN": h.bot().token, "BOT_API_ROOT": h.url},
    )
    h.person("alice").send("/start")
    expect(h.bot()).to_reply("Tell me what to do: /add milk", to="alice")
