/** The developer console of a service: owners read what bots send and receive while it is on, and nobody else ever does. */
import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { DEVELOPER_METHODS } from "heliogram/methods/developer/index.ts";
import { Receiver } from "../support/receiver.ts";
import {
  engineIndependent,
  START_S,
  startWorld,
  WORLD,
  type Answer,
  type Json,
  type TestService,
} from "../support/service.ts";

let t: TestService;
let receiver: Receiver | undefined;
afterEach(async () => {
  await t.stop();
  await receiver?.close();
  receiver = undefined;
});

const PASSWORD = "correct horse";
const READING = [
  "listCalls",
  "getCall",
  "listUpdates",
  "listFindings",
  "listWebhookAttempts",
  "listWebhooks",
  "getRecording",
  "listBots",
  "listPeople",
];
const PARAMS: Readonly<Record<string, object>> = { getCall: { id: 1 } };

const as = (person: string) => ({ authorization: `Bearer ${t.accessToken(person)}` });
const ask = (method: string, params: object = PARAMS[method] ?? {}, person = "alice"): Promise<Answer> =>
  t.post(`/developer/${method}`, params, as(person));

async function read(method: string, params: object = {}): Promise<Json> {
  const { status, body } = await ask(method, { with_bodies: true, ...params });
  if (status !== 200) throw new Error(`${method} answered ${status} ${JSON.stringify(body)}`);
  return body.result;
}

const turn = (on: boolean) => t.as("alice", "setDeveloperConsole", { on });
const refusal = ({ status, body }: Answer) => `${status} ${body.reason ?? body.description}`;

