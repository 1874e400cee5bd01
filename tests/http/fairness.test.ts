/** Clients that use more than their share of connections, time or event loop turns. */
import { afterEach, describe, expect, test } from "vitest";
import { START_S, startWorld, type Overrides, type TestService } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";
import { until } from "../support/until.ts";

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  let t: TestService;
  let wires: Wire[];
  async function start(overrides: Overrides = {}): Promise<void> {
    wires = [];
    t = await startWorld("memory", undefined, { http_reader, ...overrides });
  }
  afterEach(async () => {
    for (const wire of wires) wire.leave();
    await stop();
  });

  /** Closes the service. Closed connections count until the service has noticed. */
  async function stop(): Promise<void> {
    const answers = () =>
      t.fetch("/healthz").then(
        ({ status }) => status === 200,
        () => false,
      );
    await until(answers, "an answer of the service");
    await t.stop();
  }

  function open(): Wire {
    const wire = new Wire(t.url);
    wires.push(wire);
    return wire;
  }

  const bot = (method: string) => `/bot${t.token("guard_bot")}/${method}`;
  const asking = () => `GET ${bot("getMe")} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const posting = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  /** Opens connections until one is refused. @returns how many were accepted */
  async function fill(most: number): Promise<number> {
    for (let count = 0; count < most; count += 1) {
      const wire = open();
      wire.send(asking());
      if (!(await wire.hears("guard_bot"))) return count;
    }
    return most;
  }

  test("connections beyond the limit are refused until others close", async () => {
    await start({ max_connections: 5 });
    expect(await fill(10)).toBe(5);
    wires[0]!.leave();
    let later = open();
    for (later.send(asking()); !(await later.hears("guard_bot")); later.send(asking())) later = open();
  });

  test("the same limit applies to one address, but not to a proxy's", async () => {
    await start({ max_connections_from_one: 3, proxies: [] });
    expect(await fill(10)).toBe(3);
    for (const wire of wires) wire.leave();
    await stop();
    await start({ max_connections_from_one: 3 });
    expect(await fill(10)).toBe(10);
  });

  test("a body below the minimum rate ends with an error, with a content length and chunked", async () => {
    await start();
    const fixed = open();
    fixed.send(`${posting(bot("sendMessage"), 60_000)}{`);
    const chunked = open();
    chunked.send(`POST /api/signIn HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    for (const wire of [fixed, chunked]) {
      const trickle = setInterval(() => wire.send(wire === fixed ? " " : "1\r\n \r\n"), 5);
      expect(await t.advanceUntil(wire.end(), 1000)).toMatch(/^HTTP\/1\.1 408 [^]*"error_code":408/);
      clearInterval(trickle);
    }
    expect(t.clock.now() / 1000 - START_S).toBeLessThan(60);
  });

  test("a body at a sufficient rate may take hours", async () => {
    await start();
    const wire = open();
    const form = 'Content-Disposition: form-data; name="document"; filename="a"\r\n\r\n';
    const target = bot(`sendDocument?chat_id=${t.id("Team")}`);
    wire.send(
      `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${`--b\r\n${form}`.length.toString(16)}\r\n--b\r\n${form}\r\n`,
    );
    const piece = `2800\r\n${"x".repeat(0x2800)}\r\n`;
    // More than the rate needs, as the last bytes may not have been read yet.
    wire.send(piece.repeat(8));
    for (let n = 0; n < 392; n += 1) {
      wire.send(piece);
      await t.fetch("/healthz");
      t.clock.advance(10_000);
    }
    wire.send("9\r\n\r\n--b--\r\n\r\n0\r\n\r\n");
    await wire.hears("}");
    expect(wire.said).toContain('"file_size":4096000');
  });

  test("the rest of an unread body is limited in time", async () => {
    await start();
    const wire = open();
    wire.send("POST /bot1:wrong/sendMessage HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    expect(await wire.hears("401")).toBe(true);
    const flood = setInterval(() => wire.send(`4000\r\n${"x".repeat(0x4000)}\r\n`), 5);
    expect(await t.advanceUntil(wire.end(), 1000)).toMatch(/^HTTP\/1\.1 401 /);
    clearInterval(flood);
  });

  test("an unauthenticated caller cannot send a long body", async () => {
    await start();
    for (const type of ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"]) {
      const json = JSON.stringify({ username: "alice", password: "x".repeat(20_000) });
      const body = type.includes("form") ? `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${json}` : json;
      const answer = await t.fetch("/api/signIn", { method: "POST", body, headers: { "content-type": type } });
      expect([type, answer.status]).toEqual([type, 413]);
    }
    const anonymous = await t.fetch("/bot1:wrong/sendMessage", { method: "POST", body: "{".repeat(1_000_000) });
    expect(anonymous.status).toBe(401);
  });

  test.runIf(http_reader === "own")(
    "bodies of one account that are under way hold so much together, and cost others nothing",
    async () => {
      await start();
      const length = 1024 * 1024;
      const part = `{"text":"${"x".repeat(1_032_990)}`;
      const begin = () => {
        const wire = open();
        wire.send(posting(bot("sendMessage"), length) + part);
        return wire;
      };
      // 66 of them fit into 64 MiB, and 16 KiB of each do not count.
      const many = Array.from({ length: 69 }, begin);
      const refused = () => many.filter((wire) => wire.said.includes("HTTP/1.1 429 "));
      await until(() => refused().length >= 3, "three refusals");
      expect(refused()).toHaveLength(3);
      const send = (name: string, text: string) => t.bot(name, "sendMessage", { chat_id: t.id("Team"), text });
      expect((await send("guard_bot", "short")).status).toBe(200);
      expect((await send("guard_bot", "x".repeat(100_000))).status).toBe(429);
      expect((await send("stranger_bot", "x".repeat(100_000))).status).not.toBe(429);
      for (const wire of many) wire.leave();
      await until(async () => (await send("guard_bot", "x".repeat(100_000))).status !== 429, "room for a long body");
    },
  );

  test("a body in pieces of one byte is read like any other", async () => {
    await start();
    const wire = open();
    const text = "grüße ".repeat(300);
    const body = Buffer.from(JSON.stringify({ chat_id: t.id("Team"), text }));
    wire.send(`POST ${bot("sendMessage")} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
    wire.send("Transfer-Encoding: chunked\r\n\r\n");
    for (const byte of body) wire.send(Buffer.concat([Buffer.from("1\r\n"), Buffer.from([byte]), Buffer.from("\r\n")]));
    wire.send("0\r\n\r\n");
    await wire.hears('"ok":');
    expect(wire.said).toContain('"ok":true');
  });

  test("a body in very many pieces of one byte is refused", async () => {
    await start();
    const kinds = ["application/json", "multipart/form-data; boundary=b"];
    for (const [type, path] of kinds.flatMap(
      (type) =>
        [
          [type, bot("sendDocument")],
          [type, "/api/signIn"],
        ] as const,
    )) {
      const wire = open();
      wire.send(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`);
      wire.send(`${"1\r\n \r\n".repeat(5000)}0\r\n\r\n`);
      await wire.hears('"ok":');
      expect([type, path.slice(0, 5), wire.said]).toEqual([
        type,
        path.slice(0, 5),
        expect.stringContaining("the body comes in too many pieces"),
      ]);
    }
  });

  test("a client that pipelines many requests and reads no responses does not delay others", async () => {
    await start();
    const count = http_reader === "own" ? 500 : 200;
    const greedy = Array.from({ length: 20 }, open);
    for (const wire of greedy) {
      wire.send(asking());
      await wire.hears("guard_bot");
      wire.socket.pause();
    }
    const modest = open();
    modest.send(asking());
    await modest.hears("guard_bot");
    modest.said = "";
    for (const wire of greedy) wire.send(asking().repeat(count));
    modest.send(asking());
    await modest.hears("guard_bot");
    const answered = Number(/api="bot",status="200"\} (\d+)/.exec((await t.fetch("/metrics")).body)?.[1]);
    expect(answered).toBeLessThan((greedy.length * count) / 2);
    for (const wire of greedy) wire.socket.resume();
  });
});
