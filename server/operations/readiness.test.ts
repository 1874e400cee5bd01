/** Reasons for which a service is not ready. */
import { expect, test } from "vitest";
import { Readiness } from "./readiness.ts";

test("reasons begin and end by themselves, in their order", () => {
  const readiness = new Readiness();
  expect([readiness.reasons, readiness.isDraining]).toEqual([[], false]);
  readiness.begin("starting");
  readiness.begin("draining", "a new version takes over");
  expect(readiness.reasons).toEqual([
    { reason: "starting", why: "the service has not started yet" },
    { reason: "draining", why: "a new version takes over" },
  ]);
  expect(readiness.isDraining).toBe(true);
  expect(readiness.including("database").map(({ reason }) => reason)).toEqual(["starting", "draining", "database"]);
  readiness.end("starting");
  expect(readiness.reasons.map(({ reason }) => reason)).toEqual(["draining"]);
  readiness.end("draining");
  expect([readiness.reasons, readiness.isDraining]).toEqual([[], false]);
});
