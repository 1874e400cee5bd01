/** A bot as whoever manages it sees it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Bot, Dialect } from "../domain/accounts.ts";
import { findCommands } from "../store/bot-commands.ts";
import type { View } from "./view.ts";

/** `service_dialect` is what bots see that chose none. */
export async function presentOwnBot(view: View, bot: Bot, service_dialect: Dialect): Promise<Wire.OwnBot> {
  return {
    user: view.show(bot),
    description: bot.description,
    commands: (await findCommands(view.tx, bot.id, "default", "")) ?? [],
    privacy: bot.privacy,
    can_join_groups: bot.can_join_groups,
    dialect: bot.dialect ?? "default",
    service_dialect,
    ...(bot.suspended_at === null ? {} : { suspended: true }),
  };
}
