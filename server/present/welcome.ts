/** What somebody without an account sees of the chats that a link or an invitation leads to. */
import type { ChatGlimpse } from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import { findAccount } from "../store/accounts.ts";
import { findChat } from "../store/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { chatsOfInvitation, type Invitation } from "../store/invitations.ts";

/** No photo: its file identifiers belong to an account, and there is none yet. */
export function presentGlimpse(chat: Chat): ChatGlimpse {
  const { type, title, description, member_count } = chat;
  return {
    type: type === "channel" ? type : "supergroup",
    title,
    ...(description === "" ? {} : { description }),
    member_count,
  };
}

export interface Welcome {
  readonly makes_owner?: true;
  /** The name of whoever invites. */
  readonly invited_by?: string;
  readonly chats?: ChatGlimpse[];
}

export async function presentWelcome(tx: ReadTx, invitation: Invitation): Promise<Welcome> {
  const { id, created_by, makes_owner } = invitation;
  const inviter = created_by === null ? undefined : await findAccount(tx, created_by);
  const chats: ChatGlimpse[] = [];
  for (const chat_id of await chatsOfInvitation(tx, id)) {
    const chat = await findChat(tx, chat_id);
    if (chat) chats.push(presentGlimpse(chat));
  }
  return {
    ...(makes_owner ? { makes_owner } : {}),
    ...(inviter ? { invited_by: `${inviter.first_name} ${inviter.last_name}`.trim() } : {}),
    ...(chats.length === 0 ? {} : { chats }),
  };
}
