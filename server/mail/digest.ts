/** What a digest tells: unread mentions by chat, and what was written where the person may be told. */
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { fullName } from "../domain/accounts.ts";
import type { Message } from "../domain/messages.ts";
import { shown } from "../domain/text/fill.ts";
import type { ReadTx } from "../store/db.ts";
import { findAccount } from "../store/queries/accounts/accounts.ts";
import { findPushSettings, showsContents } from "../store/queries/accounts/push-settings.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { digestChats, digestMessages, type DigestSpan } from "../store/queries/mail/mail-digests.ts";
import { findMessage } from "../store/queries/messages/messages.ts";

/** Chats that are named; the newest ones. The others are counted. */
const MAX_CHATS = 10;
/** Messages that are quoted of each. */
const MAX_LINES = 3;
const MAX_LINE = 200;
const MAX_NAME = 64;

export interface DigestLine {
  readonly sender: string;
  /** Empty for a message without a text. */
  readonly text: string;
}

/** Unread mentions in one chat. */
export interface DigestOfChat {
  readonly title: string;
  readonly count: number;
  /** The oldest messages. */
  readonly lines: readonly DigestLine[];
}

export interface Digest {
  readonly mentions: number;
  readonly chat_count: number;
  /** Empty where names and texts are withheld. */
  readonly chats: readonly DigestOfChat[];
}

/** @returns `undefined` if everything was read meanwhile */
export async function readDigest(tx: ReadTx, person_id: number, span: DigestSpan): Promise<Digest | undefined> {
  const found = await digestChats(tx, person_id, span);
  if (found.length === 0) return undefined;
  const counts = { mentions: found.reduce((sum, { n }) => sum + n, 0), chat_count: found.length };
  const settings = await findPushSettings(tx, person_id);
  if (!(await showsContents(tx, settings))) return { ...counts, chats: [] };
  const chats = [];
  for (const { chat_id, n } of found.slice(0, MAX_CHATS)) {
    const lines = [];
    for (const message_id of await digestMessages(tx, person_id, chat_id, span, MAX_LINES)) {
      const message = await findMessage(tx, chat_id, message_id);
      if (message) lines.push({ sender: await senderOf(tx, message), text: textOf(message) });
    }
    chats.push({ title: await titleOf(tx, chat_id), count: n, lines });
  }
  return { ...counts, chats };
}

function textOf({ text, content }: Message): string {
  return shown(hideSpoilers(text, content.entities ?? []), MAX_LINE);
}

async function senderOf(tx: ReadTx, { sender_id, sender_chat_id }: Message): Promise<string> {
  if (sender_chat_id !== null) return titleOf(tx, sender_chat_id);
  const account = await findAccount(tx, sender_id);
  return shown(account ? fullName(account) : "", MAX_NAME);
}

async function titleOf(tx: ReadTx, chat_id: number): Promise<string> {
  return shown((await findChat(tx, chat_id))?.title ?? "", MAX_NAME);
}
