/** What blockUser and unblockUser have in common. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { AppContext } from "../../app/app-context.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

type Action = (tx: Tx, app: AppContext, person: Account, other: Account, now_s: number) => Promise<Chat>;

/** Declares a method that acts on the caller's private chat with another account. */
export function blockingMethod<const N extends string>(name: N, summary: string, action: Action) {
  return userMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "self" },
    fields: { user_id: userId() },
    refusals: ["USER_NOT_FOUND"],
    example: { request: { user_id: 1004 }, result: true },
    async run({ tx, actor, deps, now, fail }, { user_id }) {
      const other = await findAccount(tx, user_id);
      if (!other || other.id === actor.id) return fail("USER_NOT_FOUND");
      await action(tx, deps.app, actor, other, now);
      return true;
    },
  });
}
