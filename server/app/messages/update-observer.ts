/** Notified of every update that is made for a bot, and while developers watch of those that are not made, with the reason. */
import type { NoUpdateReason, UpdateKind } from "@heliogram/shared/updates.ts";
import type { NewEvent, Tx } from "../../store/db.ts";

/** An update that was not made. */
export interface MissingUpdate {
  readonly bot_id: number;
  readonly kind: UpdateKind;
  readonly chat_id: number;
  /** The message that the update would be about. */
  readonly message_id?: number | undefined;
}

/** Called inside the transaction, which may run again or be rolled back: an implementation notes it in the transaction. */
export interface UpdateObserver {
  /** @param message_id - the message that the update is about */
  made(tx: Tx, event: NewEvent, message_id: number | undefined): void;
  /** While calls and updates are recorded for developers. It takes further queries to know. */
  readonly notMade?: ((tx: Tx, update: MissingUpdate, reason: NoUpdateReason) => void) | undefined;
}
