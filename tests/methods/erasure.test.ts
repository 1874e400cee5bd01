/** Erasure of people: what identifies them goes at once, the rest in maintenance; their messages stay or go (behaviour.md §2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { finishErasures } from "heliogram/app/erasure/finish-erasures.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { drawPicture } from "../support/media.ts";
import { withFile } from "../support/maintenance.ts";
import { renewWorld } from "../support/renew-world.ts";
import { engines, startWorld, type Json, type TestService } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

describe.each(engines())("erasure on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await renewWorld(t);
    team = t.id("Team");
  });

  const say = async (who: string, chat_id: number, text: string): Promise<number> =>
    (await t.as(who, "sendMessage", { chat_id, text })).message_id;
  const history = async (who: string, chat_id: number): Promise<Json[]> =>
    (await t.as(who, "getHistory", { chat_id })).messages;
  const finish = () =>
    finishErasures(t.service.db, t.service.app, Math.floor(t.clock.now() / 1000), new AbortController().signal);
  const thumb = [{ type: "emoji", emoji: "👍" }];

  test("names, photo, sessions, drafts and settings go at once; messages stay under another name", async () => {
    const bob = t.id("bob");
    await t.as("bob", "editProfile", { first_name: "Robert", last_name: "Secretname", about: "Secretabout" });
    await t.as("bob", "setProfilePhoto", withFile({ photo: await drawPicture(200, 200, "#123456") }));
    await t.as("bob", "saveDraft", { chat_id: team, text: "Secretdraft" });
    await t.as("alice", "setForum", { chat_id: team, is_forum: true });
    await t.as("bob", "saveDraft", { chat_id: team, message_thread_id: 1, text: "Secret in General" });
    await t.as("alice", "setForum", { chat_id: team, is_forum: false });
    await say("bob", team, "said before");
    await t.as("carla", "openChat", { user_id: bob });
    await say("carla", bob, "to bob");
    const socket = new StreamSocket(t, "bob");
    await socket.until((frame) => frame.type === "hello");
    await t.as("alice", "erasePerson", { user_id: bob });
    await socket.closed();
    expect((await t.person("bob", "listChats")).status).toBe(401);
    const said = (await history("carla", team)).find(({ text }) => text === "said before");
    expect(said.from).toEqual({ id: bob, is_bot: false, first_name: "Deleted account" });
    expect((await history("carla", bob)).map(({ text }) => text)).toEqual(["to bob"]);
    expect((await t.person("carla", "sendMessage", { chat_id: bob, text: "?" })).body.reason).toBe("USER_DEACTIVATED");
    const profile = await t.as("carla", "getProfile", { user_id: bob });
    expect(JSON.stringify(profile)).not.toContain("Secret");
    const { people } = await t.as("alice", "listPeople");
    expect(people.map(({ user }: Json) => user.id)).not.toContain(bob);
    for (const table of ["account", "person", "chat_setting", "topic_reader", "session", "sign_in_place", "username"]) {
      const rows = await t.service.db.read((tx) => tx.all(sqlRead(`select * from ${table}`)));
      expect(JSON.stringify(rows), table).not.toMatch(/Secret|Robert/);
    }
    for (const method of ["restorePerson", "erasePerson"])
      expect((await t.person("alice", method, { user_id: bob })).body.reason).toBe("USER_ERASED");
  });

  test("maintenance leaves chats without a word, passes chats and bots on, and takes reactions back", async () => {
    const { id: own } = (await t.as("bob", "createChat", { title: "Bob's" })).chat;
    const { id: alone } = (await t.as("bob", "createChat", { title: "Alone" })).chat;
    for (const who of ["carla", "dave"]) await t.as("bob", "addMember", { chat_id: own, user_id: t.id(who) });
    await t.as("bob", "promoteChatMember", { chat_id: own, user_id: t.id("dave"), can_pin_messages: true });
    const { bot } = await t.as("bob", "createBot", { name: "Bob's bot", username: `bobs_${own * -1}_bot` });
    const liked = await say("carla", team, "liked");
    await t.as("bob", "setMessageReaction", { chat_id: team, message_id: liked, reaction: thumb });
    await t.as("dave", "joinChat", { username: t.username("team") });
    await t.as("dave", "setMessageReaction", { chat_id: team, message_id: liked, reaction: thumb });
    await t.as("alice", "erasePerson", { user_id: t.id("bob") });
    const before = (await history("carla", own)).length;
    await finish();
    await finish();
    const member = await t.as("carla", "getChatMember", { chat_id: own, user_id: t.id("dave") });
    expect(member.status).toBe("creator");
    expect((await history("carla", own)).length).toBe(before);
    for (const chat_id of [own, team])
      expect((await t.as("carla", "getChatMember", { chat_id, user_id: t.id("bob") })).status).toBe("left");
    const { chats } = await t.as("alice", "listAllChats", { limit: 200 });
    expect(chats.find(({ id }: Json) => id === alone).is_abandoned).toBe(true);
    const { bots } = await t.as("alice", "listAllBots", { limit: 200 });
    expect(bots.find(({ user }: Json) => user.id === bot.user.id).owner.id).not.toBe(t.id("bob"));
    const shown = (await history("carla", team)).find(({ message_id }) => message_id === liked);
    expect(shown.reactions).toEqual([{ type: thumb[0], total_count: 1 }]);
    const left = await t.service.db.read((tx) =>
      tx.all(sqlRead("select 1 from reaction where account_id = ?"), t.id("bob")),
    );
    expect(left).toEqual([]);
  });

  test("their messages are deleted too where that is asked for, except on behalf of a channel or under a hold", async () => {
    const { id: open } = (await t.as("bob", "createChat", { title: "Open" })).chat;
    const { id: channel } = (await t.as("bob", "createChat", { title: "Posts", type: "channel" })).chat;
    for (const chat_id of [open, channel]) await t.as("bob", "addMember", { chat_id, user_id: t.id("carla") });
    await say("bob", open, "mine");
    await say("carla", open, "hers");
    await say("bob", channel, "a post");
    await say("bob", team, "held");
    await t.as("alice", "setHold", { chat_id: team });
    await t.as("alice", "erasePerson", { user_id: t.id("bob"), delete_messages: true });
    await finish();
    const texts = async (chat_id: number) => (await history("carla", chat_id)).flatMap(({ text }) => text ?? []);
    expect(await texts(open)).toEqual(["hers"]);
    expect(await texts(channel)).toEqual(["a post"]);
    expect(await texts(team)).toContain("held");
  });

  test("a held person, the last owner and a wrong password are refused; with the right one, people erase themselves", async () => {
    await t.as("alice", "setHold", { user_id: t.id("carla") });
    expect((await t.person("alice", "erasePerson", { user_id: t.id("carla") })).body.reason).toBe("ACCOUNT_KEPT");
    expect((await t.person("carla", "deleteAccount")).body.reason).toBe("ACCOUNT_KEPT");
    // Owners of earlier worlds are still there.
    const others = sqlWrite("update person set is_owner = 0 where account_id <> ?");
    await t.service.db.write((tx) => tx.run(others, t.id("alice")));
    expect((await t.person("alice", "deleteAccount")).body.reason).toBe("LAST_OWNER");
    await t.as("dave", "changePassword", { new_password: "correct horse" });
    expect((await t.person("dave", "deleteAccount", { password: "wrong horse" })).body.reason).toBe("PASSWORD_WRONG");
    expect((await t.person("dave", "deleteAccount")).body.reason).toBe("PASSWORD_WRONG");
    expect(await t.as("dave", "deleteAccount", { password: "correct horse" })).toBe(true);
    expect((await t.person("dave", "listChats")).status).toBe(401);
    const signIn = { username: t.username("dave"), password: "correct horse", device: "phone" };
    expect((await t.post("/api/signIn", signIn)).body.reason).toBe("WRONG_PASSWORD");
    const { entries } = await t.as("alice", "listAudit", { action: "person_erased" });
    expect(entries[0].actor.id).toBe(t.id("dave"));
  });

  test("the user name is free for somebody else", async () => {
    await t.as("alice", "erasePerson", { user_id: t.id("dave") });
    await t.as("bob", "editProfile", { username: t.username("dave") });
    expect((await t.as("carla", "resolve", { username: t.username("dave") })).user.id).toBe(t.id("bob"));
  });
});
