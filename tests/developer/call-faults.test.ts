/** Fault rules on calls, as unmodified bot libraries meet them. */
import { autoRetry } from "@grammyjs/auto-retry";
import { Bot as GramioBot } from "gramio";
import { Bot, GrammyError, HttpError } from "grammy";
import { Telegraf, TelegramError } from "telegraf";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { newWorld } from "./developer-worlds.ts";
import { until } from "../support/until.ts";

let t: TestService;
let guard: Bot;
let alice: number;
const start = async (overrides: object = {}) => {
  t = await startWorld("memory", WORLD, { developer: true, ...overrides });
  guard = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
  alice = t.id("alice");
};
beforeEach(() => start());
afterEach(async () => {
  vi.useRealTimers();
  await t.stop();
});

const addFault = async (params: object): Promise<Json> => (await develop(t, "addFault", params)).fault;
const counts = async (): Promise<number[][]> =>
  (await develop(t, "listFaults")).faults.map(({ matched, applied }: Json) => [matched, applied]);
/** The texts that the bot has sent to Alice. */
const sent = async (): Promise<string[]> => {
  const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("guard_bot"), limit: 50 });
  return messages.map(({ text }: Json) => text);
};
const calls = async (filter: object = {}): Promise<Json[]> =>
  (await develop(t, "listCalls", { with_bodies: true, ...filter })).calls;

/** The real clients use connections that the fast path reads; the other reader must do the same. */
const READERS = ["own", "node"] as const;

