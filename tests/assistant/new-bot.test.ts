/** Creating a bot in the assistant's chat, from the first message to the first call with its token. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";
import { ASSISTANT_ID, buttons, Conversation, tokenIn } from "./conversation.ts";

describe.each(engineIndependent())("a new bot on %s", (engine) => {
  let t: TestService;
  let bob: Conversation;
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { assistant: true });
    bob = new Conversation(t, "bob");
    await bob.start();
  });
  afterAll(() => t.stop());

  const asBot = (token: string, method: string, params: object = {}) => t.post(`/bot${token}/${method}`, params);

  test("the assistant can be found, and its name is reserved", async () => {
    const found = await t.as("dave", "search", { query: "@assist" });
    expect(found.users).toEqual([{ id: ASSISTANT_ID, is_bot: true, first_name: "Assistant", username: "assistant" }]);
    const profile = await t.as("dave", "getProfile", { user_id: ASSISTANT_ID });
    expect(profile.commands.map((each: Json) => each.command)).toContain("newbot");
    expect((await t.person("dave", "editProfile", { username: "Assistant" })).body.reason).toBe("USERNAME_TAKEN");
    expect((await t.person("dave", "createChat", { title: "A", username: "assistant" })).status).toBe(400);
    const add = { chat_id: t.id("Team"), user_id: ASSISTANT_ID };
    expect((await t.person("alice", "addMember", add)).body.reason).toBe("BOT_JOINS_NO_GROUPS");
  });

  test("/start and /help list the commands", async () => {
    for (const text of ["/start", "/help", "/HELP", "/help@assistant"]) {
      const { text: answer } = await bob.say(text);
      for (const command of ["newbot", "mybots", "token", "setname", "setdescription", "setcommands", "setprivacy"])
        expect(answer).toContain(`/${command}`);
      for (const command of ["setjoingroups", "setthreaded", "setdialect", "deletebot", "cancel", "help"])
        expect(answer).toContain(`/${command}`);
    }
  });

  test("every invalid answer gets the reason", async () => {
    expect((await bob.say("hello")).text).toContain("/help");
    expect((await bob.say("/fly")).text).toBe("I know no command /fly. /help says what I can do.");
    expect((await bob.say("/cancel")).text).toBe("There is nothing to cancel.");
    expect((await bob.say("/newbot")).text).toContain("as its name");
    expect((await bob.say("x".repeat(65))).text).toContain("That name is too long: at most 64 characters");
    expect((await bob.say("Weather")).text).toContain("user name");
    const wrong: [string, string][] = [
      ["weather", 'ending in "bot"'],
      ["w_b", "5 to 32"],
      ["wetter_für_bot", "Latin letters"],
      ["my weather bot", "Latin letters"],
      ["ECHO_bot", "@echo_bot is taken. Try another one"],
    ];
    for (const [text, words] of wrong) expect((await bob.say(text)).text).toContain(words);
    await t.as("bob", "sendDice", { chat_id: ASSISTANT_ID });
    expect((await bob.heard()).text).toBe("I read text only.");
    expect((await bob.say("/cancel")).text).toContain("Left.");
    expect((await bob.say("weather_bot")).text).toContain("no question open");
    expect((await t.as("bob", "listBots")).bots).toEqual([]);
  });

  test("name, user name, token: the bot works", async () => {
    await bob.say("/newbot");
    await bob.say("Weather & <Co>");
    const starts = await bob.say("@weather_bot");
    expect(starts.text).toContain("Weather & <Co> is there: @weather_bot.");
    const made = await bob.heard();
    const token = tokenIn(made)!;
    expect(made.text).not.toContain(token);
    expect((await asBot(token, "getMe")).body.result).toMatchObject({ username: "weather_bot" });
    expect(starts.text).not.toContain(token);
    for (const library of ["grammY", "Telegraf", "python-telegram-bot", "aiogram", "curl"])
      expect(starts.text).toContain(library);
    expect(starts.text.split(t.url).length - 1).toBe(8);
    expect(starts.entities.filter((each: Json) => each.type === "pre").map((each: Json) => each.language)).toEqual([
      "javascript",
      "javascript",
      "python",
      "python",
      "sh",
    ]);
    const hidden = await bob.press(made, "Done");
    expect(JSON.stringify(hidden)).not.toContain(token);
    expect(hidden.text).toBe("The token of @weather_bot was shown here. /token makes a new one.");
    await bob.say("/newbot");
    await bob.say("Weather");
    expect((await bob.say("weather_bot")).text).toContain("@weather_bot is yours already.");
  });

  test("a bidirectional override in a name affects only the name", async () => {
    await bob.say("/newbot");
    await bob.say("\u202Egpj.exe");
    expect((await bob.say("turned_bot")).text).toContain("\u202Egpj.exe\u202C is there: @turned_bot.");
    await bob.heard();
    const list = await bob.say("/mybots");
    expect(buttons(list).map((each) => each.text)).toContain("\u202Egpj.exe\u202C (@turned_bot)");
  });

  test("a token that was not copied is hidden after ten minutes", async () => {
    await bob.say("/newbot");
    await bob.say("Late");
    await bob.say("late_bot");
    const made = await bob.heard();
    t.clock.advance(9 * 60_000);
    expect(tokenIn((await t.as("bob", "getHistory", { chat_id: ASSISTANT_ID, limit: 1 })).messages[0])).toBeDefined();
    const hiding = bob.seen(made.message_id, (message) => tokenIn(message) === undefined);
    const hidden = await t.advanceUntil(hiding, 10_000);
    expect(buttons(hidden)).toEqual([]);
    expect(hidden.text).toContain("/token");
  });

  test("the message with a token cannot be forwarded", async () => {
    await bob.say("/newbot");
    await bob.say("Kept");
    await bob.say("kept_bot");
    const made = await bob.heard();
    const forward = { chat_id: t.id("Team"), from_chat_id: ASSISTANT_ID, message_id: made.message_id };
    expect((await t.person("bob", "forwardMessage", forward)).body.reason).toBe("FORWARD_PROTECTED");
    await bob.press(made, "Done");
    expect(t.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

test("a person at the limit of bots gets the reason", async () => {
  const t = await startWorld("memory", undefined, { assistant: true, bots_per_person: 0 });
  const dave = new Conversation(t, "dave");
  await dave.start();
  await dave.say("/newbot");
  await dave.say("One");
  expect((await dave.say("one_bot")).text).toContain("as many bots as one person may own here. /deletebot");
  expect((await dave.say("one_bot")).text).toContain("no question open");
  await t.stop();
});
