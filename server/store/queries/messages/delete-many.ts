/**
 * Deletes many messages of a chat with as many statements as for one. `deleteMessage` (messages.ts) has statements of its own,
 * because a call takes a seventh more processor time with these. What one deletes, the other has to delete as well.
 */
import type { Message } from "../../../domain/messages.ts";
import type { Tx } from "../../db.ts";
import { numbers, write } from "../../statement.ts";
import { RELEASED_AGAIN } from "../files/released-files.ts";
import { recordDeletions } from "../members/unread.ts";
import { furtherFiles } from "./rich-files.ts";

const OF_CHAT = `chat_id = ? and message_id in`;
const NOTE_CHANGES = write("message_change", { reads: ["message"] })`
  insert into message_change (row_id) select row_id from message where ${OF_CHAT} ${numbers}`;
const releaseFilesOf = (table: string) =>
  write("released_file", { reads: [table] })`
    insert into released_file (file_id)
    select distinct file_id from ${table} where ${OF_CHAT} ${numbers} and file_id is not null ${RELEASED_AGAIN}`;
const RELEASE_FILES = releaseFilesOf("message");
const RELEASE_RICH_FILES = releaseFilesOf("rich_file");
const DELETE_RICH_FILES = write("rich_file")`delete from rich_file where ${OF_CHAT} ${numbers}`;
const DELETE_MESSAGES = write("message")`delete from message where ${OF_CHAT} ${numbers}`;
const UNPIN = write("pinned_message")`delete from pinned_message where ${OF_CHAT} ${numbers}`;
const DELETE_MENTIONS = write<{ account_id: number }>("mention")`
  delete from mention where ${OF_CHAT} ${numbers} returning account_id`;
const DELETE_REACTIONS = write("reaction")`delete from reaction where ${OF_CHAT} ${numbers}`;
const DELETE_UNSEEN = write<{ account_id: number }>("unseen_reaction")`
  delete from unseen_reaction where ${OF_CHAT} ${numbers} returning account_id`;
const DELETE_LIVE = write("live_location")`delete from live_location where ${OF_CHAT} ${numbers}`;

/** Whose counts a deletion has changed. */
export interface ConcernedPeople {
  /** They were mentioned and had not read it. */
  readonly mentioned: readonly number[];
  /** They had not seen a reaction to their message. */
  readonly reacted: readonly number[];
}

/** Deletes messages that exist, with their pins, mentions and reactions. The chat must be locked. */
export async function deleteMessages(tx: Tx, chat_id: number, messages: readonly Message[]): Promise<ConcernedPeople> {
  const ids = JSON.stringify(messages.map(({ message_id }) => message_id));
  await tx.run(NOTE_CHANGES, chat_id, ids);
  await tx.run(RELEASE_FILES, chat_id, ids);
  await recordDeletions(tx, chat_id, messages);
  await tx.run(DELETE_MESSAGES, chat_id, ids);
  await tx.run(UNPIN, chat_id, ids);
  const mentioned = await tx.all(DELETE_MENTIONS, chat_id, ids);
  const hasReactions = messages.some(({ reactions }) => reactions !== undefined);
  if (hasReactions) await tx.run(DELETE_REACTIONS, chat_id, ids);
  const reacted = hasReactions ? await tx.all(DELETE_UNSEEN, chat_id, ids) : [];
  if (messages.some(({ content }) => content.location?.live_period !== undefined))
    await tx.run(DELETE_LIVE, chat_id, ids);
  if (messages.some(({ content }) => furtherFiles(content).length > 0)) {
    await tx.run(RELEASE_RICH_FILES, chat_id, ids);
    await tx.run(DELETE_RICH_FILES, chat_id, ids);
  }
  return { mentioned: distinct(mentioned), reacted: distinct(reacted) };
}

function distinct(rows: readonly { readonly account_id: number }[]): number[] {
  return [...new Set(rows.map(({ account_id }) => account_id))].sort((a, b) => a - b);
}
