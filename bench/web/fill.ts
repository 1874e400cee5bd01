/** Fills a service with messages, over as many connections as it takes to be quick. */
import { keepAsking, open } from "../load/connection.ts";
import { post } from "../scenarios/requests.ts";

const CONNECTIONS = 32;

/** Somebody who says something: a bot by its token, or a person by their access token. */
export type Speaker = { readonly bot: string } | { readonly person: string };

export interface Said {
  readonly by: Speaker;
  readonly message: { readonly chat_id: number; readonly text: string } & object;
}

/** Says everything, nearly in the order given. @throws Error if anything is refused */
export async function say(port: number, all: readonly Said[]): Promise<void> {
  const hands = Array.from({ length: Math.min(CONNECTIONS, all.length) }, (_, i) =>
    all.filter((_said, at) => at % CONNECTIONS === i).map(({ by, message }) => Buffer.from(requestOf(by, message))),
  );
  let refused = 0;
  await Promise.all(
    hands.map(async (requests) => {
      let answered = 0;
      await keepAsking(await open(port), requests, 0, ({ status }) => {
        if (status !== 200) refused += 1;
        return ++answered < requests.length;
      });
    }),
  );
  if (refused > 0) throw new Error(`${refused} messages were refused`);
}

function requestOf(by: Speaker, message: object): string {
  if ("bot" in by) return post(`/bot${by.bot}/sendMessage`, message);
  return post("/api/sendMessage", message, { Authorization: `Bearer ${by.person}` });
}
