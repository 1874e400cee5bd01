/** Finishes erasures: chats, bots, reactions and messages of erased people, in small transactions. */
import { leave } from "../../domain/members/membership.ts";
import { transferOwnership } from "../../domain/members/ownership.ts";
import { accepted } from "../../domain/members/outcome.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { countsAfter } from "../../domain/reactions.ts";
import { findAccount, listBotsOf, lockBot } from "../../store/queries/accounts/accounts.ts";
import {
  chatsWithRecord,
  clearSignIns,
  nextAdministrator,
  openErasures,
  reactionsOf,
  setBotOwner,
  setNextChat,
  type OpenErasure,
} from "../../store/queries/accounts/erasures.ts";
import { lockOwners } from "../../store/queries/accounts/people.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { reactionsBy, saveReactions } from "../../store/queries/messages/reactions.ts";
import { oldestFacts } from "../../store/queries/retention/expiry.ts";
import { heldAmong } from "../../store/queries/retention/holds.ts";
import { record } from "../../store/queries/service/audit.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import type { Db, Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { findManagedToDelete, removeBot } from "../bots/bot-administration.ts";
import { changeMember } from "../members/change-member.ts";
import { removeMessages } from "../messages/remove-messages.ts";

const ERASURES_PER_ROUND = 100;
const CHATS_PER_READ = 200;
/** Messages of one read, and of one transaction that deletes. */
const MESSAGES_PER_READ = 1000;
const MESSAGES_PER_TRANSACTION = 50;
const REACTIONS_PER_TRANSACTION = 20;
const ENTRIES_PER_TRANSACTION = 500;

/** Goes on where it has stopped. */
export async function finishErasures(db: Db, app: AppContext, now_s: number, signal: AbortSignal): Promise<void> {
  for (const erasure of await db.read((tx) => openErasures(tx, ERASURES_PER_ROUND))) {
    if (!(await finishChats(db, app, erasure, now_s, signal))) return;
    while (!signal.aborted && (await db.write((tx) => removeSomeReactions(tx, erasure.person_id))));
    while (!signal.aborted && (await db.write((tx) => passOnBot(tx, erasure.person_id, now_s))));
    const { person_id } = erasure;
    while (!signal.aborted && (await db.write((tx) => clearSignIns(tx, person_id, ENTRIES_PER_TRANSACTION))));
    if (signal.aborted) return;
    await db.write((tx) => setNextChat(tx, person_id, null));
  }
}

/** @returns false if it was stopped */
async function finishChats(
  db: Db,
  app: AppContext,
  { person_id, deletes_messages, next_chat }: OpenErasure,
  now_s: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = next_chat; ;) {
    const chats = await db.read((tx) => chatsWithRecord(tx, person_id, after, CHATS_PER_READ));
    for (const chat_id of chats) {
      if (deletes_messages === 1) await deleteMessagesOf(db, chat_id, person_id, signal);
      if (signal.aborted) return false;
      await db.write(async (tx) => {
        await leaveChat(tx, app, chat_id, person_id, now_s);
        await setNextChat(tx, person_id, chat_id);
      });
    }
    if (chats.length < CHATS_PER_READ) return true;
    after = chats.at(-1)!;
  }
}

/** Deletes what the person has said in their own name. Posts on behalf of a chat are the chat's. */
async function deleteMessagesOf(db: Db, chat_id: number, person_id: number, signal: AbortSignal): Promise<void> {
  if ((await db.read((tx) => heldAmong(tx, [chat_id]))).size > 0) return;
  for (let after = 0; !signal.aborted;) {
    const page = await db.read((tx) => oldestFacts(tx, "messages", chat_id, after, MESSAGES_PER_READ));
    const own = page.filter(({ sender_id }) => sender_id === person_id).map(({ message_id }) => message_id);
    for (let from = 0; from < own.length; from += MESSAGES_PER_TRANSACTION)
      await db.write((tx) => deleteSome(tx, chat_id, own.slice(from, from + MESSAGES_PER_TRANSACTION)));
    if (page.length < MESSAGES_PER_READ) return;
    after = page.at(-1)!.message_id;
  }
}

