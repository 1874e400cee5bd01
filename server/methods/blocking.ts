/** Blocking and unblocking: the two directions of one method. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Env } from "../app/env.ts";
import { findAccount } from "../store/accounts.ts";
import type { Tx } from "../store/db.ts";
import { userId } from "./fields.ts";
import { webMethod } from "./method.ts";
import { schemas } from "./schemas.ts";

type Deed = (tx: Tx, env: Env, person: Account, other: Account, now_s: number) => Promise<Chat>;

/** Declares what a person does to somebody in their private chat. */
export function blockingMethod<const N extends string>(name: N, summary: string, deed: Deed) {
  return webMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "self" },
    fields: { user_id: userId() },
    result: schemas.True,
    codes: [400, 401, 404],
    refusals: ["USER_NOT_FOUND"],
    example: { request: { user_id: 1004 }, result: true },
    async run({ tx, actor, deps, now, fail }, { user_id }) {
      const other = await findAccount(tx, user_id);
      if (!other || other.id === actor.id) return fail("USER_NOT_FOUND");
      await deed(tx, deps.env, actor, other, now);
      return true;
    },
  });
}
