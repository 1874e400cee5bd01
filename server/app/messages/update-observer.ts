/** Told about every update that is made for a bot, and while developers watch about those that are not made, with the reason. */
import type { UpdateKind } from "@heliogram/shared/wire.ts";
import type { Tx } from "../../store/db.ts";

/** Why a bot gets no update of something that happened in a chat (behaviour.md §4, §6). */
export type NoUpdateReason =
  | "PRIVACY_MODE"
  | "ALLOWED_UPDATES"
  | "NOT_A_MEMBER"
  | "NOT_AN_ADMINISTRATOR"
  | "SENT_BY_A_BOT"
  | "COULD_NOT_RECEIVE_ORIGINAL"
  | "SUSPENDED";

export interface ObservedUpdate {
  readonly bot_id: number;
  readonly kind: UpdateKind;
  readonly chat_id: number;
  /** The message that the update is about. */
  readonly message_id?: number | undefined;
}

/**
 * Told inside the transaction, which may run again or be rolled back: an implementation publishes nothing before the
 * transaction has been committed.
 */
export interface UpdateObserver {
  /** @param body - the JSON that the bot's stream gets */
  made(tx: Tx, update: ObservedUpdate, body: string): void;
  /** While calls and updates are recorded for developers. It takes further queries to know. */
  readonly notMade?: ((tx: Tx, update: ObservedUpdate, reason: NoUpdateReason) => void) | undefined;
  /** The transaction of a call is committed, which has made or not made updates. */
  committed(tx: Tx, trace_id: string): void;
}
