/** What people see of topics besides the topics themselves: muted ones in their list, mentions by topic, and bots that have them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { StreamSocket } from "../support/stream-socket.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(engines())("own topics on %s", (engine) => {
  let t: TestService;
  let group = 0;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    group = (await t.as("alice", "createChat", { title: "Forum" })).chat.id;
    for (const name of ["bob", "carla"]) await t.as("alice", "addMember", here({ user_id: t.id(name) }));
    await t.as("alice", "setForum", here({ is_forum: true }));
  });

  const here = (more: object = {}) => ({ chat_id: group, ...more });
  const create = async (name: string): Promise<number> =>
    (await t.as("alice", "createForumTopic", here({ name }))).message_thread_id;
  const say = (who: string, text: string, more: object = {}): Promise<Json> =>
    t.as(who, "sendMessage", here({ text, ...more }));
  const rowOf = async (who: string, chat_id: number): Promise<Json> =>
    (await t.as(who, "listChats")).chats.find((each: Json) => each.chat.id === chat_id);

  test("a row of the list names the topics that the person has muted, and mentions are found by topic", async () => {
    const [a, b] = [await create("A"), await create("B")];
    const mutedOf = async (who: string) => (await rowOf(who, group)).muted_topics;
    expect(await mutedOf("bob")).toBeUndefined();
    for (const message_thread_id of [b, a]) await t.as("bob", "muteTopic", here({ message_thread_id }));
    expect([await mutedOf("bob"), await mutedOf("carla")]).toEqual([[a, b], undefined]);
    await t.as("bob", "unmuteTopic", here({ message_thread_id: a }));
    expect(await mutedOf("bob")).toEqual([b]);
    const first = await say("carla", "@bob here", { message_thread_id: a });
    await say("carla", "@bob there", { message_thread_id: b });
    const inGeneral = await say("carla", "@bob in General");
    const last = await say("carla", "@bob again", { message_thread_id: a });
    const mentions = async (more: object) => {
      const { unread_mentions, messages, has_more } = await t.as("bob", "getMentions", here(more));
      return [unread_mentions, messages.map(({ message_id }: Json) => message_id), has_more];
    };
    expect(await mentions({ message_thread_id: a, limit: 1 })).toEqual([2, [first.message_id], true]);
    const after = first.message_id;
    expect(await mentions({ message_thread_id: a, after })).toEqual([2, [last.message_id], false]);
    expect(await mentions({ message_thread_id: 1 })).toEqual([1, [inGeneral.message_id], false]);
    expect((await mentions({}))[0]).toBe(4);
    expect(await mentions({ message_thread_id: 1_000_000 })).toEqual([0, [], false]);
  });

  test("a topic that is the first of its chat with a bot is not General", async () => {
    const bot = t.id("guard_bot");
    await t.as("alice", "editBot", { bot_id: bot, topics: "bot" });
    const chat_id = t.id("alice");
    const { message_thread_id } = await t.ok("guard_bot", "createForumTopic", { chat_id, name: "Task" });
    const { topics } = await t.as("alice", "listTopics", { chat_id: bot });
    expect(topics.map(({ topic }: Json) => topic.name).toSorted()).toEqual(["General", "Task"]);
    const sent = await t.ok("guard_bot", "sendMessage", { chat_id, message_thread_id, text: "To whom?" });
    expect(sent).toMatchObject({ message_thread_id, is_topic_message: true });
    await t.as("alice", "sendMessage", { chat_id: bot, message_thread_id, text: "To you" });
  });

  test("the row of a bot's chat says whether it has topics", async () => {
    const bot = t.id("echo_bot");
    const hasTopics = async () => (await rowOf("alice", bot)).peer.has_topics;
    await t.as("alice", "openChat", { user_id: bot });
    expect(await hasTopics()).toBeUndefined();
    const screen = new StreamSocket(t, "alice");
    await screen.until(({ type }) => type === "hello");
    await t.as("alice", "editBot", { bot_id: bot, topics: "bot" });
    // By this event clients read the row again.
    await screen.until(({ kind, chat_id }) => kind === "chat" && chat_id === bot);
    screen.close();
    expect(await hasTopics()).toBe(true);
    await t.as("alice", "editBot", { bot_id: bot, topics: "off" });
    expect(await hasTopics()).toBeUndefined();
  });
});
