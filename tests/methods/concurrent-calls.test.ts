/**
 * Calls at once keep each rule that depends on what others do: limits, uniqueness, and what can be done once. Each test
 * makes several rounds, because a race is seldom lost.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { engines, enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { drawPicture } from "../support/media.ts";

const ROUNDS = LONG_RUN ? 10 : 2;
/** Calls at once: more than PostgreSQL's engine has connections for transactions of their own. */
const CROWD = Array.from({ length: 8 }, (_, i) => `person${i}`);
const WORLD = {
  people: [
    { name: "Alice", username: "alice", owner: true },
    { name: "Olga", username: "olga", owner: true },
    { name: "Oscar", username: "oscar", owner: true },
    { name: "Bob", username: "bob", password: "correct horse" },
    { name: "Cleo", username: "cleo" },
    ...CROWD.map((username) => ({ name: username, username })),
  ],
  bots: [{ name: "Helper", username: "helper_bot", owner: "alice", started_by: ["alice"] }],
  chats: [
    {
      title: "Team",
      creator: "alice",
      members: ["bob", { username: "helper_bot", status: "administrator", rights: "all" }],
    },
    { title: "Crowd", creator: "alice", members: ["bob", ...CROWD] },
  ],
};

const statuses = (answers: readonly Answer[]) => answers.map((each) => each.status).sort();
const repeated = (count: number, status: number) => Array.from({ length: count }, () => status);
/** One call succeeds, and all others are refused. */
const once = (others: number, count = CROWD.length) => [200, ...repeated(count - 1, others)].sort();

