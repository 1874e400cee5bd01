/** Editing bots in the assistant's chat: menus, prompts, tokens, and what survives a restart. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { ASSISTANT_ID, buttons, Conversation, tokenIn } from "./conversation.ts";

describe.each(engineIndependent())("the assistant on %s", (engine) => {
  let t: TestService;
  let alice: Conversation;
  let bob: Conversation;
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { assistant: true });
    alice = new Conversation(t, "alice");
    bob = new Conversation(t, "bob");
    await alice.start();
    await bob.start();
  });
  afterAll(() => t.stop());

  const asBot = (token: string, method: string, params: object = {}) => t.post(`/bot${token}/${method}`, params);
  const echo = async (): Promise<Json> => (await t.as("alice", "listBots")).bots[0];
  const words = (message: Json) => buttons(message).map((each) => each.text);

  test("every command about bots says if there are none", async () => {
    const commands = ["mybots", "token", "setname", "setdescription", "setabouttext", "setcommands", "setprivacy"];
    for (const command of [...commands, "setjoingroups", "setthreaded", "setdialect", "deletebot"])
      expect((await bob.say(`/${command}`)).text).toBe("You have no bots yet. Send /newbot to make one.");
  });

  test("/mybots leads to a bot's menu, and back", async () => {
    const list = await alice.say("/mybots");
    expect(words(list)).toEqual(["Echo (@echo_bot)", "Guard (@guard_bot)"]);
    const menu = await alice.press(list, "Echo (@echo_bot)");
    expect(menu.text.split("\n")).toEqual([
      "Echo @echo_bot",
      "",
      "Description: none",
      "Short description: none",
      "Commands: none",
      "Privacy mode: on",
      "Groups: may be added",
      "Topics in private chats: off",
      "Dialect: native, as the service has it",
    ]);
    for (const each of [
      "New token",
      "Name",
      "Description",
      "Short description",
      "Commands",
      "Privacy mode",
      "Groups",
      "Topics",
      "Dialect",
      "Delete",
    ]) {
      const question = await alice.press(menu, each);
      expect(question.text).toContain("@echo_bot");
      expect((await alice.press(question, "« Back")).text).toBe(menu.text);
    }
    expect(words(await alice.press(menu, "« All bots"))).toEqual(words(list));
  });

  test("a name is checked and changed", async () => {
    expect((await alice.say("/setname")).text).toBe("Which bot shall have another name?");
    expect((await alice.say("/setname @nobody_bot")).text).toContain("You have no bot called @nobody_bot.");
    expect((await alice.say("/setname @echo_bot")).text).toContain("What shall @echo_bot be called?");
    expect((await alice.say("x".repeat(65))).text).toContain("Name is too long: at most 64 characters are allowed.");
    expect((await alice.say("Echo <2>")).text).toContain("Done.\n\nEcho <2> @echo_bot");
    expect((await echo()).user.first_name).toBe("Echo <2>");
  });

  test("a description is checked, changed and removed", async () => {
    await alice.say("/setdescription echo_bot");
    expect((await alice.say("x".repeat(513))).text).toContain("at most 512 characters");
    expect((await alice.say("Says <it> again")).text).toContain("Description: Says <it> again");
    expect((await t.as("bob", "getProfile", { user_id: t.id("echo_bot") })).description).toBe("Says <it> again");
    await alice.say("/setdescription echo_bot");
    expect((await alice.say("/empty")).text).toContain("Description: none");
    expect((await alice.say("/empty")).text).toContain("I know no command /empty");
  });

  test("a short description is checked, changed and removed", async () => {
    await alice.say("/setabouttext echo_bot");
    expect((await alice.say("x".repeat(121))).text).toContain("at most 120 characters");
    expect((await alice.say("An <echo>")).text).toContain("Short description: An <echo>");
    expect((await t.ok("echo_bot", "getMyShortDescription")).short_description).toBe("An <echo>");
    await alice.say("/setabouttext echo_bot");
    expect((await alice.say("/empty")).text).toContain("Short description: none");
  });

  test("commands are checked line by line", async () => {
    await alice.say("/setcommands echo_bot");
    const wrong: [string, string][] = [
      ["start", "Line 1 will not do: it must read “command - description”."],
      ["start - Begin\nHelp - x", "Line 2 will not do: a command has lower-case Latin letters"],
      [`${"x".repeat(33)} - x`, "at most 32 characters"],
      [`x - ${"x".repeat(257)}`, "a description has at most 256 characters"],
      ["a - b\n/a - c", "Line 2 will not do: /a is there already."],
      [Array.from({ length: 101 }, (_, i) => `c${i} - x`).join("\n"), "At most 100 commands"],
    ];
    for (const [text, sentence] of wrong) expect((await alice.say(text)).text).toContain(sentence);
    expect((await alice.say("/start - Begin\nhelp – Say what I can do")).text).toContain("Commands: /start /help");
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual([
      { command: "start", description: "Begin" },
      { command: "help", description: "Say what I can do" },
    ]);
    const many = Array.from({ length: 100 }, (_, i) => `${"c".repeat(20)}${i} - does it`);
    await alice.say("/setcommands echo_bot");
    expect((await alice.say(many.join("\n"))).text).toContain("and 76 more");
    await alice.say("/setcommands echo_bot");
    await alice.say("/empty");
    expect(await t.ok("echo_bot", "getMyCommands")).toEqual([]);
  });

  test("privacy mode, groups and dialect are buttons", async () => {
    const hears = async () => {
      await t.updates("echo_bot");
      await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "not for bots" });
      return (await t.updates("echo_bot")).length;
    };
    expect(await hears()).toBe(0);
    const privacy = await alice.say("/setprivacy echo_bot");
    expect((await alice.press(privacy, "Turn off")).text).toContain("Privacy mode: off");
    expect(await hears()).toBe(1);
    expect((await alice.press(await alice.say("/setprivacy echo_bot"), "Turn on")).text).toContain("mode: on");

    const add = () => t.person("alice", "addMember", { chat_id: t.id("Private"), user_id: t.id("echo_bot") });
    const groups = await alice.say("/setjoingroups echo_bot");
    expect((await alice.press(groups, "Forbid")).text).toContain("Groups: may not be added");
    expect((await add()).body.reason).toBe("BOT_JOINS_NO_GROUPS");
    await alice.press(await alice.say("/setjoingroups echo_bot"), "Allow");
    expect((await add()).status).toBe(200);

    const topics = await alice.say("/setthreaded echo_bot");
    expect((await alice.press(topics, "The bot creates them")).text).toContain("private chats: created by the bot");
    expect((await echo()).topics).toBe("bot");

    const dialect = await alice.say("/setdialect echo_bot");
    expect((await alice.press(dialect, "telegram")).text).toContain("Dialect: telegram");
    expect(await t.ok("echo_bot", "getMe")).toMatchObject({ can_join_groups: true });
    await alice.press(await alice.say("/setdialect echo_bot"), "As the service has it");
    expect((await echo()).dialect).toBe("default");
  });

  test("a new token invalidates the old one and ends its poll", async () => {
    const old = t.token("guard_bot");
    await t.updates("guard_bot");
    const question = await alice.say("/token guard_bot");
    expect(question.text).toContain("The old one stops working at once");
    // The assistant's own poll waits beside it.
    const poll = asBot(old, "getUpdates", { timeout: 50 });
    await t.waiting(2);
    await alice.press(question, "Yes, a new token");
    const shown = await alice.heard();
    expect(shown.text).toContain("@guard_bot has a new token");
    expect((await poll).status).toBe(401);
    expect((await asBot(old, "getMe")).status).toBe(401);
    expect((await asBot(tokenIn(shown)!, "getMe")).body.result.username).toBe("guard_bot");
  });

  test("buttons of deleted bots lead back to the list", async () => {
    await bob.say("/newbot");
    await bob.say("Short");
    await bob.say("short_bot");
    await bob.heard();
    const list = await bob.say("/mybots");
    const menu = await bob.press(list, "Short (@short_bot)");
    const question = await bob.say("/deletebot short_bot");
    expect(question.text).toContain("for good");
    expect((await bob.press(question, "Yes, delete @short_bot")).text).toBe("@short_bot is deleted.");
    expect((await t.as("bob", "search", { query: "@short" })).users).toEqual([]);
    expect((await bob.press(menu, "Name")).text).toBe("You have no bots yet. Send /newbot to make one.");
  });

  test("a person cannot edit another person's bot", async () => {
    expect((await bob.say("/token echo_bot")).text).toBe("You have no bots yet. Send /newbot to make one.");
    const place = { chat_id: ASSISTANT_ID, message_id: (await bob.say("/mybots")).message_id };
    for (const verb of ["bot", "token", "delete"]) {
      const callback_data = `${verb}:${t.id("echo_bot")}:yes`;
      expect((await t.person("bob", "pressButton", { ...place, callback_data })).body.reason).toBe("BUTTON_NOT_FOUND");
    }
    expect((await echo()).user.username).toBe("echo_bot");
  });

  test("many bots are listed in pages", async () => {
    for (let i = 0; i < 9; i++) await t.as("carla", "createBot", { name: `B${i}`, username: `carla${i}_bot` });
    const carla = new Conversation(t, "carla");
    await carla.start();
    const first = await carla.say("/mybots");
    expect(words(first)).toHaveLength(9);
    const second = await carla.press(first, "Later ›");
    expect(words(second)).toEqual(["B8 (@carla8_bot)", "‹ Earlier"]);
    expect(words(await carla.press(second, "‹ Earlier"))).toEqual(words(first));
  });

  test("a restart during a dialogue loses nothing", async () => {
    await alice.say("/newbot");
    await alice.say("Durable");
    await t.restart();
    await alice.say("durable_bot");
    const made = await alice.heard();
    const token = tokenIn(made)!;
    expect((await asBot(token, "getMe")).body.result.first_name).toBe("Durable");
    await t.restart();
    expect((await asBot(token, "getMe")).status).toBe(200);
    const hidden = alice.seen(made.message_id, (message) => tokenIn(message) === undefined);
    await t.advanceUntil(hidden, 5000);
    expect(t.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("messages sent while the assistant was stopped are answered once", async () => {
    const before = (await t.as("alice", "getHistory", { chat_id: ASSISTANT_ID })).messages.at(-1).message_id;
    const sent = t.as("alice", "sendMessage", { chat_id: ASSISTANT_ID, text: "/cancel" });
    await sent;
    await t.restart();
    await t.restart();
    expect((await alice.heard()).text).toBe("There is nothing to cancel.");
    const { messages } = await t.as("alice", "getHistory", { chat_id: ASSISTANT_ID, after: before });
    expect(messages).toHaveLength(2);
  });
});
