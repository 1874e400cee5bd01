/** Previews of links: which messages want one, and how a message gets it (behaviour.md §4, Previews of links). */
import { accountableId, type Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Media } from "../../domain/media.ts";
import { abilityRefusal } from "../../domain/members/abilities.ts";
import type { Member } from "../../domain/members/member.ts";
import type { Content, Message, PagePreview } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { findFile, insertFile } from "../../store/queries/files/files.ts";
import { findMessage, updateMessage } from "../../store/queries/messages/messages.ts";
import { savePage } from "../../store/queries/messages/web-pages.ts";
import { previewAddress, withoutPage } from "./preview-address.ts";

/** A message that has no preview yet. */
export interface PreviewRequest {
  readonly chat_id: number;
  readonly message_id: number;
  /** The normal form of the address. */
  readonly url: string;
  /** The account whose limits apply. */
  readonly account_id: number;
  /** An edit may be one of many in a row. */
  readonly is_edit: boolean;
}

/** Fetches pages after the commit. Absent where the service shows no previews. */
export interface PreviewRequests {
  /** Called inside the transaction, which may run again or be rolled back. */
  request(tx: Tx, request: PreviewRequest): void;
}

/** Whether links in messages of a member get previews. */
function getsPreviews(chat: Chat, member: Member, now_s: number): boolean {
  return abilityRefusal(member, "add_previews", chat, now_s) === null;
}

/** The content without a preview that its sender may not add, as one of a forwarded message. */
export function withAllowedPage(content: Content, chat: Chat, member: Member, now_s: number): Content {
  return content.web_page === undefined || getsPreviews(chat, member, now_s) ? content : withoutPage(content);
}

/** Whether a message links to a page and has no preview. */
export function wantsPage({ text, content }: Message): boolean {
  return content.web_page === undefined && previewAddress(text, content) !== undefined;
}

/** Requests the preview of a message that is new or was edited, if it links to a page. */
export function requestPreview(
  tx: Tx,
  requests: PreviewRequests | undefined,
  chat: Chat,
  sender: { readonly account: Account; readonly member: Member },
  message: Message,
  now_s: number,
): void {
  if (!requests || message.content.web_page !== undefined) return;
  const url = previewAddress(message.text, message.content);
  if (url === undefined || !getsPreviews(chat, sender.member, now_s)) return;
  const { chat_id, message_id, edit_date } = message;
  const account_id = accountableId(sender.account);
  requests.request(tx, { chat_id, message_id, url, account_id, is_edit: edit_date !== null });
}

/**
 * Saves what was found at an address, until `expires_s`: a page with a picture that has no row yet, or none.
 * @returns the page with the file of its picture
 */
export async function savePreview<Page extends PagePreview | null>(
  tx: Tx,
  address_hash: string,
  page: Page,
  expires_s: number,
): Promise<Page> {
  const photo = page?.photo && (await insertFile(tx, page.photo));
  const saved = photo ? { ...page, photo } : page;
  await savePage(tx, address_hash, saved as Page, expires_s);
  return saved as Page;
}

/**
 * Adds a preview to a message that still wants it. People's clients get an event. It is no edit: the message has no new
 * date, and bots get no update.
 */
export async function attachPage(tx: Tx, request: PreviewRequest, page: PagePreview): Promise<void> {
  const { chat_id, message_id, url } = request;
  const chat = await lockChat(tx, chat_id);
  const message = chat && (await findMessage(tx, chat_id, message_id));
  if (!message || message.content.web_page !== undefined) return;
  if (!chat.link_previews || previewAddress(message.text, message.content) !== url) return;
  const { photo, ...rest } = page;
  // A file that is about to be removed gets no new reference.
  const kept: Media | undefined = photo && (await findFile(tx, photo.file));
  const web_page = { url, ...rest, ...(kept?.kind === "photo" ? { photo: kept } : {}) };
  await updateMessage(tx, { ...message, content: { ...message.content, web_page } }, message);
  tx.append({ stream: chat_id, kind: "edit", ref: message_id, body: "" });
}
