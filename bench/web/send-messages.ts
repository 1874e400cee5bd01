/** Sends many messages over several connections. */
import { requestInLoop, open } from "../load/connection.ts";
import { post } from "../scenarios/requests.ts";

const CONNECTIONS = 32;

/** The sender of a message: a bot by its token, or a person by their access token. */
export type Speaker = { readonly bot: string } | { readonly person: string };

export interface OutgoingMessage {
  readonly sender: Speaker;
  readonly message: { readonly chat_id: number; readonly text: string } & object;
}

/** Sends all messages, nearly in the given order. @throws Error if a call fails */
export async function sendMessages(port: number, all: readonly OutgoingMessage[]): Promise<void> {
  const batches = Array.from({ length: Math.min(CONNECTIONS, all.length) }, (_, i) =>
    all
      .filter((_message, at) => at % CONNECTIONS === i)
      .map(({ sender, message }) => Buffer.from(requestOf(sender, message))),
  );
  let failed = 0;
  await Promise.all(
    batches.map(async (requests) => {
      let answered = 0;
      await requestInLoop(await open(port), requests, 0, ({ status }) => {
        if (status !== 200) failed += 1;
        return ++answered < requests.length;
      });
    }),
  );
  if (failed > 0) throw new Error(`${failed} messages were rejected`);
}

function requestOf(sender: Speaker, message: object): string {
  if ("bot" in sender) return post(`/bot${sender.bot}/sendMessage`, message);
  return post("/api/sendMessage", message, { Authorization: `Bearer ${sender.person}` });
}
