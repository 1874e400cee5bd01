/** A restart as one connection sees it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Wire } from "../http/fast-path/wire.ts";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json } from "../support/service.ts";
import { until } from "../support/until.ts";
import { SupervisedService } from "./supervised-service.ts";

describe.each(LONG_RUN ? ["node"] : ["own"])("reader: %s", (reader) => {
  let service: SupervisedService;
  beforeAll(async () => {
    // The assistant polls as well, and would be counted.
    const settings = { HELIOGRAM_HTTP_READER: reader, HELIOGRAM_METRICS: "true", HELIOGRAM_ASSISTANT: "false" };
    service = await SupervisedService.start({ settings });
  });
  afterAll(() => service.stop());

  const ofBot = (bot: number, method: string) =>
    `GET /bot${service.cast.bots[bot]!.token}/${method} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const HEALTH = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
  const answers = (wire: Wire) => wire.said.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0;
  const answered = (wire: Wire, count: number) => until(() => wire.ended || answers(wire) >= count, `${count} answers`);
  const waits = () =>
    until(
      async () => (await (await fetch(`${service.url}/metrics`)).text()).includes("heliogram_waiting_polls 1\n"),
      "a poll that waits",
    );

  test.each([
    ["of bots", () => ofBot(1, "getMe")],
    ["of others", () => HEALTH],
  ])("a connection between two requests %s is kept over restarts", async (_who, request) => {
    const wire = new Wire(service.url);
    for (let restart = 1; restart <= 3; restart++) {
      wire.send(request());
      await answered(wire, restart);
      await service.restart();
    }
    wire.send(request());
    await answered(wire, 4);
    expect([answers(wire), wire.ended]).toEqual([4, false]);
    expect(wire.said).not.toContain("Connection: close");
    wire.leave();
  });

  test("a connection without a request yet, and one with the beginning of one, are served after a restart", async () => {
    const [silent, begun] = [new Wire(service.url), new Wire(service.url)];
    // `node:http` does not give back what it has parsed: the rest must come within half a second.
    const beginning = reader === "own" ? 9 : 0;
    const request = ofBot(1, "getMe");
    begun.send(request.slice(0, beginning));
    await service.restart();
    silent.send(request);
    begun.send(request.slice(beginning));
    await Promise.all([answered(silent, 1), answered(begun, 1)]);
    expect([answers(silent), answers(begun)]).toEqual([1, 1]);
    for (const wire of [silent, begun]) wire.leave();
  });

  test("a poll ends empty with Connection: close, also on a connection that was kept", async () => {
    const wire = new Wire(service.url);
    wire.send(ofBot(1, "getMe"));
    await answered(wire, 1);
    await service.restart();
    wire.send(ofBot(1, "getUpdates?timeout=50"));
    await waits();
    await service.restart();
    expect(await wire.end()).toMatch(/Connection: close\r\n\r\n\{"ok":true,"result":\[\]\}$/);
    wire.leave();
  });

  test("a connection is kept whose response was being sent when the restart began", async () => {
    const { token } = service.cast.bots[1]!;
    const form = new FormData();
    form.set("chat_id", String(service.cast.people[0]!.id));
    form.set("document", new Blob([Buffer.alloc(20_000_000, "x")]), "large.bin");
    const sent = (await (
      await fetch(`${service.url}/bot${token}/sendDocument`, { method: "POST", body: form })
    ).json()) as Json;
    const file_id = sent.result.document.file_id as string;
    const found = (await (await fetch(`${service.url}/bot${token}/getFile?file_id=${file_id}`)).json()) as Json;
    const wire = new Wire(service.url);
    wire.socket.pause();
    wire.send(`GET /file/bot${token}/${found.result.file_path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => wire.socket.readableLength > 0, "the beginning of the response");
    const restarted = service.restart();
    wire.socket.resume();
    await restarted;
    wire.send(HEALTH);
    await answered(wire, 2);
    expect([answers(wire), wire.said.length > 20_000_000]).toEqual([2, true]);
    wire.leave();
  });

  test("a client that half-closes after a restart is answered", async () => {
    const wire = new Wire(service.url);
    wire.send(ofBot(1, "getMe"));
    await answered(wire, 1);
    await service.restart();
    wire.send(ofBot(1, "getMe"));
    wire.halfClose();
    await wire.end();
    expect(answers(wire)).toBe(2);
    wire.leave();
  });
});
