/** Invite links, by which people join groups and channels. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { editLinkRefusal, type EditLinkRefusal } from "../../domain/invite-links.ts";
import {
  countLiveLinks,
  deleteDeadLinks,
  insertLink,
  listPrimaryLinks,
  revokeLink,
  updateLink,
  type InviteLink,
} from "../../store/queries/chats/invite-links.ts";
import type { Tx } from "../../store/db.ts";

export interface LinkOptions {
  readonly name: string;
  /** Unix seconds; 0 for no expiry. */
  readonly expires_at: number;
  /** How many people may join by it; 0 for no limit. */
  readonly member_limit: number;
  /** Whether the link creates a join request instead of joining. */
  readonly creates_join_request: boolean;
}

/** Active links of one chat. The limit is high because bots create one for each person they invite. */
const MAX_ACTIVE_LINKS = 10_000;
/** Expired, used-up and revoked links of one chat that are kept for display. */
const MAX_INACTIVE_LINKS = 200;

/** Creates an additional link. */
export async function createLink(
  tx: Tx,
  chat: Chat,
  creator: Account,
  options: LinkOptions,
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<InviteLink | "TOO_MANY_LINKS"> {
  if (await isFull(tx, chat, now_s)) return "TOO_MANY_LINKS";
  return insertNewLink(tx, chat, creator, { ...options, is_primary: false }, bytes, now_s);
}

async function isFull(tx: Tx, chat: Chat, now_s: number): Promise<boolean> {
  return (await countLiveLinks(tx, chat.id, now_s, MAX_ACTIVE_LINKS)) >= MAX_ACTIVE_LINKS;
}

/**
 * Sets all options of a link anew. People who joined by it stay, and join requests wait on. An expired or used-up link
 * can become valid again. @returns the link as it is now, or why the account may not edit it
 */
export async function editLink(
  tx: Tx,
  chat: Chat,
  editor: Account,
  link: InviteLink,
  options: LinkOptions,
  now_s: number,
): Promise<InviteLink | EditLinkRefusal | "TOO_MANY_LINKS"> {
  const refusal = editLinkRefusal(link, editor.id);
  if (refusal !== undefined) return refusal;
  const edited = { ...link, ...options };
  const isRevived = isUsable(edited, now_s) && !isUsable(link, now_s);
  if (isRevived && (await isFull(tx, chat, now_s))) return "TOO_MANY_LINKS";
  await updateLink(tx, link.code, options);
  return edited;
}

/** Replaces the primary link of its creator. The previous one is revoked. */
export async function replacePrimaryLink(
  tx: Tx,
  chat: Chat,
  creator: Account,
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<InviteLink> {
  for (const link of await listPrimaryLinks(tx, chat.id, creator.id)) await revokeLink(tx, link.code);
  const options = { name: "", expires_at: 0, member_limit: 0, creates_join_request: false, is_primary: true };
  return insertNewLink(tx, chat, creator, options, bytes, now_s);
}

async function insertNewLink(
  tx: Tx,
  chat: Chat,
  creator: Account,
  options: LinkOptions & { readonly is_primary: boolean },
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<InviteLink> {
  const link: InviteLink = {
    code: bytes(16).toString("base64url"),
    chat_id: chat.id,
    creator_id: creator.id,
    uses: 0,
    is_revoked: false,
    created_at: now_s,
    pending: 0,
    ...options,
  };
  await deleteDeadLinks(tx, chat.id, now_s, MAX_INACTIVE_LINKS);
  await insertLink(tx, link);
  return link;
}

/** Nobody can join by the link any more. @returns the link as it is now */
export async function revokeInviteLink(tx: Tx, link: InviteLink): Promise<InviteLink> {
  await revokeLink(tx, link.code);
  return { ...link, is_revoked: true };
}

/** Whether people can still join by a link. */
export function isUsable(link: InviteLink, now_s: number): boolean {
  if (link.is_revoked || (link.expires_at !== 0 && link.expires_at <= now_s)) return false;
  return link.member_limit === 0 || link.uses < link.member_limit;
}