describe.each(engineIndependent())("on %s", (engine) => {
  test("it is off until an owner turns it on; everybody can see that it is on", async () => {
    t = await startWorld(engine);
    expect(await t.as("bob", "getDeveloperConsole")).toEqual({ on: false, node_count: 1 });
    expect((await t.person("bob", "setDeveloperConsole", { on: true })).body.reason).toBe("OWNER_RIGHTS_NEEDED");
    expect((await t.post("/api/setDeveloperConsole", { on: true })).status).toBe(401);
    expect((await t.post("/api/getDeveloperConsole", {})).status).toBe(401);
    const before = (await t.as("alice", "listAudit", { limit: 1 })).entries[0]?.id ?? 0;
    t.clock.advance(5000);
    const on = { on: true, since: START_S + 5, node_count: 1 };
    expect(await turn(true)).toEqual(on);
    t.clock.advance(5000);
    for (const isOn of [true, false, false, true]) await turn(isOn);
    expect(await t.as("bob", "getDeveloperConsole")).toEqual({ ...on, since: START_S + 10 });
    const { entries } = await t.as("alice", "listAudit", { limit: 10 });
    expect(entries.filter((each: { id: number }) => each.id > before)).toMatchObject([
      { action: "developer_console_on", origin: "person", actor: { username: "alice" } },
      { action: "developer_console_off" },
      { action: "developer_console_on" },
    ]);
  });

  test("every method that reads answers owners alone, and only while it is on", async () => {
    t = await startWorld(engine);
    const answers = async (person: string) => {
      const found = await Promise.all(READING.map(async (method) => refusal(await ask(method, undefined, person))));
      return [...new Set(found)];
    };
    expect(await answers("alice")).toEqual(["409 CONSOLE_OFF"]);
    expect(await answers("bob")).toEqual(["403 OWNER_RIGHTS_NEEDED"]);
    await turn(true);
    await t.ok("echo_bot", "getMe");
    expect(await answers("bob")).toEqual(["403 OWNER_RIGHTS_NEEDED"]);
    for (const method of READING) {
      expect(refusal(await t.post(`/developer/${method}`, PARAMS[method] ?? {}))).toBe("401 Unauthorized");
      expect((await ask(method)).status).toBe(200);
    }
    expect(refusal(await ask("listCalls", { world: "other" }))).toBe("404 WORLD_NOT_FOUND");
    expect((await ask("listCalls", { world: "main" })).status).toBe(200);
    const token = t.token("echo_bot");
    expect((await t.post("/developer/listCalls", {}, { authorization: `Bearer ${token}` })).status).toBe(401);
    await t.as("alice", "makeOwner", { user_id: t.id("bob") });
    expect((await ask("listCalls", {}, "bob")).status).toBe(200);
    await t.as("alice", "unmakeOwner", { user_id: t.id("bob") });
    expect(await answers("bob")).toEqual(["403 OWNER_RIGHTS_NEEDED"]);
  });

  test("at the addresses of all that acts there is nothing, whether it is on or off", async () => {
    t = await startWorld(engine);
    const acting = DEVELOPER_METHODS.map(({ name }) => name).filter((name) => !READING.includes(name));
    expect(acting).toEqual(expect.arrayContaining(["addFault", "setClock", "callBot", "redeliver", "openSession"]));
    const nothing = await t.post("/developer/noSuchMethod", {});
    const answers = async () => {
      for (const name of acting)
        for (const headers of [{}, as("alice")]) {
          const { status, body } = await t.post(`/developer/${name}`, { id: 1, bot: "echo_bot" }, headers);
          const { trace_id: _trace, ...rest } = body;
          expect([name, status, rest]).toEqual([
            name,
            404,
            { ok: false, error_code: 404, description: nothing.body.description },
          ]);
        }
    };
    await answers();
    await turn(true);
    await answers();
    expect((await ask("listCalls")).body.result.calls.map((call: Json) => call.method)).toEqual([]);
  });

  test("what bots send and receive is there from that moment on, and nothing of people's own calls", async () => {
    t = await startWorld(engine);
    const [alice, bob, echo, guard, team] = ["alice", "bob", "echo_bot", "guard_bot", "Team"].map((name) => t.id(name));
    await t.ok("echo_bot", "sendMessage", { chat_id: alice, text: "before" });
    await turn(true);
    const sent = await t.bot("echo_bot", "sendMessage", { chat_id: team, text: "hello" });
    await t.bot("echo_bot", "sendMessage", { chat_id: 424_242, text: "to nobody" });
    const said = await t.person("bob", "sendMessage", { chat_id: team, text: "for the administrator" });
    const [{ update_id }] = await t.ok("guard_bot", "getUpdates");
    await t.ok("guard_bot", "getUpdates", { offset: update_id + 1 });

    const { calls, revision, log } = await read("listCalls");
    expect(calls.map((call: Json) => `${call.api} ${call.method} ${call.status}`)).toEqual([
      "bot sendMessage 200",
      "bot sendMessage 404",
      "bot getUpdates 200",
      "bot getUpdates 200",
    ]);
    expect(calls[0]).toMatchObject({
      account_id: echo,
      trace_id: sent.headers.get("x-trace-id"),
      params: { chat_id: team, text: "hello" },
      response: { ok: true, result: { text: "hello" } },
    });
    expect(await read("getCall", { id: calls[0].id, log })).toEqual(calls[0]);
    expect(refusal(await ask("getCall", { id: calls[0].id, log: "another" }))).toBe("404 CALL_NOT_FOUND");
    expect((await read("listCalls", { chat: "team", bot: "echo_bot" })).calls).toEqual([calls[0]]);
    expect((await read("listCalls", { after: revision, log })).calls).toEqual([]);
    // The revision of another node's log means nothing here.
    expect((await read("listCalls", { after: revision, log: "another" })).calls).toEqual(calls);

    const { updates } = await read("listUpdates");
    const trace_id = said.headers.get("x-trace-id");
    const message_id = said.body.result.message_id;
    const about = (bot_id: number | undefined) =>
      updates.filter((update: Json) => update.bot_id === bot_id && update.message_id === message_id);
    expect(about(guard)).toMatchObject([
      { update_id, state: "confirmed", trace_id, chat_id: team, body: { text: "for the administrator" } },
    ]);
    expect(about(echo)).toMatchObject([{ state: "not_made", reason: "PRIVACY_MODE", trace_id }]);
    expect((await read("listPeople")).people).toContainEqual(expect.objectContaining({ id: bob, username: "bob" }));
    expect((await read("listBots")).bots).toContainEqual(expect.objectContaining({ id: echo, username: "echo_bot" }));
  });

  test("attempts of webhooks and mistakes of bots", async () => {
    t = await startWorld(engine);
    await turn(true);
    receiver = new Receiver();
    receiver.answer = (_delivery, res) => void res.writeHead(200).end("thanks");
    const url = await receiver.listen();
    await t.ok("echo_bot", "setWebhook", { url });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "to the webhook" });
    await receiver.until(1);
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "hello", no_such_parameter: 1 });
    const { attempts, revision, log } = await read("listWebhookAttempts");
    const [ended] =
      attempts[0]?.status === undefined
        ? (await read("listWebhookAttempts", { after: revision, log, timeout: 50 })).attempts
        : attempts;
    expect(ended).toMatchObject({
      bot_id: t.id("echo_bot"),
      url,
      status: 200,
      request_body: { message: { text: "to the webhook" } },
      response_body: "thanks",
    });
    expect((await read("listWebhooks")).webhooks).toMatchObject([{ bot_id: t.id("echo_bot"), url, is_paused: false }]);
    expect((await read("listFindings", { bot: "echo_bot" })).findings).toContainEqual(
      expect.objectContaining({ rule: "unknown_parameter" }),
    );
  });

  test("no token and no password is in it", async () => {
    t = await startWorld(engine);
    await turn(true);
    const token = t.token("echo_bot");
    // Of another service: the test searches the store for those of its own.
    const other = `123456:${"aB3_-".repeat(9)}`;
    const secret_token = "the-secret-of-the-webhook";
    await t.bot("echo_bot", "setWebhook", { url: `https://user:the-password@127.0.0.1/${other}`, secret_token });
    await t.bot("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: `my token is ${other}` });
    await t.bot("echo_bot", "setWebhook", { url: "", certificate: "x".repeat(65_510), secret_token });
    await t.post(`/bot${token}x/getMe`, {});
    await t.post(`/bot/${token}/getMe`, {});
    await t.post(`/bot${token}/${token}`, {});
    await t.post(`/bot${token}/${"long".repeat(1000)}`, {});
    const all = JSON.stringify([await read("listCalls"), await read("listUpdates"), await read("listWebhooks")]);
    expect(all).toContain("my token is [secret]");
    expect(all).toContain("//[secret]@127.0.0.1");
    expect(all).not.toContain("the-password");
    expect(all).not.toContain(secret_token.slice(0, 12));
    for (const each of [token, other]) expect(all.toLowerCase()).not.toContain(each.split(":")[1]!.toLowerCase());
    const { calls } = await read("listCalls");
    expect(Math.max(...calls.map((call: Json) => call.method.length))).toBe(64);
  });

  test("turned off, everything is dropped; a restart drops it too, and leaves it on", async () => {
    t = await startWorld(engine);
    await turn(true);
    await t.ok("echo_bot", "getMe");
    const { calls, log } = await read("listCalls");
    expect(calls).toHaveLength(1);
    await turn(false);
    await t.ok("echo_bot", "getMe");
    await turn(true);
    const anew = await read("listCalls");
    expect(anew.calls).toEqual([]);
    expect(anew.log).not.toBe(log);
    await t.ok("echo_bot", "getMe");
    const { since } = await t.as("bob", "getDeveloperConsole");
    await t.restart();
    expect(await t.as("bob", "getDeveloperConsole")).toMatchObject({ on: true, since });
    expect((await read("listCalls")).calls).toEqual([]);
    await t.ok("echo_bot", "getMe");
    expect((await read("listCalls")).calls).toHaveLength(1);
  });

  test("whoever waits for news gets none after it was turned off, or after they have lost their rights", async () => {
    t = await startWorld(engine, {
      ...WORLD,
      people: WORLD.people.map((each) => (each.username === "bob" ? { ...each, owner: true } : each)),
    });
    await turn(true);
    const { revision, log } = await read("listCalls");
    const wait = (after: number) => ask("listCalls", { after, log, timeout: 50 }, "bob");
    const first = wait(revision);
    await t.ok("echo_bot", "getMe");
    expect((await first).body.result.calls).toMatchObject([{ method: "getMe" }]);
    const second = wait((await read("listCalls")).revision);
    await t.as("alice", "unmakeOwner", { user_id: t.id("bob") });
    await t.ok("echo_bot", "getMe");
    expect(refusal(await second)).toBe("403 OWNER_RIGHTS_NEEDED");
    await t.as("alice", "makeOwner", { user_id: t.id("bob") });
    const third = wait((await read("listCalls")).revision);
    await turn(false);
    expect(refusal(await third)).toBe("409 CONSOLE_OFF");
  });
});

