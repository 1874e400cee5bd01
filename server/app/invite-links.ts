/** Invite links: how people come into groups and channels by themselves. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import {
  countLiveLinks,
  deleteDeadLinks,
  insertLink,
  listPrimaryLinks,
  revokeLink,
  type InviteLink,
} from "../store/invite-links.ts";
import type { Tx } from "../store/db.ts";

export interface LinkWish {
  readonly name: string;
  /** Unix seconds; 0 = never. */
  readonly expires_at: number;
  /** People who may come by it; 0 = any number. */
  readonly member_limit: number;
  /** Who opens it asks first. */
  readonly creates_join_request: boolean;
}

/** Links into one chat that may work at once: bots make one for each person they invite. */
const MOST_LIVE = 10_000;
/** Links that work no longer and are kept to be looked at. */
const MOST_DEAD = 200;

/** Makes an additional link. */
export async function createLink(
  tx: Tx,
  chat: Chat,
  creator: Account,
  wish: LinkWish,
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<InviteLink | "TOO_MANY_LINKS"> {
  if ((await countLiveLinks(tx, chat.id, now_s, MOST_LIVE)) >= MOST_LIVE) return "TOO_MANY_LINKS";
  return store(tx, chat, creator, { ...wish, is_primary: false }, bytes, now_s);
}

/** Makes the creator's primary link anew; the one before dies. */
export async function exportLink(
  tx: Tx,
  chat: Chat,
  creator: Account,
  bytes: (length: number) => Buffer,
  now_s: number,
): Promise<InviteLink> {
  for (const link of await listPrimaryLinks(tx, chat.id, creator.id)) await revokeLink(tx, link.code);
  const wish = { name: "", expires_at: 0, member_limit: 0, creates_join_request: false, is_primary: true };
  return store(tx, chat, creator, wish, bytes, now_s);
}

async function store(
  tx: Tx,
  chat: Chat,
  creator: Account,
  wish: LinkWish & { readonly is_primary: boolean },
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
    ...wish,
  };
  await deleteDeadLinks(tx, chat.id, now_s, MOST_DEAD);
  await insertLink(tx, link);
  return link;
}

/** Whether somebody can still come by a link. */
export function isOpen(link: InviteLink, now_s: number): boolean {
  if (link.is_revoked || (link.expires_at !== 0 && link.expires_at <= now_s)) return false;
  return link.member_limit === 0 || link.uses < link.member_limit;
}
