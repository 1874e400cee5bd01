/** Messages on their way out: in order, once, through broken lines, and across visits. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, ME, said, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Refusal, Unreachable } from "../api/failure.ts";
import { startedWith } from "../model/history.ts";
import { asMessages } from "../model/outgoing.ts";
import { putMessage, setHistory } from "../store/histories.ts";
import { Outbox, type Picked } from "./outbox.ts";

const CHAT = 2;

function picked(name: string): Picked {
  const blob = new Blob([name]);
  return { kind: "document", name, size: blob.size, mime_type: "", address: URL.createObjectURL(blob), blob };
}

describe("outbox", () => {
  let t: Inside;
  let outbox: Outbox;
  beforeEach(() => {
    t = inside();
    outbox = new Outbox(t);
    t.store.setState(setHistory(CHAT, startedWith([], 50)));
  });
  const waiting = () => t.store.getState().outbox.map(({ text, state }) => [text, state]);
  const held = () => t.store.getState().histories[CHAT]!.messages.map(({ message_id }) => message_id);

  test("is shown at once, and gone when it has arrived", async () => {
    outbox.send(CHAT, { text: "one" });
    expect(waiting()).toEqual([["one", "waiting"]]);
    const call = t.service.next()!;
    expect([call.method, call.params.text, call.options.key]).toEqual(["sendMessage", "one", "key1"]);
    call.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("goes in order, one at a time", async () => {
    outbox.send(CHAT, { text: "one" });
    outbox.send(CHAT, { text: "two" });
    expect(t.service.asked).toHaveLength(1);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(t.service.next()!.params.text).toBe("two");
  });

  test("is tried again under the same name until the line is back", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(new Unreachable("gone"));
    await settle();
    expect([waiting(), t.service.asked]).toEqual([[["one", "waiting"]], []]);
    t.time.advance(2000);
    await settle();
    t.service.next()!.refuse(new Unreachable("gone"));
    await settle();
    outbox.hurry();
    await settle();
    expect(t.service.next()!.options.key).toBe("key1");
  });

  const tooMany = (retry_after_s?: number) => new Refusal(429, "Too Many Requests: retry after", { retry_after_s });

  test("waits as long as the service asks for, whatever happens meanwhile, and says until when", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(tooMany(9));
    await settle();
    expect(t.store.getState().holds[CHAT]).toBe(t.time.now() + 9000);
    outbox.send(CHAT, { text: "two" });
    outbox.hurry();
    t.time.advance(8999);
    await settle();
    expect(t.service.asked).toEqual([]);
    t.time.advance(1);
    await settle();
    const call = t.service.next()!;
    expect([call.params.text, call.options.key, t.service.asked]).toEqual(["one", "key1", []]);
    expect(t.store.getState().holds).toEqual({});
    call.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(t.service.next()!.params.text).toBe("two");
  });

  test("that is asked to wait without being told how long waits longer each time", async () => {
    outbox.send(CHAT, { text: "one" });
    for (const pause_ms of [2000, 4000, 8000]) {
      t.service.next()!.refuse(tooMany());
      await settle();
      expect(t.store.getState().holds[CHAT]).toBe(t.time.now() + pause_ms);
      t.time.advance(pause_ms);
      await settle();
    }
    expect(t.service.asked).toHaveLength(1);
  });

  test("holds up its own chat alone", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(tooMany(9));
    await settle();
    outbox.send(CHAT + 1, { text: "elsewhere" });
    expect(t.service.next()!.params.text).toBe("elsewhere");
  });

  test("what is written while the line is away is tried at once, in its order, one at a time", async () => {
    outbox.send(CHAT, { text: "one" });
    t.service.next()!.refuse(new Unreachable("gone"));
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

  test("a text that got no answer on the old line is asked for again on the new one", async () => {
    outbox.send(CHAT, { text: "one" });
    const lost = t.service.next()!;
    outbox.hurry();
    await settle();
    expect([lost.options.signal!.aborted, t.service.asked]).toEqual([false, []]);
    t.time.advance(5000);
    outbox.hurry();
    await settle();
    expect(lost.options.signal!.aborted).toBe(true);
    const again = t.service.next()!;
    expect([again.params.text, again.options.key]).toEqual(["one", "key1"]);
    again.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("a file goes on over a new line, and begins at nothing when it broke off", async () => {
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    const upload = t.service.next()!;
    upload.options.onProgress!(0.5);
    t.time.advance(50_000);
    outbox.hurry();
    await settle();
    expect(upload.options.signal!.aborted).toBe(false);
    upload.refuse(new Unreachable("gone"));
    await settle();
    expect(t.store.getState().outbox[0]!.progress).toBe(0);
  });

  test("that is refused says why, and lets the next one pass", async () => {
    outbox.send(CHAT, { text: "one" });
    outbox.send(CHAT, { text: "two" });
    t.service.next()!.refuse(new Refusal(403, "Forbidden: you may not", { reason: "CANT_SEND_TEXT" }));
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

  test("comes once, also when the stream is quicker than the answer", async () => {
    outbox.send(CHAT, { text: "one" });
    const message = said(1, ME, { client_key: "key1" });
    t.store.setState(putMessage(CHAT, message));
    expect([waiting(), held()]).toEqual([[], [1]]);
    t.service.next()!.answer(message);
    await settle();
    expect([waiting(), held()]).toEqual([[], [1]]);
  });

  test("a file that is called off is not sent, and what waits behind it is", async () => {
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

  test("a file that is cancelled can be tried again, under its name", async () => {
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

  test("the words it quotes go with it, be it a text, a file or an album", () => {
    const answering = { reply_to: said(7, ME, { text: "one two" }), quote: { text: "two", position: 4 } };
    const sent = [[], ["a.txt"], ["a.txt", "b.txt"]].map((names, at) => {
      outbox.send(CHAT + at, { text: "Why?", files: names.map(picked), ...answering });
      return t.service.next()!.params.reply_parameters;
    });
    const expected = { message_id: 7, allow_sending_without_reply: true, quote: "two", quote_position: 4 };
    expect(sent).toEqual([expected, expected, expected]);
    const [shown] = asMessages(t.store.getState().outbox[0]!, ME);
    expect(shown).toMatchObject({ reply_to_message: { message_id: 7 }, quote: { text: "two" } });
  });

  test("others are told of a file that is under way, and not of a text", () => {
    const told: unknown[] = [];
    const telling = new Outbox(t, (...action) => told.push(action));
    telling.send(CHAT, { text: "", files: [picked("a.txt")] });
    t.service.next()!.options.onProgress!(0.5);
    telling.send(CHAT + 1, { text: "one" });
    expect(told).toEqual([
      [CHAT, "upload_document"],
      [CHAT, "upload_document"],
    ]);
  });

  test("a file that the browser has no room for would be lost with the page", async () => {
    outbox.send(CHAT, { text: "one" });
    expect(outbox.wouldLoseFiles()).toBe(false);
    t.keptFiles.put = async () => false;
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    await settle();
    expect(outbox.wouldLoseFiles()).toBe(true);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    t.service.next()!.answer(said(2, ME, { client_key: "key2" }));
    await settle();
    expect(outbox.wouldLoseFiles()).toBe(false);
  });

  test("an album is one call, and has arrived with its last message", async () => {
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

  test("a file that has arrived is shown from this machine for a while, and then let go", async () => {
    const file = picked("a.txt");
    outbox.send(CHAT, { text: "", files: [file] });
    expect(outbox.localOf("key1")).toBe(file.address);
    t.service.next()!.answer(said(1, ME, { client_key: "key1" }));
    await settle();
    expect(outbox.localOf("key1")).toBe(file.address);
    t.time.advance(60_000);
    expect(outbox.localOf("key1")).toBeUndefined();
  });

  test("files outlive the page with their bytes, in their order, and are let go when they have arrived", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    outbox.send(CHAT, { text: "after it" });
    await settle();
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.resume();
    await settle();
    expect(waiting()).toEqual([
      ["look", "waiting"],
      ["after it", "waiting"],
    ]);
    expect(outbox.localOf("key1")).toMatch(/^blob:/);
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

  test("an upload that was called off is not begun again by the next visit", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    outbox.cancel("key1");
    await settle();
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.resume();
    await settle();
    expect([waiting(), t.service.asked]).toEqual([[["look", "failed"]], []]);
    outbox.retry("key1");
    expect(t.service.next()!.options.key).toBe("key1");
  });

  test("a message whose files were not kept is not sent without them", async () => {
    outbox.send(CHAT, { text: "look", files: [picked("a.txt")] });
    await settle();
    t.stored.delete("file:key1");
    t = inside(t.stored);
    outbox = new Outbox(t);
    outbox.resume();
    await settle();
    expect([waiting(), t.service.asked, [...t.stored.keys()]]).toEqual([[], [], []]);
  });

  test("a file over the service's limit is told from other refusals", async () => {
    let learned = 0;
    outbox = new Outbox(t, undefined, () => learned++);
    outbox.send(CHAT, { text: "", files: [picked("a.txt")] });
    t.service.next()!.refuse(new Refusal(413, "Request Entity Too Large: file is too big", {}));
    await settle();
    expect(t.store.getState().outbox).toMatchObject([{ state: "failed", fault: "too_big" }]);
    // What it takes is other than what the page was told.
    expect(learned).toBe(1);
  });

  test("outlives the visit, under its name", async () => {
    outbox.send(CHAT, { text: "one" });
    const later = inside(t.stored);
    new Outbox(later).resume();
    expect(later.service.next()!.options.key).toBe("key1");
  });
});
