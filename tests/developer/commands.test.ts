/** The commands that show what developer mode has recorded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { PATIENCE_MS, type CommandFolder } from "../support/commands.ts";
import { Receiver } from "../support/receiver.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { startWithCommands } from "./developer-commands.ts";
import { until } from "../support/until.ts";

let t: TestService;
let folder: CommandFolder;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ t, folder, stop } = await startWithCommands());
});
afterAll(() => stop());

const output = async (...args: string[]) => {
  const { code, stdout, stderr } = await folder.run([...args, "--url", t.url]);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};

test("calls and updates, as lines and as JSON, and new ones as they come", { timeout: PATIENCE_MS }, async () => {
  const team = t.id("Team");
  await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "hello" });
  await t.as("bob", "sendMessage", { chat_id: team, text: "for no bot" });
  const line = await output("calls", "--bot", "echo_bot", "--code", "200");
  expect(line).toMatch(/^00:00:00\.000 {2}200 {2}bot \d+ {2}sendMessage {2}[\d.]+ ms {2}[0-9a-f]{32}\n$/);
  expect(
    JSON.parse(await output("calls", "--method", "sendMessage", "--chat", "team", "--bot", "bob", "--json")),
  ).toMatchObject({
    api: "person",
    params: { text: "for no bot" },
  });
  expect(await output("updates", "--why", "--bot", "echo_bot")).toContain(
    "not made: privacy mode is on and the message is not addressed to the bot\n",
  );
  expect(await output("updates", "--bot", "guard_bot")).toMatch(/message {2}-\d+\/3 {2}made\n$/);

  const following = await folder.start(["calls", "--follow", "--url", t.url], {}, (text) =>
    text.includes("sendMessage") ? true : undefined,
  );
  expect(following.found).toBe(true);
  await following.stop();
  const news = folder.start(["calls", "--follow", "--method", "getMe", "--url", t.url], {}, (text) =>
    text.includes("getMe") ? true : undefined,
  );
  await t.ok("echo_bot", "getMe");
  await (await news).stop();
});

test("the clock", { timeout: PATIENCE_MS }, async () => {
  expect(await output("clock", "freeze")).toMatch(/^1767225600 \(Unix time\), 0 s ahead, frozen, no timer waits\n$/);
  expect(JSON.parse(await output("clock", "advance", "1.5m", "--json"))).toMatchObject({
    ahead_ms: 90_000,
    is_frozen: true,
  });
  expect(await output("clock", "set", "2025-12-31T23:59:00Z")).toContain("1767225540 (Unix time), 60 s behind, frozen");
  expect(await output("clock", "set", "2026-01-01T01:01:30+01:00")).toContain("90 s ahead, frozen");
  expect(await output("clock", "resume")).toContain("90 s ahead, no timer waits");
  const zoneless = await folder.run(["clock", "set", "2026-01-01T00:00:00"]);
  expect([zoneless.code, zoneless.stderr]).toEqual([2, expect.stringContaining("needs a time with its zone")]);
  const wrong = await folder.run(["clock", "advance", "soon"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("needs a duration, as 500ms, 31s")]);
  const unknown = await folder.run(["clock", "back"]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("clock back is no command")]);
});

test("webhooks", { timeout: PATIENCE_MS }, async () => {
  const receiver = new Receiver();
  await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
  expect(await output("webhooks", "pause", "guard_bot")).toBe("paused\n");
  await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "wait" });
  expect(await output("webhooks", "list")).toMatch(/^bot \d+ {2}http:\S+ {2}[1-9]\d* waiting {2}paused\n$/);
  expect(await output("webhooks", "resume", "@guard_bot", "--json")).toBe("true\n");
  await receiver.until(1);
  await output("webhooks", "retry", "guard_bot");
  await until(async () => (await t.ok("guard_bot", "getWebhookInfo")).pending_update_count === 0, "no pending update");
  const first = (await output("webhooks", "attempts", "--bot", "guard_bot", "--json")).split("\n", 1)[0]!;
  const { id } = JSON.parse(first);
  const again = await output("webhooks", "redeliver", String(id));
  expect(again).toMatch(new RegExp(`  try 1  200  \\d+ ms  redelivery of ${id}\n$`));
  for (const [args, sentence] of [
    [["webhooks"], "webhooks is no command; webhooks has list, attempts, pause"],
    [["webhooks", "pause"], "webhooks pause needs a bot"],
    [["webhooks", "list", "--follow"], "--follow belongs to webhooks attempts"],
  ] as const) {
    const wrong = await folder.run(args);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
  await t.ok("guard_bot", "deleteWebhook");
  await receiver.close();
});

test.runIf(LONG_RUN)("faults", { timeout: PATIENCE_MS }, async () => {
  const added = await output(
    "fault",
    "add",
    "--method",
    "getMe",
    "--error",
    "429",
    "--retry-after",
    "3",
    "--count",
    "1",
  );
  expect(added).toContain('  error  method="getMe"  count=1  when="before"  error_code=429  ');
  expect((await t.bot("echo_bot", "getMe")).body.parameters).toEqual({ retry_after: 3 });
  const delay = ["--delay", "1.5s", "--chat", "team", "--json"];
  const delayed = JSON.parse(await output("fault", "add", ...delay));
  expect(delayed).toMatchObject({ effect: "delay", delay_ms: 1500, chat_id: t.id("Team"), is_over: false });
  expect(await output("fault", "list")).toMatch(/matched 1, applied 1, over\n.*matched 0, applied 0\n$/);
  expect(await output("calls", "--code", "429")).toContain("  fault 1: error 429\n");
  expect(await output("fault", "remove", String(delayed.id))).toBe("removed 1\n");
  expect(JSON.parse(await output("fault", "remove", "--all", "--json"))).toEqual({ removed: 1 });
  expect(await output("fault", "list")).toBe("");
  for (const [args, sentence] of [
    [["fault", "explode"], "fault explode is no command; fault has add, list, remove"],
    [["fault", "remove"], "fault remove needs the id of a rule, or --all"],
    [["fault", "list", "--error", "500"], "--error belongs to fault add"],
    [["fault", "add", "--delay", "soon"], "--delay needs a duration"],
  ] as const) {
    const wrong = await folder.run(args);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
});

test("a service that is not there, or has no developer mode", { timeout: PATIENCE_MS }, async () => {
  const nobody = await folder.run(["calls", "--url", "http://127.0.0.1:1"]);
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("Is heliogram dev running?")]);
  const plain = await startWorld("memory");
  const refused = await folder.run(["clock", "show", "--url", plain.url]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("only heliogram dev has developer mode")]);
  await plain.stop();
});

test("the developer console of a service, with an owner's access token", { timeout: PATIENCE_MS }, async () => {
  const plain = await startWorld("memory");
  const run = async (words: string[], env = { OWNER_ACCESS_TOKEN: plain.accessToken("alice") }) => {
    const { code, stdout, stderr } = await folder.run([...words, "--url", plain.url], env);
    return `${code} ${stdout}${stderr}`;
  };
  expect(await run(["calls"], { OWNER_ACCESS_TOKEN: "" })).toContain("OWNER_ACCESS_TOKEN must be the access token");
  expect(await run(["calls"])).toContain("The developer console is off");
  await plain.as("alice", "setDeveloperConsole", { on: true });
  await plain.ok("echo_bot", "sendMessage", { chat_id: plain.id("alice"), text: "hello" });
  await plain.as("bob", "sendMessage", { chat_id: plain.id("Team"), text: "for no bot" });
  expect(await run(["calls"])).toMatch(/^0 .* 200 {2}bot \d+ {2}sendMessage /);
  expect(await run(["updates", "--why"])).toContain("not made: privacy mode is on");
  expect(await run(["lint"])).toMatch(/^0 /);
  expect(await run(["webhooks", "list"])).toBe("0 ");
  expect(await run(["calls"], { OWNER_ACCESS_TOKEN: plain.accessToken("bob") })).toMatch(/^1 .*refused/);
  await plain.stop();
});

test.runIf(LONG_RUN)("worlds and snapshots", { timeout: PATIENCE_MS }, async () => {
  const file = new URL("../../examples/world.yaml", import.meta.url).pathname;
  const made = JSON.parse(await output("world", "new", "one", "--file", file, "--json"));
  for (const { token } of made.bots) t.canary.remember(token);
  for (const { access_token } of made.people) t.canary.remember(access_token);
  await output("send", "--world", "one", "--as", "alice", "--to", "echo_bot", "first");
  expect(await output("snapshot", "save", "early", "--world", "one")).toMatch(/^early {2}\d+ bytes\n$/);
  await output("send", "--world", "one", "--as", "alice", "--to", "echo_bot", "second");
  const waiting = async (token: string) => (await t.post(`/bot${token}/getUpdates`, {})).body.result;
  const [echo] = made.bots;
  expect(await waiting(echo.token)).toHaveLength(2);
  expect(await output("snapshot", "restore", "early", "--world", "one")).toBe("restored early\n");
  expect(await waiting(echo.token)).toMatchObject([{ message: { text: "first" } }]);
  expect(await output("calls", "--world", "one", "--method", "sendMessage")).toBe("");
  expect(await output("world", "list")).toBe("main\none  early\n");
  await output("fault", "add", "--world", "one", "--method", "getMe", "--error", "500");
  expect(await output("fault", "list")).toBe("");
  expect(await output("fault", "list", "--world", "one")).toContain('1  error  method="getMe"');
  await t.post(`/bot${echo.token}/setWebhook`, { url: "http://127.0.0.1:9/" });
  expect(await output("webhooks", "list")).toBe("");
  expect(await output("webhooks", "list", "--world", "one")).toContain("http://127.0.0.1:9/");
  const copy = JSON.parse(await output("world", "fork", "one", "--name", "two", "--json"));
  for (const { token } of copy.bots) t.canary.remember(token);
  for (const { access_token } of copy.people) t.canary.remember(access_token);
  expect(await waiting(copy.bots[0].token)).toMatchObject([{ message: { text: "first" } }]);
  expect(await output("world", "reset", "one")).toBe("one is as it was made\n");
  expect(await waiting(echo.token)).toEqual([]);
  expect(JSON.parse(await output("snapshot", "list", "--world", "one", "--json"))).toMatchObject({ snapshot: "early" });
  expect(await output("world", "drop", "two")).toBe("dropped two\n");
  const wrong = await folder.run(["world", "drop"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("world drop needs a name")]);
});
