/** The addresses of the service that people get: their own page's origin, and nobody else's. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Conversation } from "../assistant/conversation.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";

const LAN = "http://chat.lan:8080";

const world = {
  ...WORLD,
  chats: [
    { title: "Team", creator: "alice", members: [{ username: "guard_bot", status: "administrator", rights: "all" }] },
  ],
};

/** A call that a browser makes from a page of this origin. */
async function from(t: TestService, origin: string, who: string, method: string, params: object = {}): Promise<Json> {
  const headers = { authorization: `Bearer ${t.accessToken(who)}`, "sec-fetch-site": "same-origin", origin };
  return (await t.post(`/api/${method}`, params, headers)).body.result;
}

/** Every address that Alice can get. */
async function given(t: TestService, ask: (method: string, params?: object) => Promise<Json>): Promise<string[]> {
  const chat_id = t.id("Team");
  const username = `a${Math.random().toString(36).slice(2, 10)}_bot`;
  const { bot, base_url } = await ask("createBot", { name: "A", username });
  const again = await ask("regenerateBotToken", { bot_id: bot.user.id });
  const own = await ask("exportChatInviteLink", { chat_id });
  const more = await ask("createChatInviteLink", { chat_id, name: "More" });
  const { invite_link } = more;
  const links = await ask("listInviteLinks", { chat_id });
  const closed = await ask("revokeChatInviteLink", { chat_id, invite_link });
  return [
    base_url,
    again.base_url,
    (await ask("createInvitation")).link,
    (await ask("resetPassword", { user_id: t.id("bob") })).link,
    own,
    invite_link,
    closed.invite_link,
    ...links.map((each: Json) => each.invite_link),
  ];
}

const originsOf = (addresses: string[]): string[] => [...new Set(addresses.map((each) => new URL(each).origin))];

describe("without a public_url", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", world, { assistant: true });
  });
  afterAll(() => t.stop());

  test("people see the origin of their page", async () => {
    expect(originsOf(await given(t, (method, params) => from(t, LAN, "alice", method, params)))).toEqual([LAN]);
    expect(await from(t, LAN, "alice", "getProfile")).not.toHaveProperty("public_url");
  });

  test("programs see the address the service listens on", async () => {
    expect(originsOf(await given(t, (method, params) => t.as("alice", method, params)))).toEqual([t.url]);
  });

  test.each([
    ["another site's page", { "sec-fetch-site": "cross-site", origin: "http://evil.example" }],
    ["a page without an address", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["what would end a string in a program", { "sec-fetch-site": "same-origin", origin: 'http://a"$(id).example' }],
    [
      "what is longer than any name of a machine",
      { "sec-fetch-site": "same-origin", origin: `http://${"a".repeat(300)}` },
    ],
    ["the name in the address that was called", { "x-forwarded-host": "evil.example" }],
  ])("they are not given that of %s", async (_what, more) => {
    const headers: Record<string, string> = { authorization: `Bearer ${t.accessToken("alice")}`, ...more };
    const { result } = (await t.post("/api/createInvitation", {}, headers)).body;
    expect(originsOf([result.link])).toEqual([t.url]);
  });

  test("bots do not learn the address that a person uses", async () => {
    const chat_id = t.id("Team");
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member"] });
    const { invite_link } = await from(t, LAN, "alice", "createChatInviteLink", { chat_id });
    await from(t, "http://carlas.lan", "carla", "joinChat", { invite_link });
    const [update] = await t.ok("guard_bot", "getUpdates", { allowed_updates: ["chat_member"] });
    expect(originsOf([update.chat_member.invite_link.invite_link])).toEqual([t.url]);
  });

  test("the assistant's code snippets have the address of the person it writes to", async () => {
    const bob = new Conversation(t, "bob");
    await bob.start();
    await bob.say("/newbot");
    await bob.say("Echo");
    await from(t, LAN, "bob", "listChats");
    await from(t, "http://carlas.lan", "carla", "listChats");
    const { text } = await bob.say("bobs_echo_bot");
    expect(text).toContain(`apiRoot: "${LAN}"`);
    expect(text).toContain(`curl "${LAN}/bot$BOT_TOKEN/getMe"`);
    expect(text).not.toMatch(/carlas|127\.0\.0\.1|HELIOGRAM_PUBLIC_URL/);
  });

  test("without a reachable address, the snippet says what to insert", async () => {
    const dave = new Conversation(t, "dave");
    await dave.start();
    await dave.say("/newbot");
    await dave.say("Echo");
    const { text } = await dave.say("daves_echo_bot");
    expect(text).toContain(`apiRoot: "${t.url}"`);
    expect(text).toContain("HELIOGRAM_PUBLIC_URL");
  });

  test("a long name still fits into the assistant's message", async () => {
    const carla = new Conversation(t, "carla");
    await carla.start();
    await carla.say("/newbot");
    await carla.say("E".repeat(64));
    const origin = `https://${"a".repeat(63)}.${"b".repeat(36)}:65535`;
    await from(t, origin, "carla", "listChats");
    expect((await carla.say("carlas_echo_bot")).text).toContain(origin);
  });
});

describe("with a public_url", () => {
  const public_url = "https://chat.example";
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", world, { public_url, assistant: true });
  });
  afterAll(() => t.stop());

  test("everybody sees it, whatever the origin of their page", async () => {
    expect(originsOf(await given(t, (method, params) => from(t, LAN, "alice", method, params)))).toEqual([public_url]);
    expect(await from(t, LAN, "alice", "getProfile")).toMatchObject({ public_url });
    expect(await t.as("bob", "getProfile", { user_id: t.id("alice") })).not.toHaveProperty("public_url");
  });

  test("and so does the assistant", async () => {
    const bob = new Conversation(t, "bob");
    await bob.start();
    await bob.say("/newbot");
    await bob.say("Echo");
    await from(t, LAN, "bob", "listChats");
    expect((await bob.say("bobs_echo_bot")).text).toContain(`apiRoot: "${public_url}"`);
  });
});
