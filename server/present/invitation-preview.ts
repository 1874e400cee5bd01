/** Presents an invitation and its chats to somebody without an account. */
import type { ChatSummary } from "@heliogram/shared/wire.ts";
import { fullName } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import { findAccount } from "../store/queries/accounts/accounts.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import type { ReadTx } from "../store/db.ts";
import { chatsOfInvitation, type Invitation } from "../store/queries/accounts/invitations.ts";

/** Presents a chat without its photo, because file identifiers belong to an account. */
export function presentChatSummary(chat: Chat): ChatSummary {
  const { type, title, description, member_count } = chat;
  return {
    type: type === "channel" ? type : "supergroup",
    title,
    ...(description === "" ? {} : { description }),
    member_count,
  };
}

export interface InvitationPreview {
  readonly makes_owner?: true;
  /** The name of the inviter. */
  readonly invited_by?: string;
  readonly chats?: ChatSummary[];
}

export async function presentInvitationPreview(tx: ReadTx, invitation: Invitation): Promise<InvitationPreview> {
  const { id, created_by, makes_owner } = invitation;
  const inviter = created_by === null ? undefined : await findAccount(tx, created_by);
  const chats: ChatSummary[] = [];
  for (const chat_id of await chatsOfInvitation(tx, id)) {
    const chat = await findChat(tx, chat_id);
    if (chat) chats.push(presentChatSummary(chat));
  }
  return {
    ...(makes_owner ? { makes_owner } : {}),
    ...(inviter ? { invited_by: fullName(inviter) } : {}),
    ...(chats.length === 0 ? {} : { chats }),
  };
}
