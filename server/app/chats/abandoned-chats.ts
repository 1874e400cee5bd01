/** Groups and channels whose creator is gone: an owner of the service takes them over or deletes them (behaviour.md §3). */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { memberOf, type Member } from "../../domain/members/member.ts";
import type { MemberRefusal } from "../../domain/members/refusals.ts";
import { accepted } from "../../domain/members/outcome.ts";
import { isAbandoned, takeOver } from "../../domain/members/ownership.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { changeMember, neverMember } from "../members/change-member.ts";
import type { AppContext } from "../app-context.ts";
import { recordInChat } from "./chat-audit.ts";
import { deleteChat } from "./delete-chat.ts";

type ChatRefusal = "CHAT_NOT_FOUND" | "CHAT_HAS_OWNER";

interface AbandonedChat {
  readonly chat: Chat;
  readonly creator: Account | undefined;
}

/** Locks the chat and proves that it is abandoned. Private chats are as if they did not exist. */
async function lockAbandoned(tx: Tx, chat_id: number): Promise<AbandonedChat | ChatRefusal> {
  const chat = await lockChat(tx, chat_id);
  if (!chat || chat.type === "private") return "CHAT_NOT_FOUND";
  const creator = chat.creator_id === null ? undefined : await findAccount(tx, chat.creator_id);
  return isAbandoned(creator) ? { chat, creator } : "CHAT_HAS_OWNER";
}

/** Makes an owner of the service the owner of the chat. Its members see that they joined, if they were not in it. */
export async function takeOverChat(
  tx: Tx,
  app: AppContext,
  chat_id: number,
  actor: Account,
  now_s: number,
): Promise<Chat | ChatRefusal | MemberRefusal> {
  const found = await lockAbandoned(tx, chat_id);
  if (typeof found === "string") return found;
  const { chat, creator } = found;
  const before = (await findMember(tx, chat_id, actor.id)) ?? neverMember(actor.id);
  const former = creator && (await findMember(tx, chat_id, creator.id));
  const change = takeOver(former, before, now_s, chat);
  if ("ok" in change) return change.refusal;
  const apply = (target: Account, from: Member, to: Member) =>
    changeMember(
      tx,
      app,
      {
        ...{ chat, by: { account: actor, member: change.to }, target, before: from },
        change: { ...accepted(from, to), promoterReplacement: null },
      },
      now_s,
    );
  await apply(actor, before, change.to);
  if (creator && former && change.from) await apply(creator, former, change.from);
  await recordInChat(tx, actor, "chat_taken_over", chat, {}, now_s);
  return chat;
}

/** Deletes the chat for everybody, as its creator could. */
export async function deleteAbandonedChat(
  tx: Tx,
  app: AppContext,
  chat_id: number,
  actor: Account,
  now_s: number,
): Promise<ChatRefusal | undefined> {
  const found = await lockAbandoned(tx, chat_id);
  if (typeof found === "string") return found;
  await deleteChat(tx, app, found.chat, { account: actor, member: memberOf(actor.id, "left") }, now_s);
  return undefined;
}
