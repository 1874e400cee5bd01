/** The connection: reconnects after failures with growing delays, and at once when the page becomes active. */
import { manualClock } from "heliogram/ports/clock.ts";
import { expect, test } from "vitest";
import { keepConnected } from "./connection.ts";

const BEAT_MS = 20_000;

class FakeSocket extends EventTarget {
  hello(): void {
    this.dispatchEvent(new MessageEvent("message", { data: '{"type":"hello","protocol":1,"seq":0}' }));
  }

  beat(): void {
    this.dispatchEvent(new MessageEvent("message", { data: '{"type":"beat"}' }));
  }

  break(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  close(): void {
    this.break(1000);
  }
}

function start(fraction = 0.5) {
  const time = manualClock(0);
  let slept_ms = 0;
  const sockets: FakeSocket[] = [];
  const told: string[] = [];
  let look = () => {};
  const end = keepConnected({
    clock: { now_ms: () => time.now() + slept_ms, after: (delay_ms, fire) => time.after(delay_ms, fire) },
    random: () => fraction,
    browserStatus: {
      isPageActive: () => true,
      isAnyPageActive: async () => true,
      isOnline: () => told.at(-1) !== "offline",
      watch(changed) {
        look = changed;
        return () => {};
      },
    },
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    onFrame: ({ type }) => told.push(type),
    onClose: () => told.push("break"),
    onSignedOut: () => told.push("signed out"),
  });
  return { time, sleep: (ms: number) => void (slept_ms += ms), sockets, told, end, look: () => look() };
}

test.each([
  [0, 250],
  [0.5, 500],
  [0.9, 700],
])("the delay has random jitter: at %d it is %d ms", (fraction, pause_ms) => {
  const { time, sockets, end } = start(fraction);
  sockets[0]!.hello();
  sockets[0]!.break();
  time.advance(pause_ms - 1);
  expect(sockets).toHaveLength(1);
  time.advance(1);
  expect(sockets).toHaveLength(2);
  end();
});

test("a restart of the service is over at once, unless the connection then fails", () => {
  const { time, sockets, end } = start();
  sockets[0]!.hello();
  sockets[0]!.break(1012);
  time.advance(99);
  expect(sockets).toHaveLength(1);
  time.advance(1);
  expect(sockets).toHaveLength(2);
  sockets[1]!.break();
  time.advance(499);
  expect(sockets).toHaveLength(2);
  time.advance(1);
  expect(sockets).toHaveLength(3);
  end();
});

test("after a failure it reconnects with growing delays", () => {
  const { time, sockets, told } = start();
  sockets[0]!.hello();
  for (const pause of [500, 1000, 2000, 4000]) {
    sockets.at(-1)!.break();
    const before = sockets.length;
    time.advance(pause - 1);
    expect(sockets).toHaveLength(before);
    time.advance(1);
    expect(sockets).toHaveLength(before + 1);
  }
  sockets.at(-1)!.hello();
  sockets.at(-1)!.break();
  time.advance(500);
  expect(sockets).toHaveLength(6);
  expect(told.filter((each) => each === "break")).toHaveLength(5);
});

test("when the page becomes active it reconnects without a delay", () => {
  const { sockets, look } = start();
  sockets[0]!.break();
  look();
  expect(sockets).toHaveLength(2);
  look();
  expect(sockets).toHaveLength(2);
});

test("losing the network closes the connection", () => {
  const { sockets, told, look } = start();
  sockets[0]!.hello();
  told.push("offline");
  look();
  expect(told.at(-1)).toBe("break");
  look();
  expect(sockets).toHaveLength(2);
});

test("an ended session does not reconnect", () => {
  const { time, sockets, told } = start();
  sockets[0]!.break(4001);
  time.advance(60_000);
  expect([sockets.length, told]).toEqual([1, ["break", "signed out"]]);
});

test("after it was ended it does not reconnect", () => {
  const { time, sockets, told, end } = start();
  end();
  time.advance(60_000);
  expect([sockets.length, told]).toEqual([1, []]);
});

test("a silent connection counts as dead and is replaced", () => {
  const { time, sockets, told } = start();
  sockets[0]!.hello();
  for (let i = 0; i < 5; i++) {
    time.advance(BEAT_MS);
    sockets[0]!.beat();
  }
  time.advance(2 * BEAT_MS);
  expect(sockets).toHaveLength(1);
  time.advance(5000);
  expect(told.at(-1)).toBe("break");
  time.advance(500);
  expect(sockets).toHaveLength(2);
  // Later events of the dead socket are ignored.
  sockets[0]!.break();
  expect(told.filter((each) => each === "break")).toHaveLength(1);
  // A socket that never opens counts as dead too.
  time.advance(2 * BEAT_MS + 5000 + 1000);
  expect(sockets).toHaveLength(3);
});

test("after the machine was asleep the connection is checked before its timer fires", () => {
  const { sleep, sockets, told, look } = start();
  sockets[0]!.hello();
  sleep(10 * BEAT_MS);
  look();
  expect(told.at(-1)).toBe("break");
});
