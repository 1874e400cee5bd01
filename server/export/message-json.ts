/** Messages as archives have them: the stored fields, with names in place of ids where they are known. */
import { fullName, type Account } from "../domain/accounts.ts";
import type { Media } from "../domain/media.ts";
import type { Message } from "../domain/messages.ts";
import { accountsWith } from "../store/queries/accounts/accounts.ts";
import type { ReadTx } from "../store/db.ts";
import { archivedFile } from "./archive-files.ts";

/** An account in an archive. */
export interface ArchivedAccount {
  readonly id: number;
  readonly name: string;
  readonly username?: string;
  readonly is_bot: boolean;
}

export function archivedAccount(account: Account): ArchivedAccount {
  const { id, username, is_bot } = account;
  return { id, name: fullName(account), ...(username === null ? {} : { username }), is_bot };
}

/** The accounts with these ids, by id. */
export async function archivedAccounts(tx: ReadTx, ids: Iterable<number>): Promise<Map<number, ArchivedAccount>> {
  const found = await accountsWith(tx, [...new Set(ids)]);
  return new Map(found.map((account) => [account.id, archivedAccount(account)]));
}

/** A message in an archive. */
export function archivedMessage(message: Message, from: ArchivedAccount | undefined): object {
  const { chat_id, message_id, sender_chat_id, date, edit_date, reply_to, thread_id, text, content, reactions } =
    message;
  const { media, rich_files, markup: _markup, key: _key, web_page: _page, ...rest } = content;
  return {
    chat_id,
    message_id,
    ...(sender_chat_id === null ? { from } : { sender_chat_id }),
    date,
    ...(edit_date === null ? {} : { edit_date }),
    ...(reply_to === null ? {} : { reply_to }),
    ...(thread_id === null ? {} : { thread_id }),
    text,
    ...rest,
    ...(media ? { file: archivedFields(media) } : {}),
    ...(rich_files ? { rich_files: rich_files.map(archivedFields) } : {}),
    ...(reactions ? { reactions } : {}),
  };
}

function archivedFields(media: Media): object {
  const { name, bytes } = archivedFile(media);
  const { size, mime_type, file_name } = bytes;
  return { path: name, kind: media.kind, size, mime_type, file_name };
}