describe.each(LONG_RUN ? engines() : enginesInTurn())("at once, on %s", (engine) => {
  let t: TestService;
  let photo: Buffer;
  let team = 0;
  beforeAll(async () => {
    t = await startWorld(engine, WORLD);
    team = t.id("Team");
    photo = await drawPicture(40, 30, "#3366aa");
  });
  afterAll(() => t.stop());

  /** Makes a call for each of the crowd. */
  const crowd = (call: (username: string, i: number) => Promise<Answer>) => Promise.all(CROWD.map(call));
  async function inRounds(round: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; n < ROUNDS; n++) await round(n);
  }
  const newGroup = async (): Promise<number> => (await t.as("alice", "createChat", { title: "Group" })).chat.id;
  const memberCount = async (chat_id: number): Promise<number> =>
    (await t.as("alice", "listMembers", { chat_id })).length;
  const actions = async (action: string): Promise<Json[]> => (await t.as("alice", "listAudit", { action })).entries;

  test("no more people join by a link than it allows", () =>
    inRounds(async () => {
      const chat_id = await newGroup();
      const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id, member_limit: 3 });
      const answers = await crowd((username) => t.person(username, "joinChat", { invite_link }));
      expect(statuses(answers)).toEqual([...repeated(3, 200), ...repeated(5, 404)]);
      expect(await memberCount(chat_id)).toBe(1 + 3);
    }));

  test("a user name belongs to one", () =>
    inRounds(async (n) => {
      const username = `wanted_${n}`;
      const answers = await crowd((each) => t.person(each, "editProfile", { username }));
      expect(statuses(answers)).toEqual(once(400));
      const groups = await crowd((each) => t.person(each, "createChat", { title: "G", username: `group_${n}` }));
      expect(statuses(groups)).toEqual(once(400));
      const bots = await crowd((each) => t.person(each, "createBot", { name: "B", username: `b${n}_wanted_bot` }));
      expect(statuses(bots)).toEqual(once(400));
    }));

  test("of several user names of one account, one remains", () =>
    inRounds(async (n) => {
      const names = CROWD.map((each) => `${each}_of_bob_${n}`);
      const answers = await Promise.all(names.map((username) => t.person("bob", "editProfile", { username })));
      expect(statuses(answers)).toEqual(repeated(CROWD.length, 200));
      const found = await Promise.all(names.map((username) => t.person("alice", "resolve", { username })));
      expect(statuses(found)).toEqual(once(404));
      const chat_id = await newGroup();
      const groups = names.map((name) => t.person("alice", "setChatUsername", { chat_id, username: `g_${name}` }));
      expect(statuses(await Promise.all(groups))).toEqual(repeated(CROWD.length, 200));
    }));

  test("calls that change different parts of a profile keep each other's", () =>
    inRounds(async (n) => {
      const changes = [{ first_name: `First ${n}` }, { last_name: `Last ${n}` }, { about: `About ${n}` }];
      const answers = await Promise.all(changes.map((change) => t.person("person0", "editProfile", change)));
      expect(statuses(answers)).toEqual([200, 200, 200]);
      const { user, about } = await t.as("alice", "getProfile", { user_id: t.id("person0") });
      expect({ ...user, about }).toMatchObject({
        first_name: `First ${n}`,
        last_name: `Last ${n}`,
        about: `About ${n}`,
      });
    }));

  test("a profile photo is deleted once", () =>
    inRounds(async () => {
      const form = new FormData();
      form.set("photo", new Blob([Uint8Array.from(photo)]), "photo.png");
      await t.as("person1", "setProfilePhoto", form);
      const answers = await crowd(() => t.person("person1", "deleteProfilePhoto"));
      expect(statuses(answers)).toEqual(once(400));
    }));

  test("every setWebhook and deleteWebhook succeeds", () =>
    inRounds(async (n) => {
      const answers = await crowd((_, i) =>
        i % 4 === 3
          ? t.bot("helper_bot", "deleteWebhook")
          : t.bot("helper_bot", "setWebhook", { url: `http://127.0.0.1:9/${n}/${i}` }),
      );
      expect(statuses(answers)).toEqual(repeated(CROWD.length, 200));
      await t.ok("helper_bot", "deleteWebhook");
    }));

  test("a callback query is answered once", () =>
    inRounds(async () => {
      const reply_markup = { inline_keyboard: [[{ text: "A", callback_data: "a" }]] };
      const { message_id } = await t.ok("helper_bot", "sendMessage", { chat_id: team, text: "x", reply_markup });
      const press = { chat_id: team, message_id, callback_data: "a" };
      const { callback_query_id } = await t.as("bob", "pressButton", press);
      const answers = await crowd((text) => t.bot("helper_bot", "answerCallbackQuery", { callback_query_id, text }));
      expect(statuses(answers)).toEqual(once(400));
    }));

  test("a session is ended once", () =>
    inRounds(async () => {
      const { access_token } = await t.as("bob", "signIn", {
        username: (await t.as("alice", "getProfile", { user_id: t.id("bob") })).user.username,
        password: "correct horse",
        device: "other",
      });
      t.canary.remember(access_token);
      const sessions: Json[] = await t.as("bob", "listSessions");
      const { id: session_id } = sessions.find((each) => each.label === "other")!;
      const answers = await crowd(() => t.person("bob", "endSession", { session_id }));
      expect(statuses(answers)).toEqual(once(404));
    }));

  test("a password is changed once by who knows the old one", async () => {
    const old_password = "correct horse";
    // As few as the limit on tries lets through.
    const answers = await Promise.all(
      CROWD.slice(0, 3).map((each) =>
        t.person("bob", "changePassword", { old_password, new_password: `new horse ${each}` }),
      ),
    );
    expect(statuses(answers)).toEqual(once(400, 3));
  });

  test("a code for a new password works once", () =>
    inRounds(async () => {
      const { code } = await t.as("alice", "resetPassword", { user_id: t.id("cleo") });
      const answers = await crowd((each) => t.post("/api/setPassword", { code, password: `another horse ${each}` }));
      expect(statuses(answers)).toEqual(once(403));
      for (const { body } of answers) if (body.ok) t.canary.remember(body.result.access_token);
    }));

  test.runIf(LONG_RUN)("no more chats are pinned in a list than the limit allows", { timeout: 60_000 }, async () => {
    const chats: number[] = [];
    for (let n = 0; n < 104; n++) chats.push(await newGroup());
    for (const chat_id of chats.slice(0, 98)) await t.as("alice", "pinChatInList", { chat_id });
    const answers = await Promise.all(
      chats.slice(98).map((chat_id) => t.person("alice", "pinChatInList", { chat_id })),
    );
    expect(statuses(answers)).toEqual([200, 200, ...repeated(4, 400)]);
    for (const chat_id of chats) await t.as("alice", "unpinChatInList", { chat_id });
  });

  test("chats that are pinned get places of their own", () =>
    inRounds(async () => {
      const chats = await Promise.all(CROWD.map(() => newGroup()));
      const answers = await Promise.all(chats.map((chat_id) => t.person("alice", "pinChatInList", { chat_id })));
      expect(statuses(answers)).toEqual(repeated(CROWD.length, 200));
      const { pinned_chats } = await t.as("alice", "listChats", { limit: 10 });
      expect(pinned_chats.toSorted()).toEqual(chats.toSorted());
      for (const chat_id of chats) await t.as("alice", "unpinChatInList", { chat_id });
    }));

  test("owners take the right from each other in some order", () =>
    inRounds(async () => {
      const [olga, oscar] = [t.id("olga"), t.id("oscar")];
      const answers = await Promise.all([
        t.person("olga", "unmakeOwner", { user_id: oscar }),
        t.person("oscar", "unmakeOwner", { user_id: olga }),
      ]);
      expect(statuses(answers)).toEqual([200, 403]);
      for (const user_id of [olga, oscar]) await t.as("alice", "makeOwner", { user_id });
    }));

  test("a person is suspended and restored once", () =>
    inRounds(async (n) => {
      const user_id = t.id("cleo");
      expect(statuses(await crowd(() => t.person("alice", "suspendPerson", { user_id })))).toEqual(repeated(8, 200));
      expect(statuses(await crowd(() => t.person("alice", "restorePerson", { user_id })))).toEqual(repeated(8, 200));
      expect(await actions("person_suspended")).toHaveLength(n + 1);
      expect(await actions("person_restored")).toHaveLength(n + 1);
    }));

  test("switches of the service are turned once", () =>
    inRounds(async (n) => {
      const open = n % 2 === 0;
      expect(statuses(await crowd(() => t.person("alice", "setSignUp", { open })))).toEqual(repeated(8, 200));
      expect(await actions(open ? "sign_up_opened" : "sign_up_closed")).toHaveLength(Math.floor(n / 2) + 1);
      await crowd(() => t.person("alice", "setDeveloperConsole", { on: open }));
      expect(await actions(open ? "developer_console_on" : "developer_console_off")).toHaveLength(
        Math.floor(n / 2) + 1,
      );
    }));

  test("a private chat is opened once", () =>
    inRounds(async (n) => {
      // Two who have no chat yet, in every round.
      const [one, other] = [n < CROWD.length ? "olga" : "oscar", CROWD[n % CROWD.length]!];
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          i % 2 === 0
            ? t.person(one, "openChat", { user_id: t.id(other) })
            : t.person(other, "openChat", { user_id: t.id(one) }),
        ),
      );
      expect(statuses(answers)).toEqual(repeated(8, 200));
    }));

  test("a join request gets one answer", () =>
    inRounds(async () => {
      const chat_id = await newGroup();
      const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id, creates_join_request: true });
      await t.as("bob", "askToJoin", { invite_link });
      const user_id = t.id("bob");
      const answers = await crowd((_, i) =>
        i === 0
          ? t.person("bob", "withdrawJoinRequest", { invite_link })
          : t.person("alice", i % 2 ? "approveChatJoinRequest" : "declineChatJoinRequest", { chat_id, user_id }),
      );
      expect(statuses(answers)).toEqual(once(400));
    }));

  test("a chat has one creator", () =>
    inRounds(async () => {
      const chat_id = await newGroup();
      for (const username of CROWD) await t.as("alice", "addMember", { chat_id, user_id: t.id(username) });
      const answers = await crowd((each) => t.person("alice", "transferOwnership", { chat_id, user_id: t.id(each) }));
      expect(statuses(answers)).toEqual(once(403));
    }));

  test("an administrator has one primary link", () =>
    inRounds(async () => {
      const chat_id = await newGroup();
      expect(statuses(await crowd(() => t.person("alice", "exportChatInviteLink", { chat_id })))).toEqual(
        repeated(8, 200),
      );
      const links: Json[] = await t.as("alice", "listInviteLinks", { chat_id });
      expect(links.filter((each) => each.is_primary && !each.is_revoked)).toHaveLength(1);
    }));

  test("a message is deleted once, and edited to a text once", () =>
    inRounds(async () => {
      const { message_id } = await t.as("alice", "sendMessage", { chat_id: team, text: "x" });
      const edit = { chat_id: team, message_id, text: "y" };
      expect(statuses(await crowd(() => t.person("alice", "editMessageText", edit)))).toEqual(once(400));
      const answers = await crowd(() => t.person("alice", "deleteMessage", { chat_id: team, message_id }));
      expect(statuses(answers)).toEqual(once(404));
    }));

  test("a bot is deleted once, and its chats count their members right while it is removed", () =>
    inRounds(async (n) => {
      const bots = await Promise.all(
        CROWD.map((each) => t.as("alice", "createBot", { name: "Gone", username: `${each}_gone_${n}_bot` })),
      );
      const chats = await Promise.all(CROWD.map(() => newGroup()));
      for (const [i, { bot, token }] of bots.entries()) {
        t.canary.remember(token);
        await t.as("alice", "addMember", { chat_id: chats[i], user_id: bot.user.id });
      }
      const answers = await Promise.all(
        bots.flatMap(({ bot }, i) => [
          t.person("alice", "banChatMember", { chat_id: chats[i], user_id: bot.user.id }),
          t.person("alice", "deleteBot", { bot_id: bot.user.id }),
          t.person("alice", "addMember", { chat_id: chats[(i + 1) % 8], user_id: bot.user.id }),
          t.person("alice", "deleteBot", { bot_id: bot.user.id }),
        ]),
      );
      const deletions = answers.filter((_, i) => i % 2 === 1);
      expect(statuses(deletions)).toEqual([...repeated(8, 200), ...repeated(8, 404)]);
      expect(answers.filter((each) => each.status === 500)).toEqual([]);
      for (const chat_id of chats) {
        expect(await memberCount(chat_id)).toBe(1);
        expect(await t.as("alice", "getChatMemberCount", { chat_id })).toBe(1);
      }
    }));

  test("a bot whose privacy mode is switched off while it joins gets every message", () =>
    inRounds(async (n) => {
      const made = await t.as("alice", "createBot", { name: "Open", username: `open_${n}_bot` });
      t.canary.remember(made.token);
      const bot_id = made.bot.user.id;
      const chats = await Promise.all(CROWD.map(() => newGroup()));
      await Promise.all([
        ...chats.map((chat_id) => t.as("alice", "addMember", { chat_id, user_id: bot_id })),
        t.as("alice", "editBot", { bot_id, privacy: false }),
      ]);
      for (const chat_id of chats) await t.as("alice", "sendMessage", { chat_id, text: "for everybody" });
      const { body } = await t.post(`/bot${made.token}/getUpdates`, { limit: 100 });
      const texts = body.result.filter((each: Json) => each.message?.text === "for everybody");
      expect(texts).toHaveLength(chats.length);
    }));
});
