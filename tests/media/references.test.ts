/** A file stays as long as something refers to it, and a day longer; then it leaves the disk (behaviour.md §5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blobsOnDisk, pass, passUntilRemoved, rounds, sendDocument, sha256, withFile } from "../kit/maintenance.ts";
import { drawPicture } from "../kit/media.ts";
import { engines, startWorld, type Json, type TestService } from "../kit/service.ts";

const TEN_MINUTES_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const guard = (method: string, params: object): Promise<Json> => t.ok("guard_bot", method, params);
  const send = (content: string, chat_id = team) => sendDocument(t, "guard_bot", chat_id, content);
  const remove = (message: Json) =>
    guard("deleteMessage", { chat_id: message.chat.id, message_id: message.message_id });
  const hasOnDisk = (content: string) => blobsOnDisk(t).has(sha256(content));
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  /** The blobs that come with something. */
  async function blobsOf(act: () => Promise<unknown>): Promise<string[]> {
    const before = blobsOnDisk(t);
    await act();
    return [...blobsOnDisk(t)].filter((each) => !before.has(each));
  }
  const areThere = (blobs: readonly string[]) => {
    const there = blobsOnDisk(t);
    return blobs.map((each) => there.has(each));
  };
  const picture = async (colour: string) => new Uint8Array(await drawPicture(400, 300, colour));

  test("the file of a deleted message: its link, its file_id and its bytes, a day later and not before", async () => {
    const message = await send("deleted");
    const { file_id } = message.document;
    const link = `/file/bot${t.token("guard_bot")}/${(await guard("getFile", { file_id })).file_path}`;
    await remove(message);
    const deleted_ms = t.clock.now();
    let served_ms = deleted_ms;
    for (;;) {
      const now_ms = t.clock.now();
      if ((await t.fetch(link)).status === 404) break;
      served_ms = now_ms;
      expect(hasOnDisk("deleted")).toBe(true);
      t.clock.advance(TEN_MINUTES_MS);
    }
    expect(served_ms - deleted_ms).toBeGreaterThanOrEqual(DAY_MS - TEN_MINUTES_MS);
    await rounds(t, 2);
    expect(hasOnDisk("deleted")).toBe(false);
    expect((await t.bot("guard_bot", "getFile", { file_id })).body.description).toContain("wrong file");
    const again = await t.bot("guard_bot", "sendDocument", { chat_id: team, document: file_id });
    expect(again.body.description).toContain("wrong file identifier");
  });

  test("a file that is sent again by its file_id within the day stays", async () => {
    const first = await send("sent on");
    await remove(first);
    await rounds(t, 1);
    await pass(t, 20);
    const second = await guard("sendDocument", { chat_id: team, document: first.document.file_id });
    await passUntilRemoved(t);
    expect(hasOnDisk("sent on")).toBe(true);
    await remove(second);
    await passUntilRemoved(t);
    expect(hasOnDisk("sent on")).toBe(false);
  });

  test("several messages with one file, or with the same bytes", async () => {
    const private_chat = t.id("alice");
    const messages: Record<string, () => Promise<Json>> = {
      uploaded: () => send("several"),
      "uploaded again": () => send("several"),
      "by its file_id": async () =>
        guard("sendDocument", { chat_id: team, document: (await send("several")).document.file_id }),
      forwarded: async () => {
        const { message_id } = await send("several");
        return guard("forwardMessage", { chat_id: private_chat, from_chat_id: team, message_id });
      },
      copied: async () => {
        const { message_id } = await send("several");
        const copy = await guard("copyMessage", { chat_id: private_chat, from_chat_id: team, message_id });
        return { chat: { id: private_chat }, ...copy };
      },
    };
    const kept: Json[] = [];
    for (const make of Object.values(messages)) kept.push(await make());
    // The sources of the last three go; what was made of them stays.
    const last = kept[0].message_id + 10;
    for (let id = kept[0].message_id; id < last; id++)
      if (!kept.some((each) => each.chat.id === team && each.message_id === id))
        await t.bot("guard_bot", "deleteMessage", { chat_id: team, message_id: id });
    for (const each of kept) {
      await passUntilRemoved(t);
      expect(hasOnDisk("several")).toBe(true);
      await remove(each);
    }
    await passUntilRemoved(t);
    expect(hasOnDisk("several")).toBe(false);
  }, 60_000);

  test("photos: all their sizes, and the one of them that was sent as a file", async () => {
    let [photo, file]: Json[] = [];
    const photos = await blobsOf(async () => {
      photo = await guard("sendPhoto", withFile({ chat_id: team, photo: await picture("#112233") }));
      file = await guard("sendDocument", { chat_id: team, document: photo.photo[0].file_id });
    });
    expect(photos.length).toBeGreaterThan(1);
    await remove(photo);
    await passUntilRemoved(t);
    expect(areThere(photos).filter(Boolean)).toHaveLength(1);
    await remove(file);
    await passUntilRemoved(t);
    expect(areThere(photos)).not.toContain(true);
  });

  test("what an edit replaces, and a thumbnail", async () => {
    const document = bytesOf("before the edit");
    let message: Json;
    const before = await blobsOf(async () => {
      const thumbnail = await picture("#aa0000");
      message = await guard("sendDocument", withFile({ chat_id: team, document, thumbnail }));
    });
    expect(before).toHaveLength(2);
    const media = JSON.stringify({ type: "document", media: "attach://part" });
    const place = { chat_id: team, message_id: message.message_id };
    await guard("editMessageMedia", withFile({ ...place, media, part: bytesOf("after the edit") }));
    await guard("editMessageCaption", { ...place, caption: "a caption" });
    await passUntilRemoved(t);
    expect([...areThere(before), hasOnDisk("after the edit")]).toEqual([false, false, true]);
  });

  test("photos of people, bots and chats, and the messages that tell of them", async () => {
    const set = (colour: string, more: object = {}) =>
      blobsOf(async () => t.as("alice", "setProfilePhoto", withFile({ photo: await picture(colour), ...more })));
    const bot_id = t.id("echo_bot");
    const own = await set("#ff0000");
    const replaced = await set("#00ff88");
    const bots = await set("#0000ff", { bot_id });
    await t.as("alice", "deleteProfilePhoto", { bot_id });
    const inChat = (colour: string) =>
      blobsOf(async () => guard("setChatPhoto", withFile({ chat_id: team, photo: await picture(colour) })));
    const chats = await inChat("#ffff00");
    const told = await inChat("#ff00ff");
    await guard("deleteChatPhoto", { chat_id: team });
    const { messages }: Json = await t.as("alice", "getHistory", { chat_id: team, limit: 10 });
    const service = messages.find((each: Json) => each.new_chat_photo !== undefined);
    await remove(service);
    await passUntilRemoved(t);
    const all = [own, replaced, bots, chats, told].map((each) => new Set(areThere(each)));
    expect(all).toEqual([new Set([false]), new Set([true]), new Set([false]), new Set([false]), new Set([true])]);
  });

  test("a chat that is deleted, with its photo, and a bot that is", async () => {
    const { chat } = await t.as("alice", "createChat", { type: "supergroup", title: "Short-lived" });
    const place = { chat_id: chat.id, photo: await picture("#00ff00") };
    const photo = await blobsOf(() => t.as("alice", "setChatPhoto", withFile(place)));
    const document = bytesOf("in the chat");
    const { message_id } = await t.as("alice", "sendDocument", withFile({ chat_id: chat.id, document }));
    const both = bytesOf("in the chat and elsewhere");
    await t.as("alice", "sendDocument", withFile({ chat_id: chat.id, document: both }));
    await t.as("alice", "forwardMessage", { chat_id: team, from_chat_id: chat.id, message_id: message_id + 1 });
    await t.as("alice", "deleteChat", { chat_id: chat.id });
    await sendDocument(t, "echo_bot", team, "of a bot that is deleted");
    await t.as("alice", "deleteBot", { bot_id: t.id("echo_bot") });
    await rounds(t, 1);
    await passUntilRemoved(t);
    const files = ["in the chat", "in the chat and elsewhere", "of a bot that is deleted"].map(hasOnDisk);
    expect([...files, ...new Set(areThere(photo))]).toEqual([false, true, true, false]);
  });

  test("what came twice under one key, and what was refused after it was kept", async () => {
    const headers = { authorization: `Bearer ${t.accessToken("alice")}`, "idempotency-key": "0123456789abcdef" };
    const post = (content: string) =>
      t.post("/api/sendDocument", withFile({ chat_id: team, document: bytesOf(content) }), headers);
    const [first, second] = [await post("the first"), await post("the second, in the same message")];
    expect(second.body.result.message_id).toBe(first.body.result.message_id);
    const refused = withFile({ chat_id: team, document: bytesOf("refused"), reply_to_message_id: 999_999 });
    expect((await t.bot("guard_bot", "sendDocument", refused)).status).toBe(400);
    const contents = ["the first", "the second, in the same message", "refused"];
    expect(contents.map(hasOnDisk)).toEqual([true, true, true]);
    await passUntilRemoved(t);
    await rounds(t, 1);
    expect(contents.map(hasOnDisk)).toEqual([true, false, false]);
  });

  test("files and blobs that nobody has noted are found in the end", async () => {
    const message = await send("forgotten");
    const { db } = t.service;
    await db.write(async (tx) => {
      // A reference that goes without a word, and bytes that are in no list.
      await tx.run("delete from message where chat_id = ? and message_id = ?", team, message.message_id);
    });
    await passUntilRemoved(t);
    await rounds(t, 3);
    expect(hasOnDisk("forgotten")).toBe(false);
  });

  test("a service that keeps files of deleted messages for longer", async () => {
    const patient = await startWorld(engine, undefined, { deleted_files_days: 3 });
    try {
      const chat_id = patient.id("Team");
      const { message_id } = await sendDocument(patient, "guard_bot", chat_id, "kept longer");
      await patient.ok("guard_bot", "deleteMessage", { chat_id, message_id });
      await passUntilRemoved(patient);
      expect(blobsOnDisk(patient).size).toBe(1);
      await pass(patient, 48);
      await rounds(patient, 2);
      expect(blobsOnDisk(patient).size).toBe(0);
    } finally {
      await patient.stop();
    }
  });
});
