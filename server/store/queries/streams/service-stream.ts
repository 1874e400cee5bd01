/** The service stream: changes that every node must follow, because it keeps something about them in memory. */
import type { Tx } from "../../db.ts";

/** The id of the service stream. No account and no chat has it. */
export const SERVICE_STREAM = 0;

/**
 * What has changed about a bot: its token, its suspension (or it was deleted), its webhook, or other settings. The node
 * looks up what is now true, so an event that is followed late or twice does no harm.
 */
export type BotChangeKind = "token" | "suspension" | "webhook" | "settings";

/** Tells every node about a change of a bot that the transaction makes. */
export function tellNodes(tx: Tx, kind: BotChangeKind, bot_id: number): void {
  tx.append({ stream: SERVICE_STREAM, kind, ref: bot_id, body: "" });
}
