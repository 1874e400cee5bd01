/** The rate of fetches of one key: a burst, then one after another, and no key at the cost of another. */
import { expect, test } from "vitest";
import { FetchRates } from "./fetch-rates.ts";

test("a key has a burst, then one fetch each interval, and other keys have their own", () => {
  let now_ms = 1000;
  const rates = new FetchRates<string>({ burst: 3, every_ms: 100 }, () => now_ms);
  const taken = (key: string, count: number) => Array.from({ length: count }, () => rates.take(key));
  expect(taken("a", 4)).toEqual([true, true, true, false]);
  expect(taken("b", 1)).toEqual([true]);
  now_ms += 99;
  expect(taken("a", 1)).toEqual([false]);
  now_ms += 1;
  expect(taken("a", 2)).toEqual([true, false]);
  now_ms += 10_000;
  expect(taken("a", 4)).toEqual([true, true, true, false]);
});

test("the oldest of very many keys is forgotten", () => {
  const rates = new FetchRates<number>({ burst: 1, every_ms: 100 }, () => 0);
  for (let key = 0; key <= 10_000; key++) expect(rates.take(key)).toBe(true);
  expect([rates.take(0), rates.take(10_000)]).toEqual([true, false]);
});
