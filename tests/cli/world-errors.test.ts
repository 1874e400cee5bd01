/** `heliogram dev --world` with invalid files: the line, the place and what was expected, for all problems at once. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { PATIENCE_MS, CommandFolder } from "../support/commands.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const shop = new CommandFolder();
afterAll(() => shop.close());

/** The error output of `dev` for a world, without the file name in each line. */
async function complaints(name: string, text: string): Promise<string[]> {
  const path = join(shop.dir, name);
  writeFileSync(path, text);
  const { code, stdout, stderr } = await shop.run(["dev", "--world", path, "--port", "0"]);
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
  const lines = stderr
    .replace(/^heliogram: /, "")
    .trimEnd()
    .split("\n");
  for (const line of lines) expect(line.startsWith(`${path}:`), line).toBe(true);
  return lines.map((line) => line.slice(path.length + 1));
}

const NAME = "a user name of 3 to 32 letters, digits or underscores, a letter first and no underscore last";
const BOT_NAME = "a user name of 5 to 32 letters, digits or underscores, ending in bot";
const UNTIL = "Unix seconds, or seconds from now below 366 days";
const TOKEN = "what follows the colon of a token: 43 characters of A-Z a-z 0-9 _ -";

const MALFORMED = `people:
  - { name: 5, username: al }
  - { usrname: bob }
  - name: Carla
    owner: maybe
    password: short
    access_token: 7
bots:
  - { name: Echo, username: echo bot, token: '1001:secret', privacy: off, dialect: klingon }
  - { name: '', username: guard_bot, started_by: alice }
chats:
  - type: group
    title:
    creator: 9
    permissions: some
    members:
      - al
      - { username: bob, status: boss }
      - { username: bob, status: administrator, rights: { can_fly: true, can_pin_messages: 1 } }
      - { username: bob, status: kicked, until: tomorrow }
      - { username: bob, status: kicked, until: -1 }
      - 12
  - { type: channel, title: News, creator: alice, members: bob, permissions: { can_send_messages: yes }, available_reactions: [👍, ok] }
rooms: []
`;

test("values of the wrong form", async () => {
  expect(await complaints("form.yaml", MALFORMED)).toEqual([
    "2: people[0].name: expected a text of 1 to 64 characters; found 5",
    `2: people[0].username: expected ${NAME}; found "al"`,
    "3: people[1].name: expected a text of 1 to 64 characters; found nothing",
    '3: people[1].usrname: expected one of name, last_name, language_code, username, owner, password, access_token; found "bob"',
    '5: people[2].owner: expected true or false; found "maybe"',
    "6: people[2].password: expected a text of 8 to 256 characters; found something else",
    "7: people[2].access_token: expected a text of 16 to 256 characters; found something else",
    `9: bots[0].username: expected ${BOT_NAME}; found "echo bot"`,
    `9: bots[0].token: expected ${TOKEN}; found something else`,
    '9: bots[0].privacy: expected true or false; found "off"',
    '9: bots[0].dialect: expected one of native, telegram; found "klingon"',
    '10: bots[1].name: expected a text of 1 to 64 characters; found ""',
    '10: bots[1].started_by: expected a list; found "alice"',
    '12: chats[0].type: expected one of supergroup, channel; found "group"',
    "13: chats[0].title: expected a text of 1 to 128 characters; found null",
    `14: chats[0].creator: expected ${NAME}; found 9`,
    expect.stringMatching(
      /^15: chats\[0\]\.permissions: expected all, none, or an object with some of can_send_messages, .*; found "some"$/,
    ),
    `17: chats[0].members[0].username: expected ${NAME}; found "al"`,
    '18: chats[0].members[1].status: expected one of member, administrator, restricted, kicked, left; found "boss"',
    "19: chats[0].members[2].rights.can_pin_messages: expected true or false; found 1",
    expect.stringMatching(
      /^19: chats\[0\]\.members\[2\]\.rights\.can_fly: expected one of can_manage_chat, .*; found true$/,
    ),
    `20: chats[0].members[3].until: expected ${UNTIL}; found "tomorrow"`,
    `21: chats[0].members[4].until: expected ${UNTIL}; found -1`,
    "22: chats[0].members[5]: expected a user name, or an object with some of username, status, rights, permissions, " +
      "until, custom_title, is_anonymous; found 12",
    '23: chats[1].permissions.can_send_messages: expected true or false; found "yes"',
    '23: chats[1].available_reactions[1]: expected one of the 73 emoji of reactions; found "ok"',
    '23: chats[1].members: expected a list; found "bob"',
    "24: rooms: expected one of people, bots, chats, link_previews; found []",
  ]);
});

test("what the service refuses as a name", async () => {
  const long = "\u{1F98A}".repeat(65);
  const world = {
    people: [
      { name: "Alice", username: "alice_" },
      { name: long.slice(2), username: "fox" },
      { name: long, username: "vixen" },
    ],
    bots: [{ name: "Echo", username: "echo" }],
    chats: [{ title: "Team", username: "_team", creator: "fox" }],
  };
  const lines = await complaints("names.json", JSON.stringify(world));
  expect(lines.map((line) => line.replace(/; found.*/, ""))).toEqual([
    `1: people[0].username: expected ${NAME}`,
    "1: people[2].name: expected a text of 1 to 64 characters",
    `1: bots[0].username: expected ${BOT_NAME}`,
    `1: chats[0].username: expected ${NAME}`,
  ]);
});

