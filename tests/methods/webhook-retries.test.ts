/** The store fails once while a webhook reads its updates: the read is retried, although no notification comes. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StoreUnavailable } from "heliogram/store/db.ts";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import type { Receiver } from "../support/receiver.ts";
import { engineIndependent, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const FAULTS: [string, Error][] = [
  ["is away", new StoreUnavailable("away", { cause: undefined })],
  ["fails otherwise", new Error("something else")],
];

describe.each(engineIndependent())("on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startWebhookService(engine));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await close();
  });

  const { say } = hookedTalk(() => t);

  /** Makes the first read or write fail that begins after the next write has begun. */
  function failNext(what: "read" | "write", fault: Error): void {
    const { db } = t.service;
    const write = db.write.bind(db);
    vi.spyOn(db, "write").mockImplementationOnce((work) => {
      vi.spyOn(db, what).mockRejectedValueOnce(fault);
      return write(work);
    });
  }

  describe.each(FAULTS)("when the store %s", (_how, fault) => {
    test("a webhook that was just set is started", async () => {
      await say("before");
      failNext("read", fault);
      await t.ok("guard_bot", "setWebhook", { url });
      await t.advanceUntil(receiver.until(1), 1000);
      expect(receiver.texts()).toEqual(["before"]);
    });

    test("a new update is delivered", async () => {
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

  test("a reply that came while the store was unavailable is executed once", async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    const { db } = t.service;
    const write = db.write.bind(db);
    let away = 3;
    receiver.answer = (_delivery, res) => {
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify({ method: "sendMessage", chat_id: t.id("Team"), text: "a reply" }));
      // The first write is the confirmation, the next ones belong to the reply.
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
    const back = until(() => away <= -1, "the store to be back");
    await t.advanceUntil(back, 1000);
    await until(replies, "the reply");
    expect(await replies()).toBe(1);
  });

  test("an update that was delivered while the store was unavailable is not sent again", async () => {
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
    const confirmed = until(
      async () => (await t.ok("guard_bot", "getWebhookInfo")).pending_update_count === 0 && away <= -1,
      "no pending update, and the store to be back",
    );
    await t.advanceUntil(confirmed, 1000);
    expect(receiver.texts()).toEqual(["once"]);
  });
});
