"""What a test of a bot does with the kit."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from heliogram_testkit import CallRefused, expect, expect_not

from heliogram_testkit.people import find_button

from shop_bot import shop_bot

telegram = {"name": "Shop", "username": "shop_bot", "dialect": "telegram"}


@pytest.fixture
def shop(start_heliogram):
    h = start_heliogram(bots=[telegram], timeout=30)
    h.run(shop_bot(h.bot().token, h.url))
    h.person("alice").send("/start")
    expect(h.bot()).to_reply(re.compile("Welcome"), to="alice", keyboard=[["Order", "Call me"]])
    return h


def test_buttons_edits_and_answers(shop):
    bot, alice = shop.bot(), shop.person("alice")
    alice.tap("Order")
    expect(bot).to_reply("Really?", to=alice, keyboard=[["Yes", "No"]])
    alice.tap("Yes")
    expect(bot).to_answer_callback("Ordered", to=alice)
    expect(bot).to_edit("On its way", to=alice)
    alice.tap("Call me")
    expect(bot).to_reply("We call you")
    expect_not(bot).to_reply()


def test_users_and_chats_that_a_button_asks_for(shop):
    bot, alice, bob = shop.bot(), shop.person("alice"), shop.person("bob")
    alice.send("share")
    expect(bot).to_reply("With whom?", to=alice)
    shared = alice.share("Friends", [bob, alice])
    assert shared["users_shared"]["user_ids"] == [bob.id, alice.id]
    garden = alice.create_group("Garden")
    assert alice.share("Place", garden)["chat_shared"]["chat_id"] == garden.id
    member = alice.call("getChatMember", {"chat_id": garden.id, "user_id": bot.id})
    assert (member["status"], member["can_invite_users"]) == ("administrator", True)
    with pytest.raises(ValueError, match="asks for users or a chat"):
        alice.tap("Friends")


def test_streamed_drafts_and_stopping_them(shop):
    bot, alice = shop.bot(), shop.person("alice")
    alice.send("stream")
    expect(bot).to_send_draft("", to=alice)
    expect(bot).to_send_draft("One two", to=alice)
    assert alice.stop() == 7
    with pytest.raises(AssertionError, match="alice sees no draft to be stopped"):
        alice.stop(timeout=0.01)


def test_rich_messages_and_their_drafts(shop):
    bot, alice = shop.bot(), shop.person("alice")
    alice.send("report")
    expect(bot).to_send_draft("# Sales", to=alice)
    sent = expect(bot).to_reply(re.compile("Sales.*one", re.DOTALL), to=alice)
    assert [block["type"] for block in sent["rich_message"]["blocks"]] == ["heading", "list"]
    assert alice.messages()[-1]["rich_message"] == sent["rich_message"]


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/shop" else 410)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<html><head><title>Shop</title></head></html>")

    def log_message(self, *_):
        pass


@pytest.fixture
def pages():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_previews_of_links_as_people_and_bots_see_them(start_heliogram, pages):
    h = start_heliogram(bots=[telegram], timeout=30, link_previews=True)
    bot, alice = h.bot(), h.person("alice")
    h.run(shop_bot(bot.token, h.url))
    alice.send("/start")
    expect(bot).to_reply(re.compile("Welcome"))
    said = alice.send(f"read {pages}/shop")
    assert alice.preview(said) == {"url": f"{pages}/shop", "title": "Shop"}
    answer = expect(bot).to_reply(re.compile("^read"), to=alice)
    # Bots see the options and not the page.
    assert answer["link_preview_options"]["show_above_text"] and "web_page" not in answer
    assert alice.preview(answer)["title"] == "Shop"
    with pytest.raises(AssertionError, match="sees no preview .* within 0.5 s.*the answer was 410"):
        alice.preview(alice.send(f"see {pages}/gone"), timeout=0.5)


def test_files_replies_edits_and_deletions(shop):
    bot, alice = shop.bot(), shop.person("alice")
    alice.send_photo(caption="mine")
    expect(bot).to_send_photo("Nice", to=alice)
    alice.send_document("content", file_name="list.txt")
    document = expect(bot).to_send_document()
    assert document["document"]["file_name"] == "list.txt"
    oops = alice.send("oops")
    expect(bot).to_delete(oops)
    said = alice.edit(alice.reply(document, "thanks"), "thank you")
    assert (said["text"], said["reply_to_message"]["message_id"]) == ("thank you", document["message_id"])


def test_groups_members_and_the_clock(start_heliogram):
    guard = {"username": "test_bot", "status": "administrator", "rights": "all"}
    h = start_heliogram(chats=[{"title": "Team", "creator": "alice", "members": ["bob", guard]}])
    alice, bob, team = h.person("alice"), h.person("bob"), h.chat("Team")
    now_s = h.clock.freeze()["now_ms"] // 1000
    muted = {"chat_id": team.id, "user_id": bob.id, "permissions": {}, "until_date": now_s + 60}
    alice.call("restrictChatMember", muted)
    with pytest.raises(CallRefused, match="bob: sendMessage was refused with 403"):
        bob.send("Hello?", to=team)
    assert h.clock.advance("61s")["is_frozen"]
    bob.send("Hello!", to="Team")
    friends = alice.create_group("Friends", ["bob", h.bot()])
    assert bob.send("Hello", to=friends)["chat"]["id"] == friends.id
    bob.leave("Friends")
    with pytest.raises(CallRefused):
        bob.send("Hello", to=friends)


def test_faults(shop):
    bot, alice = shop.bot(), shop.person("alice")
    shop.faults.next("sendMessage", 429, retry_after=3, chat=alice)
    alice.send("Order")
    call = expect(bot).to_call("sendMessage", text="Really?")
    assert (call.status, call.description) == (429, "Too Many Requests: retry after 3")
    assert "by the fault rule 1: error 429" in shop.transcript()
    shop.faults.clear()
    assert shop.faults.list() == []
    alice.block(bot)
    alice.unblock("shop_bot")


def test_each_test_has_a_world_of_its_own(start_heliogram):
    one, other = start_heliogram(), start_heliogram()
    one.person("alice").send("/start")
    assert "alice → test_bot: /start" in one.transcript()
    assert other.transcript() == "(nobody has done anything)"
    with pytest.raises(LookupError, match="the world has no person dave; it has alice, bob, carol"):
        one.person("dave")


def test_a_button_in_the_text_of_a_rich_message():
    row = {"type": "buttons", "buttons": [{"text": ["O", {"alternative_text": "🛒"}], "callback_data": "yes"}]}
    link = {"type": "paragraph", "text": ["See ", {"type": "button", "button": {"text": "More", "url": "https://a.example"}}]}
    message = {"rich_message": {"blocks": [{"type": "list", "items": [{"blocks": [row]}]}, link]}}
    assert find_button([message], "O🛒", 1)[1]["callback_data"] == "yes"
    assert find_button([message], "Less", 1) is None
    with pytest.raises(ValueError, match="opens https://a.example"):
        find_button([message], "More", 1)
