/** A file is kept until a day after its last reference is gone, and is then deleted (behaviour.md §5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import {
  storedBlobs,
  advanceHours,
  advanceUntilRemoved,
  maintenanceRounds,
  sendDocument,
  sha256,
  withFile,
} from "../support/maintenance.ts";
import { drawPicture } from "../support/media.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlWrite } from "../support/sql.ts";

const TEN_MINUTES_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

describe.each(enginesInTurn())("on %s", (engine) => {
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
  const isStored = async (content: string) => (await storedBlobs(t)).has(sha256(content));
  const areStored = (contents: readonly string[]) => Promise.all(contents.map(isStored));
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  /** The blobs that come with something. */
  async function blobsOf(act: () => Promise<unknown>): Promise<string[]> {
    const before = await storedBlobs(t);
    await act();
    return [...(await storedBlobs(t))].filter((each) => !before.has(each));
  }
  const areThere = async (blobs: readonly string[]) => {
    const there = await storedBlobs(t);
    return blobs.map((each) => there.has(each));
  };
  const picture = async (colour: string) => new Uint8Array(await drawPicture(400, 300, colour));

  test("the file of a deleted message is gone a day later and not before: its link, its file_id and its bytes", async () => {
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
      expect(await isStored("deleted")).toBe(true);
      t.clock.advance(TEN_MINUTES_MS);
    }
    expect(served_ms - deleted_ms).toBeGreaterThanOrEqual(DAY_MS - TEN_MINUTES_MS);
    await maintenanceRounds(t, 2);
    expect(await isStored("deleted")).toBe(false);
    expect((await t.bot("guard_bot", "getFile", { file_id })).body.description).toContain("wrong file");
    const again = await t.bot("guard_bot", "sendDocument", { chat_id: team, document: file_id });
    expect(again.body.description).toContain("wrong file identifier");
  });

  test.runIf(LONG_RUN)("a file that is sent again by its file_id within the day stays", async () => {
    const first = await send("sent on");
    await remove(first);
    await maintenanceRounds(t, 1);
    await advanceHours(t, 20);
    const second = await guard("sendDocument", { chat_id: team, document: first.document.file_id });
    await advanceUntilRemoved(t);
    expect(await isStored("sent on")).toBe(true);
    await remove(second);
    await advanceUntilRemoved(t);
    expect(await isStored("sent on")).toBe(false);
  });

  test.runIf(LONG_RUN)("several messages with one file, or with the same bytes", async () => {
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
    // The sources of the last three are deleted; their copies stay.
    const last = kept[0].message_id + 10;
    for (let id = kept[0].message_id; id < last; id++)
      if (!kept.some((each) => each.chat.id === team && each.message_id === id))
        await t.bot("guard_bot", "deleteMessage", { chat_id: team, message_id: id });
    for (const each of kept) {
      await advanceUntilRemoved(t);
      expect(await isStored("several")).toBe(true);
      await remove(each);
    }
    await advanceUntilRemoved(t);
    expect(await isStored("several")).toBe(false);
  });

  test("photos: all sizes, and one size that was sent as a file", async () => {
    let [photo, file]: Json[] = [];
    const photos = await blobsOf(async () => {
      photo = await guard("sendPhoto", withFile({ chat_id: team, photo: await picture("#112233") }));
      file = await guard("sendDocument", { chat_id: team, document: photo.photo[0].file_id });
    });
    expect(photos.length).toBeGreaterThan(1);
    await remove(photo);
    await advanceUntilRemoved(t);
    expect((await areThere(photos)).filter(Boolean)).toHaveLength(1);
    await remove(file);
    await advanceUntilRemoved(t);
    expect(await areThere(photos)).not.toContain(true);
  });

  test("media replaced by an edit, and a thumbnail", async () => {
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
    await advanceUntilRemoved(t);
    expect([...(await areThere(before)), await isStored("after the edit")]).toEqual([false, false, true]);
  });

  test("photos of people, bots and chats, and their service messages", async () => {
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
    await advanceUntilRemoved(t);
    const all = [];
    for (const each of [own, replaced, bots, chats, told]) all.push(new Set(await areThere(each)));
    expect(all).toEqual([new Set([false]), new Set([true]), new Set([false]), new Set([false]), new Set([true])]);
  });

  test.runIf(LONG_RUN)("a deleted chat with its photo, and a deleted bot", async () => {
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
    await maintenanceRounds(t, 1);
    await advanceUntilRemoved(t);
    const files = await areStored(["in the chat", "in the chat and elsewhere", "of a bot that is deleted"]);
    expect([...files, ...new Set(await areThere(photo))]).toEqual([false, true, true, false]);
  });

  test("a send repeated under one key, and a send refused after its file was stored", async () => {
    const headers = { authorization: `Bearer ${t.accessToken("alice")}`, "idempotency-key": "0123456789abcdef" };
    const post = (content: string) =>
      t.post("/api/sendDocument", withFile({ chat_id: team, document: bytesOf(content) }), headers);
    const [first, second] = [await post("the first"), await post("the second, in the same message")];
    expect(second.body.result.message_id).toBe(first.body.result.message_id);
    const refused = withFile({ chat_id: team, document: bytesOf("refused"), reply_to_message_id: 999_999 });
    expect((await t.bot("guard_bot", "sendDocument", refused)).status).toBe(400);
    const contents = ["the first", "the second, in the same message", "refused"];
    expect(await areStored(contents)).toEqual([true, true, true]);
    await advanceUntilRemoved(t);
    await maintenanceRounds(t, 1);
    expect(await areStored(contents)).toEqual([true, false, false]);
  });

  test("unrecorded files and blobs are found eventually", async () => {
    const message = await send("forgotten");
    const { db } = t.service;
    await db.write(async (tx) => {
      // A reference that is removed without a record, and a blob that is in no list.
      await tx.run(sqlWrite("delete from message where chat_id = ? and message_id = ?"), team, message.message_id);
    });
    await advanceUntilRemoved(t);
    await maintenanceRounds(t, 3);
    expect(await isStored("forgotten")).toBe(false);
  });

  test("a service that keeps files of deleted messages for longer", async () => {
    const patient = await startWorld(engine, undefined, { deleted_files_days: 3 });
    try {
      const chat_id = patient.id("Team");
      const { message_id } = await sendDocument(patient, "guard_bot", chat_id, "kept longer");
      await patient.ok("guard_bot", "deleteMessage", { chat_id, message_id });
      await advanceUntilRemoved(patient);
      expect((await storedBlobs(patient)).size).toBe(1);
      await advanceHours(patient, 48);
      await maintenanceRounds(patient, 2);
      expect((await storedBlobs(patient)).size).toBe(0);
    } finally {
      await patient.stop();
    }
  });
});
