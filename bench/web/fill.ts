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

/** Says everything, in no certain order. @throws Error if anything is refused */
export async function say(port: number, all: readonly Said[]): Promise<void> {
  const requests = all.map(({ by, message }) => Buffer.from(requestOf(by, message)));
  const share = Math.ceil(requests.length / CONNECTIONS);
  let refused = 0;
  await Promise.all(
    Array.from({ length: Math.ceil(requests.length / share) }, async (_, i) => {
      const own = requests.slice(i * share, (i + 1) * share);
      let answered = 0;
      await keepAsking(await open(port), own, 0, ({ status }) => {
        if (status !== 200) refused += 1;
        return ++answered < own.length;
      });
    }),
  );
  if (refused > 0) throw new Error(`${refused} messages were refused`);
}

function requestOf(by: Speaker, message: object): string {
  if ("bot" in by) return post(`/bot${by.bot}/sendMessage`, message);
  return post("/api/sendMessage", message, { Authorization: `Bearer ${by.person}` });
}
