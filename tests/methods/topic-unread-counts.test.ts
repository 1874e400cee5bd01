/** Unread counts and mentions of topics and of their chat equal those of a model that has only the read pointers. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead } from "../support/sql.ts";

const PEOPLE = ["alice", "bob", "carla"] as const;
type Name = (typeof PEOPLE)[number];
const GENERAL = 1;

const target = {
  who: fc.constantFrom(...PEOPLE),
  /** The position of a message, counted from the newest. */
  back: fc.nat(8),
  /** The position of a topic, General first. */
  topic: fc.nat(4),
};
/** Steps whose order changes nothing, so that they may run at the same time. */
const free = fc.record({
  kind: fc.constantFrom(...["send", "send", "send", "mention", "bot", "readTopic", "readTopic", "read", "delete"]),
  ...target,
});
const alone = fc.record({
  kind: fc.constantFrom(...["create", "create", "deleteTopic", "close", "leave", "join", "forum", "forum", "purge"]),
  ...target,
});
type Step = { kind: string; who: Name; back: number; topic: number };
const history = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(free, { minLength: 2, maxLength: 4 }) },
    { weight: 1, arbitrary: alone.map((step) => [step]) },
  ),
  { minLength: 8, maxLength: 16 },
);

interface Row {
  readonly message_id: number;
  readonly thread_id: number | null;
  readonly sender_id: number;
  readonly text: string;
}

/** How far a person has read: the chat, and its topics. */
interface Pointers {
  /** The last message that is read, or from before the person joined. */
  chat: number;
  readonly topics: Map<number, number>;
}

/** A group, and what people have read in it. */
class Group {
  readonly t: TestService;
  readonly chat_id: number;
  readonly topics: number[] = [];
  readonly pointers = new Map<Name, Pointers>(PEOPLE.map((who) => [who, { chat: 0, topics: new Map() }]));
  isForum = true;

  constructor(t: TestService, chat_id: number) {
    this.t = t;
    this.chat_id = chat_id;
  }

  async messages(): Promise<readonly Row[]> {
    const select = sqlRead<Row>("select message_id, thread_id, sender_id, text from message where chat_id = ?");
    return this.t.service.db.read((tx) => tx.all(select, this.chat_id));
  }

  async newest(): Promise<number> {
    const select = sqlRead<{ last_message_id: number }>("select last_message_id from stream where id = ?");
    return (await this.t.service.db.read((tx) => tx.get(select, this.chat_id)))!.last_message_id;
  }

  /** A refused step changes nothing. */
  async carryOut({ kind, who, back, topic }: Step, newest: number): Promise<void> {
    const message_id = Math.max(1, newest - back);
    const thread = [GENERAL, ...this.topics][topic % (this.topics.length + 1)]!;
    const place = this.isForum && thread !== GENERAL ? { message_thread_id: thread } : {};
    const as = async (name: Name, method: string, params: object): Promise<boolean> =>
      (await this.t.person(name, method, { chat_id: this.chat_id, ...params })).status === 200;
    if (kind === "send") await as(who, "sendMessage", { text: "Hello", ...place });
    if (kind === "mention") await as(who, "sendMessage", { text: "@bob, look", ...place });
    if (kind === "bot")
      await this.t.bot("guard_bot", "sendMessage", { chat_id: this.chat_id, text: "Hello", ...place });
    if (kind === "delete") await as("alice", "deleteMessage", { message_id });
    if (kind === "purge")
      await as("alice", "deleteMessages", { message_ids: Array.from({ length: 12 }, (_, i) => message_id - i) });
    if (kind === "close") await as("alice", "closeForumTopic", { message_thread_id: thread });
    if (kind === "read" && (await as(who, "readMessages", { message_id }))) this.#read(who, undefined, message_id);
    if (kind === "readTopic" && (await as(who, "readMessages", { message_id, message_thread_id: thread })))
      this.#read(who, thread, message_id);
    if (kind === "forum" && (await as("alice", "setForum", { is_forum: !this.isForum }))) this.isForum = !this.isForum;
    if (kind === "create") await this.createTopic();
    if (kind === "deleteTopic" && (await as("alice", "deleteForumTopic", { message_thread_id: thread })))
      this.topics.splice(this.topics.indexOf(thread), 1);
    if (kind === "leave" && who !== "alice") await as(who, "leaveChat", {});
    if (kind === "join" && !(await this.row(who))) {
      await as("alice", "addMember", { user_id: this.t.id(who) });
      this.#read(who, undefined, newest);
    }
  }

