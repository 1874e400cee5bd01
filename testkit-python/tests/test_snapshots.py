"""Saved states of a test's world, and copies of it."""

import pytest

from heliogram_testkit import CallRefused, expect, expect_not

from shop_bot import shop_bot


def texts_of(h):
    return [message.get("text") for message in h.person("alice").messages()]


@pytest.fixture
def ordering(start_heliogram):
    bot = {"name": "Shop", "username": "shop_bot", "dialect": "telegram"}
    h = start_heliogram(bots=[bot], timeout=30)
    h.run(shop_bot(h.bot().token, h.url))
    h.person("alice").send("/start")
    expect(h.bot()).to_reply("Welcome!")
    h.person("alice").send("Order")
    expect(h.bot()).to_reply("Really?")
    expect_not(h.bot()).to_reply()
    h.snapshots.save("ordering")
    return h


def test_a_world_is_set_back_and_its_bot_goes_on(ordering):
    bot, alice = ordering.bot(), ordering.person("alice")
    before = texts_of(ordering)
    friends = alice.create_group("Friends")
    alice.tap("Yes")
    expect(bot).to_edit("On its way")
    ordering.snapshots.restore("ordering")
    assert ordering.transcript() == "(set back to the snapshot ordering)"
    assert (texts_of(ordering), ordering.chats) == (before, [])
    with pytest.raises(CallRefused):
        alice.send("Hello", to=friends)
    expect_not(bot).to_edit("On its way")
    alice.tap("Yes")
    expect(bot).to_answer_callback("Ordered", to=alice)
    ordering.reset()
    assert texts_of(ordering) == []
    assert [each["snapshot"] for each in ordering.snapshots.list()] == ["ordering"]


def test_a_copy_goes_its_own_way(ordering):
    ordering.person("alice").tap("No")
    with ordering.fork(snapshot="ordering") as copy:
        assert copy.bot().id == ordering.bot().id and copy.bot().token != ordering.bot().token
        copy.run(shop_bot(copy.bot().token, copy.url))
        copy.person("alice").tap("Yes")
        expect(copy.bot()).to_edit("On its way")
    with pytest.raises(CallRefused):
        texts_of(copy)
    assert texts_of(ordering.fork()) == texts_of(ordering)


def test_an_exported_world_can_be_made_again(start_heliogram):
    h = start_heliogram(people=["alice", "bob"])
    h.person("alice").create_group("Friends", ["bob"])
    again = start_heliogram(**h.export())
    again.person("bob").send("Hello", to="Friends")
