/** Buttons that ask a person for users or for a chat, and the service messages about what is shared (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("buttons that ask for users and chats on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine, {
      people: ["alice", "bob", "carol"].map((name) => ({ name, username: name })),
      bots: ["guard_bot", "echo_bot"].map((username) => ({ name: username, username })),
      chats: [
        { title: "Owned", creator: "alice" },
        { title: "Public", username: "town", creator: "alice", members: ["guard_bot"] },
        { title: "Joined", creator: "bob", members: ["alice"] },
        { title: "Closed", creator: "bob" },
        { title: "News", type: "channel", creator: "alice" },
      ],
    });
    await t.as("alice", "startBot", { user_id: t.id("guard_bot") });
  });
  afterAll(() => t.stop());

  /** A keyboard with these buttons. @returns the message */
  const ask = (...buttons: object[]): Promise<Json> =>
    t.ok("guard_bot", "sendMessage", {
      chat_id: t.id("alice"),
      text: "Share",
      reply_markup: { keyboard: [buttons.map((button) => ({ text: "Share", ...button }))] },
    });
  const press = ({ message_id }: Json, request_id: number, more: object = {}): object => ({
    bot_id: t.id("guard_bot"),
    message_id,
    request_id,
    ...more,
  });
  const share = (method: string, params: object): Promise<Json> => t.as("alice", method, params);
  const refused = async (method: string, params: object): Promise<unknown[]> => {
    const { status, body }: Answer = await t.person("alice", method, params);
    return [status, body.reason ?? body.description];
  };
  const titles = async (request: object, more: object = {}): Promise<string[]> => {
    const message = await ask({ request_chat: { request_id: 1, ...request } });
    const { chats } = await share("listSharableChats", press(message, 1, more));
    return chats.map(({ chat, adds_bot, grants_rights }: Json) =>
      [chat.title, ...(adds_bot ? ["add"] : []), ...(grants_rights ? ["promote"] : [])].join(" "),
    );
  };

  test("the bot gets the ids of the users, and what else it asked for", async () => {
    const photo = new FormData();
    photo.set("photo", new Blob([Uint8Array.from(await drawPicture(9, 9, "#336699"))]), "a.png");
    await t.as("carol", "setProfilePhoto", photo);
    await t.updates("guard_bot");
    const wishes = { request_name: true, request_username: "1", request_photo: true };
    const message = await ask(
      { request_users: { request_id: -7, max_quantity: 2 } },
      { request_users: { request_id: 8, ...wishes } },
    );
    const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("guard_bot"), limit: 1 });
    expect(messages[0].reply_markup.keyboard[0][1].request_users).toEqual({
      request_id: 8,
      request_name: true,
      request_username: true,
      request_photo: true,
    });
    const user_ids = [t.id("carol"), t.id("echo_bot")];
    const shared = await share("shareUsers", press(message, -7, { user_ids }));
    const names = user_ids.map((user_id, i) => ({
      user_id,
      first_name: ["carol", "echo_bot"][i],
      username: ["carol", "echo_bot"][i],
    }));
    expect(shared.users_shared).toEqual({ request_id: -7, users: names, user_ids });
    const one = await share("shareUsers", press(message, 8, { user_ids: [t.id("carol"), t.id("carol")] }));
    expect(one.user_shared).toEqual({ request_id: 8, user_id: t.id("carol") });
    const updates = (await t.updates("guard_bot")).map(({ message: update }: Json) => update);
    expect(updates[0].users_shared).toEqual({
      request_id: -7,
      users: user_ids.map((user_id) => ({ user_id })),
      user_ids,
    });
    expect(updates[0]).not.toHaveProperty("user_shared");
    const [carol] = updates[1].users_shared.users;
    expect(carol).toMatchObject({ first_name: "carol", username: "carol" });
    const { file_id } = carol.photo.at(-1);
    expect(await t.ok("guard_bot", "getFile", { file_id })).toMatchObject({ file_id });
    // An id does not let the bot write.
    const { status, body } = await t.bot("guard_bot", "sendMessage", { chat_id: t.id("carol"), text: "Hello" });
    expect([status, body.description]).toEqual([403, "Forbidden: bot can't initiate conversation with a user"]);
    const [chat_id, from_chat_id] = [t.id("Owned"), t.id("guard_bot")];
    const forward = { chat_id, from_chat_id, message_id: one.message_id };
    expect(await refused("forwardMessage", forward)).toEqual([400, "FORWARD_IMPOSSIBLE"]);
  });

  test("who is asked for is shared alone, and not more of them", async () => {
    const ids = (users: Json[]) => users.map(({ id }) => id);
    const message = await ask(
      { request_users: { request_id: 1, user_is_bot: true, user_is_premium: true } },
      { request_users: { request_id: 2, user_is_bot: false } },
      { request_user: { request_id: 3 } },
    );
    const list = async (id: number, more: object = {}) =>
      ids((await share("listSharableUsers", press(message, id, more))).users);
    expect(await list(1)).toContain(t.id("echo_bot"));
    expect(await list(1)).not.toContain(t.id("guard_bot"));
    expect(await list(1)).not.toContain(t.id("bob"));
    expect(await list(2)).toEqual([t.id("alice"), t.id("bob"), t.id("carol")]);
    expect(await list(3, { query: "car" })).toEqual([t.id("carol")]);
    expect(await list(2, { after: t.id("alice"), limit: 1 })).toEqual([t.id("bob")]);
    for (const [id, user] of [
      [1, "bob"],
      [2, "echo_bot"],
      [3, "guard_bot"],
    ] as const)
      expect(await refused("shareUsers", press(message, id, { user_ids: [t.id(user)] }))).toEqual([
        400,
        "USER_NOT_SHARABLE",
      ]);
    const user_ids = [t.id("bob"), t.id("carol")];
    expect(await refused("shareUsers", press(message, 2, { user_ids }))).toEqual([
      400,
      "Bad Request: too many user_ids specified: the button asks for at most 1",
    ]);
  });

  test("chats are those that the button describes, with what is to be done for the bot", async () => {
    expect(await titles({})).toEqual(["Owned", "Public", "Joined"]);
    expect(await titles({ chat_is_channel: true })).toEqual(["News"]);
    expect(await titles({ chat_has_username: true })).toEqual(["Public"]);
    expect(await titles({ chat_has_username: false, chat_is_created: true })).toEqual(["Owned"]);
    expect(await titles({ chat_is_forum: true })).toEqual([]);
    expect(await titles({ user_administrator_rights: { can_pin_messages: true } })).toEqual(["Owned", "Public"]);
    expect(await titles({ bot_is_member: true })).toEqual(["Owned add", "Public", "Joined add"]);
    const bot_administrator_rights = { can_delete_messages: true, can_post_messages: true };
    expect(await titles({ bot_administrator_rights })).toEqual(["Owned add promote", "Public promote"]);
    expect(await titles({}, { query: "own", limit: 1 })).toEqual(["Owned"]);
    expect(await titles({}, { after: t.id("Owned"), limit: 1 })).toEqual(["Public"]);
  });

  test("a chat is shared when the bot is what the button asks for", async () => {
    await t.updates("guard_bot");
    const request = { request_id: 5, bot_administrator_rights: { can_delete_messages: true }, request_title: true };
    const message = await ask({ request_chat: request });
    const { reply_markup } = (await t.as("alice", "getHistory", { chat_id: t.id("guard_bot"), limit: 1 })).messages[0];
    expect(reply_markup.keyboard[0][0].request_chat).toEqual({
      ...request,
      chat_is_channel: false,
      bot_administrator_rights: { is_anonymous: false, can_delete_messages: true },
    });
    const [chat_id, user_id] = [t.id("Public"), t.id("guard_bot")];
    const params = press(message, 5, { shared_chat_id: chat_id });
    expect(await refused("shareChat", params)).toEqual([400, "CHAT_NOT_SHARABLE"]);
    const { chats } = await share("listSharableChats", press(message, 5, { query: "public" }));
    await share("promoteChatMember", { chat_id, user_id, ...chats[0].grants_rights });
    const sent = await share("shareChat", params);
    expect(sent.chat_shared).toEqual({ request_id: 5, chat_id, title: "Public", username: "town" });
    const updates = await t.updates("guard_bot");
    expect(updates.at(-1).message.chat_shared).toEqual({ request_id: 5, chat_id, title: "Public" });
    const own = await t.ok("guard_bot", "getChatMember", { chat_id, user_id });
    expect(own).toMatchObject({ status: "administrator", can_delete_messages: true, can_pin_messages: false });
  });

  test("a shared chat is as closed to the bot as before", async () => {
    const message = await ask({ request_chat: { request_id: 1, request_title: true, request_username: true } });
    const chat_id = t.id("Joined");
    await share("shareChat", press(message, 1, { shared_chat_id: chat_id }));
    const { status } = await t.bot("guard_bot", "getChat", { chat_id });
    expect(status).toBe(403);
    // The members of the chat are not notified.
    const { messages } = await t.as("bob", "getHistory", { chat_id, limit: 5 });
    expect(messages.some((each: Json) => each.chat_shared)).toBe(false);
    await t.as("bob", "deleteChat", { chat_id });
    const [shown] = (await t.as("alice", "getHistory", { chat_id: t.id("guard_bot"), limit: 1 })).messages;
    expect(shown.chat_shared).toEqual({ request_id: 1, chat_id });
  });

  test("such buttons are for private chats, and have the shape that the bot API describes", async () => {
    const send = async (chat: string, button: object) => {
      const reply_markup = { keyboard: [[{ text: "Share", ...button }]] };
      const { status, body } = await t.bot("guard_bot", "sendMessage", {
        chat_id: t.id(chat),
        text: "x",
        reply_markup,
      });
      return [status, body.description];
    };
    expect(await send("Public", { request_users: { request_id: 1 } })).toEqual([
      400,
      "Bad Request: users can be requested in private chats only",
    ]);
    expect(await send("Public", { request_chat: { request_id: 1, chat_is_channel: false } })).toEqual([
      400,
      "Bad Request: chats can be requested in private chats only",
    ]);
    const wrong: [object, string][] = [
      [{ request_users: 1 }, 'field "request_users" must be an object'],
      [{ request_users: {} }, 'field "request_id" of "request_users" is missing'],
      [{ request_users: { request_id: 2 ** 31 } }, 'field "request_id" of "request_users" must be a number of 32 bits'],
      [{ request_users: { request_id: "a" } }, 'field "request_id" of "request_users" must be a whole number'],
      [
        { request_users: { request_id: 1, max_quantity: 11 } },
        'field "max_quantity" of "request_users" must be 1 to 10',
      ],
      [
        { request_chat: { request_id: 1, chat_is_forum: [] } },
        'field "chat_is_forum" of "request_chat" must be true or false',
      ],
      [
        { request_chat: { request_id: 1, bot_administrator_rights: { can_pin_messages: "x" } } },
        'field "can_pin_messages" of "bot_administrator_rights" must be true or false',
      ],
    ];
    for (const [button, words] of wrong)
      expect(await send("alice", button)).toEqual([400, `Bad Request: can't parse keyboard button: ${words}`]);
  });
});
