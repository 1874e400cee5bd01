/** unblockUser: lets somebody write to the person again. */
import { startBot } from "../../app/start-bot.ts";
import { findAccount } from "../../store/accounts.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const unblockUser = webMethod({
  name: "unblockUser",
  summary: "Unblocks a bot or a person.",
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
    await startBot(tx, deps.env, actor, other, now);
    return true;
  },
});
