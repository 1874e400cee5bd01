/** Credentials that are invalid or expired: every method returns 401 (behaviour.md §1). */
import { setTokenHash } from "heliogram/store/queries/accounts/accounts.ts";
import { deleteSession, listSessions } from "heliogram/store/queries/accounts/people.ts";
import { notifyNodes } from "heliogram/store/queries/streams/service-stream.ts";
import { START_S, type Answer } from "../support/service.ts";
import type { Api } from "./expected.ts";
import type { SelfFixtures } from "./self.ts";

/** Paths or headers, by the reason why they are invalid. */
export type Credentials = Readonly<Record<Api, Readonly<Record<string, string | undefined>>>>;

/** Creates them all. The expired session is created with an end in the past. */
export async function invalidCredentials(w: SelfFixtures): Promise<Credentials> {
  const { t } = w;
  const token = t.token("caller_bot");
  const [number, secret] = token.split(":") as [string, string];
  const ended = await w.session("caller");
  const { db, hashes } = t.service;
  const [newest] = await db.read((tx) => listSessions(tx, t.id("caller"), START_S));
  await db.write((tx) => deleteSession(tx, t.id("caller"), newest!.id));
  const replaced = t.token("other_bot");
  await t.ok("other_bot", "getMe");
  await db.write(async (tx) => {
    await setTokenHash(tx, t.id("other_bot"), hashes.of("another"));
    notifyNodes(tx, "token", t.id("other_bot"));
  });
  await t.service.deps.updates.botChanged();
  return {
    bot: {
      "no token": "",
      "a token that is none": "1:x",
      "a wrong secret": `${number}:${"x".repeat(secret.length)}`,
      "another's number": `${t.id("other_bot")}:${secret}`,
      "a deleted bot's token": t.token("deleted_bot"),
      "a replaced token": replaced,
      "a person's token": t.accessToken("caller"),
    },
    person: {
      "no token": undefined,
      "a token that is none": "a".repeat(43),
      "a bot's token": token.replace(":", "_"),
      "an ended session": ended,
      "a session that is over": await w.session("caller", 0),
      "a suspended person's session": await w.session("suspended"),
    },
  };
}

export function callWith(w: SelfFixtures, api: Api, credential: string | undefined, method: string): Promise<Answer> {
  if (api === "bot") return w.t.post(`/bot${credential}/${method}`, {});
  return w.t.post(`/api/${method}`, {}, credential === undefined ? {} : { authorization: `Bearer ${credential}` });
}