test("unknown names, duplicate names, and properties without effect", async () => {
  const world = {
    people: [
      { name: "Alice", username: "alice" },
      { name: "Bob", username: "bob" },
      { name: "Other", username: "ALICE" },
    ],
    bots: [
      { name: "Echo", username: "echo_bot", owner: "nobody", started_by: ["bob", "echo_bot"] },
      { name: "Team", username: "team_bot" },
    ],
    chats: [
      {
        title: "Team",
        username: "team_bot",
        creator: "echo_bot",
        members: [
          "bob",
          { username: "Bob", status: "left" },
          "nobody",
          { username: "team_bot", rights: "all", custom_title: "x", is_anonymous: true },
          { username: "alice", status: "administrator", permissions: "all", until: 60 },
        ],
      },
      {
        title: "News",
        type: "channel",
        creator: "alice",
        permissions: "none",
        topics: ["Release"],
        general: { is_closed: true },
        members: ["alice", { username: "bob", status: "restricted" }],
      },
    ],
  };
  const person = "expected the user name of a person";
  const once = "expected everybody once, and the creator not at all";
  const admin = "expected none, as it belongs to the status administrator";
  const told = await complaints("names.json", JSON.stringify(world, null, "\t"));
  expect(told.map((line) => line.replace(/^\d+: /, ""))).toEqual([
    'people[2].username: expected a user name that nothing else in the world has; found "ALICE"',
    `bots[0].owner: ${person}; found "nobody"`,
    `bots[0].started_by[1]: ${person}; found "echo_bot"`,
    `chats[0].username: expected a user name that nothing else in the world has; found "team_bot"`,
    `chats[0].creator: ${person}; found "echo_bot"`,
    `chats[0].members[1].username: ${once}; found "Bob"`,
    'chats[0].members[2].username: expected the user name of a person or a bot; found "nobody"',
    `chats[0].members[3].rights: ${admin}; found "all"`,
    `chats[0].members[3].custom_title: ${admin}; found "x"`,
    `chats[0].members[3].is_anonymous: ${admin}; found true`,
    'chats[0].members[4].permissions: expected none, as it belongs to the status restricted; found "all"',
    "chats[0].members[4].until: expected none, as it belongs to the status restricted or kicked; found 60",
    'chats[1].permissions: expected none, as it is for groups alone; found "none"',
    'chats[1].topics: expected none, as it is for groups alone; found ["Release"]',
    'chats[1].general: expected none, as it is for groups alone; found {"is_closed":true}',
    `chats[1].members[0].username: ${once}; found "alice"`,
    'chats[1].members[1].status: expected another one, as it is for groups alone; found "restricted"',
  ]);
});

test("files that are not world files", async () => {
  const told = await Promise.all([
    complaints("broken.yaml", "people:\n  - name: Alice\n   username: alice\n"),
    complaints("twice.yaml", "people: []\nbots: []\npeople: []\n"),
    complaints("alias.yaml", "people: *everybody\n"),
    complaints("list.json", "[]"),
    complaints("empty.yaml", ""),
  ]);
  expect(told).toEqual([
    [expect.stringMatching(/^3: expected YAML or JSON: /)],
    [expect.stringMatching(/^3: expected YAML or JSON: .*unique/)],
    [expect.stringMatching(/^1: expected YAML or JSON: .*everybody/)],
    ["1: the file: expected an object with some of people, bots, chats, link_previews; found []"],
    ["1: the file: expected an object with some of people, bots, chats, link_previews; found null"],
  ]);
  const [none, folder] = await Promise.all([
    shop.run(["dev", "--world", join(shop.dir, "none.yaml")]),
    shop.run(["dev", "--world", shop.dir]),
  ]);
  expect(none).toMatchObject({
    code: 2,
    stderr: `heliogram: ${join(shop.dir, "none.yaml")} cannot be read: no such file\n`,
  });
  expect(folder).toMatchObject({ code: 2, stderr: `heliogram: ${shop.dir} cannot be read: it is a folder\n` });
});

test("invalid options of dev, and a name that is already taken", async () => {
  const path = join(shop.dir, "assistant.yaml");
  writeFileSync(path, "people:\n  - { name: A, username: assistant }\n");
  const before = readdirSync(shop.dir);
  const [options, taken] = await Promise.all([
    shop.run(["dev", "--port", "http", "--dialect", "klingon", "--rate-limits", "none", "--database", "mysql://hush"]),
    shop.run(["dev", "--port", "0", "--world", path]),
  ]);
  expect(options).toMatchObject({ code: 2, stdout: "" });
  expect(
    options.stderr
      .replace(/^heliogram: /, "")
      .trimEnd()
      .split("\n")
      .sort(),
  ).toEqual([
    "--database = mysql://…: expected sqlite, memory, or postgres://…",
    "--dialect = klingon: expected native or telegram",
    "--port = http: expected a whole number from 0 to 65535",
    "--rate-limits = none: expected default, telegram or off",
  ]);
  expect(taken).toEqual({
    code: 1,
    stdout: "",
    stderr: "heliogram: the store does not take the world: the user name @assistant is taken\n",
  });
  expect(readdirSync(shop.dir), "the throw-away folder is gone").toEqual(before);
});

test("text that no call could bring into the store", async () => {
  const world = {
    people: [{ name: "a\0b", username: "alice" }],
    chats: [{ title: "\ud83d", creator: "alice", members: [] }],
  };
  expect(await complaints("text.json", JSON.stringify(world, null, "\t"))).toEqual([
    '4: people[0].name: expected other characters (strings must not contain NUL, U+FFFE or U+FFFF); found "a\\u0000b"',
    '10: chats[0].title: expected other characters (strings must be encoded in UTF-8); found "\\ud83d"',
  ]);
});