describe.each(READERS)("read by %s", (http_reader) => {
  beforeEach(async () => {
    await t.stop();
    await start({ http_reader });
  });

  test("429: grammY's auto-retry waits as long as it is told, and repeats the call", async () => {
    await addFault({ method: "sendMessage", error_code: 429, retry_after: 3, count: 1 });
    guard.api.config.use(autoRetry());
    const { result, waited_ms } = await waitedFor(() => guard.api.sendMessage(alice, "hello"), "sendMessage");
    expect(result!.text).toBe("hello");
    expect(waited_ms).toBeGreaterThanOrEqual(3000);
    expect(await sent()).toEqual(["hello"]);
    expect(await calls({ method: "sendMessage" })).toMatchObject([
      { status: 429, fault: "1: error 429" },
      { status: 200 },
    ]);
    expect(await counts()).toEqual([[1, 1]]);
  });

  test("429 is the answer of the service itself", async () => {
    await addFault({ error_code: 429, retry_after: 3 });
    const { status, headers, body } = await t.bot("guard_bot", "sendMessage", { chat_id: alice, text: "no" });
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
    expect(body).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 3",
      parameters: { retry_after: 3 },
      trace_id: headers.get("x-trace-id"),
    });
    const error = await new Telegraf(t.token("guard_bot"), { telegram: { apiRoot: t.url } }).telegram
      .sendMessage(alice, "no")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TelegramError);
    expect(error).toMatchObject({ code: 429, parameters: { retry_after: 3 } });
  });

  test("403 is what a bot is told that a person has blocked", async () => {
    await t.as("alice", "blockUser", { user_id: t.id("guard_bot") });
    const told = async () => {
      const { status, body } = await t.bot("guard_bot", "sendMessage", { chat_id: alice, text: "hi" });
      return { status, ...body, trace_id: undefined };
    };
    const real = await told();
    await t.as("alice", "unblockUser", { user_id: t.id("guard_bot") });
    await addFault({ chat: "alice", error_code: 403 });
    expect(await told()).toEqual(real);
    const thrown = await guard.api.sendMessage(alice, "hi").catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(GrammyError);
    expect(await sent()).toEqual([]);
  });

  test("500 after the call: the bot repeats what was done", async () => {
    await addFault({ method: "sendMessage", error_code: 500, when: "after", count: 1 });
    const thrown = await guard.api.sendMessage(alice, "one").catch((error: GrammyError) => error);
    expect(thrown).toMatchObject({ error_code: 500, description: "Internal Server Error" });
    await guard.api.sendMessage(alice, "one");
    expect(await sent()).toEqual(["one", "one"]);
  });

  test("a reset connection, before the call and after it", async () => {
    await addFault({ method: "sendMessage", effect: "reset", text: "before", count: 1 });
    await addFault({ method: "sendMessage", effect: "reset", text: "after", when: "after", count: 1 });
    for (const text of ["before", "after"]) {
      const thrown = await guard.api.sendMessage(alice, text).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(HttpError);
      expect((thrown as HttpError).error).toMatchObject({ code: "ECONNRESET" });
      await guard.api.sendMessage(alice, text);
    }
    expect(await sent()).toEqual(["before", "after", "after"]);
    expect((await calls({ method: "sendMessage" })).map(({ status, fault }) => [status, fault])).toEqual([
      [0, "1: reset"],
      [200, undefined],
      [200, "2: reset"],
      [200, undefined],
    ]);
  });

  test("a lost response: grammY's auto-retry sends the message twice", async () => {
    await addFault({ method: "sendMessage", effect: "reset", when: "after", count: 1 });
    guard.api.config.use(autoRetry());
    const { result } = await waitedFor(() => guard.api.sendMessage(alice, "again"), "sendMessage");
    expect(result!.text).toBe("again");
    expect(await sent()).toEqual(["again", "again"]);
  });

  test("a body that is cut: the call was carried out, and its response cannot be read", async () => {
    await addFault({ effect: "cut", cut_bytes: 12 });
    expect(await firstBytes("getMe")).toBe('{"ok":true,"');
    const gramio = new GramioBot(t.token("guard_bot"), { api: { baseURL: `${t.url}/bot` } });
    await expect(gramio.api.sendMessage({ chat_id: alice, text: "cut" })).rejects.toThrow("terminated");
    expect(await sent()).toEqual(["cut"]);
  });

  test("grammY, whose HTTP client does not notice a cut body, waits for its timeout", async () => {
    await addFault({ method: "sendMessage", effect: "cut" });
    const bot = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url, timeoutSeconds: 30 } });
    const { error, waited_ms } = await waitedFor(() => bot.api.sendMessage(alice, "cut"), "sendMessage");
    expect(error).toBeInstanceOf(HttpError);
    expect(waited_ms).toBeGreaterThanOrEqual(30_000);
    expect(await sent()).toEqual(["cut"]);
  });

  test("a call that hangs ends by the client's timeout, and was not carried out", async () => {
    await addFault({ method: "sendMessage", effect: "hang" });
    const abort = new AbortController();
    const sending = guard.api
      .sendMessage(alice, "hangs", undefined, abort.signal as never)
      .catch((error: unknown) => error);
    await until(async () => (await counts())[0]![1], "the fault to be applied");
    abort.abort();
    expect(await sending).toBeInstanceOf(HttpError);
    await until(async () => (await calls({ method: "sendMessage" })).length, "the record of the call");
    expect(await calls({ method: "sendMessage" })).toMatchObject([{ status: 0, fault: "1: hang" }]);
    expect(await sent()).toEqual([]);
  });

  test("a call that hangs goes on when its rule is removed", async () => {
    const { id } = await addFault({ method: "sendMessage", effect: "hang" });
    const sending = guard.api.sendMessage(alice, "goes on");
    await until(async () => (await counts())[0]![1], "the fault to be applied");
    expect(await sent()).toEqual([]);
    expect(await develop(t, "removeFault", { id })).toBe(true);
    expect((await sending).text).toBe("goes on");
  });

  test("a delay ends by the clock of the service, frozen or not", async () => {
    await develop(t, "freezeClock");
    await addFault({ method: "sendMessage", delay_ms: 2000, count: 1 });
    await addFault({ method: "sendMessage", delay_ms: 3000, when: "after" });
    const before = guard.api.sendMessage(alice, "late");
    await until(async () => (await counts())[0]![1], "the fault to be applied");
    await develop(t, "advanceClock", { seconds: 1.9 });
    expect(await sent()).toEqual([]);
    await develop(t, "advanceClock", { seconds: 0.1 });
    expect((await before).date).toBe(Math.floor(t.clock.now() / 1000) + 2);
    const after = guard.api.sendMessage(alice, "done, but late");
    await until(async () => (await counts())[1]![1]! > 0 && (await sent()).length >= 2, "the second message");
    expect(await develop(t, "runToNextTimer")).toMatchObject({ ahead_ms: 5000 });
    expect((await after).text).toBe("done, but late");
  });
});

