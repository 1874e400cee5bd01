/** `heliogram trigger`: each kind of update is made by what people do; and calls as a bot without its token. */
import { Bot } from "grammy";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UPDATE_KINDS } from "@heliogram/shared/updates.ts";
import { runDeveloperCommand } from "heliogram/cli/developer/commands.ts";
import { PATIENCE_MS, type CommandFolder } from "../support/commands.ts";
import type { Json, TestService } from "../support/service.ts";
import { startWithCommands } from "./developer-commands.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
let folder: CommandFolder;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ t, folder, stop } = await startWithCommands());
});
afterAll(() => stop());

const run = (...args: string[]) => folder.run(["trigger", ...args, "--url", t.url]);
/** In this process: each program takes a second to start. */
const trigger = (...args: string[]) => runDeveloperCommand("trigger", [...args, "--bot", "guard_bot", "--url", t.url]);

test("a grammY bot gets each kind of update", { timeout: PATIENCE_MS }, async () => {
  const bot = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
  const all: Json[] = [];
  bot.use((ctx) => void all.push(ctx.update));
  const running = bot.start({ allowed_updates: [...UPDATE_KINDS] });
  await t.waiting(1);
  for (const kind of UPDATE_KINDS) await trigger(kind);
  await bot.stop();
  await running;
  const of = (kind: string) => all.filter((update) => update[kind]).map((update) => update[kind]);
  for (const kind of UPDATE_KINDS) expect(of(kind), kind).not.toEqual([]);
  expect(of("message")[0]).toMatchObject({ text: "Hello", from: { username: "alice" }, chat: { type: "private" } });
  expect(of("edited_message")[0].text).toBe("Hello again");
  expect(of("channel_post")[0].chat).toMatchObject({ type: "channel", title: "Triggered guard_bot" });
  expect(of("callback_query")[0]).toMatchObject({ data: "triggered", from: { username: "alice" } });
  expect(
    of("my_chat_member")
      .slice(-4)
      .map(({ new_chat_member }) => new_chat_member.status),
  ).toContain("kicked");
  expect(of("chat_member").at(-1).new_chat_member.user.username).toBe("bob");
  expect(of("chat_join_request")[0].from.username).toBe("bob");
  expect(process.exitCode).toBeUndefined();
});

test("what is printed, and what cannot be", { timeout: PATIENCE_MS }, async () => {
  const sent = await run("message", "/start abc", "--as", "alice", "--bot", "@echo_bot", "--json");
  expect([sent.code, JSON.parse(sent.stdout)]).toMatchObject([0, { kind: "message", body: { text: "/start abc" } }]);
  const unheard = await run("message", "--as", "bob", "--bot", "echo_bot", "--to", "team");
  expect([unheard.code, unheard.stdout]).toEqual([1, expect.stringContaining("not made: privacy mode is on")]);
  for (const [args, code, sentence] of [
    [["earthquake"], 2, "trigger earthquake is no command; trigger has message, edited_message, channel_post"],
    [["my_chat_member", "--to", "team"], 2, "trigger my_chat_member takes no --to"],
    [["message", "--bot", "no_bot"], 2, "there is no bot no_bot; there are echo_bot"],
    [["message", "--bot", "echo_bot", "--as", "zoe"], 1, "there is nobody called zoe"],
  ] as const) {
    const wrong = await run(...args);
    expect([wrong.code, wrong.stderr]).toEqual([code, expect.stringContaining(sentence)]);
  }
});

test("a call as a bot is not taken for its own", async () => {
  const params = { chat_id: t.id("alice"), text: "from nobody" };
  const call = await develop(t, "callBot", { bot: "echo_bot", method: "sendmessage", params });
  expect(call).toMatchObject({ method: "sendMessage", status: 200, response: { result: { text: "from nobody" } } });
  const { scenario } = await develop(t, "getScenario");
  const answers = scenario.steps.flatMap((step: Json) => step.answers ?? []);
  expect(JSON.stringify(answers)).not.toContain("from nobody");
  const refused = async (call: object) => (await t.post("/developer/callBot", call)).body.description;
  expect(await refused({ bot: "echo_bot", method: "fly" })).toContain("bots have no method fly");
  expect(await refused({ bot: "alice", method: "getMe" })).toContain("No person or bot has this id");
});
