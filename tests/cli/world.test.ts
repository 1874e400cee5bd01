/** `heliogram dev`: every property of a world file, checked by the responses of the service. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Caller } from "../support/caller.ts";
import { PATIENCE_MS, CommandFolder } from "../support/commands.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const shop = new CommandFolder();
afterAll(() => shop.close());

interface Printed {
  readonly url: string;
  readonly people: { id: number; name: string; username: string | null; access_token: string }[];
  readonly bots: { id: number; name: string; username: string; token: string }[];
  readonly chats: { id: number; type: string; title: string; username: string | null }[];
}

const SECRET = "A".repeat(43);
const ACCESS = "an-access-token-of-alice";
const FAR = 2_000_000_000;

const WORLD = `
people:
  - { name: Alice, last_name: Liddell, username: alice, owner: true, password: heliogram, access_token: ${ACCESS} }
  - { name: Bob, username: bob }
  - { name: Carla, username: carla }
  - { name: Dave, username: dave }
  - { name: Eve, username: eve }
  - { name: Fay, username: fay }
  - { name: Nameless }
bots:
  - { name: Echo, username: echo_bot, owner: alice, token: ${SECRET}, started_by: [alice] }
  - { name: Guard, username: guard_bot, privacy: false, dialect: telegram }
  - { name: Native, username: native_bot, dialect: native }
chats:
  - title: Team
    username: team
    description: Where we meet
    creator: alice
    permissions: { can_send_messages: true, can_invite_users: true }
    members:
      - bob
      - echo_bot
      - { username: guard_bot, status: administrator, custom_title: guard, is_anonymous: true }
      - username: carla
        status: restricted
        permissions: { can_send_media_messages: true }
        until: 3600
      - { username: dave, status: kicked, until: ${FAR} }
      - { username: eve, status: left }
      - { username: fay, status: restricted, permissions: all }
  - title: Quiet
    creator: bob
    permissions: none
    members:
      - alice
      - { username: guard_bot, status: administrator, rights: { can_delete_messages: true, can_post_messages: true } }
      - { username: carla, status: kicked }
      - { username: dave, status: kicked, until: 1600000000 }
      - { username: eve, status: restricted }
      - { username: fay, status: administrator, rights: all }
      - { username: native_bot, status: administrator, rights: none }
  - { type: channel, title: News, username: news, creator: alice, available_reactions: [🔥, ❤️], members: [bob, { username: guard_bot, status: administrator }] }
`;

/** Starts `dev`, and reads the one line that it prints for programs. */
async function dev(...args: string[]): Promise<Printed & { readonly stop: () => Promise<void> }> {
  const whole = (output: string) => (output.endsWith("\n") ? output : undefined);
  const { found, stop } = await shop.start(["dev", "--port", "0", "--json", ...args], {}, whole);
  expect(found.trimEnd().split("\n")).toHaveLength(1);
  return { ...(JSON.parse(found) as Printed), stop };
}

function file(name: string, text: string): string {
  const path = join(shop.dir, name);
  writeFileSync(path, text);
  return path;
}

