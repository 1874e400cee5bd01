/** Credentials that are worth nothing, or nothing any more: 401, whatever is called (behaviour.md §1). */
import { setTokenHash } from "heliogram/store/accounts.ts";
import { deleteSession, listSessions } from "heliogram/store/people.ts";
import { START_S, type Answer } from "../kit/service.ts";
import type { Face } from "./expected.ts";
import type { SelfWorld } from "./self.ts";

/** Paths or headers by what is wrong with them. */
export type Credentials = Readonly<Record<Face, Readonly<Record<string, string | undefined>>>>;

/** Makes them all; the session that is over by time is over at once. */
export async function worthless(w: SelfWorld): Promise<Credentials> {
  const { t } = w;
  const token = t.token("caller_bot");
  const [number, secret] = token.split(":") as [string, string];
  const ended = await w.session("caller");
  const { db, hashes } = t.service;
  const [newest] = await db.read((tx) => listSessions(tx, t.id("caller"), START_S));
  await db.write((tx) => deleteSession(tx, t.id("caller"), newest!.id));
  const replaced = t.token("other_bot");
  await t.ok("other_bot", "getMe");
  await db.write((tx) => setTokenHash(tx, t.id("other_bot"), hashes.of("another")));
  t.service.deps.updates.tokenChanged(t.id("other_bot"));
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

export function callWith(w: SelfWorld, face: Face, credential: string | undefined, method: string): Promise<Answer> {
  if (face === "bot") return w.t.post(`/bot${credential}/${method}`, {});
  return w.t.post(`/api/${method}`, {}, credential === undefined ? {} : { authorization: `Bearer ${credential}` });
}
