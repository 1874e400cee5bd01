/** PostgreSQL outages while the service runs: calls get 503 in time, and everything continues after the outage. */
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { WebSocket } from "ws";
import { StoreUnavailable } from "heliogram/store/db.ts";
import { Proxy } from "../support/proxy.ts";
import { lockChatRow, onServer } from "../support/postgres.ts";
import { Receiver } from "../support/receiver.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { sqlRead } from "../support/sql.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TROUBLES = ["cut", "refuse", "hold", "cut", "refuse"] as const;
const TRACEPARENT = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

describe.runIf(inject("postgresUrl") !== "")("while PostgreSQL is away", () => {
  let proxy: Proxy;
  let t: TestService;
  beforeEach(async () => {
    proxy = await Proxy.before(inject("postgresUrl"));
    t = await startWorld("postgres", undefined, {
      reach: (address) => proxy.through(address),
      search_index: true,
      postgres: { wait_ms: 1000, statement_ms: 2000 },
    });
  });
  afterEach(async () => {
    proxy.restore();
    await untilBack();
    await t.stop();
    await proxy.close();
  });

  const say = (text: string, key = text.replaceAll(/\W/g, "-").padEnd(8, "-")) => {
    const headers = { authorization: `Bearer ${t.accessToken("bob")}`, "idempotency-key": key };
    return t.post("/api/sendMessage", { chat_id: t.id("Team"), text }, headers);
  };

  /** Advances the clock until the database is in use again. */
  async function untilBack(): Promise<void> {
    await until(async () => {
      const isBack = (await t.fetch("/readyz")).status === 200;
      if (!isBack) t.clock.advance(1000);
      return isBack;
    }, "the database to be in use again");
  }

  /** Retries a send until it succeeds, and ends the outage after the first failure. @returns the text */
  async function sayUntilTaken(text: string): Promise<string> {
    return until(async () => {
      const { status, body } = await say(text);
      if (status === 200) return body.result.text;
      expect(status).toBe(503);
      proxy.restore();
      t.clock.advance(1000);
    }, `the text ${text} to be taken`);
  }

  /** All updates of a bot, by polls that are retried until they succeed. */
  async function poll(username: string, enough: (texts: readonly string[]) => boolean): Promise<Json[]> {
    const updates: Json[] = [];
    const texts = () => updates.flatMap(({ message }) => message?.text ?? []);
    let offset = 0;
    await until(async () => {
      const { status, body } = await t.bot(username, "getUpdates", { offset, timeout: 0 });
      if (status === 503) t.clock.advance(1000);
      else {
        updates.push(...body.result);
        offset = (updates.at(-1)?.update_id ?? -1) + 1;
      }
      return enough(texts());
    }, `the updates of ${username}`);
    return updates;
  }

  function expectAway(answer: Answer): void {
    const trace_id = answer.headers.get("x-trace-id");
    expect(answer.body).toEqual({
      ok: false,
      error_code: 503,
      description: expect.stringMatching(/^Service Unavailable: /),
      trace_id,
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  }

  test("a broken connection, busy or idle, stops nothing and fails no call", async () => {
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 20 }, (_, n) => t.bot("guard_bot", "getChat", { chat_id: t.id("Team"), n }));
      proxy.cut();
      const codes = new Set((await Promise.all(calls)).map(({ status }) => status));
      // The lock that keeps other processes away is taken again first.
      expect([...codes].filter((code) => code !== 200 && code !== 503)).toEqual([]);
      await untilBack();
    }
    expect((await say("after")).status).toBe(200);
  });

  test("sessions ended by the server are replaced", async () => {
    const name = t.databaseName;
    for (let round = 0; round < 5; round++) {
      const calls = Array.from({ length: 20 }, (_, n) => say(`${round}-${n}`));
      await onServer(
        inject("postgresUrl"),
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      const answers = await Promise.all(calls);
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      await untilBack();
    }
    expect((await say("after")).status).toBe(200);
  });

  test.each(["refuse", "hold"] as const)(
    "calls are answered 503 in time where connections are: %s",
    { timeout: 60_000 },
    async (how) => {
      proxy[how]();
      const { id } = t;
      const chat_id = id.call(t, "Team");
      const answers = await Promise.all([
        t.bot("guard_bot", "sendMessage", { chat_id, text: "x" }),
        t.bot("echo_bot", "getMe"),
        t.bot("echo_bot", "getUpdates", { timeout: 50 }),
        t.person("bob", "sendMessage", { chat_id, text: "x" }),
        t.person("bob", "listChats"),
        t.post("/api/signIn", { username: "bob", password: "something" }),
        t.fetch(`/file/bot${t.token("guard_bot")}/photos/x.jpg`),
        ...Array.from({ length: 30 }, () => t.person("alice", "listChats")),
      ]);
      for (const answer of answers) expectAway(answer);
      expect(await t.fetch("/readyz")).toMatchObject({ status: 503, body: { ok: false, reason: "database" } });
      expect((await t.fetch("/healthz")).status).toBe(200);
      proxy.restore();
      await untilBack();
      expect((await say("again")).status).toBe(200);
      expect(await t.updates("guard_bot")).toEqual([
        expect.objectContaining({ message: expect.objectContaining({ text: "again" }) }),
      ]);
    },
  );

  test("/readyz answers after a second while connections are held, however many ask", async () => {
    proxy.hold();
    const from_ms = t.clock.now();
    let answers: Answer[] | undefined;
    const all = Promise.all(Array.from({ length: 5 }, () => t.fetch("/readyz"))).then((each) => (answers = each));
    await until(async () => {
      // The probes have arrived.
      await t.fetch("/healthz");
      t.clock.advance(100);
      return answers;
    }, "the answers of the probes");
    for (const { status, body } of await all) expect([status, body.reason]).toEqual([503, "database"]);
    // By the time-outs of PostgreSQL it takes seconds of the machine, in which the clock advances by minutes.
    expect(t.clock.now() - from_ms).toBeLessThan(5000);
  });

  test("it is logged once with the trace id of the first failed call, and once at its end", async () => {
    proxy.refuse();
    await t.post(`/bot${t.token("guard_bot")}/getMe`, {}, TRACEPARENT);
    for (let n = 0; n < 50; n++) await t.bot("guard_bot", "getMe");
    proxy.restore();
    await untilBack();
    const lines = t.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
    expect(lines).toEqual([
      expect.objectContaining({ msg: "the database does not answer" }),
      expect.objectContaining({ msg: "the database answers again", failed: expect.any(Number) }),
    ]);
    // The thread of the search index may notice the outage before the call does. It has no trace.
    expect([TRACE, undefined]).toContain(lines[0].trace_id);
    expect(lines[1].failed).toBeGreaterThan(50);
  });

  test(
    "a poll that waits, a web socket and a webhook miss nothing, and get nothing twice that could be noted",
    { timeout: 90_000 },
    async () => {
      const receiver = new Receiver();
      await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
      const socket = new StreamSocket(t, "alice");
      await socket.until((frame) => frame.type === "hello");
      const polled = poll("echo_bot", (texts) => texts.includes("/last@echo_bot"));
      const acknowledged: string[] = [];
      for (const [round, trouble] of TROUBLES.entries()) {
        for (let n = 0; n < 4; n++) {
          acknowledged.push(await sayUntilTaken(`/m${round}_${n}@echo_bot`));
          if (n === 1) proxy[trouble]();
        }
      }
      acknowledged.push(await sayUntilTaken("/last@echo_bot"));
      const updates = await t.advanceUntil(polled, 1000);
      await t.advanceUntil(
        receiver.untilSo(() => receiver.texts().includes("/last@echo_bot")),
        1000,
      );
      await t.advanceUntil(
        socket.until((frame) => frame.message?.text === "/last@echo_bot"),
        1000,
      );
      const seen = {
        poll: updates.flatMap(({ message }) => message?.text ?? []),
        // A delivery that an outage keeps from being noted is repeated before the next one.
        webhook: receiver.texts().filter((text, at, all) => text !== "" && text !== all[at - 1]),
        socket: socket.frames.flatMap((frame) => frame.message?.text ?? []),
      };
      expect(seen).toEqual({ poll: acknowledged, webhook: acknowledged, socket: acknowledged });
      socket.close();
      await receiver.close();
    },
  );

  test("a webhook's update that fails during an outage is delivered before those that were read with it", async () => {
    const texts = ["/one", "/two", "/three"];
    for (const text of texts) await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text });
    const receiver = new Receiver();
    receiver.answer = (_delivery, res) => {
      if (receiver.deliveries.length > 1) return void res.end();
      // The failure cannot be noted.
      proxy.refuse();
      res.statusCode = 500;
      res.end();
    };
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
    await receiver.until(1);
    await until(async () => {
      const isAway = (await t.fetch("/readyz")).status !== 200;
      if (!isAway) t.clock.advance(1000);
      return isAway;
    }, "the database to be away");
    proxy.restore();
    await t.advanceUntil(
      receiver.untilSo(() => receiver.texts().includes("/three")),
      1000,
    );
    // A delivery that succeeds before the database is back cannot be noted either, and is repeated.
    const { length } = texts;
    const repeated = receiver.texts().slice(0, -length);
    expect(receiver.texts().slice(-length)).toEqual(texts);
    expect([...new Set(repeated)]).toEqual(["/one"]);
    await receiver.close();
  });

  test(
    "who waits for a lock that nobody lets go gets 503, also where no connection is left",
    { timeout: 60_000 },
    async () => {
      const holder = await lockChatRow(`${inject("postgresUrl").replace(/[^/]*$/, "")}${t.databaseName}`, t.id("Team"));
      const send = () => t.bot("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "held" });
      // More than there are connections: of these, some wait for the lock and the others for a connection.
      for (const answer of await Promise.all(Array.from({ length: 30 }, send))) expectAway(answer);
      await holder.release();
      await untilBack();
      expect((await send()).status).toBe(200);
      const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team") });
      expect(messages.filter(({ text }: Json) => text === "held")).toHaveLength(1);
    },
  );

  test("a statement that takes too long is cancelled, on the server as well", async () => {
    const sleeping = t.service.db.read((tx) => tx.get(sqlRead("select pg_sleep(600)")));
    await expect(sleeping).rejects.toThrow(StoreUnavailable);
    const left = `select 1 / count(*) from pg_stat_activity
      where datname = '${t.databaseName}' and query like 'select pg_sleep%' and state = 'active'`;
    await expect(onServer(inject("postgresUrl"), left)).rejects.toThrow("division by zero");
  });

  test("a web socket that is opened meanwhile is refused with 503", async () => {
    proxy.refuse();
    const refused = new Promise<number>((done) => {
      const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
        headers: { authorization: `Bearer ${t.accessToken("alice")}` },
      });
      socket.once("unexpected-response", (_request, response) => done(response.statusCode!));
      socket.once("error", () => {});
    });
    expect(await refused).toBe(503);
  });

  test("a message whose commit got no response is in doubt, is delivered to waiting readers, and keeps its idempotency key", async () => {
    const socket = new StreamSocket(t, "alice");
    await socket.until((frame) => frame.type === "hello");
    const waiting = t.bot("echo_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);
    // The session is already marked as seen, so the next commit is that of the message.
    await t.person("bob", "listChats");
    const send = () => say("/once@echo_bot", "key-of-this-message");
    const lost = proxy.loseNextCommit();
    const [answer] = await Promise.all([send(), lost]);
    expectAway(answer);
    expect(answer.body.description).toMatch(/may have been made/);
    const { body } = await waiting;
    expect(body.result).toHaveLength(1);
    await socket.until((frame) => frame.message?.text === "/once@echo_bot");
    await untilBack();
    const again = await send();
    expect(again.body.result.message_id).toBe(body.result[0].message.message_id);
    expect(await t.updates("echo_bot")).toHaveLength(1);
    socket.close();
  });
});
