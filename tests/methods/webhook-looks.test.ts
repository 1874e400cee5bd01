/** The store fails a webhook's look at its updates once: it is looked again, although nothing else moves. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StoreUnavailable } from "heliogram/store/db.ts";
import { hookedTalk, startHooked } from "../kit/hooked.ts";
import type { Receiver } from "../kit/receiver.ts";
import { engines, type TestService } from "../kit/service.ts";

const FAULTS: [string, Error][] = [
  ["is away", new StoreUnavailable("away", { cause: undefined })],
  ["fails otherwise", new Error("something else")],
];

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startHooked(engine));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await close();
  });

  const { say } = hookedTalk(() => t);

  /** The first read, or write, that begins once the next write has begun fails. */
  function failNext(what: "read" | "write", fault: Error): void {
    const { db } = t.service;
    const write = db.write.bind(db);
    vi.spyOn(db, "write").mockImplementationOnce((work) => {
      vi.spyOn(db, what).mockRejectedValueOnce(fault);
      return write(work);
    });
  }

  describe.each(FAULTS)("when the store %s", (_how, fault) => {
    test("a webhook that was just set is heard of", async () => {
      await say("before");
      failNext("read", fault);
      await t.ok("guard_bot", "setWebhook", { url });
      await t.advanceUntil(receiver.until(1), 1000);
      expect(receiver.texts()).toEqual(["before"]);
    });

    test("an update that has just come is delivered", async () => {
      await t.ok("guard_bot", "setWebhook", { url });
      await say("first");
      await receiver.until(1);
      await t.as("bob", "listChats");
      failNext("read", fault);
      await say("second");
      await t.advanceUntil(receiver.until(2), 1000);
      expect(receiver.texts()).toEqual(["first", "second"]);
    });
  });

  test("what was taken while the store was away does not come again", async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    const { db } = t.service;
    let away = 3;
    const write = db.write.bind(db);
    receiver.answer = (_delivery, res) => {
      vi.spyOn(db, "write").mockImplementation((work) =>
        away-- > 0 ? Promise.reject(new StoreUnavailable("away", { cause: undefined })) : write(work),
      );
      res.end();
    };
    await say("once");
    await receiver.until(1);
    const left = async () => {
      while ((await t.ok("guard_bot", "getWebhookInfo")).pending_update_count > 0 || away > -1);
    };
    await t.advanceUntil(left(), 1000);
    expect(receiver.texts()).toEqual(["once"]);
  });
});
