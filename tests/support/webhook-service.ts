/** A service with a webhook receiver, and helpers for tests of webhooks. */
import { Receiver } from "./receiver.ts";
import { startWorld, type Engine, type Json, type TestService } from "./service.ts";
import { until } from "./until.ts";

export interface WebhookService {
  readonly t: TestService;
  readonly receiver: Receiver;
  /** The address of the receiver. */
  readonly url: string;
  /** The chat in which the bot receives all messages. */
  readonly team: number;
  readonly close: () => Promise<void>;
}

export async function startWebhookService(engine: Engine, world?: object): Promise<WebhookService> {
  const t = await startWorld(engine, world);
  const receiver = new Receiver();
  const url = await receiver.listen();
  const close = async () => {
    await receiver.close();
    await t.stop();
  };
  return { t, receiver, url, team: t.id("Team"), close };
}

/** `t` is the service of the current test. */
export function hookedTalk(t: () => TestService) {
  const info = (): Promise<Json> => t().ok("guard_bot", "getWebhookInfo");
  return {
    say: (text: string, chat_id = t().id("Team")): Promise<Json> => t().as("bob", "sendMessage", { chat_id, text }),
    info,
    async untilPending(count: number): Promise<void> {
      await until(async () => (await info()).pending_update_count === count, `${count} pending updates`);
    },
    /** Resolves when the service takes no more connections. */
    async untilDown(): Promise<void> {
      const isDown = () =>
        t()
          .fetch("/healthz")
          .then(
            () => false,
            () => true,
          );
      await until(isDown, "the end of the service");
    },
  };
}
