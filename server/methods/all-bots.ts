/** What the methods have in common with which owners of the service look after everybody's bots. */
import { findManaged } from "../app/manage-bots.ts";
import type { Bot } from "../domain/accounts.ts";
import type { Manager } from "../domain/bots.ts";
import { presentBot } from "../present/administration.ts";
import { View } from "../present/view.ts";
import { botsAfter } from "../store/bot-list.ts";
import type { Tx } from "../store/db.ts";
import { userId } from "./fields.ts";
import { webMethod } from "./method.ts";
import { schemas } from "./schemas.ts";

/** A bot as the examples show it. */
export const LISTED_BOT = {
  user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
  owner: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
  created_at: 1_767_225_600,
  has_webhook: false,
  pending_update_count: 0,
};

type Deed = (tx: Tx, by: Manager, bot: Bot, now_s: number) => Promise<void>;

/** Declares what an owner of the service does to a bot, which is shown afterwards as listAllBots has it. */
export function botDeedMethod<const N extends string>(name: N, summary: string, deed: Deed) {
  return webMethod({
    name,
    summary,
    effect: "write",
    access: { scope: "owner" },
    fields: { bot_id: userId() },
    result: schemas.BotEntry,
    codes: [400, 401, 403, 404],
    refusals: ["BOT_NOT_FOUND"],
    example: { request: { bot_id: 1004 }, result: LISTED_BOT },
    async run({ tx, deps, actor, now, fail }, { bot_id }) {
      const bot = (await findManaged(tx, "operator", bot_id)) ?? fail("BOT_NOT_FOUND");
      await deed(tx, actor.id, bot, now);
      const filter = { wanted: "", owner_id: undefined, after: bot_id - 1, limit: 1 };
      const [listed] = await botsAfter(tx, filter);
      return presentBot(new View(tx, actor, deps.env.fileIds), listed!);
    },
    after({ updates }, { bot_id }) {
      updates.admissionChanged(bot_id);
    },
  });
}