  async createTopic(): Promise<void> {
    const call = { chat_id: this.chat_id, name: "Topic" };
    const { status, body } = await this.t.person("alice", "createForumTopic", call);
    if (status === 200) this.topics.push(body.result.message_thread_id);
  }

  #read(who: Name, thread: number | undefined, message_id: number): void {
    const pointers = this.pointers.get(who)!;
    if (thread === undefined) pointers.chat = Math.max(pointers.chat, message_id);
    else pointers.topics.set(thread, Math.max(pointers.topics.get(thread) ?? 0, message_id));
  }

  async row(who: Name): Promise<Json> {
    return (await this.t.as(who, "listChats", { chat_ids: [this.chat_id] })).chats[0];
  }

  unread(who: Name, messages: readonly Row[]): readonly Row[] {
    const { chat, topics } = this.pointers.get(who)!;
    return messages.filter(
      ({ message_id, thread_id, sender_id }) =>
        sender_id !== this.t.id(who) && message_id > Math.max(chat, topics.get(thread_id ?? GENERAL) ?? 0),
    );
  }
}

async function expectCounted(group: Group): Promise<void> {
  const messages = await group.messages();
  for (const who of PEOPLE) {
    const row = await group.row(who);
    if (!row) continue;
    const unread = group.unread(who, messages);
    const mentions = (rows: readonly Row[]) =>
      who === "bob" ? rows.filter(({ text }) => text.startsWith("@bob")).length : 0;
    expect([who, row.unread_count, row.unread_mentions]).toEqual([who, unread.length, mentions(unread)]);
    const page = await group.t.as(who, "getDifference", { chat_id: group.chat_id, seq: row.seq });
    expect([page.unread_count, page.unread_after]).toEqual([row.unread_count, row.read_up_to]);
    if (!group.isForum) continue;
    const { topics } = await group.t.as(who, "listTopics", { chat_id: group.chat_id });
    const shown = topics.map(({ topic: { message_thread_id: id }, unread_count, unread_mentions }: Json) => [
      ...[id, unread_count, unread_mentions],
    ]);
    const expected = [GENERAL, ...group.topics].map((id) => {
      const inTopic = unread.filter(({ thread_id }) => (thread_id ?? GENERAL) === id);
      return [id, inTopic.length, mentions(inTopic)];
    });
    const byId = (rows: readonly (readonly number[])[]) => rows.toSorted(([a], [b]) => a! - b!);
    expect([who, byId(shown)]).toEqual([who, byId(expected)]);
  }
}

describe.each(engines())("unread messages in topics on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test("are counted right under reads of topics and chats, deletions, and changes of the group", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (rounds) => {
        const { chat } = await t.as("alice", "createChat", { title: "Forum" });
        const group = new Group(t, chat.id);
        for (const who of ["bob", "carla", "guard_bot"] as const) {
          const newest = await group.newest();
          await t.as("alice", "addMember", { chat_id: chat.id, user_id: t.id(who) });
          if (who !== "guard_bot") group.pointers.get(who)!.chat = newest;
        }
        await t.as("alice", "sendMessage", { chat_id: chat.id, text: "before the topics" });
        await t.as("alice", "setForum", { chat_id: chat.id, is_forum: true });
        for (let n = 0; n < 2; n++) await group.createTopic();
        for (const round of rounds) {
          const newest = await group.newest();
          await Promise.all(round.map((step) => group.carryOut(step, newest)));
          await expectCounted(group);
        }
      }),
      { numRuns: (engine === "sqlite" ? 10 : 4) * (LONG_RUN ? 3 : 1) },
    );
  });
});
