/** The order of waiting tasks, the limits in all and per key, and what happens to tasks that fail or are refused. */
import { describe, expect, test } from "vitest";
import { ConcurrencyLimit, type ConcurrencyOptions } from "./concurrency-limit.ts";

class Refused extends Error {}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Tasks that record their start and end when `end` is called. */
function tasks(options: ConcurrencyOptions) {
  const limit = new ConcurrencyLimit<number>({ refusal: () => new Refused(), afterEach: nextTurn, ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: number, name: string) =>
    limit.run(key, () => {
      started.push(name);
      return new Promise<void>((done) => ends.set(name, done));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    for (let i = 0; i < 3; i++) await nextTurn();
  };
  return { limit, run, started, end };
}

describe("two tasks in all and one per key", () => {
  const limits = { max_running: 2, max_running_per_key: 1, max_waiting_per_key: 10 };

  test("keys with waiting tasks take turns", async () => {
    const { run, started, end } = tasks(limits);
    const all = [run(1, "a1"), run(1, "a2"), run(1, "a3"), run(2, "b1"), run(2, "b2"), run(3, "c1")];
    expect(started).toEqual(["a1", "b1"]);
    await end("a1");
    expect(started).toEqual(["a1", "b1", "a2"]);
    await end("a2");
    expect(started, "key 3 came before the third task of key 1").toEqual(["a1", "b1", "a2", "c1"]);
    await end("b1");
    expect(started.slice(4)).toEqual(["b2"]);
    await end("c1");
    await end("b2");
    await end("a3");
    await Promise.all(all);
    expect(started).toHaveLength(6);
  });

  test("a task that fails releases its slot", async () => {
    const { limit, run, started, end } = tasks(limits);
    await expect(limit.run(1, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    await expect(limit.run(1, () => Promise.resolve("well"))).resolves.toBe("well");
    const alone = run(1, "a1");
    await end("a1");
    await alone;
    expect(started).toEqual(["a1"]);
  });

  test("a full queue refuses its own key alone", async () => {
    const { limit, run, started, end } = tasks(limits);
    const all = Array.from({ length: 11 }, (_, i) => run(1, `a${i}`));
    expect([limit.isFull(1), limit.isFull(2)]).toEqual([true, false]);
    await expect(run(1, "one too many")).rejects.toBeInstanceOf(Refused);
    all.push(run(2, "b"));
    expect(started).toEqual(["a0", "b"]);
    await end("b");
    for (let i = 0; i < 11; i++) await end(`a${i}`);
    await Promise.all(all);
  });
});

test("without a queue, a task either starts at once or is refused", async () => {
  const { run, started, end } = tasks({ max_running: 3, max_running_per_key: 2, max_waiting_per_key: 0 });
  const all = [run(1, "a1"), run(1, "a2")];
  await expect(run(1, "a3")).rejects.toBeInstanceOf(Refused);
  all.push(run(2, "b1"));
  await expect(run(3, "c1")).rejects.toBeInstanceOf(Refused);
  await end("a1");
  all.push(run(3, "c2"));
  for (const name of ["a2", "b1", "c2"]) await end(name);
  await Promise.all(all);
  expect(started).toEqual(["a1", "a2", "b1", "c2"]);
});

test("an unbounded queue runs everything in order, never more than allowed, and pauses between tasks", async () => {
  let [turns, running, most] = [0, 0, 0];
  const afterEach = () => {
    turns += 1;
    return nextTurn();
  };
  const limit = new ConcurrencyLimit<null>({ max_running: 3, afterEach });
  const done: number[] = [];
  const numbers = Array.from({ length: 23 }, (_, n) => n);
  const task = async (n: number) => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
    done.push(n);
  };
  await Promise.all(numbers.map((n) => limit.run(null, () => task(n))));
  expect(done).toEqual(numbers);
  expect([most, turns]).toEqual([3, 23]);
});
