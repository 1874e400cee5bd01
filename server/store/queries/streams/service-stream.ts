/** The service stream: changes that every node must follow, because it keeps something about them in memory. */
import type { Tx } from "../../db.ts";

/** The id of the service stream. No account and no chat has it. */
export const SERVICE_STREAM = 0;

/**
 * What has changed about a bot: its token, its suspension (or it was deleted), its webhook, or other settings. The node
 * looks up what is now true, so an event that is followed late or twice does no harm.
 */
export type BotChangeKind = "token" | "suspension" | "webhook" | "settings";

/** The kind of the event when an owner turns the developer console on (`ref` 1) or off (`ref` 0). */
export const CONSOLE_TURNED = "console";

/** The kind of the event when an owner changes how long the service keeps data. */
export const RETENTION_CHANGED = "retention";

/** The kind of the event when the subscriptions of a person (`ref`) to pushes have changed. */
export const PUSH_CHANGED = "push";

/** Tells every node that the transaction changes the subscriptions of a person to pushes. */
export function notifyNodesOfPush(tx: Tx, person_id: number): void {
  tx.append({ stream: SERVICE_STREAM, kind: PUSH_CHANGED, ref: person_id, body: "" });
}

/** The kind of the event when a mail was added to the queue. */
export const MAIL_QUEUED = "mail";

export type ServiceEventKind =
  | BotChangeKind
  | typeof CONSOLE_TURNED
  | typeof RETENTION_CHANGED
  | typeof PUSH_CHANGED
  | typeof MAIL_QUEUED;

/** Tells the node that sends mails that the transaction adds one. */
export function notifyNodesOfMail(tx: Tx): void {
  tx.append({ stream: SERVICE_STREAM, kind: MAIL_QUEUED, ref: 0, body: "" });
}

/** Tells every node that the transaction changes how long the service keeps data. */
export function notifyNodesOfRetention(tx: Tx): void {
  tx.append({ stream: SERVICE_STREAM, kind: RETENTION_CHANGED, ref: 0, body: "" });
}

/** Tells every node that the transaction turns the developer console on or off. */
export function notifyNodesOfConsole(tx: Tx, isOn: boolean): void {
  tx.append({ stream: SERVICE_STREAM, kind: CONSOLE_TURNED, ref: isOn ? 1 : 0, body: "" });
}

/** Tells every node about a change of a bot that the transaction makes. */
export function notifyNodes(tx: Tx, kind: BotChangeKind, bot_id: number): void {
  tx.append({ stream: SERVICE_STREAM, kind, ref: bot_id, body: "" });
}
