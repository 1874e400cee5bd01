/** What a person does from the command line, without their password. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { startWorld, WORLD, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
let folder: CommandFolder;
beforeAll(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  folder = new CommandFolder();
});
afterAll(async () => {
  await folder.close();
  await t.stop();
});

test("a session without a password is the person's own", async () => {
  const { access_token, user } = await develop(t, "openSession", { person: "alice" });
  expect(user.id).toBe(t.id("alice"));
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await t.post("/api/getProfile", { user_id: user.id }, headers)).status).toBe(200);
  expect((await t.post("/developer/openSession", { person: "echo_bot" })).status).toBe(404);
  await t.operate("person suspend", { username: "dave" });
  expect((await t.post("/developer/openSession", { person: "dave" })).status).toBe(403);
  const { bots } = await develop(t, "listBots");
  expect(bots.map(({ username }: { username: string }) => username)).toEqual(["echo_bot", "guard_bot", "stranger_bot"]);
});

test("a page of the service gets the session as a cookie", async () => {
  const page = { "sec-fetch-site": "same-origin" };
  const { headers, body } = await t.post("/developer/openSession", { person: "carla" }, page);
  expect(body.result).toEqual({ user: expect.objectContaining({ id: t.id("carla") }) });
  const [cookie = ""] = headers.get("set-cookie")!.split(";");
  const profile = await t.post("/api/getProfile", {}, { ...page, cookie });
  expect(profile.body.result).toMatchObject({ user: { username: "carla" }, developer: true, world: "main" });
  expect((await t.post("/api/getSignUp", {})).body.result).toMatchObject({ developer: true });
});

test("people are listed in pages and by name, without those who are suspended", async () => {
  const names = async (params: object) =>
    (await develop(t, "listPeople", params)).people.map(({ username }: { username: string }) => username);
  expect(await names({})).toEqual(["alice", "bob", "carla"]);
  expect(await names({ after: t.id("alice"), limit: 1 })).toEqual(["bob"]);
  expect(await names({ query: "CAR" })).toEqual(["carla"]);
});

test("send and tap", { timeout: PATIENCE_MS }, async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await folder.run([...args, "--url", t.url]);
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };
  expect(await run("send", "--as", "bob", "--to", "@echo_bot", "/start abc")).toMatch(/^sent message \d+\n$/);
  expect((await t.updates("echo_bot")).at(-1).message).toMatchObject({ text: "/start abc", from: { username: "bob" } });
  expect(JSON.parse(await run("send", "--as", "bob", "--to", "team", "--json", "hello"))).toMatchObject({
    text: "hello",
  });

  const chat_id = t.id("bob");
  const inline_keyboard = [[{ text: "No", callback_data: "n" }], [{ text: "Yes", callback_data: "y" }]];
  await t.ok("echo_bot", "sendMessage", { chat_id, text: "Sure?", reply_markup: { inline_keyboard } });
  expect(await run("tap", "--as", "bob", "--to", "echo_bot", "Yes")).toMatch(/^pressed Yes of message \d+\n$/);
  expect((await t.updates("echo_bot")).at(-1).callback_query).toMatchObject({ data: "y" });
  await t.ok("echo_bot", "sendMessage", { chat_id, text: "Which?", reply_markup: { keyboard: [[{ text: "Red" }]] } });
  await run("tap", "--as", "bob", "--to", "echo_bot", "Red");
  expect((await t.updates("echo_bot")).at(-1).message.text).toBe("Red");
  const sessions = await t.as("bob", "listSessions");
  expect(sessions.map(({ label }: { label: string }) => label)).not.toContain("developer mode");

  const missing = await folder.run(["tap", "--as", "bob", "--to", "echo_bot", "Blue", "--url", t.url]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("has a button Blue")]);
  const nowhere = await folder.run(["send", "--as", "bob", "hi", "--url", t.url]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("echo_bot, guard_bot, stranger_bot")]);
  const nobody = await folder.run(["send", "hi", "--url", t.url]);
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("send needs --as PERSON")]);
});