/** Turns the timers of a library on, from the first answer of a method until the library is done. */
async function waitedFor<T>(act: () => Promise<T>, method: string) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let waited_ms = 0;
  let done: { readonly result?: T; readonly error?: unknown } | undefined;
  void act().then(
    (result) => (done = { result }),
    (error: unknown) => (done = { error }),
  );
  const end = await until(async () => {
    if (!done && (await calls({ method })).length > 0) {
      await vi.advanceTimersByTimeAsync(500);
      waited_ms += 500;
    }
    return done;
  }, `the library to be done with ${method}`);
  return { ...end, waited_ms };
}

/** What arrives of the body of a bot's call before its connection is closed. */
async function firstBytes(method: string): Promise<string> {
  const { body } = await fetch(`${t.url}/bot${t.token("guard_bot")}/${method}`);
  let text = "";
  try {
    for await (const chunk of body!) text += Buffer.from(chunk).toString();
  } catch {
    return text;
  }
  throw new Error("the body was whole");
}

test("a rule is about the bot, method, chat and text that it names", async () => {
  await addFault({ bot: "guard_bot", method: "SENDPHOTO", chat: "@team", text: "secret", error_code: 400 });
  const status = async (bot: string, method: string, params: object) => (await t.bot(bot, method, params)).status;
  const photo = "http://127.0.0.1:1/none.png";
  const [team, caption] = [t.id("Team"), "a secret of ours"];
  expect((await t.bot("guard_bot", "sendPhoto", { chat_id: "@TEAM", photo, caption })).body.description).toBe(
    "Bad Request",
  );
  expect((await t.bot("guard_bot", "sendPhoto", { chat_id: team, photo, caption })).body.description).toBe(
    "Bad Request",
  );
  for (const params of [
    { chat_id: team, photo },
    { chat_id: alice, photo, caption },
  ])
    expect((await t.bot("guard_bot", "sendPhoto", params)).body.description).not.toBe("Bad Request");
  expect((await t.bot("echo_bot", "sendPhoto", { chat_id: team, photo, caption })).body.description).not.toBe(
    "Bad Request",
  );
  expect(await status("guard_bot", "sendMessage", { chat_id: team, text: caption })).toBe(200);
  expect(await counts()).toEqual([[2, 2]]);
});

test("a rule applies from its n-th match on, as often as it may; the first that applies decides", async () => {
  await addFault({ method: "getMe", nth: 2, error_code: 502 });
  await addFault({ method: "getMe", nth: 2, count: 2, error_code: 503 });
  await addFault({ error_code: 504, count: 1 });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) statuses.push((await t.bot("guard_bot", "getMe")).status);
  expect(statuses).toEqual([504, 502, 503, 503, 200, 200]);
  const { faults } = await develop(t, "listFaults");
  expect(faults.map(({ matched, applied, is_over }: Json) => [matched, applied, is_over])).toEqual([
    [2, 1, true],
    [3, 2, true],
    [1, 1, true],
  ]);
});

test("a probability goes by the randomness of the service", async () => {
  await addFault({ method: "getMe", probability: 0.5, error_code: 500 });
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) statuses.push((await t.bot("guard_bot", "getMe")).status);
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
  expect(await counts()).toEqual([[40, statuses.filter((status) => status === 500).length]]);
});

test("a call whose method is a parameter, and one with a file", async () => {
  await addFault({ method: "sendDocument", error_code: 500, count: 2 });
  const form = () => {
    const data = new FormData();
    data.set("chat_id", String(alice));
    data.set("document", new Blob(["four"]), "notes.txt");
    data.set("method", "sendDocument");
    return data;
  };
  const token = t.token("guard_bot");
  expect((await t.post(`/bot${token}/sendDocument`, form())).status).toBe(500);
  expect((await t.post(`/bot${token}/`, form())).status).toBe(500);
  expect((await t.post(`/bot${token}/`, form())).status).toBe(200);
});

test("people and the service's other addresses have no faults", async () => {
  await addFault({ error_code: 500 });
  expect((await t.person("alice", "sendMessage", { chat_id: t.id("Team"), text: "hi" })).status).toBe(200);
  expect((await t.bot("guard_bot", "noSuchMethod")).status).toBe(404);
  expect(await counts()).toEqual([[0, 0]]);
});

