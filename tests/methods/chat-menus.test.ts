/** What a screen reads of a chat besides messages: pinned messages, and the commands of its bots. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setLanguageCode } from "heliogram/store/queries/accounts/accounts.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("the menus of a chat on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const command = (name: string) => ({ command: name, description: `Does ${name}` });
  const offered = async (who: string, chat_id: number, bot: string): Promise<string[]> =>
    (await t.as(who, "listBotCommands", { chat_id }))
      .find((each: Json) => each.user.username === bot)
      .commands.map((each: Json) => each.command);

  test("pinned messages come with the latest pin first", async () => {
    const ids: number[] = [];
    for (const text of ["one", "two", "three"]) {
      ids.push((await t.as("alice", "sendMessage", { chat_id: team, text })).message_id);
    }
    // All within one second.
    for (const message_id of [ids[1], ids[2], ids[0]]) {
      await t.as("alice", "pinChatMessage", { chat_id: team, message_id });
    }
    const texts = async () =>
      (await t.as("bob", "getPinnedMessages", { chat_id: team })).map((each: Json) => each.text);
    expect(await texts()).toEqual(["one", "three", "two"]);
    await t.as("alice", "unpinChatMessage", { chat_id: team, message_id: ids[0] });
    expect(await texts()).toEqual(["three", "two"]);
  });

  test("the command list is the most specific one for the person and the chat", async () => {
    const set = (commands: Json[], scope?: object) =>
      t.ok("echo_bot", "setMyCommands", { commands, ...(scope ? { scope } : {}) });
    expect(await offered("bob", team, "echo_bot")).toEqual([]);
    await set([command("help")]);
    expect(await offered("bob", team, "echo_bot")).toEqual(["help"]);
    await set([command("poll")], { type: "all_group_chats" });
    await set([command("admin")], { type: "all_chat_administrators" });
    await set([command("own")], { type: "chat_member", chat_id: team, user_id: t.id("carla") });
    expect(await offered("bob", team, "echo_bot")).toEqual(["poll"]);
    expect(await offered("alice", team, "echo_bot")).toEqual(["admin"]);
    expect(await offered("carla", team, "echo_bot")).toEqual(["own"]);
    expect(await offered("alice", t.id("echo_bot"), "echo_bot")).toEqual(["help"]);
    await set([command("here")], { type: "chat", chat_id: team });
    expect(await offered("bob", team, "echo_bot")).toEqual(["here"]);
    await set([command("private")], { type: "all_private_chats" });
    expect(await offered("alice", t.id("echo_bot"), "echo_bot")).toEqual(["private"]);
  });

  test("in each scope, the list of the person's language comes before that of all others", async () => {
    const chat_id = t.id("guard_bot");
    const set = (name: string, scope: string, language_code?: string) =>
      t.ok("guard_bot", "setMyCommands", {
        commands: [command(name)],
        scope: { type: scope },
        ...(language_code === undefined ? {} : { language_code }),
      });
    const speaks = (language: string) => t.service.db.write((tx) => setLanguageCode(tx, t.id("alice"), language));
    const shown = async (): Promise<string[]> => {
      const { commands } = await t.as("alice", "getProfile", { user_id: chat_id });
      return [...(await offered("alice", chat_id, "guard_bot")), ...commands.map((each: Json) => each.command)];
    };
    await speaks("de-at");
    await set("hilfe", "default", "de");
    expect(await shown()).toEqual(["hilfe", "hilfe"]);
    await set("all", "all_private_chats");
    expect(await shown()).toEqual(["all", "all"]);
    await set("alle", "all_private_chats", "de");
    expect(await shown()).toEqual(["alle", "alle"]);
    await speaks("fr");
    expect(await shown()).toEqual(["all", "all"]);
    await speaks("de");
    expect(await offered("alice", team, "guard_bot")).toEqual(["hilfe"]);
  });

  test("the list of bots says which get every message", async () => {
    const listed = await t.as("bob", "listBotCommands", { chat_id: team });
    expect(listed.map((each: Json) => [each.user.username, each.gets_all])).toEqual([
      ["echo_bot", false],
      ["guard_bot", true],
    ]);
    const [own] = await t.as("alice", "listBotCommands", { chat_id: t.id("echo_bot") });
    expect(own.gets_all).toBe(true);
    expect(await t.as("bob", "listBotCommands", { chat_id: t.id("News") })).toEqual([]);
  });
});