describe("in a browser", () => {
  const OWN = { "sec-fetch-site": "same-origin" };

  test("the cookie counts for the service's own pages alone, under any name of the service", async () => {
    t = await startWorld("sqlite");
    await turn(true);
    await t.as("alice", "changePassword", { new_password: PASSWORD });
    const signedIn = await t.post("/api/signIn", { username: "alice", password: PASSWORD }, OWN);
    const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!;
    const status = async (headers: Record<string, string>) =>
      (await t.post("/developer/listCalls", {}, { cookie, ...headers })).status;
    expect(await status(OWN)).toBe(200);
    expect(await status({ origin: t.url })).toBe(200);
    expect(await status({})).toBe(403);
    for (const site of ["cross-site", "same-site", "none"]) expect(await status({ "sec-fetch-site": site })).toBe(403);
    expect(await status({ origin: "https://elsewhere.example" })).toBe(403);
    const preflight = await t.fetch("/developer/listCalls", {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([404, null]);
  });

  test("the pages that show it exist while it is on, and those that act never", async () => {
    t = await startWorld("sqlite");
    const statuses = async (paths: readonly string[]) => [
      ...new Set(await Promise.all(paths.map((path) => pageStatus(`/developer${path}`)))),
    ];
    const shown = ["", "/updates", "/webhooks", "/findings"];
    const acting = ["/faults", "/people", "/clock", "/worlds", "/as/alice"];
    expect(await statuses([...shown, ...acting])).toEqual([404]);
    await turn(true);
    // There is no built client in this test: 503 is its place.
    expect(await statuses(shown)).toEqual([503]);
    expect(await statuses(acting)).toEqual([404]);
    await turn(false);
    expect(await statuses([...shown, ...acting])).toEqual([404]);
  });

  function pageStatus(path: string): Promise<number> {
    return new Promise((done, fail) => {
      request(`${t.url}${path}`, (res) => {
        res.resume();
        done(res.statusCode!);
      })
        .on("error", fail)
        .end();
    });
  }
});
