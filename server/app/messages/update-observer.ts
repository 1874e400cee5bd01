/** Told about every update that is made for a bot, and while developers watch about those that are not made, with the reason. */
import type { UpdateKind } from "@heliogram/shared/wire.ts";
import type { NewEvent, Tx } from "../../store/db.ts";

/** Why a bot gets no update of something that happened in a chat (behaviour.md §4, §6). */
export type NoUpdateReason =
  | "PRIVACY_MODE"
  | "ALLOWED_UPDATES"
  | "NOT_A_MEMBER"
  | "NOT_AN_ADMINISTRATOR"
  | "SENT_BY_A_BOT"
  | "COULD_NOT_RECEIVE_ORIGINAL"
  | "SUSPENDED";

/** An update that was not made. */
export interface MissingUpdate {
  readonly bot_id: number;
  readonly kind: UpdateKind;
  readonly chat_id: number;
  /** The message that the update would be about. */
  readonly message_id?: number | undefined;
}

/** Told inside the transaction, which may run again or be rolled back: an implementation notes it in the transaction. */
export interface UpdateObserver {
  /** @param message_id - the message that the update is about */
  made(tx: Tx, event: NewEvent, message_id: number | undefined): void;
  /** While calls and updates are recorded for developers. It takes further queries to know. */
  readonly notMade?: ((tx: Tx, update: MissingUpdate, reason: NoUpdateReason) => void) | undefined;
}
