"""Expectations that fail: the message says why, and has the transcript."""

import re
import sys

import pytest

from heliogram_testkit import expect, expect_not

from shop_bot import shop_bot


def failure_of(run):
    """Times and numbers as they are in every run."""
    with pytest.raises(AssertionError) as raised:
        run()
    text = re.sub(r"\b\d\d:\d\d\.\d{3}\b", "00:00.000", str(raised.value))
    return re.sub(r"update \d+", "update 1", text)


def test_a_wrong_reply(start_heliogram):
    h = start_heliogram(bots=[{"name": "Shop", "username": "shop_bot", "dialect": "telegram"}], timeout=30)
    h.run(shop_bot(h.bot().token, h.url))
    h.person("alice").send("/start")
    assert expect(h.bot()).to_reply()["text"] == "Welcome!"
    h.person("alice").send("Order")
    expect_not(h.bot()).to_call("logOut")
    message = failure_of(lambda: expect(h.bot()).to_reply("Ordered", to="alice", timeout=0.3))
    assert message.startswith('shop_bot did not reply "Ordered" to alice within 0.3 s.\n\nTranscript:\n')
    assert message.endswith(
        """
00:00.000  alice → shop_bot: Order
             update 1 (message) for shop_bot: fetched at 00:00.000, confirmed at 00:00.000
00:00.000  shop_bot → alice: Really?
             [Yes] [No]"""
    )
    h.person("alice").send("Order")
    message = failure_of(lambda: expect_not(h.bot()).to_reply("Really?"))
    assert message.startswith("shop_bot was expected not to reply \"Really?\", and did.\n")


def test_a_bot_that_does_not_run(heliogram):
    heliogram.person("alice").send("/start")
    waits = """

Transcript:
00:00.000  alice → test_bot: /start
             update 1 (my_chat_member) for test_bot: waits: the bot has not fetched it
             update 1 (message) for test_bot: waits: the bot has not fetched it"""
    bot = heliogram.bot()
    assert failure_of(lambda: expect(bot).to_reply(timeout=0.3)) == f"test_bot did not reply within 0.3 s.{waits}"
    unhandled = f"test_bot has not handled all its updates within 0.3 s.{waits}"
    assert failure_of(lambda: expect_not(bot).to_reply(timeout=0.3)) == unhandled


def test_an_update_that_privacy_mode_has_withheld(start_heliogram):
    h = start_heliogram(chats=[{"title": "Team", "creator": "alice", "members": ["bob", "test_bot"]}])
    h.person("bob").send("Order", to="Team")
    assert failure_of(lambda: expect(h.bot()).to_reply(re.compile("Really"), to="Team", timeout=0.3)) == (
        """test_bot did not reply /Really/ to Team within 0.3 s.

Transcript:
00:00.000  bob → Team: Order
             no message update for test_bot: privacy mode is on and the message is not addressed to the bot"""
    )


def test_a_bot_that_has_crashed(start_heliogram):
    h = start_heliogram(timeout=30)
    h.spawn([sys.executable, "-c", "raise SystemExit('no such module')"])
    message = failure_of(lambda: expect(h.bot()).to_reply())
    assert message.startswith("test_bot did not reply: its program has ended.\n")
    assert "has ended with 1 and said:\nno such module\n" in message


def test_the_report_of_any_failure_has_the_transcript(pytester, heliogram_url):
    pytester.makepyfile(
        """
        def test_fails(heliogram):
            heliogram.person("alice").send("/start")
            assert heliogram.person("bob").messages(heliogram.person("carol"))

        def test_crashes(heliogram):
            heliogram.spawn(["false"])
            for thread in __import__("threading").enumerate():
                if thread.daemon:
                    thread.join(30)
        """
    )
    result = pytester.runpytest_subprocess("-p", "heliogram_testkit.plugin", "--heliogram-url", heliogram_url)
    result.assert_outcomes(failed=1, passed=1, errors=1)
    result.stdout.fnmatch_lines(["*Transcript of Heliogram*", "*alice → test_bot: /start"])
    result.stdout.fnmatch_lines(["*RuntimeError: false has ended with 1 and said:*"])
