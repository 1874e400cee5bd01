/** The line: opened again after every break, less and less often, at once when somebody looks. */
import { manualClock } from "heliogram/ports/clock.ts";
import { expect, test } from "vitest";
import { keepLine } from "./line.ts";

class FakeSocket extends EventTarget {
  hello(): void {
    this.dispatchEvent(new MessageEvent("message", { data: '{"type":"hello","protocol":1,"seq":0}' }));
  }

  break(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  close(): void {
    this.break(1000);
  }
}

function start() {
  const time = manualClock(0);
  const sockets: FakeSocket[] = [];
  const told: string[] = [];
  let look = () => {};
  const end = keepLine({
    clock: { now_ms: () => time.now(), after: (delay_ms, fire) => time.after(delay_ms, fire) },
    surroundings: {
      isVisible: () => true,
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
    onBreak: () => told.push("break"),
    onSignedOut: () => told.push("signed out"),
  });
  return { time, sockets, told, end, look: () => look() };
}

test("after a break it is opened again, after longer and longer pauses", () => {
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

test("somebody who looks need not wait", () => {
  const { sockets, look } = start();
  sockets[0]!.break();
  look();
  expect(sockets).toHaveLength(2);
  look();
  expect(sockets).toHaveLength(2);
});

test("without a network, the line is known to be broken", () => {
  const { sockets, told, look } = start();
  sockets[0]!.hello();
  told.push("offline");
  look();
  expect(told.at(-1)).toBe("break");
  look();
  expect(sockets).toHaveLength(2);
});

test("a session that has ended is not tried again", () => {
  const { time, sockets, told } = start();
  sockets[0]!.break(4001);
  time.advance(60_000);
  expect([sockets.length, told]).toEqual([1, ["break", "signed out"]]);
});

test("once it is ended, it stays so", () => {
  const { time, sockets, told, end } = start();
  end();
  time.advance(60_000);
  expect([sockets.length, told]).toEqual([1, []]);
});
