/** Traces: those of callers are passed on to webhooks, and with an SDK of OpenTelemetry calls and deliveries are spans. */
import { AsyncLocalStorage } from "node:async_hooks";
import * as api from "@opentelemetry/api";
import { afterEach, expect, test } from "vitest";
import { CallerTraces } from "heliogram/http/trace-id.ts";
import { createLog } from "heliogram/operations/log.ts";
import { openTracing } from "heliogram/operations/tracing.ts";
import { Receiver } from "../support/receiver.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

let t: TestService | undefined;
const receiver = new Receiver();

afterEach(async () => {
  if (t) await receiver.close();
  await t?.stop();
  t = undefined;
});

async function start(overrides: Parameters<typeof startWorld>[2] = {}): Promise<TestService> {
  t = await startWorld("memory", undefined, overrides);
  await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
  return t;
}

/** Sends a message of bob's, and waits for its delivery. */
async function say(t: TestService, text: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${t.accessToken("bob")}`;
  const before = receiver.deliveries.length;
  const answer = await t.post("/api/sendMessage", { chat_id: t.id("Team"), text }, { authorization, ...headers });
  await until(() => receiver.deliveries.length > before, "a delivery");
  return { answer, delivery: receiver.deliveries.at(-1)! };
}

test("a caller's trace is passed on to the webhook, and no other", async () => {
  const t = await start();
  const traced = await say(t, "one", { traceparent: TRACEPARENT });
  expect(traced.answer.headers.get("x-trace-id")).toBe(TRACE);
  expect(traced.delivery.headers.traceparent).toBe(TRACEPARENT);
  const plain = await say(t, "two");
  expect(plain.delivery.headers.traceparent).toBeUndefined();
});

test("a failed delivery has the trace id of the call in its line", async () => {
  const t = await start();
  receiver.answer = (_delivery, res) => res.writeHead(500).end();
  const { answer } = await say(t, "one");
  const line = () => t.log.map((each) => JSON.parse(each)).find(({ msg }) => msg === "a webhook delivery failed");
  await until(() => line() !== undefined, "the line of the failure");
  expect(line()).toMatchObject({ trace_id: answer.headers.get("x-trace-id"), status: 500, attempt: 1 });
  receiver.answer = (_delivery, res) => res.end();
});

test("at level debug, each call and each delivery has one line, without a credential", async () => {
  const lines: string[] = [];
  const log = createLog("debug", (line) => lines.push(line));
  const t = await start({ log });
  const { answer } = await say(t, "one");
  await t.ok("guard_bot", "getMe");
  const shown = (): Json[] => lines.map((line) => JSON.parse(line));
  await until(() => shown().some(({ msg }) => msg === "a webhook took an update"), "the line of the delivery");
  const trace_id = answer.headers.get("x-trace-id");
  const ofCall = shown().filter((line) => line.trace_id === trace_id);
  expect(ofCall).toEqual([
    {
      level: 20,
      time: expect.any(String),
      trace_id,
      api: "user",
      method: "sendMessage",
      status: 200,
      account_id: t.id("bob"),
      duration_ms: 0,
      client: "127.0.0.1",
      msg: "a call was answered",
    },
    expect.objectContaining({ level: 20, account_id: t.id("guard_bot"), status: 200, msg: "a webhook took an update" }),
  ]);
  expect(shown().filter(({ method }) => method === "getMe")).toMatchObject([
    { api: "bot", account_id: t.id("guard_bot") },
  ]);
  for (const secret of [t.token("guard_bot"), t.accessToken("bob")]) expect(lines.join("")).not.toContain(secret);
});

test("the newest traces of callers are kept", () => {
  const traces = new CallerTraces();
  const idOf = (n: number) => n.toString(16).padStart(32, "0");
  for (let n = 1; n <= 10_001; n++) traces.idOf(`00-${idOf(n)}-b7ad6b7169203331-00`, () => "");
  expect([traces.headerOf(idOf(1)), traces.headerOf(idOf(2))]).toEqual([
    undefined,
    `00-${idOf(2)}-b7ad6b7169203331-00`,
  ]);
  expect(traces.idOf("nonsense", () => "made")).toBe("made");
  expect(traces.idOf(`00-${idOf(5)}-${"0".repeat(16)}-00`, () => "made")).toBe("made");
});

test("without an SDK, the interface of OpenTelemetry is not loaded", async () => {
  expect(await openTracing("1", {})).toBeUndefined();
});

/** A span as the SDK of the test keeps it. */
interface KeptSpan {
  name: string;
  readonly kind: api.SpanKind;
  readonly context: api.SpanContext;
  readonly parent_id: string | undefined;
  readonly attributes: Record<string, unknown>;
  status: number | undefined;
}

/** Registers an SDK that keeps ended spans. @returns them */
function registerSdk(): KeptSpan[] {
  const ended: KeptSpan[] = [];
  const storage = new AsyncLocalStorage<api.Context>();
  let made = 0;
  const tracer = {
    startSpan(name: string, options: api.SpanOptions = {}, within = api.context.active()): api.Span {
      made += 1;
      const parent = api.trace.getSpanContext(within);
      const traceId = parent?.traceId ?? made.toString(16).padStart(32, "a");
      const kept: KeptSpan = {
        name,
        kind: options.kind ?? api.SpanKind.INTERNAL,
        context: { traceId, spanId: made.toString(16).padStart(16, "b"), traceFlags: 1 },
        parent_id: parent?.spanId,
        attributes: { ...options.attributes },
        status: undefined,
      };
      const span = {
        spanContext: () => kept.context,
        setAttribute(key: string, value: unknown) {
          kept.attributes[key] = value;
          return span;
        },
        updateName(text: string) {
          kept.name = text;
          return span;
        },
        setStatus({ code }: api.SpanStatus) {
          kept.status = code;
          return span;
        },
        end: () => void ended.push(kept),
      };
      return span as unknown as api.Span;
    },
    startActiveSpan: () => undefined as never,
  };
  api.trace.setGlobalTracerProvider({ getTracer: () => tracer });
  api.context.setGlobalContextManager({
    active: () => storage.getStore() ?? api.ROOT_CONTEXT,
    with: (within, work, self, ...args) => storage.run(within, () => work.call(self as never, ...args)),
    bind: (_within, target) => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  });
  return ended;
}

test.each(["own", "node"] as const)(
  "with an SDK, calls and deliveries are spans of one trace (reader %s)",
  async (http_reader) => {
    const ended = registerSdk();
    try {
      const t = await start({ http_reader });
      ended.length = 0;
      const { answer, delivery } = await say(t, "one", { traceparent: TRACEPARENT });
      expect(answer.headers.get("x-trace-id")).toBe(TRACE);
      await until(() => ended.length === 2, "two spans");
      const [call, sent] = ended.toSorted((a, b) => a.kind - b.kind) as [KeptSpan, KeptSpan];
      expect(call).toMatchObject({
        name: "user sendMessage",
        kind: api.SpanKind.SERVER,
        parent_id: "b7ad6b7169203331",
        attributes: { "heliogram.account_id": t.id("bob"), "http.response.status_code": 200 },
      });
      expect(sent).toMatchObject({
        name: "webhook delivery",
        kind: api.SpanKind.CLIENT,
        parent_id: call.context.spanId,
      });
      expect(delivery.headers.traceparent).toBe(`00-${TRACE}-${sent.context.spanId}-01`);

      ended.length = 0;
      const failed = await t.bot("guard_bot", "sendMessage", { chat_id: 1, text: "" });
      expect(ended).toMatchObject([{ name: "bot sendMessage", parent_id: undefined, status: undefined }]);
      expect(failed.headers.get("x-trace-id")).toBe(ended[0]!.context.traceId);
      expect(JSON.stringify(ended)).not.toContain(t.token("guard_bot"));
    } finally {
      api.trace.disable();
      api.context.disable();
    }
  },
);
