/** Unread counts computed from stored numbers equal those of counting the messages. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeMessages } from "heliogram/app/messages/remove-messages.ts";
import { lockChat } from "heliogram/store/queries/chats/chats.ts";
import { oldestMessages } from "heliogram/store/queries/retention/expiry.ts";
import { insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const PEOPLE = ["alice", "bob", "carla"] as const;
/** Deletions are counted in blocks of this many ids, so the tests cross a block's border. */
const BLOCK = 256;
const MOST = 1000;

const step = fc.record({
  kind: fc.constantFrom(
    ...[
      "send",
      "send",
      "send",
      "send",
      "bot",
      "read",
      "read",
      "delete",
      "delete",
      "purge",
      "expire",
      "leave",
      "join",
      "album",
    ],
  ),
  who: fc.constantFrom(...PEOPLE),
  /** The position of a message, counted from the newest. */
  back: fc.nat(12),
});
/** Some steps run at the same time. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

describe.each(engines())("unread messages on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test("are counted right under concurrent sends, deletions and reads", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, BLOCK - 8, MOST + 20), history, async (before, rounds) => {
        const chat_id = await makeChat(t, before);
        for (const round of rounds) {
          const newest = await newestOf(t, chat_id);
          await Promise.all(round.map((each) => carryOut(t, chat_id, newest, each)));
          await expectCounted(t, chat_id);
        }
      }),
      { numRuns: (engine === "sqlite" ? 10 : 4) * (LONG_RUN ? 3 : 1) },
    );
  });
});

/** A chat in which a bot has already sent many messages. */
async function makeChat(t: TestService, before: number): Promise<number> {
  const { chat } = await t.as("alice", "createChat", { title: "A chat" });
  for (const who of ["bob", "carla", "echo_bot"]) {
    await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id(who) });
  }
  await t.service.db.write(async (tx) => {
    if (before === 0) return;
    const last = await tx.allocateMessageIds(chat.id, before, 0);
    for (let message_id = last - before + 1; message_id <= last; message_id++) {
      const rest = {
        sender_chat_id: null,
        date: 0,
        edit_date: null,
        reply_to: null,
        media_group_id: null,
        thread_id: null,
      };
      const message = { chat_id: chat.id, message_id, sender_id: t.id("echo_bot"), text: "said", content: {} };
      await insertMessage(tx, { ...rest, ...message });
      tx.append({ stream: chat.id, kind: "message", ref: message_id, body: "" });
    }
  });
  return chat.id;
}

async function newestOf(t: TestService, chat_id: number): Promise<number> {
  const row = await t.service.db.read((tx) =>
    tx.get(sqlRead<{ last_message_id: number }>("select last_message_id from stream where id = ?"), chat_id),
  );
  return row!.last_message_id;
}

/** A refused step changes nothing. */
async function carryOut(t: TestService, chat_id: number, newest: number, { kind, who, back }: Json): Promise<void> {
  const message_id = Math.max(1, newest - back);
  const as = (method: string, params: object) => t.person(who, method, { chat_id, ...params });
  if (kind === "send") await as("sendMessage", { text: "Hello" });
  if (kind === "bot") await t.bot("echo_bot", "sendMessage", { chat_id, text: "Hello" });
  if (kind === "read") await as("readMessages", { message_id });
  if (kind === "delete") await t.person("alice", "deleteMessage", { chat_id, message_id });
  if (kind === "purge") {
    const message_ids = Array.from({ length: 20 }, (_, i) => message_id - i);
    await t.person("alice", "deleteMessages", { chat_id, message_ids });
  }
  if (kind === "expire") {
    await t.service.db.write(async (tx) => {
      const chat = await lockChat(tx, chat_id);
      await removeMessages(tx, chat!, await oldestMessages(tx, "messages", chat_id, message_id - 6, 5));
    });
  }
  if (kind === "leave" && who !== "alice") await as("leaveChat", {});
  if (kind === "join") await t.person("alice", "addMember", { chat_id, user_id: t.id(who) });
  if (kind === "album") await as("forwardMessages", { from_chat_id: chat_id, message_ids: [message_id] });
}

async function expectCounted(t: TestService, chat_id: number): Promise<void> {
  for (const who of PEOPLE) {
    const { chats }: Json = await t.as(who, "listChats", { chat_ids: [chat_id] });
    for (const row of chats) {
      const plain = await t.service.db.read((tx) =>
        tx.get(
          sqlRead<{ n: number }>(
            "select count(*) as n from message where chat_id = ? and message_id > ? and sender_id <> ?",
          ),
          chat_id,
          row.read_up_to,
          t.id(who),
        ),
      );
      expect([who, row.unread_count]).toEqual([who, Math.min(MOST, plain!.n)]);
      const { unread_count, unread_after } = await t.as(who, "getDifference", { chat_id, seq: row.seq });
      expect([unread_count, unread_after]).toEqual([row.unread_count, row.read_up_to]);
    }
  }
}