async function deleteSome(tx: Tx, chat_id: number, ids: readonly number[]): Promise<void> {
  const chat = await lockChat(tx, chat_id);
  if (!chat || (await heldAmong(tx, [chat_id])).size > 0) return;
  const found = await Promise.all(ids.map((id) => findMessage(tx, chat_id, id)));
  await removeMessages(
    tx,
    chat,
    found.filter((message) => message !== undefined && message.sender_chat_id === null).map((message) => message!),
  );
}

/** Leaves a group or channel without a service message. Its ownership passes on first. */
async function leaveChat(tx: Tx, app: AppContext, chat_id: number, person_id: number, now_s: number): Promise<void> {
  const chat = await lockChat(tx, chat_id);
  const person = await findAccount(tx, person_id);
  if (!chat || chat.type === "private" || !person) return;
  await passOwnershipOn(tx, app, chat, person, now_s);
  const member = await findMember(tx, chat_id, person_id);
  if (!member) return;
  const left = leave(member, now_s, chat);
  if (!left.ok) return;
  const by = { account: person, member };
  await changeMember(
    tx,
    app,
    { chat, by, target: person, before: member, change: left, isAnnouncedByCaller: true },
    now_s,
  );
}

/** Without an administrator, the chat has no owner then, and owners of the service may take it over. */
async function passOwnershipOn(tx: Tx, app: AppContext, chat: Chat, person: Account, now_s: number): Promise<void> {
  const member = await findMember(tx, chat.id, person.id);
  if (member?.status !== "creator") return;
  const next_id = await nextAdministrator(tx, chat.id);
  const next = next_id === undefined ? undefined : await findAccount(tx, next_id);
  const before = next && (await findMember(tx, chat.id, next.id));
  const transfer = before && transferOwnership(member, before, now_s, chat);
  if (!next || !before || !transfer?.ok) return;
  const by = { account: person, member };
  for (const [target, from, to] of [
    [next, before, transfer.to],
    [person, member, transfer.from],
  ] as const) {
    const change = { ...accepted(from, to), promoterReplacement: null };
    await changeMember(tx, app, { chat, by, target, before: from, change }, now_s);
  }
}

/** @returns whether there may be more */
async function removeSomeReactions(tx: Tx, person_id: number): Promise<boolean> {
  const found = await reactionsOf(tx, person_id, REACTIONS_PER_TRANSACTION);
  const first = found[0];
  if (!first) return false;
  const { chat_id } = first;
  // Only one chat, whose lock protects the counts.
  await lockChat(tx, chat_id);
  const ids = new Set(found.filter((each) => each.chat_id === chat_id).map(({ message_id }) => message_id));
  for (const message_id of ids) {
    const before = await reactionsBy(tx, { chat_id, message_id }, person_id);
    const message = await findMessage(tx, chat_id, message_id);
    const change = { before, after: [] };
    const counts = countsAfter(message?.reactions ?? [], change);
    await saveReactions(
      tx,
      { chat_id, message_id },
      { account_id: person_id, sender_chat_id: null, at: 0 },
      change,
      counts,
    );
    tx.append({ stream: chat_id, kind: "reactions", ref: message_id, body: "" });
  }
  return true;
}

/** Passes a bot on to the owner of the service of longest standing, or deletes it. @returns whether there may be more */
async function passOnBot(tx: Tx, person_id: number, now_s: number): Promise<boolean> {
  const [owner_id] = await lockOwners(tx);
  const [first] = await listBotsOf(tx, person_id);
  if (!first) return false;
  if (owner_id === undefined) {
    const bot = await findManagedToDelete(tx, "operator", first.id);
    if (bot) await removeBot(tx, "operator", bot, now_s);
    return bot !== undefined;
  }
  await lockBot(tx, first.id);
  await setBotOwner(tx, first.id, owner_id);
  notifyNodes(tx, "settings", first.id);
  const subject = { kind: "bot", id: first.id } as const;
  await record(tx, { by: "operator", action: "bot_edited", subject, detail: { changed: ["owner"] } }, now_s);
  return true;
}
