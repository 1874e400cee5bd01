/** The store fails a webhook's look at its updates once: it is looked again, although nothing else moves. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StoreUnavailable } from "heliogram/store/db.ts";
import { hookedTalk, startHooked } from "../kit/hooked.ts";
import type { Receiver } from "../kit/receiver.ts";
import { engines, type Json, type TestService } from "../kit/service.ts";

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

  test("the reply that came while the store was away is carried out once", async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    const { db } = t.service;
    const write = db.write.bind(db);
    let away = 3;
    receiver.answer = (_delivery, res) => {
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify({ method: "sendMessage", chat_id: t.id("Team"), text: "a reply" }));
      // The first write is the confirmation, and the next ones are those of the reply.
      vi.spyOn(db, "write").mockImplementationOnce(write);
      vi.spyOn(db, "write").mockImplementation((work) =>
        away-- > 0 ? Promise.reject(new StoreUnavailable("away", { cause: undefined })) : write(work),
      );
    };
    await say("a question");
    await receiver.until(1);
    const replies = async () => {
      const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team") });
      return messages.filter(({ text }: Json) => text === "a reply").length;
    };
    const back = async () => {
      while (away > -1) await t.fetch("/healthz");
    };
    await t.advanceUntil(back(), 1000);
    while ((await replies()) === 0);
    expect(await replies()).toBe(1);
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
