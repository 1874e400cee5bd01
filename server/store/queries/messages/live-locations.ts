/** Live locations that may meet others in their chat. */
import type { Message } from "../../../domain/messages.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { MESSAGE, toMessage, type MessageRow } from "./messages.ts";

export interface LiveLocation {
  readonly message: Message;
  /** The accounts of whom its sender was notified since the radius was set. */
  readonly alerted: readonly number[];
}

const SAVE = write("live_location")`
  insert into live_location (chat_id, message_id, until, alerted) values (?, ?, ?, ?)
  on conflict (chat_id, message_id) do update set until = excluded.until, alerted = excluded.alerted`;

/** @param until_s - when it ends, in Unix seconds */
export async function saveLiveLocation(
  tx: Tx,
  { chat_id, message_id }: Message,
  until_s: number,
  alerted: readonly number[],
): Promise<void> {
  await tx.run(SAVE, chat_id, message_id, until_s, JSON.stringify(alerted));
}

const LIVE_LOCATIONS = read<MessageRow & { alerted: string }>("live_location", "message")`
  select m.*, l.alerted from live_location l
    join (select ${MESSAGE} from message) m on m.chat_id = l.chat_id and m.message_id = l.message_id
  where l.chat_id = ? and l.until > ? order by l.message_id desc limit ?`;

/** The live locations of a chat that have not ended, the newest first. */
export async function liveLocations(
  tx: ReadTx,
  chat_id: number,
  now_s: number,
  limit: number,
): Promise<LiveLocation[]> {
  const rows = await tx.all(LIVE_LOCATIONS, chat_id, now_s, limit);
  return rows.map((row) => ({ message: toMessage(row), alerted: JSON.parse(row.alerted) as number[] }));
}

const DELETE_ENDED = write("live_location")`delete from live_location where chat_id = ? and until <= ?`;

/** Forgets the live locations of a chat that have ended by the clock. */
export async function deleteEndedLiveLocations(tx: Tx, chat_id: number, now_s: number): Promise<void> {
  await tx.run(DELETE_ENDED, chat_id, now_s);
}
