/** Whose turn it is among reads that take long. */
import { expect, test } from "vitest";
import { TooMany } from "../domain/too-many.ts";
import { HeavyReads } from "./heavy-reads.ts";

/** Reads that begin when it is their turn and end when they are told to. */
function stage() {
  const reads = new HeavyReads(() => new Promise((done) => setImmediate(done)));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (person_id: number, name: string) =>
    reads.run(person_id, () => {
      begun.push(name);
      return new Promise<void>((done) => ends.set(name, done));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    for (let i = 0; i < 3; i++) await new Promise((done) => setImmediate(done));
  };
  return { read, begun, end };
}

test("a person has one under way, all together have two, and people take turns", async () => {
  const { read, begun, end } = stage();
  const all = [read(1, "a1"), read(1, "a2"), read(1, "a3"), read(2, "b1"), read(2, "b2"), read(3, "c1")];
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "b1", "a2"]);
  await end("a2");
  // The third one came before their next.
  expect(begun).toEqual(["a1", "b1", "a2", "c1"]);
  await end("b1");
  expect(begun.slice(4)).toEqual(["b2"]);
  await end("c1");
  await end("b2");
  await end("a3");
  await Promise.all(all);
  expect(begun).toHaveLength(6);
});

test("one that fails gives its turn to the next", async () => {
  const { read, begun, end } = stage();
  const reads = new HeavyReads(() => Promise.resolve());
  await expect(reads.run(1, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(reads.run(1, () => Promise.resolve("well"))).resolves.toBe("well");
  const alone = read(1, "a1");
  await end("a1");
  await alone;
  expect(begun).toEqual(["a1"]);
});

test("so many calls of a person wait, and nobody else is refused for them", async () => {
  const { read, begun, end } = stage();
  const all = Array.from({ length: 11 }, (_, i) => read(1, `a${i}`));
  await expect(read(1, "one too many")).rejects.toBeInstanceOf(TooMany);
  all.push(read(2, "b"));
  expect(begun).toEqual(["a0", "b"]);
  await end("b");
  for (let i = 0; i < 11; i++) await end(`a${i}`);
  await Promise.all(all);
});
