/** What the methods have in common with which owners of the service administer all bots. */
import { findManaged } from "../../app/bots/bot-administration.ts";
import type { Bot } from "../../domain/accounts.ts";
import type { BotManager } from "../../domain/bots.ts";
import { presentBot } from "../../present/administration.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { botsAfter } from "../../store/queries/bots/bot-list.ts";
import type { Tx } from "../../store/db.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

/** A bot in the examples. */
export const LISTED_BOT = {
  user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
  owner: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
  created_at: 1_767_225_600,
  has_webhook: false,
  pending_update_count: 0,
};

type Action = (tx: Tx, by: BotManager, bot: Bot, now_s: number) => Promise<void>;

/** Declares an owner's action on a bot. The method returns the bot as listAllBots shows it. */
export function botAdministrationMethod<const N extends string>(name: N, summary: string, action: Action) {
  return userMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "owner" },
    fields: { bot_id: userId() },
    result: schemas.BotEntry,
    refusals: ["BOT_NOT_FOUND"],
    example: { request: { bot_id: 1004 }, result: LISTED_BOT },
    async run({ tx, deps, actor, now, fail }, { bot_id }) {
      const bot = (await findManaged(tx, "operator", bot_id)) ?? fail("BOT_NOT_FOUND");
      await action(tx, actor.id, bot, now);
      const filter = { wanted: "", owner_id: undefined, after: bot_id - 1, limit: 1 };
      const [listed] = await botsAfter(tx, filter);
      return presentBot(new ViewerContext(tx, actor, deps.app.fileIds), listed!);
    },
    after: ({ updates }) => updates.botChanged(),
  });
}