test("a rule is about one world", async () => {
  const world = await newWorld(t, { content: WORLD });
  await develop(t, "addFault", { world: world.world, bot: "guard_bot", error_code: 500, count: 1 });
  expect((await t.bot("guard_bot", "getMe")).status).toBe(200);
  expect((await world.bot("guard_bot", "getMe")).status).toBe(500);
  expect(await counts()).toEqual([]);
  await addFault({ effect: "hang" });
  expect((await world.bot("guard_bot", "getMe")).status).toBe(200);
  await develop(t, "addFault", { world: world.world, effect: "hang" });
  const hanging = world.bot("guard_bot", "getMe").catch((error: NodeJS.ErrnoException) => error.code);
  const applied = async () => (await develop(t, "listFaults", { world: world.world })).faults[1].applied;
  await until(applied, "the fault to be applied in the world");
  await develop(t, "dropWorld", { world: world.world });
  expect(await hanging).toBe("ECONNRESET");
});

test("rules are removed, one or all, and a stopping service lets nothing hang", async () => {
  const { id } = await addFault({ method: "getMe", error_code: 500 });
  expect((await t.bot("guard_bot", "getMe")).status).toBe(500);
  await develop(t, "removeFault", { id });
  expect((await t.bot("guard_bot", "getMe")).status).toBe(200);
  expect((await t.post("/developer/removeFault", { id })).body).toMatchObject({
    error_code: 404,
    reason: "FAULT_NOT_FOUND",
  });
  await addFault({ error_code: 500 });
  await addFault({ effect: "hang" });
  expect(await develop(t, "removeAllFaults")).toEqual({ removed: 2 });
  expect((await t.bot("guard_bot", "getMe")).status).toBe(200);
  await addFault({ effect: "hang" });
  const hanging = guard.api.getMe().catch((error: unknown) => error);
  await until(async () => (await counts())[0]![1], "the fault to be applied");
  await t.restart();
  expect(await hanging).toBeInstanceOf(HttpError);
});

test.each<[object, RegExp]>([
  [{}, /^no fault is given: error_code, delay_ms or effect \(error, delay, /],
  [{ effect: "delay" }, /delay needs delay_ms/],
  [{ effect: "error" }, /the rule is empty/],
  [{ effect: "webhook_error", when: "after" }, /the rule is empty/],
  [{ effect: "explode" }, /invalid effect: one of error, delay/],
  [{ error_code: 399 }, /invalid error_code: 400 to 599/],
  [{ error_code: 500, retry_after: 3 }, /retry_after contradicts error_code 500/],
  [{ error_code: 500, effect: "reset" }, /error_code contradicts reset: only errors have a code/],
  [{ effect: "hang", delay_ms: 5 }, /delay_ms contradicts hang/],
  [{ effect: "cut", when: "before" }, /when contradicts cut/],
  [{ effect: "reset", cut_bytes: 5 }, /cut_bytes contradicts reset/],
  [{ effect: "duplicate", method: "sendMessage" }, /method contradicts duplicate: only calls have a method/],
  [{ effect: "duplicate", when: "after" }, /when contradicts duplicate/],
  [{ effect: "webhook_timeout", delay_ms: 5 }, /delay_ms contradicts webhook_timeout/],
  [{ effect: "webhook_error", error_code: 200 }, /invalid error_code: 300 to 599/],
  [{ error_code: 500, method: "sendMesage" }, /bots have no method sendMesage/],
  [{ error_code: 500, bot: "alice" }, /^No person or bot has this id/],
  [{ error_code: 500, nth: 0 }, /invalid nth/],
  [{ error_code: 500, count: 0 }, /invalid count/],
  [{ error_code: 500, probability: 1 }, /invalid probability/],
  [{ delay_ms: 86_400_001 }, /invalid delay_ms/],
])("%j is refused with a sentence", async (params, sentence) => {
  const { status, body } = await t.post("/developer/addFault", params);
  expect([400, 404]).toContain(status);
  expect(body.description.replace(/^[A-Z][a-z]+ [A-Z][a-z]+: /, "")).toMatch(sentence);
  expect((await develop(t, "listFaults")).faults).toEqual([]);
});
