/** What the native and the telegram dialect read and show differently (behaviour.md §1, §3). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { startWorld, WORLD, type Answer, type Json, type TestService } from "../support/service.ts";

const BOTS = { native: "guard_bot", telegram: "other_bot" } as const;
type Dialect = keyof typeof BOTS;

const [TEAM, ...OTHER_CHATS] = WORLD.chats;
const world = {
  ...WORLD,
  bots: [...WORLD.bots, { name: "Other", username: "other_bot", owner: "alice", dialect: "telegram" }],
  chats: [
    { ...TEAM!, members: [...TEAM!.members, { username: "other_bot", status: "administrator", rights: "all" }] },
    ...OTHER_CHATS,
  ],
};

let t: TestService;
beforeAll(async () => {
  t = await startWorld("memory", world);
});
afterAll(() => t.stop());

const call = (dialect: Dialect, method: string, params: object): Promise<Answer> =>
  t.bot(BOTS[dialect], method, { chat_id: t.id("Team"), ...params });
const ok = (dialect: Dialect, method: string, params: object): Promise<Json> =>
  t.ok(BOTS[dialect], method, { chat_id: t.id("Team"), ...params });
const outcome = ({ status, body }: Answer): Json => [status, body.ok ? body.result : body.description];

describe("whole numbers with a fraction", () => {
  const send = async (dialect: Dialect, query: string) =>
    t.fetch(`/bot${t.token(BOTS[dialect])}/sendMessage?text=a&${query}`);

  test("native refuses them in every encoding", async () => {
    const chat_id = t.id("alice");
    for (const answer of [
      await call("native", "sendMessage", { chat_id: chat_id + 0.5, text: "a" }),
      await call("native", "sendMessage", { chat_id: `${chat_id}.5`, text: "a" }),
      await send("native", `chat_id=${chat_id}.5`),
    ])
      expect(outcome(answer)).toEqual([400, "Bad Request: invalid chat_id: a whole number is expected"]);
    for (const offset of [1.5, "1.5", "1.", "x", "1,5", " "])
      expect([offset, (await call("native", "getUpdates", { offset })).status]).toEqual([
        offset,
        offset === "1." ? 200 : 400,
      ]);
  });

  test("telegram cuts them, except within objects", async () => {
    const chat_id = t.id("Team");
    const sent = await send("telegram", `chat_id=${chat_id}.5`);
    expect(sent.body.result.chat.id).toBe(chat_id);
    expect((await call("telegram", "sendMessage", { chat_id: chat_id - 0.5, text: "a" })).status).toBe(200);
    expect((await call("telegram", "getUpdates", { offset: 1.5, limit: "2.7" })).status).toBe(200);
    const entities = [{ type: "bold", offset: 0, length: 1.5 }];
    expect((await call("telegram", "sendMessage", { text: "ab", entities })).status).toBe(400);
  });
});

describe("allowed_updates", () => {
  const MALFORMED = [
    "message",
    5,
    { a: 1 },
    "[x",
    [1],
    ["message", 1],
    [["message"]],
    "5",
    '{"a":1}',
    true,
    '"message"',
  ];
  const current = (dialect: Dialect) => ok(dialect, "getWebhookInfo", {});

  test.each(["getUpdates", "setWebhook"])("native refuses what is no list of names in %s", async (method) => {
    await ok("native", "getUpdates", { allowed_updates: ["message"] });
    for (const allowed_updates of MALFORMED) {
      const answer = await call("native", method, { allowed_updates });
      expect([allowed_updates, answer.status]).toEqual([allowed_updates, 400]);
      const text = typeof allowed_updates === "string" ? allowed_updates : JSON.stringify(allowed_updates);
      const form = await t.fetch(
        `/bot${t.token("guard_bot")}/${method}?${new URLSearchParams({ allowed_updates: text })}`,
      );
      expect([text, form.status]).toEqual([text, 400]);
    }
    expect((await current("native")).allowed_updates).toEqual(["message"]);
    await ok("native", method, { allowed_updates: [] });
    await ok("native", method, { allowed_updates: ["chat_member", "poll", "unknown"] });
    expect((await current("native")).allowed_updates).toEqual(["chat_member"]);
    await ok("native", method, { allowed_updates: "null" });
    await ok("native", method, { allowed_updates: '["callback_query"]' });
    expect((await current("native")).allowed_updates).toEqual(["callback_query"]);
  });

  test("telegram passes over it, and takes names in any letter case", async () => {
    await ok("telegram", "getUpdates", { allowed_updates: ["Message"] });
    for (const allowed_updates of MALFORMED) await ok("telegram", "getUpdates", { allowed_updates });
    expect((await current("telegram")).allowed_updates).toEqual(["message"]);
  });
});

describe("albums", () => {
  const kinds = { photo: "a.png", video: "a.mp4", audio: "a.mp3", document: "a.txt" };

  async function album(dialect: Dialect, type: string): Promise<Json> {
    const form = new FormData();
    form.set("chat_id", String(t.id("Team")));
    form.set("media", JSON.stringify([{ type, media: "attach://a" }]));
    const bytes = type === "photo" ? Uint8Array.from(await drawPicture(9, 9, "#336699")) : "a";
    form.set("a", new Blob([bytes]), kinds[type as keyof typeof kinds]);
    return outcome(await t.post(`/bot${t.token(BOTS[dialect])}/sendMediaGroup`, form));
  }

  test("native takes photos and videos alone", async () => {
    expect((await album("native", "photo"))[0]).toBe(200);
    for (const type of ["document", "audio"])
      expect(await album("native", type)).toEqual([
        400,
        `Bad Request: can't parse InputMedia: type must be photo or video; a group of type ${type} needs the telegram dialect`,
      ]);
  });

  test("telegram takes documents and audio files, too", async () => {
    expect((await album("telegram", "document"))[0]).toBe(200);
    const mixed = { media: ["document", "photo"].map((type) => ({ type, media: "x" })) };
    expect((await call("telegram", "sendMediaGroup", mixed)).body.description).toContain("can't be mixed");
    // The bytes are no music, which is found after the type was accepted.
    expect((await album("telegram", "audio"))[1]).toContain("unsupported file format");
  });
});

describe("members", () => {
  const carla = () => ({ user_id: t.id("carla") });
  const shown = (dialect: Dialect) => ok(dialect, "getChatMember", carla());
  beforeEach(async () => {
    await t.as("alice", "unbanChatMember", { chat_id: t.id("Team"), ...carla() });
    await t.as("alice", "addMember", { chat_id: t.id("Team"), ...carla() });
  });

  test("native shows can_manage_chat as it was given, telegram as implied", async () => {
    const rights: Json[] = [
      { can_delete_messages: true },
      { can_pin_messages: true, can_manage_chat: false },
      { can_manage_chat: true },
      { can_manage_chat: true, can_invite_users: true },
    ];
    for (const given of rights) {
      await ok("native", "promoteChatMember", { ...carla(), ...given });
      expect(await shown("native")).toMatchObject({ status: "administrator", can_manage_chat: false, ...given });
      expect(await shown("telegram")).toMatchObject({ status: "administrator", ...given, can_manage_chat: true });
      const admins = async (dialect: Dialect): Promise<Json[]> => ok(dialect, "getChatAdministrators", {});
      const own = (list: Json[]) => list.find(({ user }) => user.id === t.id("carla")).can_manage_chat;
      expect([own(await admins("native")), own(await admins("telegram"))]).toEqual([
        given.can_manage_chat ?? false,
        true,
      ]);
    }
    await ok("native", "promoteChatMember", { ...carla(), can_manage_chat: false });
    expect((await shown("native")).status).toBe("member");
  });

  test("an administrator without can_manage_chat may do what every administrator may", async () => {
    await ok("native", "promoteChatMember", { ...carla(), can_pin_messages: true });
    await ok("native", "setChatPermissions", { permissions: {} });
    await t.as("carla", "sendMessage", { chat_id: t.id("Team"), text: "a" });
    const permissions = { can_send_other_messages: true };
    expect(await ok("native", "setChatPermissions", { permissions })).toBe(true);
  });

  const EIGHT = [
    "can_send_messages",
    "can_send_media_messages",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
  ];
  const allBut = (...names: string[]) => Object.fromEntries(EIGHT.map((name) => [name, !names.includes(name)]));

  test("in native each of the eight permissions stands as it was given", async () => {
    for (const name of EIGHT) {
      for (const permissions of [allBut(name), allBut(...EIGHT.filter((each) => each !== name))]) {
        await ok("native", "restrictChatMember", { ...carla(), permissions });
        expect(await shown("native")).toMatchObject({ status: "restricted", ...permissions });
        await ok("native", "setChatPermissions", { permissions });
        expect((await ok("native", "getChat", {})).permissions).toMatchObject(permissions);
      }
    }
    await ok("native", "restrictChatMember", { ...carla(), permissions: allBut() });
    expect(await shown("native")).toMatchObject({ status: "member" });
  });

  test("what is left out follows, and an explicit false does not", async () => {
    const restricted = async (dialect: Dialect, permissions: object) => {
      await ok(dialect, "restrictChatMember", { ...carla(), permissions });
      const { can_send_messages, can_send_media_messages, can_send_photos } = await shown(dialect);
      return [can_send_messages, can_send_media_messages, can_send_photos];
    };
    const other = { can_send_other_messages: true };
    expect(await restricted("native", other)).toEqual([true, true, true]);
    expect(await restricted("native", { ...other, can_send_messages: false })).toEqual([false, true, true]);
    expect(await restricted("native", { ...other, can_send_media_messages: false })).toEqual([true, false, false]);
    expect(await restricted("native", { ...other, can_send_photos: false })).toEqual([true, true, false]);
    expect(await restricted("telegram", { ...other, can_send_messages: false })).toEqual([true, true, true]);
    expect(await restricted("telegram", { ...other, can_send_media_messages: false })).toEqual([true, true, true]);
    // Telegram passes over can_send_media_messages beside the newer flags.
    const newer = { can_send_media_messages: true, can_send_videos: true };
    expect(await restricted("telegram", newer)).toEqual([true, true, false]);
    expect(await restricted("native", newer)).toEqual([true, true, true]);
    await ok("telegram", "restrictChatMember", { ...carla(), permissions: allBut("can_send_messages") });
    expect((await shown("telegram")).status).toBe("member");
  });

  test.each(["native", "telegram"] as const)("newer permissions are kept, and follow others in %s", async (dialect) => {
    const newer = ["can_manage_topics", "can_react_to_messages", "can_edit_tag"];
    const pick = (record: Json) => newer.map((name) => record[name]);
    for (const [permissions, expected] of [
      [{ can_send_messages: true }, [false, true, false]],
      [{ can_pin_messages: true }, [true, false, true]],
      [{ can_send_photos: true }, [false, true, false]],
      [{ can_send_messages: true, can_pin_messages: true, can_manage_topics: false }, [false, true, true]],
      [{ can_send_messages: true, can_react_to_messages: false, can_edit_tag: true }, [false, false, true]],
      [{ can_react_to_messages: true, can_pin_messages: false, can_manage_topics: true }, [true, true, false]],
    ] as const) {
      await ok(dialect, "restrictChatMember", { ...carla(), permissions });
      expect([permissions, pick(await shown(dialect))]).toEqual([permissions, expected]);
      await ok(dialect, "setChatPermissions", { permissions, use_independent_chat_permissions: false });
      expect([permissions, pick((await ok(dialect, "getChat", {})).permissions)]).toEqual([permissions, expected]);
    }
    await ok(dialect, "restrictChatMember", { ...carla(), permissions: allBut() });
    expect(await shown(dialect)).toMatchObject({ status: "member" });
    await ok(dialect, "setChatPermissions", { permissions: { can_send_other_messages: true } });
  });

  test("an emoji is a character of a title in native", async () => {
    for (const [dialect, expected] of [
      ["native", [200, true]],
      ["telegram", [400, "Bad Request: custom title must not contain emoji"]],
    ] as const) {
      await ok(dialect, "promoteChatMember", { ...carla(), can_pin_messages: true });
      const title = { ...carla(), custom_title: "good 👍" };
      expect(outcome(await call(dialect, "setChatAdministratorCustomTitle", title))).toEqual(expected);
      expect((await shown(dialect)).custom_title).toBe(dialect === "native" ? "good 👍" : "");
      const long = { ...carla(), custom_title: "👍".repeat(17) };
      expect((await call(dialect, "setChatAdministratorCustomTitle", long)).status).toBe(400);
      await ok(dialect, "promoteChatMember", carla());
    }
  });
});

describe("the words of errors", () => {
  test.each([
    ["native", /^Bad Request: invalid action: one of typing, /, 'Bad Request: parameter "action" is required'],
    ["telegram", "Bad Request: wrong parameter action in request", "Bad Request: wrong parameter action in request"],
  ] as const)("of an unknown action in %s", async (dialect, unknown, missing) => {
    for (const action of ["dance", 5, { a: 1 }])
      expect(outcome(await call(dialect, "sendChatAction", { action }))).toEqual([400, expect.stringMatching(unknown)]);
    for (const params of [{}, { action: "" }, { action: null }])
      expect(outcome(await call(dialect, "sendChatAction", params))).toEqual([400, missing]);
  });

  const OWN = "method is available for supergroup and channel chats only";
  test.each([
    ["leaveChat", {}, OWN, "can't leave private chats"],
    ["banChatMember", { user_id: 1 }, OWN, "can't ban members in private chats"],
    ["unbanChatMember", { user_id: 1 }, OWN, OWN],
    ["promoteChatMember", { user_id: 1 }, OWN, OWN],
    ["setChatTitle", { title: "a" }, OWN, "can't change private chat title"],
    ["setChatDescription", { description: "a" }, OWN, "can't change private chat description"],
    ["deleteChatPhoto", {}, OWN, "can't change private chat photo"],
    ["exportChatInviteLink", {}, OWN, "can't invite members to a private chat"],
    ["approveChatJoinRequest", { user_id: 1 }, OWN, "can't invite members to a private chat"],
    [
      "setChatPermissions",
      { permissions: {} },
      "method is available only for supergroups",
      "can't change private chat permissions",
    ],
  ])("of %s in a private chat", async (method, params, native, telegram) => {
    const chat_id = t.id("bob");
    for (const bot of Object.values(BOTS)) await t.as("bob", "startBot", { user_id: t.id(bot) });
    const user = "user_id" in params ? { user_id: chat_id } : {};
    const words = async (dialect: Dialect) => outcome(await call(dialect, method, { ...params, ...user, chat_id }));
    expect(await words("native")).toEqual([400, `Bad Request: ${native}`]);
    expect(await words("telegram")).toEqual([400, `Bad Request: ${telegram}`]);
  });

  test("of a token of a wrong form go by the dialect of the service", async () => {
    const other = await startWorld("memory", undefined, { dialect: "telegram" });
    const malformed = ["abc", "abc:def", ":abc", "0123:abc", `1:${"a".repeat(80)}`, "1"];
    for (const [service, words] of [
      [t, "Unauthorized"],
      [other, "Unauthorized: invalid token specified"],
    ] as const) {
      for (const token of malformed) {
        for (const path of [`/bot${token}/getMe`, `/bot${token}?method=getMe`]) {
          const { status, body } = await service.fetch(path);
          expect([path, status, body.description]).toEqual([path, 401, words]);
        }
      }
      const { status, body } = await service.fetch("/bot123:abc/getMe");
      expect([status, body.description]).toEqual([401, "Unauthorized"]);
    }
    await other.stop();
  });
});
