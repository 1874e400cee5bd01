/** The time of day that nodes share: what answers of the database, quick and slow, do to it. */
import { expect, test } from "vitest";
import { SharedTime } from "./shared-time.ts";

/** A machine whose own time of day is 90 seconds late, and the database's time of day. */
function start() {
  let elapsed_ms = 0;
  const clock = {
    now: () => 1_000_000 + elapsed_ms - 90_000,
    elapsed: () => elapsed_ms,
    after: () => () => {},
  };
  const database = () => 1_000_000 + elapsed_ms;
  const time = new SharedTime(clock);
  const pass = (ms: number) => void (elapsed_ms += ms);
  /** The database reads its time after a part of the way. */
  const beat = (there_ms: number, back_ms: number) => {
    const began_ms = elapsed_ms;
    pass(there_ms);
    const now_ms = database();
    pass(back_ms);
    time.set(now_ms, began_ms, elapsed_ms);
  };
  return { time, pass, beat, off: () => time.now() - database() };
}

test("is the node's own until the database has told its time, and then the database's", () => {
  const { beat, pass, off } = start();
  expect(off()).toBe(-90_000);
  beat(2, 2);
  expect(off()).toBe(0);
  pass(60_000);
  expect(off()).toBe(0);
});

test("is not moved by an answer that took long, on the way there or back", () => {
  const { beat, off } = start();
  beat(1, 1);
  beat(3000, 1);
  expect(off()).toBe(0);
  beat(1, 3000);
  expect(off()).toBe(0);
});

test("is as exact as the quickest answers after a first one that took long", () => {
  const { beat, off } = start();
  beat(4000, 0);
  expect(off()).toBe(2000);
  beat(0, 6);
  expect(Math.abs(off())).toBeLessThanOrEqual(6);
});

test("follows a database whose time has jumped", () => {
  const { time, pass } = start();
  time.set(5_000_000, 0, 0);
  pass(1000);
  time.set(4_000_000, 1000, 1000);
  expect(time.now()).toBe(4_000_000);
});