describe("a world in YAML", () => {
  let world: Printed;
  let service: Caller;
  let started_s: number;
  beforeAll(async () => {
    started_s = Math.floor(Date.now() / 1000);
    world = await dev("--world", file("world.yaml", WORLD));
    service = new Caller(world.url);
  });

  const idOf = (name: string) =>
    [...world.people, ...world.bots].find(({ username }) => username === name)?.id ??
    world.chats.find(({ title }) => title === name)!.id;
  const tokenOf = (name: string) => world.bots.find(({ username }) => username === name)!.token;
  const accessOf = (name: string) => world.people.find(({ username }) => username === name)!.access_token;
  const memberOf = async (chat: string, name: string) => {
    const params = { chat_id: idOf(chat), user_id: idOf(name) };
    return (await service.bot(tokenOf("guard_bot"), "getChatMember", params)).result;
  };
  const write = async (name: string, chat: string) =>
    (await service.person(accessOf(name), "sendMessage", { chat_id: idOf(chat), text: "hello" })).status;

  test("is printed with the ids and tokens that a program needs", () => {
    expect(world).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      people: [
        { name: "Alice", username: "alice", access_token: ACCESS },
        ...["Bob", "Carla", "Dave", "Eve", "Fay"].map((name) => ({ name, username: name.toLowerCase() })),
        { name: "Nameless", username: null },
      ],
      bots: [
        { name: "Echo", username: "echo_bot", token: `${idOf("echo_bot")}:${SECRET}` },
        { name: "Guard", username: "guard_bot", token: expect.stringMatching(/^\d+:[\w-]{43}$/) },
        { name: "Native", username: "native_bot", token: expect.stringMatching(/^\d+:[\w-]{43}$/) },
      ],
      chats: [
        { type: "supergroup", title: "Team", username: "team" },
        { type: "supergroup", title: "Quiet", username: null },
        { type: "channel", title: "News", username: "news" },
      ],
    });
  });

  test("people sign in by password or access token, and one of them owns the service", async () => {
    const profile = await service.person(ACCESS, "getProfile");
    expect(profile.result.user).toMatchObject({ first_name: "Alice", last_name: "Liddell", username: "alice" });
    const found = await service.person(ACCESS, "search", { query: "assistant" });
    expect(found.result.users).toMatchObject([{ username: "assistant" }]);
    const nameless = await service.person(world.people.at(-1)!.access_token, "getProfile");
    expect(nameless.result.user).toMatchObject({ id: world.people.at(-1)!.id, first_name: "Nameless" });
    const signIn = (username: string) => service.person("", "signIn", { username, password: "heliogram" });
    expect([(await signIn("alice")).status, (await signIn("bob")).status]).toEqual([200, 401]);
    const owners = await Promise.all([ACCESS, accessOf("bob")].map((token) => service.person(token, "listPeople")));
    expect(owners.map(({ status }) => status)).toEqual([200, 403]);
  });

  test("bots have their owner, token, dialect, privacy, and the people who started them", async () => {
    const own = await service.person(ACCESS, "listBots");
    expect(own.result.bots).toMatchObject([{ user: { username: "echo_bot" }, privacy: true }]);
    const me = async (name: string) => Object.keys((await service.bot(tokenOf(name), "getMe")).result).length;
    expect([await me("echo_bot"), await me("native_bot")]).toEqual([4, 4]);
    expect((await service.bot(tokenOf("guard_bot"), "getMe")).result).toMatchObject({
      can_read_all_group_messages: true,
    });
    const greet = async (name: string) =>
      (await service.bot(tokenOf("echo_bot"), "sendMessage", { chat_id: idOf(name), text: "hi" })).status;
    expect([await greet("alice"), await greet("bob")]).toEqual([200, 403]);
    // There are no updates about the creation of the world.
    const pending = async (name: string) => (await service.bot(tokenOf(name), "getUpdates")).result;
    expect([await pending("echo_bot"), await pending("guard_bot")]).toEqual([[], []]);
    expect(await write("alice", "Team")).toBe(200);
    expect(await pending("echo_bot")).toEqual([]);
    expect(await pending("guard_bot")).toMatchObject([{ message: { text: "hello", chat: { title: "Team" } } }]);
  });

  test("chats have their kind, names, description and permissions", async () => {
    const chat = async (title: string) =>
      (await service.bot(tokenOf("guard_bot"), "getChat", { chat_id: idOf(title) })).result;
    expect(await chat("Team")).toMatchObject({
      type: "supergroup",
      username: "team",
      description: "Where we meet",
      permissions: { can_send_messages: true, can_invite_users: true, can_send_photos: false, can_pin_messages: false },
    });
    expect((await chat("Quiet")).permissions).toMatchObject({ can_send_messages: false, can_invite_users: false });
    const available_reactions = ["❤", "🔥"].map((emoji) => ({ type: "emoji", emoji }));
    expect(await chat("News")).toMatchObject({ type: "channel", username: "news", available_reactions });
    expect(await chat("Team")).not.toHaveProperty("available_reactions");
    expect([await write("bob", "Team"), await write("bob", "Quiet"), await write("alice", "Quiet")]).toEqual([
      200, 200, 403,
    ]);
    const count = async (title: string) =>
      (await service.bot(tokenOf("guard_bot"), "getChatMemberCount", { chat_id: idOf(title) })).result;
    expect([await count("Team"), await count("Quiet"), await count("News")]).toEqual([6, 6, 3]);
  });

  test("members have their status, rights, permissions and end", async () => {
    const status = async (chat: string, name: string) => (await memberOf(chat, name)).status;
    expect([await status("Team", "alice"), await status("Team", "bob")]).toEqual(["creator", "member"]);
    const carla = await memberOf("Team", "carla");
    expect(carla).toMatchObject({
      status: "restricted",
      is_member: true,
      can_send_messages: false,
      can_send_photos: true,
    });
    expect(carla.until_date).toBeGreaterThanOrEqual(started_s + 3600);
    expect(carla.until_date).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600);
    expect(await memberOf("Team", "dave")).toMatchObject({ status: "kicked", until_date: FAR });
    expect(await status("Team", "eve")).toBe("left");
    expect(await memberOf("Team", "fay")).toMatchObject({
      status: "restricted",
      until_date: 0,
      can_pin_messages: true,
    });
    expect(await memberOf("Quiet", "carla")).toMatchObject({ status: "kicked", until_date: 0 });
    // An expired ban has no effect.
    expect(await status("Quiet", "dave")).toBe("left");
    expect(await memberOf("Quiet", "eve")).toMatchObject({ status: "restricted", can_send_messages: false });
    const join = async (name: string) =>
      (await service.person(accessOf(name), "joinChat", { username: "team" })).status;
    expect([await write("carla", "Team"), await join("dave"), await join("eve"), await write("eve", "Team")]).toEqual([
      403, 403, 200, 200,
    ]);
  });

  test("administrators have the rights they were given, and their titles", async () => {
    expect(await memberOf("Team", "guard_bot")).toMatchObject({
      status: "administrator",
      custom_title: "guard",
      is_anonymous: true,
      can_restrict_members: true,
      can_promote_members: false,
      can_post_messages: false,
    });
    expect(await memberOf("Quiet", "guard_bot")).toMatchObject({
      custom_title: "",
      is_anonymous: false,
      can_delete_messages: true,
      can_restrict_members: false,
      can_post_messages: false,
    });
    expect(await memberOf("Quiet", "fay")).toMatchObject({ can_promote_members: true, can_restrict_members: true });
    expect(await memberOf("Quiet", "native_bot")).toMatchObject({
      status: "administrator",
      can_delete_messages: false,
    });
    expect(await memberOf("News", "guard_bot")).toMatchObject({ can_post_messages: true, can_pin_messages: false });
    const ban = async (chat: string, name: string) =>
      (await service.bot(tokenOf("guard_bot"), "banChatMember", { chat_id: idOf(chat), user_id: idOf(name) })).status;
    expect([await ban("Team", "fay"), await ban("Quiet", "eve")]).toEqual([200, 403]);
  });
});

