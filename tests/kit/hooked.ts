/** A service with a bot's own server beside it, and what tests of webhooks say and ask all the time. */
import { Receiver } from "./receiver.ts";
import { startWorld, type Engine, type Json, type TestService } from "./service.ts";

export interface Hooked {
  readonly t: TestService;
  readonly receiver: Receiver;
  /** Where the receiver is reached. */
  readonly url: string;
  /** The chat in which the bot hears everything. */
  readonly team: number;
  readonly close: () => Promise<void>;
}

export async function startHooked(engine: Engine, world?: object): Promise<Hooked> {
  const t = await startWorld(engine, world);
  const receiver = new Receiver();
  const url = await receiver.listen();
  const close = async () => {
    await receiver.close();
    await t.stop();
  };
  return { t, receiver, url, team: t.id("Team"), close };
}

/** `t` is the service of the test that runs. */
export function hookedTalk(t: () => TestService) {
  const info = (): Promise<Json> => t().ok("guard_bot", "getWebhookInfo");
  return {
    say: (text: string, chat_id = t().id("Team")): Promise<Json> => t().as("bob", "sendMessage", { chat_id, text }),
    info,
    async untilPending(count: number): Promise<void> {
      while ((await info()).pending_update_count !== count) await t().fetch("/healthz");
    },
    /** Resolves when the service takes no more connections. */
    async untilDown(): Promise<void> {
      const answers = () =>
        t()
          .fetch("/healthz")
          .then(
            () => true,
            () => false,
          );
      while (await answers());
    },
  };
}
