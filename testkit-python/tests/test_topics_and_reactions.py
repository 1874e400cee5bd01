"""Topics and reactions in tests of bots."""

import sys
from pathlib import Path

import pytest

from heliogram_testkit import CallRefused, expect, expect_not

PROGRAM = Path(__file__).parent / "task_bot.py"
GUARD = {"username": "test_bot", "status": "administrator", "rights": "all"}
TEAM = {
    "title": "Team",
    "creator": "alice",
    "topics": ["Inbox", "Lunch"],
    "available_reactions": ["👍", "👀", "🤔"],
    "members": ["bob", GUARD],
}


@pytest.fixture
def run(start_heliogram):
    def start(**content):
        h = start_heliogram(timeout=30, **content)
        h.spawn([sys.executable, str(PROGRAM)], env={"BOT_TOKEN": h.bot().token, "API_ROOT": h.url})
        return h

    return start


def test_topics_of_a_group(run):
    h = run(chats=[TEAM])
    bot, alice, bob = h.bot(), h.person("alice"), h.person("bob")
    inbox, lunch = alice.topic("Inbox", "Team"), alice.topic("Lunch", "Team")
    alice.send("where", topic=inbox)
    expect_not(bot).to_reply("Here", topic=lunch)
    expect_not(bot).to_reply("Here", topic=1)
    expect(bot).to_reply("Here", to="Team", topic=inbox)
    alice.send("where", to="Team")
    expect(bot).to_reply("Here", topic=1)
    plans = alice.create_topic("Plans", "Team")
    alice.send_document("content", topic=plans, caption="a list")
    alice.send("draft", topic=plans)
    expect(bot).to_send_draft("Writing", topic=plans)
    texts = [each.get("text") or each.get("caption") for each in bob.messages(topic=plans)]
    assert texts == [None, "a list", "draft"]
    alice.close_topic(plans)
    with pytest.raises(CallRefused, match="The topic is closed"):
        bob.send("Hello?", topic=plans)
    alice.reopen_topic(plans)
    bob.send("task Lamp", topic=plans)
    expect(bot).to_reply("Begun", to="Team")
    assert bob.messages(topic=bob.topic("Lamp", "Team"))[-1]["text"] == "Begun"
    with pytest.raises(LookupError, match="the chat has no topic Tea; it has Lamp, Plans"):
        alice.topic("Tea", "Team")
    assert f"alice → Team, topic {inbox.message_thread_id}: where" in h.transcript()


def test_reactions(run):
    h = run(chats=[TEAM])
    bot, alice, bob = h.bot(), h.person("alice"), h.person("bob")
    asked = alice.send("task Lamp", to="Team")
    expect(bot).to_react("👀", to="Team", message=asked)
    begun = expect(bot).to_reply("Begun")
    expect_not(bot).to_react("👍")
    bob.react(begun, "👍")
    expect(bot).to_reply("Now: 👍", to="Team")
    assert [(each["type"]["emoji"], each["user"]["id"]) for each in alice.reactions(begun)] == [("👍", bob.id)]
    bob.react(begun)
    expect(bot).to_reply("Now: nothing")
    assert alice.reactions(begun) == []
    with pytest.raises(CallRefused, match="available reactions do not include it"):
        bob.react(begun, "🔥")
    other = alice.send("forget", to="Team")
    expect(bot).to_react("", message=other)
    expect(bot).to_react("🤔", message=other)
    with pytest.raises(AssertionError, match="did not react with 👀 to message"):
        expect(bot).to_react("👀", message=other, timeout=0.01)
    assert f"bob → Team: reacts with 👍 to message {begun['message_id']}" in h.transcript()
    assert f"test_bot → Team: takes back the reaction to message {other['message_id']}" in h.transcript()


def test_topics_of_a_private_chat(run):
    tasks = {"name": "Tasks", "username": "task_bot", "topics": "people", "started_by": ["alice"]}
    h = run(bots=[tasks])
    bot, alice = h.bot(), h.person("alice")
    expect_not(bot).to_react()
    question = alice.send("task Lamp")
    expect(bot).to_react("👀", to=alice, message=question)
    mine = alice.create_topic("Mine")
    alice.send("where", topic=mine)
    here = expect(bot).to_reply("Here", to=alice, topic=mine)
    assert here["message_thread_id"] == mine.message_thread_id
    alice.react(alice.messages(topic=mine)[-1], "👍")
    expect(bot).to_reply("Now: 👍", to="alice")
