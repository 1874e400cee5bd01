/** The bus over a transport in memory: what is coalesced, what is not sent, and how a lost frame is noticed. */
import { describe, expect, it } from "vitest";
import { manualClock } from "../../ports/clock.ts";
import type { BusMessage, BusTransport, TransportHandlers } from "./bus.ts";
import { parseBusFrame } from "./bus-frame.ts";
import { NodeBus } from "./node-bus.ts";

/** Connects transports; texts for which `loses` is true go to nobody. */
class Wire {
  readonly texts: string[] = [];
  loses: (text: string) => boolean = () => false;
  /** Whether a text is taken only when `release` is called. */
  holds = false;
  release = () => {};
  restarts = 0;
  readonly #receivers: TransportHandlers[] = [];

  transport(max_bytes = 8000): BusTransport {
    return {
      max_bytes,
      start: (handlers) => this.#receivers.push(handlers),
      send: async (text) => {
        this.texts.push(text);
        await (this.holds ? new Promise<void>((done) => (this.release = done)) : Promise.resolve());
        if (!this.loses(text)) for (const { received } of this.#receivers) received(text);
      },
      restart: () => this.restarts++,
      close: async () => {},
    };
  }
}

interface Joined {
  readonly bus: NodeBus;
  readonly heard: BusMessage[];
}

describe("NodeBus", () => {
  const clock = manualClock(0);

  function join(wire: Wire, node_id: string, live = 2, max_bytes?: number): Joined {
    const peers = { node_id, liveNodes: () => live, onMembersChanged: () => {} };
    const bus = new NodeBus({ transport: wire.transport(max_bytes), peers, clock });
    const heard: BusMessage[] = [];
    bus.subscribe((message) => heard.push(message));
    return { bus, heard };
  }

  /** Lets all that is in flight arrive. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  }

  it("coalesces what is published in one turn, and what is published while a frame is sent", async () => {
    const wire = new Wire();
    const a = join(wire, "a");
    const b = join(wire, "b");
    a.bus.publish({ kind: "streams", ids: [1, 2] });
    a.bus.publish({ kind: "streams", ids: [2, 3] });
    a.bus.publish({ kind: "poll", bot_id: 7, number: 4, node: "a" });
    a.bus.publish({ kind: "action", chat_id: -5, account_id: 6, action: "typing" });
    a.bus.publish({ kind: "action", chat_id: -5, account_id: 6, action: "typing", message_thread_id: 7 });
    await settle();
    expect(wire.texts).toHaveLength(1);
    expect(b.heard).toEqual([
      { kind: "streams", ids: [1, 2, 3] },
      { kind: "poll", bot_id: 7, number: 4, node: "a" },
      { kind: "action", chat_id: -5, account_id: 6, action: "typing" },
      { kind: "action", chat_id: -5, account_id: 6, action: "typing", message_thread_id: 7 },
    ]);
    expect(a.heard).toEqual([]);
    expect(b.bus.counts).toEqual({ sent: 0, received: 6, gaps: 0 });
  });

  it("tells of the trace of an update before its stream, and drops traces beyond the limit", async () => {
    const wire = new Wire();
    const a = join(wire, "a");
    const b = join(wire, "b");
    const trace = { kind: "trace", bot_id: 7, traceparent: "00-a-b-01" } as const;
    a.bus.publish({ kind: "streams", ids: [7] });
    a.bus.publish({ ...trace, update_id: 1 });
    await settle();
    expect(b.heard.splice(0)).toEqual([
      { ...trace, update_id: 1 },
      { kind: "streams", ids: [7] },
    ]);
    for (let update_id = 1; update_id <= 1001; update_id++) a.bus.publish({ ...trace, update_id });
    await a.bus.close();
    expect(b.heard).toHaveLength(1000);
    expect(parseBusFrame('{"node":"a","number":1,"traces":[[7,1,2]]}')).toBeUndefined();
  });

  it("sends nothing while the node is alone", async () => {
    const wire = new Wire();
    const { bus } = join(wire, "a", 1);
    bus.publish({ kind: "streams", ids: [1] });
    clock.advance(10_000);
    await settle();
    expect(wire.texts).toEqual([]);
    expect(bus.counts.sent).toBe(0);
  });

  it("cuts what is too long for one text, and loses nothing", async () => {
    const wire = new Wire();
    const a = join(wire, "a", 2, 500);
    const b = join(wire, "b");
    const ids = Array.from({ length: 1000 }, (_, i) => -1_000_000_000_001 - i);
    a.bus.publish({ kind: "streams", ids });
    await a.bus.close();
    expect(Math.max(...wire.texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(500);
    expect(b.heard.flatMap((message) => (message.kind === "streams" ? message.ids : []))).toEqual(ids);
    expect(b.bus.counts.gaps).toBe(0);
  });

  it("notices a lost frame by the next one, and the last one by the keep-alive", async () => {
    const wire = new Wire();
    const a = join(wire, "a");
    const b = join(wire, "b");
    let gaps = 0;
    b.bus.onGap(() => gaps++);
    const send = async (id: number, isLost: boolean) => {
      wire.loses = () => isLost;
      a.bus.publish({ kind: "streams", ids: [id] });
      await settle();
      wire.loses = () => false;
    };
    await send(1, false);
    expect(gaps).toBe(0);
    await send(2, true);
    await send(3, false);
    expect(gaps).toBe(1);
    await send(4, true);
    expect(gaps).toBe(1);
    clock.advance(1000);
    await settle();
    expect(gaps).toBe(2);
    clock.advance(1000);
    await settle();
    expect(gaps).toBe(2);
    expect(b.bus.counts.gaps).toBe(2);
  });

  it("notifies the receivers when it could not keep all streams", async () => {
    const wire = new Wire();
    const a = join(wire, "a");
    const b = join(wire, "b");
    a.bus.publish({ kind: "streams", ids: Array.from({ length: 20_001 }, (_, i) => i) });
    a.bus.publish({ kind: "streams", ids: [-1] });
    await a.bus.close();
    expect(b.heard).toEqual([{ kind: "streams", ids: [-1] }]);
    expect(b.bus.counts.gaps).toBe(1);
  });

  it("restarts a transport that takes frames and delivers none", async () => {
    const wire = new Wire();
    join(wire, "a");
    for (let second = 0; second < 10; second++) {
      clock.advance(1000);
      await settle();
    }
    expect(wire.restarts).toBe(0);
    wire.loses = () => true;
    for (let second = 0; second < 4; second++) {
      clock.advance(1000);
      await settle();
    }
    expect(wire.restarts).toBe(1);
  });

  it("restarts it also while there is always something to send", async () => {
    const wire = new Wire();
    const { bus } = join(wire, "a");
    wire.loses = () => true;
    wire.holds = true;
    for (let id = 0; id < 10; id++) {
      bus.publish({ kind: "streams", ids: [id] });
      wire.release();
      await settle();
      clock.advance(500);
    }
    expect(wire.restarts).toBeGreaterThan(0);
  });

  it("lets a node look up what was said while it was not known", async () => {
    const wire = new Wire();
    const live = { count: 1 };
    const peers = { node_id: "a", liveNodes: () => live.count, onMembersChanged: () => {} };
    const a = new NodeBus({ transport: wire.transport(), peers, clock });
    const b = join(wire, "b");
    a.publish({ kind: "streams", ids: [1] });
    live.count = 2;
    a.publish({ kind: "streams", ids: [2] });
    await settle();
    expect([b.heard, b.bus.counts.gaps]).toEqual([[{ kind: "streams", ids: [2] }], 1]);
  });

  it("ignores texts that are no frames", async () => {
    const wire = new Wire();
    const b = join(wire, "b");
    const other = wire.transport();
    for (const text of [
      "",
      "{",
      "null",
      "7",
      '{"node":1}',
      '{"node":"x","number":1,"streams":5}',
      '{"node":"x","number":1,"polls":[[7,"9"]]}',
    ])
      await other.send(text);
    await settle();
    expect(b.heard).toEqual([]);
  });
});

const envelope = { node: "b", number: 1 };
it.each([
  ["no text", 5],
  ["no node", { number: 1 }],
  ["a number that is none", { ...envelope, number: "1" }],
  ["streams that are no list", { ...envelope, streams: 1 }],
  ["an action without a word", { ...envelope, actions: [[1, 2]] }],
  ["an action that is no word", { ...envelope, actions: [[1, 2, { toString: 1 }]] }],
  ["an action of many words", { ...envelope, actions: [[1, 2, ["typing"]]] }],
  ["an action in no topic", { ...envelope, actions: [[1, 2, "typing", "7"]] }],
  ["an action of nobody", { ...envelope, actions: [[1, null, "typing"]] }],
  ["a poll without a number", { ...envelope, polls: [[1]] }],
  ["a release of nothing", { ...envelope, releases: [null] }],
  ["leases that are no word", { ...envelope, leases: "all" }],
])("takes %s for no frame", (_name, frame) => {
  expect(parseBusFrame(JSON.stringify(frame))).toBeUndefined();
});