const IN_JSON = {
  people: [{ name: "Alice", username: "alice", owner: true, access_token: ACCESS }],
  bots: [
    { name: "Echo", username: "echo_bot", owner: "alice", token: SECRET },
    { name: "Native", username: "native_bot", dialect: "native" },
  ],
  chats: [{ title: "Team", creator: "alice", members: ["echo_bot"] }],
};

test("a world in JSON, with the other options", async () => {
  const path = file("world.json", JSON.stringify(IN_JSON, null, "\t"));
  const { stop, ...world } = await dev("--world", path, "--no-assistant", "--dialect", "telegram", "--data", "kept");
  const service = new Caller(world.url);
  expect(world.people).toMatchObject([{ name: "Alice", username: "alice", access_token: ACCESS }]);
  expect(world.bots[0]!.token).toBe(`${world.bots[0]!.id}:${SECRET}`);
  const chat = await service.bot(world.bots[0]!.token, "getChat", { chat_id: world.chats[0]!.id });
  expect(chat.result).toMatchObject({ type: "supergroup", title: "Team" });
  // A bot without a dialect of its own has that of the service.
  const me = async (i: number) => (await service.bot(world.bots[i]!.token, "getMe")).result;
  expect(await me(0)).toHaveProperty("can_join_groups");
  expect(await me(1)).not.toHaveProperty("can_join_groups");
  expect((await service.person(ACCESS, "search", { query: "assistant" })).result.users).toEqual([]);
  await stop();
  expect(readdirSync(join(shop.dir, "kept")), "the folder that was named stays").toEqual(["media"]);
});

test("without a world file the example is loaded, and printed for people", async () => {
  const whole = (output: string) => (/News\n/.test(output) ? output : undefined);
  const before = readdirSync(shop.dir);
  const { found, stop } = await shop.start(["dev", "--port", "0"], {}, whole);
  const url = /^Heliogram listens on (http:\S+)$/m.exec(found)![1]!;
  const [, id, token] = /^ {2}(\d+) {2}@guard_bot {2}(\S+)$/m.exec(found)!;
  const [, person, access] = /^ {2}(\d+) {2}@alice {2}(\S+) {2}heliogram$/m.exec(found)!;
  const [, team] = /^ {2}(-\d+) {2}supergroup {2}Team$/m.exec(found)!;
  const service = new Caller(url);
  expect((await service.bot(token!, "getMe")).result).toMatchObject({ id: Number(id), username: "guard_bot" });
  expect((await service.person(access!, "getProfile")).result.user.id).toBe(Number(person));
  const admins = (await service.bot(token!, "getChatAdministrators", { chat_id: team! })).result;
  expect(admins).toMatchObject([{ status: "creator" }, { status: "administrator", custom_title: "guard" }]);
  await stop();
  expect(readdirSync(shop.dir), "the throw-away folder is gone").toEqual(before);
});
