/** The outbox: in order, exactly once, through broken connections and across visits. */
import type { Place } from "../model/chats/place.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { inside, ME, said, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { historyOf } from "../model/messages/history.ts";
import { asMessages } from "../model/messages/outgoing-messages.ts";
import { putMessage, setHistory } from "../store/histories.ts";
import { Outbox, type Picked } from "./outbox.ts";

const CHAT = 2;

function picked(name: string): Picked {
  const blob = new Blob([name]);
  return { kind: "document", name, size: blob.size, mime_type: "", address: URL.createObjectURL(blob), blob };
}

describe("an outgoing message", () => {
  let t: Inside;
  let outbox: Outbox;
  beforeEach(() => {
    t = inside();
    outbox = new Outbox(t);
    t.store.setState(setHistory(CHAT, historyOf({ messages: [] })));
  });
  const waiting = () => t.store.getState().outbox.map(({ text, state }) => [text, state]);
  const held = () => t.store.getState().histories[CHAT]!.messages.map(({ message_id }) => message_id);

  test("is shown at once, and removed after delivery", async () => {
    outbox.send(CHAT, { text: "one" });
    expect(waiting()).toEqual([["one", "waiting"]]);
    const call = t.service.next()!;
    expect([call.method, call.params.text, call.options.key]).toEqual(["sendMessage", "one", "key1"]);
    call.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("counts as sent once the service has taken it, and not if it was refused", async () => {
    const has_sent = () => t.store.getState().has_sent;
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(new ApiError(400, "no", {}));
    await settle();
    expect(has_sent()).toBe(false);
    outbox.send(CHAT, { text: "two" });
    expect(has_sent()).toBe(false);
    t.service.next()!.answer(said(1, ME, { client_key: "key2" }));
    await settle();
    expect(has_sent()).toBe(true);
  });

  test("is sent in order, one at a time", async () => {
    outbox.send(CHAT, { text: "one" });
    outbox.send(CHAT, { text: "two" });
    expect(t.service.asked).toHaveLength(1);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(t.service.next()!.params.text).toBe("two");
  });

  test("is retried with the same key until the connection is back", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(new NetworkError("gone"));
    await settle();
    expect([waiting(), t.service.asked]).toEqual([[["one", "waiting"]], []]);
    t.time.advance(2000);
    await settle();
    t.service.next()!.refuse(new NetworkError("gone"));
    await settle();
    outbox.onReconnect();
    await settle();
    expect(t.service.next()!.options.key).toBe("key1");
  });

  const tooMany = (retry_after_s?: number) => new ApiError(429, "Too Many Requests: retry after", { retry_after_s });

  test("waits as long as the server asks for, and shows until when", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(tooMany(9));
    await settle();
    expect(t.store.getState().backoff_until[CHAT]).toBe(t.time.now() + 9000);
    outbox.send(CHAT, { text: "two" });
    outbox.onReconnect();
    t.time.advance(8999);
    await settle();
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    await settle();
    const call = t.service.next()!;
    expect([call.params.text, call.options.key, t.service.asked]).toEqual(["one", "key1", []]);
    expect(t.store.getState().backoff_until).toEqual({});
    call.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(t.service.next()!.params.text).toBe("two");
  });

  test("that must wait for an unspecified time waits longer each time", async () => {
    outbox.send(CHAT, { text: "one" });
    for (const pause_ms of [2000, 4000, 8000]) {
      t.service.next()!.refuse(tooMany());
      await settle();
      expect(t.store.getState().backoff_until[CHAT]).toBe(t.time.now() + pause_ms);
      t.time.advance(pause_ms);
      await settle();
    }
    expect(t.service.asked).toHaveLength(1);
  });

  test("delays its own chat only", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(tooMany(9));
    await settle();
    outbox.send(CHAT + 1, { text: "elsewhere" });
    expect(t.service.next()!.params.text).toBe("elsewhere");
  });

  test("written while disconnected is sent at the reconnect, in order, one at a time", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(new NetworkError("gone"));
    await settle();
    outbox.send(CHAT, { text: "two" });
    await settle();
    expect(t.service.asked.map(({ params }) => params.text)).toEqual(["one"]);
    t.time.advance(60_000);
    await settle();
    expect(t.service.asked).toHaveLength(1);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(t.service.asked.map(({ params }) => params.text)).toEqual(["two"]);
  });

  test("without a response before the reconnect is sent again", async () => {
    outbox.send(CHAT, { text: "one" });
    const lost = t.service.next()!;
    outbox.onReconnect();
    await settle();
    expect([lost.options.signal!.aborted, t.service.asked]).toEqual([false, []]);
    t.time.advance(5000);
    outbox.onReconnect();
    await settle();
    expect(lost.options.signal!.aborted).toBe(true);
    const again = t.service.next()!;
    expect([again.params.text, again.options.key]).toEqual(["one", "key1"]);
    again.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("with a file continues after a reconnect, and restarts if the upload broke off", async () => {
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    const upload = t.service.next()!;
    upload.options.onProgress!(0.5);
    t.time.advance(50_000);
    outbox.onReconnect();
    await settle();
    expect(upload.options.signal!.aborted).toBe(false);
    upload.refuse(new NetworkError("gone"));
    await settle();
    expect(t.store.getState().outbox[0]!.progress).toBe(0);
  });

  test("that is rejected shows the reason, and the next one is sent", async () => {
    outbox.send(CHAT, { text: "one" });
    outbox.send(CHAT, { text: "two" });
    t.service.next()!.refuse(new ApiError(403, "Forbidden: you may not", { reason: "CANT_SEND_TEXT" }));
    await settle();
    expect(t.store.getState().outbox[0]).toMatchObject({
      state: "failed",
      error: "You may not",
      reason: "CANT_SEND_TEXT",
    });
    t.service.next()!.answer(said(1, ME, { client_key: "key2" }));
    await settle();
    outbox.retry("key1");
    expect(t.service.next()!.options.key).toBe("key1");
    outbox.discard("key1");
    expect(waiting()).toEqual([]);
  });

  test("appears once, even if the event arrives before the response", async () => {
    outbox.send(CHAT, { text: "one" });
    const message = said(1, ME, { client_key: "key1" });
    t.store.setState(putMessage(CHAT, message));
    expect([waiting(), held()]).toEqual([[], [1]]);
    t.service.next()!.answer(message);
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("with a cancelled file is not sent, and the next one is", async () => {
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    outbox.send(CHAT, { text: "after" });
    const upload = t.service.next()!;
    upload.options.onProgress!(0.5);
    expect(t.store.getState().outbox[0]!.progress).toBe(0.5);
    outbox.discard("key1");
    await settle();
    expect(upload.options.signal!.aborted).toBe(true);
    expect(t.service.next()!.params.text).toBe("after");
  });

  test("with a cancelled file can be retried with the same key", async () => {
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    const upload = t.service.next()!;
    upload.options.onProgress!(0.5);
    outbox.cancel("key1");
    await settle();
    expect(upload.options.signal!.aborted).toBe(true);
    expect(t.store.getState().outbox).toMatchObject([{ key: "key1", state: "failed", fault: "cancelled" }]);
    expect(t.service.next()).toBeUndefined();
    outbox.retry("key1");
    expect(t.store.getState().outbox[0]).not.toHaveProperty("progress");
    const again = t.service.next()!;
    expect([again.method, again.options.key]).toEqual(["sendDocument", "key1"]);
    again.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("is sent with its quote: a text, a file or an album", () => {
    const answering = { reply_to: said(7, ME, { text: "one two" }), quote: { text: "two", position: 4 } };
    const sent = [[], ["a.txt"], ["a.txt", "b.txt"]].map((names, at) => {
      outbox.send(CHAT + at, { text: "Why?", files: names.map(picked), ...answering });
      return t.service.next()!.params.reply_parameters;
    });
    const expected = { message_id: 7, allow_sending_without_reply: true, quote: "two", quote_position: 4 };
    // The second and the third are sent to other chats than that of the message.
    const elsewhere = { ...expected, chat_id: CHAT };
    expect(sent).toEqual([expected, elsewhere, elsewhere]);
    const [shown] = asMessages(t.store.getState().outbox[0]!, ME);
    expect(shown).toMatchObject({ reply_to_message: { message_id: 7 }, quote: { text: "two" } });
  });

  test("announces an upload to others, but not a text", () => {
    const told: unknown[] = [];
    const telling = new Outbox(t, {
      sendChatAction: (...action) => told.push(action),
      forgetChatAction: () => {},
    });
    telling.send(CHAT, { text: "", files: [picked("a.txt")] });
    t.service.next()!.options.onProgress!(0.5);
    telling.send(CHAT + 1, { text: "one" });
    expect(told).toEqual([
      [CHAT, "upload_document"],
      [CHAT, "upload_document"],
    ]);
  });

  test("ends the person's chat action when it has been sent", async () => {
    const ended: Place[] = [];
    const telling = new Outbox(t, { sendChatAction: () => {}, forgetChatAction: (place) => ended.push(place) });
    telling.send(CHAT, { text: "one" });
    expect(ended).toEqual([]);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(ended).toEqual([CHAT]);
  });

  test("with a file that the browser cannot store would be lost with the page", async () => {
    outbox.send(CHAT, { text: "one" });
    expect(outbox.hasUnsavedFiles()).toBe(false);
    t.outboxFiles.put = async () => false;
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    await settle();
    expect(outbox.hasUnsavedFiles()).toBe(true);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    t.service.next()!.answer(said(2, ME, { client_key: "key2" }));
    await settle();
    expect(outbox.hasUnsavedFiles()).toBe(false);
  });

  test("with several files is one call, and delivered with its last part", async () => {
    const files = ["a.txt", "b.txt"].map(picked);
    outbox.send(CHAT, { text: "both", files });
    const { method, params } = t.service.next()!;
    expect(method).toBe("sendMediaGroup");
    expect(params.media).toEqual([
      { type: "document", media: "attach://file0", caption: "both", caption_entities: [] },
      { type: "document", media: "attach://file1" },
    ]);
    expect([params.file0, params.file1].map((part) => (part as File).name)).toEqual(["a.txt", "b.txt"]);
    t.store.setState(putMessage(CHAT, said(1, ME, { client_key: "key1", media_group_id: "7" })));
    expect(t.store.getState().outbox).toHaveLength(1);
    t.store.setState(putMessage(CHAT, said(2, ME, { client_key: "key1.1", media_group_id: "7" })));
    expect(t.store.getState().outbox).toHaveLength(0);
  });

  test("with a file shows the local file for a while, and then revokes its URL", async () => {
    const file = picked("a.txt");
    outbox.send(CHAT, { text: "", files: [file] });
    expect(outbox.localFileUrl("key1")).toBe(file.address);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(outbox.localFileUrl("key1")).toBe(file.address);
    t.time.advance(60_000);
    expect(outbox.localFileUrl("key1")).toBeUndefined();
  });

  test("with files is restored with them in order, and they are removed after delivery", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    outbox.send(CHAT, { text: "after it" });
    await settle();
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.restore();
    await settle();
    expect(waiting()).toEqual([
      ["look", "waiting"],
      ["after it", "waiting"],
    ]);
    expect(outbox.localFileUrl("key1")).toMatch(/^blob:/);
    const call = t.service.next()!;
    expect([call.method, call.options.key]).toEqual(["sendDocument", "key1"]);
    expect(await (call.params.document as File).text()).toBe("a.txt");
    call.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([...t.stored.keys()]).toEqual(["outbox"]);
    t.service.next()!.answer(said(2, ME, { client_key: "key2" }));
    await settle();
    expect([...t.stored.keys()]).toEqual([]);
  });

  test("whose upload was cancelled is not restarted by the next visit", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    outbox.cancel("key1");
    await settle();
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.restore();
    await settle();
    expect([waiting(), t.service.asked]).toEqual([[["look", "failed"]], []]);
    outbox.retry("key1");
    expect(t.service.next()!.options.key).toBe("key1");
  });

  test("whose files were not stored is not sent without them", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    await settle();
    t.stored.delete("file:key1");
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.restore();
    await settle();
    expect([waiting(), t.service.asked, [...t.stored.keys()]]).toEqual([[], [], []]);
  });

  test.each(["with", "without"])("leaves no files behind if its page was closed at once, %s others", async (others) => {
    if (others === "with") outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    await settle();
    const before = [...t.stored.keys()];
    t.stored.set("file:key9", [{ blob: new Blob(["sent"]) }]);
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.restore();
    await settle();
    t.time.advance(10_000);
    await settle();
    expect([...t.stored.keys()].sort()).toEqual(before.sort());
    expect(before).toHaveLength(others === "with" ? 2 : 0);
  });

  test("with a file over the server's limit is distinguished from other rejections", async () => {
    let learned = 0;
    outbox = new Outbox(t, undefined, () => learned++);
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    t.service.next()!.refuse(new ApiError(413, "Request Entity Too Large: file is too big", {}));
    await settle();
    expect(t.store.getState().outbox).toMatchObject([{ state: "failed", fault: "too_big" }]);
    // The server's limit differs from the one that the page knows.
    expect(learned).toBe(1);
  });

  test("is restored with the same key", async () => {
    outbox.send(CHAT, { text: "one" });
    const later = inside(t.stored);
    new Outbox(later).restore();
    expect(later.service.next()!.options.key).toBe("key1");
  });
});
